#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes to standard output a program, valid C and C++, that compiles only if include/mpi.h has the
types, layouts and signatures of MPI 5.0's ABI, and succeeds only if its constants have the values.

constants.tsv, types.tsv and functions.tsv beside this file hold the facts of the ABI, for x86-64. A
name that mpi.h has and the ABI has not is an error too; a function that mpi.h has not is none.
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parents[1] / "include"
# Removed from MPI in 3.0, and so in no ABI; old programs call them.
REMOVED = {"MPI_Address", "MPI_Errhandler_create", "MPI_Errhandler_get", "MPI_Errhandler_set",
           "MPI_Handler_function", "MPI_Type_extent", "MPI_Type_hindexed", "MPI_Type_hvector",
           "MPI_Type_lb", "MPI_Type_struct", "MPI_Type_ub"}
ENUMS = ("MPI_T_cb_safety", "MPI_T_source_order")  # their constants are int in C

HEAD = """/* SPDX-License-Identifier: MIT */
/* Written by tests/abi/write_checks.py. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
#define ASSERT(condition) static_assert(condition, #condition)
#define ALIGNMENT(type) alignof(type)
#define TYPE(name, type) ASSERT(sizeof(name) == sizeof(type))
#else
#define ASSERT(condition) _Static_assert(condition, #condition)
#define ALIGNMENT(type) _Alignof(type)
#define TYPE(name, type) ASSERT(_Generic((name), type: 1, default: 0))
#endif

static int wrong;

static void check(const char *name, long long value, long long expected)
{
    if (value != expected) {
        printf("%s is %lld and should be %lld\\n", name, value, expected);
        wrong++;
    }
}
"""


def read(name):
    header, *rows = (HERE / name).read_text().splitlines()
    return [dict(zip(header.split("\t"), row.split("\t"))) for row in rows]


def strangers(constants, functions):
    """Names in the headers that the ABI does not have."""
    header = (INCLUDE / "mpi_types.h").read_text()
    names = set(re.findall(r"^#define (\w+) +\S", header, re.M))
    names |= set(re.findall(r"^    (MPIX?_\w+) += ", header, re.M))
    declared = declared_functions()
    return sorted(names - {row["name"] for row in constants}
                  | {re.sub("^PMPI", "MPI", name) for name in declared}
                  - {row["name"] for row in functions} - REMOVED)


def declared_functions():
    return set(re.findall(r"^\w+ (P?MPI_\w+)\(", (INCLUDE / "mpi_functions.h").read_text(), re.M))


def check_types(types):
    lines = []
    for row in types:
        name, record = row["name"], row["record"]
        if record == "struct_field":
            struct, field = name.split(".")
            lines += [f"ASSERT(offsetof({struct}, {field}) == {row['offset']});",
                      f"ASSERT(sizeof((({struct} *)0)->{field}) == {row['size']});"]
            continue
        if row["size"]:
            lines += [f"ASSERT(sizeof({name}) == {row['size']});",
                      f"ASSERT(ALIGNMENT({name}) == {row['align']});"]
        if record in ("handle", "tools_handle", "integer"):
            lines.append(f"{row['definition']} const *const is_{name} = (const {name} *)0;"
                         if record == "integer" else
                         f"{row['definition']}*const is_{name} = ({name} *)0;")
        elif record == "callback":
            returned, arguments = row["definition"].split(" ", 1)
            lines.append(f"{returned} (*const is_{name}){arguments} = ({name} *)0;")
        elif record == "callback_alias":
            lines.append(f"{row['definition']} *const is_{name} = ({name} *)0;")
    return lines


def check_functions(functions):
    """Declares each function once more: another signature would not compile."""
    declared = declared_functions()
    lines = ["#ifdef __cplusplus", 'extern "C" {', "#endif"]
    for row in functions:
        for name in (row["name"], "P" + row["name"]):
            if name in declared:
                lines.append(f"{row['return_type']} {name}({row['params']});")
    return lines + ["#ifdef __cplusplus", "}", "#endif"]


def main():
    constants, types, functions = read("constants.tsv"), read("types.tsv"), read("functions.tsv")
    strange = strangers(constants, functions)
    if strange:
        sys.exit(f"not in the ABI: {' '.join(strange)}")
    lines = [HEAD]
    lines += [f"TYPE({row['name']}, {row['c_type']});" for row in constants
              if row["c_type"] not in ENUMS]
    lines += check_types(types) + check_functions(functions)
    lines += ["", "int main(void)", "{"]
    lines += [f'    check("{row["name"]}", (long long){row["name"]}, {row["value"]});'
              for row in constants]
    print("\n".join(lines + ["    return wrong != 0;", "}"]))


if __name__ == "__main__":
    main()
