#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What programs that were compiled earlier need of the library, beside MPI: its own functions, and
the members of heddle.h's structures with their offsets and sizes. exported.tsv has what was
agreed; docs/RELEASING.md says what may change.

    exported.py              compares this build with the file
    exported.py accept       writes the file
"""

import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("top_source", Path(__file__).parents[2]))
BUILD = Path(os.environ.get("top_build", SOURCE / "build"))
RECORD = SOURCE / "tests/abi/exported.tsv"
LIBRARIES = ("libmpi_abi.so.1", "libheddle_fortran.so.1")


def functions():
    for library in LIBRARIES:
        path = BUILD / "lib" / library
        if path.exists():
            listed = subprocess.run(["nm", "-D", "--defined-only", path], text=True, check=True,
                                    capture_output=True).stdout
            for line in listed.splitlines():
                name = line.split()[-1]
                if name.startswith("heddle_"):
                    yield f"{library}\t{name}"


def members():
    """(structure, member) of heddle.h, in order; the member None stands for the whole."""
    text = re.sub(r"/\*.*?\*/", "", (SOURCE / "include/heddle.h").read_text(), flags=re.S)
    for structure, body in re.findall(r"^struct (heddle_\w+) \{(.*?)^\};", text, re.M | re.S):
        yield structure, None
        for declaration in filter(str.strip, body.split(";")):
            pointer = re.search(r"\(\*(\w+)\)", declaration)
            for part in [pointer.group(1)] if pointer else declaration.split(","):
                yield structure, re.findall(r"\w+", part)[-1]


def layouts():
    lines = []
    for structure, member in members():
        whole = f"struct {structure}"
        if member is None:
            lines.append(f'printf("{structure}\\t\\t%zu\\n", sizeof({whole}));')
        else:
            lines.append(f'printf("{structure}\\t{member}\\t%zu\\t%zu\\n", offsetof({whole}, '
                         f'{member}), sizeof((({whole} *)0)->{member}));')
    program = "#include <heddle.h>\n#include <stdio.h>\nint main(void)\n{\n" + "\n".join(lines)
    subprocess.run(["gcc", f"-I{SOURCE / 'include'}", "-x", "c", "-", "-o", "exported-layouts"],
                   text=True, input=program + "\n}\n", check=True)
    yield from subprocess.run("./exported-layouts", text=True, check=True,
                              capture_output=True).stdout.splitlines()
    os.remove("exported-layouts")


def main():
    now = sorted(functions()) + list(layouts())
    if sys.argv[1:] == ["accept"]:
        RECORD.write_text("\n".join(now) + "\n")
        return 0
    there = {line.split("\t")[0] for line in now}
    before = [line for line in RECORD.read_text().splitlines()
              if line.split("\t")[0] in there or line.split("\t")[0] not in LIBRARIES]
    gone = [line for line in before if line not in now]
    new = [line for line in now if line not in before]
    for line in gone:
        print(f"gone or changed: {line}")
    for line in new:
        print(f"new: {line}")
    if gone or new:
        print("programs that were compiled earlier must still run, or the major version changes "
              "(docs/RELEASING.md). Then: python3 tests/abi/exported.py accept")
    return 1 if gone or new else 0


sys.exit(main())
