#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library's own functions, and all types behind them, beside those of the last release:
heddle.abi is libabigail's description of that one; before the first release, of the library that
was described first. exported.py sees less, but needs no libabigail. docs/RELEASING.md says what may
change.

    released.py [DESCRIPTION]   compares this build with the file, or with another one
    released.py write           writes the file, when a version is released
"""

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("top_source", Path(__file__).parents[2]))
BUILD = Path(os.environ.get("top_build", SOURCE / "build"))
LIBRARY = BUILD / "lib/libmpi_abi.so.1"
RECORD = SOURCE / "tests/abi/heddle.abi"
SUPPRESSIONS = ["--suppressions", SOURCE / "tests/abi/heddle.abignore"]


def write():
    subprocess.run(["abidw", *SUPPRESSIONS, "--exported-interfaces-only", "--no-architecture",
                    "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed",
                    "--no-parameter-names", "--no-write-default-sizes", "--out-file", RECORD,
                    LIBRARY], check=True)


def main():
    if sys.argv[1:] == ["write"]:
        write()
        return 0
    record = sys.argv[1] if len(sys.argv) > 1 else RECORD
    # New functions are no difference, and no status but 0 is none.
    run = subprocess.run(["abidiff", *SUPPRESSIONS, "--no-architecture", "--no-added-syms", record,
                          LIBRARY], text=True, capture_output=True, check=False)
    if run.returncode != 0:
        print(run.stdout + run.stderr)
        print("programs that were compiled with the last release must still run, or the version "
              "is a new one (docs/RELEASING.md). Then: python3 tests/abi/released.py write")
    return 1 if run.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
