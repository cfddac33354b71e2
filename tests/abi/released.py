#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library's own functions, and all types behind them, beside those of the last release:
heddle.abi is libabigail's description of that one; before the first release, of the library that
was described first. exported.py sees less, but needs no libabigail. docs/RELEASING.md says what may
change.

    released.py [DESCRIPTION]   compares this build with the file, or with another one
    released.py write           writes the file

The status is 77 if nothing can be compared: without libabigail, or without debug symbols.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("top_source", Path(__file__).parents[2]))
BUILD = Path(os.environ.get("top_build", SOURCE / "build"))
LIBRARY = BUILD / "lib/libmpi_abi.so.1"
RECORD = SOURCE / "tests/abi/heddle.abi"
SUPPRESSIONS = ["--suppressions", SOURCE / "tests/abi/heddle.abignore"]

CANNOT_COMPARE = 77

DIFFERENT = """
programs that were compiled with the last release must still run (docs/RELEASING.md). Then either
- change the library until nothing is different, or
- after a new member at a structure's end, in the commit that adds it, and for a new version:
  python3 tests/abi/released.py write
- name in tests/abi/heddle.abignore a function that only the plugin or the wrappers' objects call.
If all types are different: with -g1 or -gsplit-dwarf the library has none."""


def hindrance():
    """Why nothing can be compared; None if it can."""
    if shutil.which("abidiff") is None:
        return "libabigail is not installed (Debian: abigail-tools)"
    sections = subprocess.run(["readelf", "-S", "-W", LIBRARY], text=True, check=True,
                              capture_output=True).stdout
    if ".debug_info" not in sections:
        return "this build has no debug symbols, which tell the types"
    return None


def write():
    subprocess.run(["abidw", *SUPPRESSIONS, "--exported-interfaces-only", "--no-architecture",
                    "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed",
                    "--no-parameter-names", "--no-write-default-sizes", "--out-file", RECORD,
                    LIBRARY], check=True)


def main():
    reason = hindrance()
    if reason is not None:
        print(reason)
        return CANNOT_COMPARE
    if sys.argv[1:] == ["write"]:
        write()
        return 0
    record = sys.argv[1] if len(sys.argv) > 1 else RECORD
    # abidiff's status is 0 if there is no difference; new functions are none.
    run = subprocess.run(["abidiff", *SUPPRESSIONS, "--no-architecture", "--no-added-syms", record,
                          LIBRARY], text=True, capture_output=True, check=False)
    if run.returncode != 0:
        print(run.stdout + run.stderr + DIFFERENT)
    return 1 if run.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
