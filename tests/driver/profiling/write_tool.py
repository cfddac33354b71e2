#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes to standard output a tool, valid C and C++, that has every function of MPI: each notes its
call, and calls the library's by its PMPI name. tests/abi/functions.tsv tells their signatures."""

import re
from pathlib import Path

FACTS = Path(__file__).resolve().parents[2] / "abi/functions.tsv"

HEAD = r"""/* SPDX-License-Identifier: MIT */
/* Written by tests/driver/profiling/write_tool.py. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
void tool_begin(int hollow);
int tool_take(char names[], int bytes);

static int is_hollow, calls;
static char seen[200];

void tool_begin(int hollow)
{
    is_hollow = hollow;
    calls = 0;
    seen[0] = '\0';
}

/* The calls since it was asked before, and their names. */
int tool_take(char names[], int bytes)
{
    int taken = calls;

    snprintf(names, bytes, "%s", seen);
    calls = 0;
    seen[0] = '\0';
    return taken;
}

static void note(const char *name)
{
    size_t length = strlen(seen);

    snprintf(seen + length, sizeof seen - length, calls == 0 ? "%s" : " %s", name);
    calls++;
}
"""

FUNCTION = """
{returns} {name}({parameters})
{{
    note("{name}");
    return is_hollow ? ({returns}){failed} : P{name}({arguments});
}}
"""


def functions():
    """(name, type of the result, parameters as they are declared) of each function."""
    for line in FACTS.read_text().splitlines()[1:]:
        yield tuple(line.split("\t")[:3])


def names_of(parameters):
    """The names of the parameters that a function can pass on."""
    for parameter in parameters.split(","):
        words = re.findall(r"\w+", re.sub(r"\[.*", "", parameter))
        if words and words != ["void"]:
            yield words[-1]


def main():
    print(HEAD)
    for name, returns, parameters in functions():
        print(FUNCTION.format(name=name, returns=returns, parameters=parameters,
                              arguments=", ".join(names_of(parameters)),
                              failed="MPI_ERR_OTHER" if returns == "int" else "0"))
    print("#ifdef __cplusplus\n}\n#endif")


if __name__ == "__main__":
    main()
