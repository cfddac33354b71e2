#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the Fortran bindings from the tables in lib/api/table.

    generate.py DIR     writes into DIR: mpif.h; mpi_heddle.f90, mpi.f90 and mpi_f08.f90, the
                        sources of the modules; for each table CHAPTER.c, the procedures, and
                        wide_CHAPTER.c, those for INTEGERs of 8 bytes; wide.def, their names
    generate.py --list  prints the names of the procedures, and how each reaches C: `generated`, or
                        `by hand` (lib/fortran/*.c)

A procedure of mpif.h and one of the module mpi are one: they differ only in what the compiler
checks. A procedure of mpi_f08 is another name for it, unless it has choice buffers, which come as
descriptors there (declare.py and convert.py describe the rest)."""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import modules  # noqa: E402
import wide  # noqa: E402
from convert import is_by_hand, write_procedures  # noqa: E402
from declare import bound_functions  # noqa: E402


def c_names(table):
    """The functions that the library of C has."""
    return [name for function in table.functions for name in function.names()]


def main():
    parser = argparse.ArgumentParser(description="Writes the Fortran bindings.")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("directory", nargs="?")
    options = parser.parse_args()
    table, functions = bound_functions()
    if options.list:
        for function in functions:
            print(function.name, "by hand" if is_by_hand(function) else "generated")
        return 0
    files = modules.write(functions)
    files["heddle_has.h"] = "".join(f"#define HAS_{name}\n" for name in c_names(table))
    for path in sorted((Path(modules.ROOT) / "lib/api/table").glob("*.table")):
        if path.stem == "vocabulary":
            continue
        chapter = [function for function in functions if function.stem == path.stem]
        files[f"{path.stem}.c"] = write_procedures(chapter, path.stem)
        files[f"wide_{path.stem}.c"] = wide.write_procedures(chapter, functions, path.stem)
    files["wide.def"] = wide.names(functions)
    directory = Path(options.directory)
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (directory / name).parent.mkdir(exist_ok=True)
        file = directory / name
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
