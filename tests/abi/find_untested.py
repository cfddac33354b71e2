#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the public functions that no conformance test names.

find_untested.py COMPILER... preprocesses each source of tests/api with that compiler, because many
tests name a function by the arguments of a macro. Names in comments, strings and mpi.h do not
count. The programs that write_errors.py generates do not count either: they know the functions
from the library's own tables and ask for no results. The status is 1 when a function is missing."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINE_MARKER = re.compile(r'# \d+ "([^"]*)"')
STRING = re.compile(r'"(?:\\.|[^"\\])*"')
ENDS_THE_JOB = ("MPI_Abort",)  # no conformance test can go on: a program of tests/programs does
NAME = re.compile(r"\bMPI_\w+")


def names(compiler, source):
    """What the code of the source names, and of the headers beside it."""
    text = subprocess.run([*compiler, "-E", "-I", ROOT / "include", source], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    file, found = "", set()
    for line in text.splitlines():
        marker = LINE_MARKER.match(line)
        if marker:
            file = marker.group(1)
        elif Path(file).parent == source.parent:
            found.update(NAME.findall(STRING.sub('""', line)))
    return found


def main():
    compiler = shlex.split(" ".join(sys.argv[1:]) or "cc")
    declarations = (ROOT / "include/mpi_functions.h").read_text()
    public = set(re.findall(r"^\w[\w *]*?\b(MPI_\w+)\(", declarations, re.M))
    named = set()
    for source in sorted((ROOT / "tests/api").glob("*.c")):
        named |= names(compiler, source)
    for source in sorted((ROOT / "tests/programs").rglob("*.c")):
        code = re.sub(r"/\*.*?\*/", "", source.read_text(), flags=re.S)
        named.update(name for name in ENDS_THE_JOB if f"{name}(" in code)
    missing = sorted(public - named)
    print(f"{len(public)} public functions, {len(public & named)} named by tests")
    for name in missing:
        print(f"{name}: no test in tests/api names it; add a case that checks what it does")
    return missing != [] or not public


sys.exit(main())
