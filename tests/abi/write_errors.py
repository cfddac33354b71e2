#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes to standard output a program that makes each mistake which lib/api/table names, in each
parameter of each collective function, in every form and in both sizes of counts, on communicators
of all kinds, and asks for the class of error that the table gives.

Run with two ranks; a mistake that is not found waits for the other rank. With --list it prints a
line for each mistake that no call can show, with the reason.
"""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib/api"))
import generate  # noqa: E402

STEMS = ("collectives", "neighborhoods", "nonblocking-collectives", "nonblocking-neighborhoods",
         "persistent-collectives", "persistent-neighborhoods")
ROOTED = ("bcast", "gather", "gatherv", "scatter", "scatterv", "reduce")
NO_PLACE = "MPI_IN_PLACE is right for every member there"

HEAD = """/* SPDX-License-Identifier: MIT */
/* Written by tests/abi/write_errors.py. */
#include <mpi.h>
#include <stdio.h>

enum { SIZE = 64 };
enum { ALONE, PAIR, BETWEEN, GRID_ALONE, GRID, PLACES };
enum { ON_GROUP = 1 << ALONE | 1 << PAIR, ON_ALL = ON_GROUP | 1 << BETWEEN,
       ON_GRIDS = 1 << GRID_ALONE | 1 << GRID };

static MPI_Comm comm, comms[PLACES];
static int place, rank, root, is_root, blocks, tried, wrong;
static int in[SIZE], out[SIZE];
static int counts[SIZE], bad_counts[SIZE], displs[SIZE];
static MPI_Count large_counts[SIZE], bad_large_counts[SIZE];
static MPI_Aint large_displs[SIZE];
static MPI_Datatype types[SIZE], null_types[SIZE], raw_types[SIZE], raw;
static MPI_Info no_info;
static MPI_Request request;

static void check(const char *what, int code, int wanted)
{
    int error_class = MPI_SUCCESS;

    tried++;
    if (code != MPI_SUCCESS)
        MPI_Error_class(code, &error_class);
    if (error_class == wanted && request == MPI_REQUEST_NULL)
        return;
    wrong++;
    printf("place %d, rank %d: %s: class %d in place of %d\\n", place, rank, what, error_class,
           wanted);
    fflush(stdout);
    request = MPI_REQUEST_NULL;
}

static int on(int places)
{
    return places >> place & 1;
}
"""

TAIL = """
static void open_place(int number)
{
    int i;

    place = number;
    comm = comms[place];
    is_root = place == ALONE || rank == 0;
    root = place == BETWEEN && rank == 0 ? MPI_ROOT : 0;
    blocks = place == PAIR ? 2 : place == GRID || place == GRID_ALONE ? 4 : 1;
    for (i = 0; i < SIZE; i++) {
        counts[i] = bad_counts[i] = 1;
        large_counts[i] = bad_large_counts[i] = 1;
        displs[i] = i;
        large_displs[i] = i;
        types[i] = null_types[i] = raw_types[i] = MPI_INT;
    }
    bad_counts[blocks - 1] = -1;
    bad_large_counts[blocks - 1] = -1;
    null_types[blocks - 1] = MPI_DATATYPE_NULL;
    raw_types[blocks - 1] = raw;
}

static void open_comms(void)
{
    int dims[2] = {1, 1}, closed[2] = {1, 1}, i;

    MPI_Comm_dup(MPI_COMM_SELF, &comms[ALONE]);
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[PAIR]);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 1, &comms[BETWEEN]);
    MPI_Cart_create(MPI_COMM_SELF, 2, dims, closed, 0, &comms[GRID_ALONE]);
    dims[0] = 2;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, closed, 0, &comms[GRID]);
    for (i = 0; i < PLACES; i++)
        MPI_Comm_set_errhandler(comms[i], MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}

int main(int argc, char **argv)
{
    int i, value = 1, sum = 0, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    open_comms();
    request = MPI_REQUEST_NULL;
    MPI_Type_contiguous(2, MPI_INT, &raw);
    MPI_Info_create(&no_info);
    all = (int)MPI_Info_free(&(MPI_Info){no_info});
    for (i = 0; i < PLACES; i++) {
        open_place(i);
        make_mistakes();
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm);
        check("the same communicator afterwards", sum < 1 || sum > 2, MPI_SUCCESS);
        MPI_Comm_free(&comms[i]);
    }
    MPI_Type_free(&raw);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("%d mistakes of rank 0 were found\\n", tried);
    MPI_Finalize();
    return all != 0;
}
"""


def base(function):
    """"MPI_Ibcast" and "MPI_Bcast_init" are "bcast"."""
    name = re.sub("_init$", "", function.name[4:])
    blocking = {f.name[4:].lower() for f in TABLE.functions}
    return name[1:].lower() if name[0] == "I" and name[1:].lower() in blocking else name.lower()


def valid(parameter, large):
    declared = parameter.declare(large)
    is_array = parameter.shape is not None
    if parameter.kind == "choice_buf":
        return "in" if parameter.name in ("sendbuf", "inbuf", "buffer") else "out"
    if parameter.kind == "count_nn":
        return ("large_counts" if "MPI_Count" in declared else "counts") if is_array else "1"
    if parameter.kind in ("displ", "displ_bytes", "aint"):
        return "large_displs" if "MPI_Aint" in declared else "displs"
    if parameter.kind == "datatype":
        return "types" if is_array else "MPI_INT"
    return {"op": "MPI_SUM", "rank": "root", "comm": "comm", "info": "MPI_INFO_NULL",
            "request": "&request"}[parameter.kind]


def mistakes(parameter, rule, large):
    """What to hand over in its place."""
    is_array = parameter.shape is not None
    wide = "large_" if large else ""
    return {
        "choice_buf.null": ["NULL"],
        "choice_buf.inplace": ["MPI_IN_PLACE"],
        "choice_buf.alias": ["in"],
        "count_nn.neg": [f"bad_{wide}counts"] if is_array else ["-1"],
        "datatype.null": ["null_types"] if is_array else ["MPI_DATATYPE_NULL"],
        "datatype.uncommitted": ["raw_types"] if is_array else ["raw"],
        "op.null": ["MPI_OP_NULL"],
        "op.rmaonly": ["MPI_REPLACE", "MPI_NO_OP"],
        "op.type": ["MPI_MAXLOC"],
        "rank.root.intra": ["2", "-17", "MPI_PROC_NULL", "MPI_ROOT"],
        "rank.root.inter": ["1", "-17"],
        "comm.null": ["MPI_COMM_NULL"],
        "comm.intra": ["comms[BETWEEN]"],
        "comm.topology": ["MPI_COMM_WORLD"],
        "info.invalid": ["no_info"],
        "array.null": ["NULL"],
        "out.null": ["NULL"],
    }[rule]


def in_place(name, parameter):
    """Where MPI_IN_PLACE is wrong; None: nowhere."""
    if name == "bcast" or (parameter.name == "recvbuf" and not name.startswith("scatter")):
        return "1"
    if name.startswith("neighbor") or name == "reduce_local":
        return "1"
    if name.startswith("scatter"):
        return "1" if parameter.name == "sendbuf" else "!is_root"
    if name in ROOTED:
        return "!is_root"
    return None if name in ("scan", "exscan") else "on(1 << BETWEEN)"


def where(name, parameter, rule):
    """At which members of which communicators the mistake is one."""
    conditions = ["on(ON_ALL)"]
    if name.startswith("neighbor"):
        conditions = ["on(ON_GRIDS)"]
    elif name == "reduce_local":
        conditions = ["on(1 << ALONE)"]
    elif name in ("scan", "exscan") or rule in ("choice_buf.alias", "rank.root.intra"):
        conditions = ["on(ON_GROUP)"]
    elif rule == "rank.root.inter":
        conditions = ["on(1 << BETWEEN) && !is_root"]
    if parameter.at_root:
        conditions.append("is_root")
    elif rule == "choice_buf.alias" and name in ROOTED:
        conditions.append("is_root")
    elif name in ROOTED and name != "bcast" and \
            parameter.kind in ("choice_buf", "count_nn", "datatype") and \
            parameter.name not in ("count", "datatype"):
        conditions.append("(!on(1 << BETWEEN) || !is_root)")
    if rule == "choice_buf.inplace":
        place = in_place(name, parameter)
        if place is None:
            return None
        conditions += [place] if place != "1" else []
    return " && ".join(conditions)


def cases(function):
    name = base(function)
    for large in (False, True) if function.has_large else (False,):
        called = function.name + ("_c" if large else "")
        for at, parameter in enumerate(function.parameters):
            for rule in parameter.rules:
                condition = where(name, parameter, rule)
                if condition is None:
                    LEFT.append(f"{called} {parameter.name} {rule}: {NO_PLACE}")
                    continue
                for mistake in mistakes(parameter, rule, large):
                    arguments = [valid(p, large) for p in function.parameters]
                    arguments[at] = mistake
                    wanted = TABLE.rules[rule][0] if rule in TABLE.rules else "MPI_ERR_ARG"
                    yield (f'    if ({condition})\n'
                           f'        check("{called}: {parameter.name} {mistake}", '
                           f'{called}({", ".join(arguments)}), {wanted});')


TABLE = generate.Table()
LEFT = []


def main():
    print(HEAD)
    made = []
    for function in TABLE.functions:
        collective = any(p.kind == "comm" for p in function.parameters) or \
            function.name == "MPI_Reduce_local"
        if function.stem not in STEMS or not collective:
            continue
        made.append(f"mistakes_of_{function.name}")
        print(f"static void {made[-1]}(void)\n{{")
        print("\n".join(cases(function)) + "\n}\n")
    print("static void make_mistakes(void)\n{")
    print("\n".join(f"    {name}();" for name in made) + "\n}")
    if "--list" in sys.argv:
        print("\n".join(LEFT), file=sys.stderr)
    print(TAIL, end="")


main()
