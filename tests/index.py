#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes tests/INDEX: for each public function of MPI the tests that call it. First come those of
whose calls it has the largest share. `index.py --check` only tells whether INDEX is up to date.

A call is a name in the code, also one that a macro puts together: MPI_I##name in a file in which
bcast is an argument calls MPI_Ibcast. What a header of tests calls is called by those that include
it. What tests/abi generates is not in the index."""

import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES_MAX = 6
# Conformance tests ask what a function yields; programs about globals use it to ask for another.
FACTORS = {"api/": 3, "programs/globals/": 0.1}
OF_A_HEADER = 0.1  # a call there counts less than one in the file

HEAD = """\
# SPDX-License-Identifier: MIT
# Each function, and tests that call it, at most 6; "-": none but what tests/abi generates.
# Written by tests/index.py; do not edit.
"""

PIECES = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)


def blank(piece):
    """A comment or a string goes, and a string leaves something that is no name."""
    return '""' if piece.group(0)[0] == '"' else " "


def public_functions():
    text = (HERE.parent / "include/mpi_functions.h").read_text()
    return re.findall(r"^\w[\w *]*?\b(MPI_\w+)\(", PIECES.sub(blank, text), re.M)


def calls(code, templates, functions):
    """How often the code names each function, itself or as an argument of a template."""
    names = Counter(re.findall(r"\bP?(MPI_\w+)\b(?!##)", code))
    arguments = Counter(re.findall(r"(?<=[(,])\s*(\w+)\s*(?=[,)])", code))
    for start, end in templates:
        for name in functions:
            if name.startswith(start) and name.endswith(end):
                names[name] += arguments[name[len(start):len(name) - len(end)]]
    return Counter({name: names[name] for name in functions if names[name]})


def templates_of(code):
    """What stands before and after the argument of a macro that puts a function's name together."""
    return {(start, end) for start, end in
            re.findall(r"\b(MPI_\w*?)##\w+?(?:##(\w+))?\b(?!##)", code)}


def headers_of(file, codes):
    """The headers of tests that a file includes, and those that these include."""
    found = set()
    for name in re.findall(r'^#include "([^"]+)"', file.read_text(), re.M):
        header = (file.parent / name).resolve()
        if header in codes:
            found |= {header} | headers_of(header, codes)
    return found


def shares(file, codes, functions):
    """Which part of a test's calls goes to each function."""
    headers = headers_of(file, codes)
    templates = templates_of(codes[file]).union(*(templates_of(codes[part]) for part in headers))
    weights = dict(calls(codes[file], templates, functions))
    for header in sorted(headers):
        for name, times in calls(codes[header], templates, functions).items():
            weights[name] = weights.get(name, 0) + OF_A_HEADER * times
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def index():
    functions = public_functions()
    codes = {file: PIECES.sub(blank, file.read_text()) for file in sorted(HERE.rglob("*"))
             if file.suffix in (".c", ".cc", ".h")}
    users = {name: [] for name in functions}
    for file in codes:
        path = str(file.relative_to(HERE))
        factor = next((factor for start, factor in FACTORS.items() if path.startswith(start)), 1)
        if file.suffix != ".h":
            for name, share in shares(file, codes, functions).items():
                users[name].append((-share * factor, path))
    width = max(map(len, functions))
    for name in sorted(functions):
        files = [path for _, path in sorted(users[name])[:FILES_MAX]]
        yield f"{name:{width}}  {' '.join(files) or '-'}\n"


def main():
    text = HEAD + "".join(index())
    if sys.argv[1:] != ["--check"]:
        (HERE / "INDEX").write_text(text)
    elif (HERE / "INDEX").read_text() != text:
        sys.exit("tests/INDEX is not up to date")


main()
