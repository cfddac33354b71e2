#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""MPI's profiling interface, of all functions. A tool that has every function of MPI (written by
profiling/write_tool.py) sees each call of a program once: in C, by the large forms and from
Fortran; as a part of the program, as a library that the program names, and loaded before the
library. A hollow tool does not call the library: so each function can be called, with arguments
that mean nothing. With a tool that does, some calls of each kind are made that do something."""

import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ["top_source"])
BUILD = Path(os.environ["top_build"])
HERE = SOURCE / "tests/driver/profiling"
WORK = BUILD / "tests/run/driver/profiling"
BIN = BUILD / "bin"
LIBRARY = BUILD / "lib/libmpi_abi.so.1"
SECONDS = 1200  # only ends what hangs
RANKS = "2" if os.environ.get("privatize", "yes") == "yes" else "1"
IS_SANITIZED = os.environ.get("sanitizer", "no") != "no"

sys.path[:0] = [str(HERE), str(SOURCE / "tests/fortran")]
import bindings  # noqa: E402
import write_tool  # noqa: E402

# ---- calls that do something --------------------------------------------------------------------

C_CALLS = """
MPI_Init(NULL, NULL)
MPI_Comm_rank(MPI_COMM_WORLD, &rank)
MPI_Comm_size(MPI_COMM_WORLD, &size)
MPI_Send(in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD)
MPI_Recv(out, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
MPI_Irecv(out, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request)
MPI_Send(in, 1, MPI_INT, rank, 5, MPI_COMM_WORLD)
MPI_Wait(&request, MPI_STATUS_IGNORE)
MPI_Isend(in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request)
MPI_Waitall(1, &request, MPI_STATUSES_IGNORE)
MPI_Sendrecv(in, 1, MPI_INT, (rank + 1) % size, 0, out, 1, MPI_INT, MPI_ANY_SOURCE, 0, \
MPI_COMM_WORLD, MPI_STATUS_IGNORE)
MPI_Barrier(MPI_COMM_WORLD)
MPI_Bcast(in, 1, MPI_INT, 0, MPI_COMM_WORLD)
MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD)
MPI_Alltoall(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD)
MPI_Ibarrier(MPI_COMM_WORLD, &request)
MPI_Wait(&request, MPI_STATUS_IGNORE)
MPI_Comm_dup(MPI_COMM_WORLD, &comm)
MPI_Comm_free(&comm)
MPI_Type_contiguous(2, MPI_INT, &type)
MPI_Type_commit(&type)
MPI_Type_free(&type)
MPI_Pack(in, 1, MPI_INT, text, 100, &position, MPI_COMM_WORLD)
MPI_Info_create(&info)
MPI_Info_set(info, "key", "value")
MPI_Info_free(&info)
MPI_Win_create(out, 40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win)
MPI_Win_fence(0, win)
MPI_Put(in, 1, MPI_INT, rank, 0, 1, MPI_INT, win)
MPI_Win_fence(0, win)
MPI_Win_free(&win)
MPI_File_open(MPI_COMM_SELF, file, MPI_MODE_CREATE | MPI_MODE_RDWR | \
MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh)
MPI_File_write_at_all(fh, 0, in, 1, MPI_INT, MPI_STATUS_IGNORE)
MPI_File_close(&fh)
MPI_T_init_thread(MPI_THREAD_SINGLE, &provided)
MPI_T_cvar_get_num(&provided)
MPI_T_finalize()
MPI_Wtime()
MPI_Pcontrol(1)
MPI_Send_c(in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD)
MPI_Recv_c(out, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
MPI_Isend_c(in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request)
MPI_Wait(&request, &status)
MPI_Get_count_c(&status, MPI_INT, &many)
MPI_Sendrecv_c(in, 1, MPI_INT, (rank + 1) % size, 0, out, 1, MPI_INT, MPI_ANY_SOURCE, 0, \
MPI_COMM_WORLD, MPI_STATUS_IGNORE)
MPI_Bcast_c(in, 1, MPI_INT, 0, MPI_COMM_WORLD)
MPI_Allreduce_c(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD)
MPI_Alltoall_c(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD)
MPI_Ireduce_c(in, out, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &request)
MPI_Wait(&request, MPI_STATUS_IGNORE)
MPI_Bcast_init_c(in, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request)
MPI_Request_free(&request)
MPI_Type_contiguous_c(2, MPI_INT, &type)
MPI_Type_size_c(type, &many)
MPI_Type_free(&type)
MPI_Win_create_c(out, 40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win)
MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win)
MPI_Put_c(in, 1, MPI_INT, rank, 0, 1, MPI_INT, win)
MPI_Win_unlock(rank, win)
MPI_Win_free(&win)
MPI_File_open(MPI_COMM_SELF, file, MPI_MODE_CREATE | MPI_MODE_RDWR | \
MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh)
MPI_File_write_at_c(fh, 0, in, 1, MPI_INT, MPI_STATUS_IGNORE)
MPI_File_close(&fh)
MPI_Finalize()
""".replace("\\\n", "").strip().splitlines()

# All forms have them; a count of the kind `many` is one of mpi_f08's large forms.
FORTRAN_CALLS = """
MPI_Init()
MPI_Comm_rank(MPI_COMM_WORLD, rank)
MPI_Comm_size(MPI_COMM_WORLD, size)
MPI_Send(in, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD)
MPI_Recv(out, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
MPI_Irecv(out, 1, MPI_INTEGER, rank, 5, MPI_COMM_WORLD, request)
MPI_Send(in, 1, MPI_INTEGER, rank, 5, MPI_COMM_WORLD)
MPI_Wait(request, MPI_STATUS_IGNORE)
MPI_Sendrecv(in, 1, MPI_INTEGER, mod(rank + 1, size), 0, out, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, \
MPI_COMM_WORLD, MPI_STATUS_IGNORE)
MPI_Barrier(MPI_COMM_WORLD)
MPI_Bcast(in, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
MPI_Allreduce(in, out, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
MPI_Alltoall(in, 1, MPI_INTEGER, out, 1, MPI_INTEGER, MPI_COMM_WORLD)
MPI_Ibarrier(MPI_COMM_WORLD, request)
MPI_Wait(request, MPI_STATUS_IGNORE)
MPI_Comm_dup(MPI_COMM_WORLD, comm)
MPI_Comm_set_name(comm, 'a name')
MPI_Comm_free(comm)
MPI_Type_contiguous(2, MPI_INTEGER, type)
MPI_Type_commit(type)
MPI_Type_free(type)
MPI_Info_create(info)
MPI_Info_set(info, 'key', 'value')
MPI_Info_free(info)
MPI_Win_create(out, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
MPI_Win_fence(0, win)
MPI_Put(in, 1, MPI_INTEGER, rank, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
MPI_Win_fence(0, win)
MPI_Win_free(win)
MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, keyval, bytes)
MPI_Comm_free_keyval(keyval)
MPI_Pcontrol(1)
MPI_Send(in, many, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD)
MPI_Send(in(1:9:2), 5, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD)
MPI_Recv(out, many, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
MPI_Isend(in, many, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, request)
MPI_Wait(request, MPI_STATUS_IGNORE)
MPI_Bcast(in, many, MPI_INTEGER, 0, MPI_COMM_WORLD)
MPI_Bcast(in(1:9:2), 5 * many, MPI_INTEGER, 0, MPI_COMM_WORLD)
MPI_Allreduce(in, out, many, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
MPI_Allreduce(in(1:9:2), out(1:9:2), 5 * many, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
MPI_Alltoall(in, many, MPI_INTEGER, out, many, MPI_INTEGER, MPI_COMM_WORLD)
MPI_Gather(in, many, MPI_INTEGER, out, many, MPI_INTEGER, 0, MPI_COMM_WORLD)
MPI_Reduce(in, out, many, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD)
MPI_Ireduce(in, out, many, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, request)
MPI_Wait(request, MPI_STATUS_IGNORE)
MPI_Scan(in, out, many, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
MPI_Type_size(MPI_INTEGER, many)
MPI_Finalize()
""".replace("\\\n", "").strip().splitlines()


def c_program(calls, is_hollow):
    lines = "\n".join(f"    {call};\n    saw(\"{called(call)}\");" for call in calls)
    return f"""#include <mpi.h>
#include "saw.h"
#include <stddef.h>
int in[10], out[10], rank, size = 1, position, provided;
char text[100], file[] = "shared.data";
MPI_Comm comm; MPI_Datatype type; MPI_Info info; MPI_Win win; MPI_File fh; MPI_Request request;
MPI_Status status; MPI_Count many;
int main(void)
{{
    begin({is_hollow});
{lines}
    return end();
}}
"""


def called(call):
    """The function of C that sees a call in C, or a small one in Fortran."""
    return call.split("(")[0]


ASKED = """
   interface
      subroutine begin(is_hollow) bind(C)
         use, intrinsic :: iso_c_binding
         integer(c_int), value :: is_hollow
      end subroutine
      subroutine saw(name) bind(C)
         use, intrinsic :: iso_c_binding
         character(kind=c_char), intent(in) :: name(*)
      end subroutine
      function end() bind(C)
         use, intrinsic :: iso_c_binding
         integer(c_int) :: end
      end function
   end interface
"""


def asked(name):
    return f"   call saw('{name}'//char(0))"


def fortran_program(form):
    lines = []
    for call in FORTRAN_CALLS:
        is_large = re.search(r"\bmany\b", call)
        if is_large and form != "f08":
            continue
        arguments = "(ierror)" if call.endswith("()") else call[len(called(call)):]
        if not call.endswith("()") and called(call) != "MPI_Pcontrol":
            arguments = arguments[:-1] + ", ierror)"
        lines += [f"   call {called(call)} &\n      {arguments}",
                  asked(called(call) + ("_c" if is_large else ""))]
    handle = "type(MPI_%s)" if form == "f08" else "integer"
    declared = "".join(f"   {handle.replace('%s', kind)} :: {name}\n" for kind, name in (
        ("Comm", "comm"), ("Datatype", "type"), ("Info", "info"), ("Win", "win"),
        ("Request", "request")))
    return f"""program calls
   {bindings.USE[form]}
{ASKED}
   integer :: in(10) = 0, out(10) = 0, rank, size, ierror, keyval
   integer(MPI_COUNT_KIND) :: many = 1
   integer(MPI_ADDRESS_KIND) :: bytes = 40
   double precision :: now
{declared}
   call begin(0)
{chr(10).join(lines)}
   now = MPI_Wtime()
{asked('MPI_Wtime')}
   if (end() /= 0) stop 1
end program
"""


# ---- calls of all functions, of a hollow tool --------------------------------------------------

def hollow_calls():
    for name, _, parameters in write_tool.functions():
        count = len(list(write_tool.names_of(parameters)))
        arguments = ["0"] * (1 if name == "MPI_Pcontrol" else count)
        yield f"{name}({', '.join(arguments)})"


VALUES = [(r"type\(MPI_Comm\)", " = MPI_COMM_SELF"), (r"type\(MPI_Datatype\)", " = MPI_INTEGER"),
          (r"type\(MPI_Status\)", ""), (r"type\(MPI_\w+\)", "%MPI_VAL = 0"),
          (r"type\(C_PTR\)", " = c_null_ptr"), (r"logical", " = .false."),
          (r"character", " = ' '"), (r"integer|real|double", " = 0")]
SUCCESSORS = {"Address": "Get_address", "Errhandler_create": "Comm_create_errhandler",
              "Errhandler_get": "Comm_get_errhandler", "Errhandler_set": "Comm_set_errhandler",
              "Type_extent": "Type_get_extent", "Type_hindexed": "Type_create_hindexed",
              "Type_hvector": "Type_create_hvector", "Type_lb": "Type_get_extent",
              "Type_struct": "Type_create_struct", "Type_ub": "Type_get_extent"}
LARGE_ONLY = ("Precv_init", "Psend_init")  # their counts are large in Fortran by these names


def values(name, words, declaration, form):
    """The statement that gives a variable a value; handles of mpi and mpif.h are integers."""
    if form != "f08" and re.match(r"TYPE\(MPI_(Comm|Datatype)\)", words):
        return f"      v_{name} = {'MPI_COMM_SELF' if 'Comm' in words else 'MPI_INTEGER'}"
    for pattern, value in VALUES:
        if value and re.match(pattern, declaration.strip(), re.I):
            return f"      v_{name}{value}"
        if re.match(pattern, declaration.strip(), re.I):
            break
    return ""


def seen_as(procedure):
    if procedure.name in bindings.ONLY_FORTRAN:
        return "none"
    name = procedure.name[4:]
    if procedure.form == "removed":
        return "MPI_" + SUCCESSORS[name]
    large = name in LARGE_ONLY or procedure.form == "large" and not name.endswith("_c")
    return f"MPI_{name}{'_c' if large else ''}"


def hollow_call(procedure, number, form):
    """A procedure of the program that calls this one once."""
    text = bindings.calls(procedure, number, form).splitlines()
    first = next(i for i, line in enumerate(text) if re.match(r"      (call|r =) ", line))
    one = next((i for i in range(first + 1, len(text))
                if re.match(r"      (call|r =) |   end", text[i])))
    start = []
    for name, words, _ in procedure.dummies:
        declaration = next(line for line in text if re.search(rf":: v_{name}\b", line))
        start.append(values(name, words, declaration, form))
    return "\n".join(text[:first] + start + text[first:one] + ["   end subroutine"])


def hollow_program(procedures, form):
    bodies, lines = [], []
    for number, procedure in enumerate(procedures):
        bodies.append(hollow_call(procedure, number, form))
        lines += [f"   call test_{number}()", asked(seen_as(procedure))]
    return f"""module all
   {bindings.USE[form]}
contains
{chr(10).join(bodies)}
end module
program main
   use all
   implicit none
{ASKED}
   integer :: ierror
   call begin(1)
   call PMPI_Init(ierror)
{asked('none')}
{chr(10).join(lines)}
   call PMPI_Finalize(ierror)
{asked('none')}
   if (end() /= 0) stop 1
end program
"""


# ---- the cases ----------------------------------------------------------------------------------

class Report:
    def __init__(self):
        self.number = 0

    def line(self, is_good, title, text=""):
        self.number += 1
        print(f"{'ok' if is_good else 'not ok'} {self.number} - {title}")
        for line in text.splitlines()[:40] if not is_good else []:
            print(f"#   {line}")
        sys.stdout.flush()


report = Report()


def run(*command):
    done = subprocess.run([str(word) for word in command], cwd=WORK, capture_output=True,
                          text=True, timeout=SECONDS, check=False)
    return done.returncode, done.stdout + done.stderr


def build(*command):
    status, text = run(*command)
    if status != 0:
        report.line(False, f"builds {command[-1]}", text)
    return status == 0


def tools():
    """The ways to give a program the tool: title, what to link, what to load before."""
    tool = WORK / "tool.c"
    tool.write_text(subprocess.run([sys.executable, HERE / "write_tool.py"], check=True, text=True,
                                   capture_output=True).stdout)
    (WORK / "tool.cc").write_text(tool.read_text())
    build(BIN / "mpicc", "-w", "-c", "tool.c", "-o", "tool.o")
    build(BIN / "mpicxx", "-w", "-c", "tool.cc", "-o", "tool_cxx.o")
    build(BIN / "mpicc", "-w", "-g", "-c", HERE / "saw.c", "-o", "saw.o")
    yield "in the program", "mpicc", ["tool.o"], ""
    yield "in the program, in C++", "mpicxx", ["tool_cxx.o"], ""
    if not LIBRARY.exists():
        return
    build(BIN / "mpicc", "-w", "-fPIC", "-shared", "tool.c", "-o", "libtool.so")
    # A program in Fortran names no function of C: a linker may find that it needs no such library.
    yield "in a library", "mpicc", ["-L.", f"-Wl,-rpath,{WORK}", "-Wl,--no-as-needed",
                                    "-ltool", "-Wl,--as-needed"], ""
    if not IS_SANITIZED:
        yield "loaded before", "mpicc", [], "./libtool.so"  # the loader takes a space for an end


def try_program(title, source, text, fewest, ways):
    """Compiles a program, links it and runs it with each of the tools."""
    (WORK / source).write_text(text)
    wrapper = "mpicc" if source.endswith(".c") else "mpifort"
    name = source.split(".")[0]
    flags = [f"-I{HERE}"] if wrapper == "mpicc" else ["-ffree-line-length-none"]
    if not build(BIN / wrapper, "-w", *flags, "-c", source, "-o", f"{name}.o"):
        return
    for way, linker, parts, loaded in ways:
        more = ["-lgfortran"] if wrapper == "mpifort" else []
        if not build(BIN / linker, f"{name}.o", "saw.o", *parts, *more, "-o", name):
            continue
        before = ["-env", "LD_PRELOAD", loaded] if loaded else []
        status, said = run(BIN / "mpiexec", "-n", RANKS, *before, f"./{name}")
        counts = [int(count) for count in re.findall(r"^(\d+) right, 0 wrong$", said, re.M)]
        good = status == 0 and len(counts) == int(RANKS) and min(counts) >= fewest
        report.line(good, f"a tool {way} sees {title} once", said)


def check_symbols():
    """Each MPI name is there twice, and no object of the library calls an MPI name."""
    names = [name for name, _, _ in write_tool.functions()]
    shown = {}
    for line in run("nm", "-D", "--defined-only", LIBRARY)[1].splitlines():
        address, kind, name = line.split()
        shown[name] = (address, kind)
    wrong = [name for name in names if name not in shown or "P" + name not in shown or
             shown[name][0] != shown["P" + name][0] or shown[name][1] != "W" or
             shown["P" + name][1] != "T"]
    report.line(not wrong, f"{len(names)} functions have two names", " ".join(wrong))
    text = run("readelf", "-rW", LIBRARY)[1]
    wrong = re.findall(r" (MPI_\w+)", text)
    report.line(not wrong and "Relocation section" in text,
                "the library of C calls no function by its MPI name", " ".join(wrong))


def check_fortran_objects():
    """The procedures that Fortran calls by PMPI names call PMPI names only."""
    objects = sorted((BUILD / "fortran").glob("p_*.o"))
    needed = run("nm", "-u", *objects)[1]
    wrong = re.findall(r" U (MPI_\w+)", needed)
    report.line(len(objects) > 20 and " PMPI_Send\n" in needed and not wrong,
                "PMPI procedures of Fortran call PMPI functions", " ".join(wrong))


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    if LIBRARY.exists():
        check_symbols()
    ways = list(tools())
    calls = list(hollow_calls())
    try_program(f"{len(calls)} functions", "all.c", c_program(calls, 1), len(calls), ways)
    try_program("calls in C", "calls.c", c_program(C_CALLS, 0), len(C_CALLS), ways)
    if (BIN / "mpifort").exists():
        check_fortran_objects()
        ways = [way for way in ways if way[1] == "mpicc"]
        procedures = list(bindings.known())
        small = [p for p in procedures if p.form != "large" and not p.name.endswith("_c")]
        chosen = {"f08": [p for p in procedures if p.form != "removed"], "mpi": small,
                  "mpif": [p for p in small if p.name == "MPI_F_sync_reg" or
                           p.name not in bindings.ONLY_FORTRAN]}
        for form, of_form in chosen.items():
            name = {"f08": "mpi_f08", "mpi": "mpi", "mpif": "mpif.h"}[form]
            try_program(f"{len(of_form)} procedures of {name}", f"all_{form}.f90",
                        hollow_program(of_form, form), len(of_form), ways)
            try_program(f"calls by {name}", f"calls_{form}.f90", fortran_program(form), 30, ways)
    print(f"1..{report.number}")


if __name__ == "__main__":
    main()
