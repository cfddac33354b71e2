#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every procedure that the standard has in Fortran, of those that the library has in C: a program
for each of mpi_f08, mpi and mpif.h calls them with the arguments that the standard declares
(procedures.tsv, with its keywords where there are any), compiles, links, and so finds each of them;
then programs with one mistake each, which must not compile. The programs are not run."""

import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ["top_source"])
BUILD = Path(os.environ["top_build"])
WORK = BUILD / "tests/run/bindings"
MPIFORT = BUILD / "bin/mpifort"
FACTS = SOURCE / "tests/fortran/procedures.tsv"
HEADER = SOURCE / "include/mpi_functions.h"
WIDE = "-fdefault-integer-8"
ONLY_FORTRAN = ("MPI_F_sync_reg", "MPI_Sizeof", "MPI_Status_f2f08", "MPI_Status_f082f")
INTEGER_HANDLES = re.compile(r"TYPE\(MPI_(?!Status)\w+\)")


class Procedure:
    def __init__(self, line):
        self.name, self.form, self.returns, declarations = line.split("\t")
        self.dummies = []
        for declaration in filter(None, declarations.split("; ")):
            words, name = declaration.split(" :: ") if " :: " in declaration else \
                declaration.split(" ", 1)
            match = re.fullmatch(r"(\w+)(\(.*\))?", name.strip())
            self.dummies.append((match[1], words, match[2] or ""))


def variable(words, shape, form):
    """The declaration of an actual argument, for a name."""
    kind = re.sub(r", (INTENT\(\w+\)|OPTIONAL|ASYNCHRONOUS)", "", words)
    if "TYPE(*)" in kind:
        return "real :: %s(4)"
    if kind.startswith("PROCEDURE"):
        return f"{kind}, pointer :: %s" if form == "f08" else "external :: %s"
    if kind == "EXTERNAL":
        return "external :: %s"
    if kind.startswith("CHARACTER"):
        known = re.search(r"MPI_\w+", kind)
        kind = f"character({known[0] if known else 20})"
    if form != "f08":
        kind = INTEGER_HANDLES.sub("INTEGER", kind)
        kind = kind.replace("TYPE(C_PTR)", "INTEGER(MPI_ADDRESS_KIND)")
        if kind == "TYPE(MPI_Status)":
            return f"integer :: %s(MPI_STATUS_SIZE{', 3' if shape else ''})"
    bounds = shape.strip("()").count(",") + 1 if shape else 0
    if "MPI_STATUS_SIZE" in shape:
        return f"{kind} :: %s(MPI_STATUS_SIZE)"
    return f"{kind} :: %s" + (f"({', '.join(['3'] * bounds)})" if bounds else "")


def listed(arguments):
    return ", &\n         ".join(arguments)


def calls(procedure, number, form):
    """A procedure of the program that calls this one, by MPI_ and by PMPI_ names."""
    lines = [f"   subroutine test_{number}()"]
    names = []
    for name, words, shape in procedure.dummies:
        names.append(name)
        f08_status = name == "f08_status" and form == "mpi"
        lines.append("      " + variable(words, shape, "f08" if f08_status else form)
                     % f"v_{name}")
        if words.startswith(("PROCEDURE", "EXTERNAL")) and "external" in lines[-1]:
            lines[-1] = "      procedure(), pointer :: v_" + name
        if words.startswith("PROCEDURE") or words == "EXTERNAL":
            lines[-1] += " => null()"
    called = procedure.name
    if procedure.form == "large" and called in ("MPI_Op_create", "MPI_Register_datarep"):
        called += "_c"
    result = "r = " if procedure.returns else "call "
    if procedure.returns:
        lines.append(f"      {procedure.returns} :: r")
    is_old = procedure.form in ("mpi_form", "removed")
    keyword = "%s=v_%s" if form != "mpif" and not is_old else None
    for prefix in ("", "P"):
        ways = ["v_%s"] + ([keyword] if keyword else [])
        for way in ways:
            arguments = [way.replace("%s", name) for name in names]
            lines.append(f"      {result}{prefix}{called}({listed(arguments)})")
        if form == "f08" and "ierror" in names and not is_old:
            arguments = [f"v_{name}" for name in names[:-1]]
            lines.append(f"      {result}{prefix}{called}({listed(arguments)})")
    return "\n".join(lines + ["   end subroutine"])


USE = {"f08": "use mpi_f08\n   use, intrinsic :: iso_c_binding\n   implicit none",
       "mpi": "use mpi\n   implicit none", "mpif": "implicit none\n   include 'mpif.h'"}


def program(procedures, form):
    bodies = [calls(procedure, number, form) for number, procedure in enumerate(procedures)]
    return (f"module all\n   {USE[form]}\ncontains\n" + "\n".join(bodies)
            + "\nend module\nprogram main\n   use all\nend program\n")


def known():
    """The procedures of functions that the library has."""
    have = set(re.findall(r"\b(MPI_\w+)\(", HEADER.read_text())) | set(ONLY_FORTRAN)
    for line in FACTS.read_text().splitlines()[1:]:
        procedure = Procedure(line)
        in_c = procedure.name
        if procedure.form == "large" and not in_c.endswith("_c"):
            in_c += "_c"
        if in_c in have:
            yield procedure


def build(name, text, *options):
    file = WORK / f"{name}.f90"
    file.write_text(text)
    done = subprocess.run([str(MPIFORT), "-w", *options, str(file), "-o", str(WORK / name)],
                          capture_output=True, text=True, cwd=WORK, timeout=3600, check=False)
    return done.returncode, done.stdout + done.stderr


# ---- what must not compile ----------------------------------------------------------------------

F08 = "integer :: n\nreal :: x(4)\ntype(MPI_Request) :: r\ntype(MPI_Comm) :: c\n"
MISTAKES = {
    "f08": [
        ("an integer for a communicator", "call MPI_Comm_rank(0, n)"),
        ("a group for a communicator", "call MPI_Comm_rank(MPI_GROUP_NULL, n)"),
        ("a real for a count", "call MPI_Send(x, 1.0, MPI_REAL, 0, 0, c)"),
        ("an argument too few", "call MPI_Send(x, 1, MPI_REAL, 0, c)"),
        ("an argument too many", "call MPI_Barrier(c, n, n)"),
        ("a wrong keyword", "call MPI_Barrier(communicator=c)"),
        ("a constant that is written", "call MPI_Comm_dup(c, MPI_COMM_WORLD)"),
        ("a literal that is written", "call MPI_Comm_rank(c, 5)"),
        ("an array of statuses for a status",
         "type(MPI_Status) :: s(2)\ncall MPI_Wait(r, s)"),
        ("an integer status", "integer :: s(MPI_STATUS_SIZE)\ncall MPI_Wait(r, s)"),
        ("a vector subscript", "call MPI_Irecv(x([1, 3]), 2, MPI_REAL, 0, 0, c, r)"),
        ("a function with another interface", "type(MPI_Op) :: o\nexternal f\n"
         "call MPI_Op_create(MPI_COMM_DUP_FN, .true., o)"),
        ("an integer for a logical", "call MPI_Cart_create(c, 1, [2], [1], .true., c)"),
        ("a string for a number", "call MPI_Get_count(MPI_STATUS_IGNORE, MPI_REAL, 'n')"),
    ],
    "mpi": [
        ("no ierror", "call MPI_Barrier(MPI_COMM_WORLD)"),
        ("a derived type for a communicator", "type(MPI_Comm) :: d\ncall MPI_Barrier(d, n)"),
        ("a real for a count", "call MPI_Send(x, 1.0, MPI_REAL, 0, 0, c, n)"),
        ("an argument too few", "call MPI_Send(x, 1, MPI_REAL, 0, c, n)"),
        ("a scalar status", "call MPI_Wait(r, n, n)"),
        ("an integer of address kind for a count", "call MPI_Send(x, 1_MPI_ADDRESS_KIND, "
         "MPI_REAL, 0, 0, c, n)"),
        ("a logical for an integer", "call MPI_Comm_size(c, .true., n)"),
    ],
}
PLAIN = {"f08": F08, "mpi": "integer :: n, r, c\nreal :: x(4)\n"}


def mistake(form, lines):
    declared = [line for line in lines.split("\n") if re.match(r"(type|integer|external)", line)]
    done = [line for line in lines.split("\n") if line not in declared]
    module = {"f08": "mpi_f08", "mpi": "mpi"}[form]
    return (f"use {module}\nimplicit none\n{PLAIN[form]}" + "\n".join(declared) + "\n"
            + "\n".join(done) + "\nend\n")


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    if not MPIFORT.exists():
        print("ok 1 - bindings # SKIP there is no gfortran\n1..1")
        return
    procedures, number = list(known()), 0
    of_f08 = [p for p in procedures if p.form != "removed"]
    small = [p for p in procedures if p.form != "large" and not p.name.endswith("_c")]
    of_mpif = [p for p in small if p.name == "MPI_F_sync_reg" or p.name not in ONLY_FORTRAN]
    # With INTEGERs of 8 bytes the large form of this one is no procedure of its own.
    of_wide = [p for p in of_f08
               if not (p.form == "large" and p.name.startswith("MPI_Type_get_envelope"))]
    cases = [("f08", of_f08, ()), ("f08", of_f08, ("-O3", "-fcheck=all")),
             ("f08", of_f08, ("-std=f2018",)), ("mpi", small, ()),
             ("mpi", small, ("-O3", "-fcheck=all")), ("mpif", of_mpif, ()),
             ("f08", of_wide, (WIDE,)), ("mpi", small, (WIDE,)), ("mpif", of_mpif, (WIDE,))]
    if os.environ.get("privatize") == "no":  # the plugin leads calls to their procedures
        cases = [case for case in cases if WIDE not in case[2]]
    for form, chosen, options in cases:
        number += 1
        status, text = build(f"{form}_{number}", program(chosen, form), *options)
        title = f"{form} {' '.join(options)}".strip()
        print(f"{'ok' if status == 0 else 'not ok'} {number} - {len(chosen)} procedures of {title}")
        for line in text.splitlines()[:30] if status != 0 else []:
            print(f"#   {line}")
        sys.stdout.flush()
    for form, mistakes in MISTAKES.items():
        status, text = build("right", mistake(form, "n = 0"), "-fsyntax-only")
        number += 1
        print(f"{'ok' if status == 0 else 'not ok'} {number} - {form}: without a mistake")
        for title, lines in mistakes:
            number += 1
            status, text = build("wrong", mistake(form, lines), "-fsyntax-only")
            good = status != 0 and "Error:" in text
            print(f"{'ok' if good else 'not ok'} {number} - {form} refuses {title}")
    print(f"1..{number}")


if __name__ == "__main__":
    main()
