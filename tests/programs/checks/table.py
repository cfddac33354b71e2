#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the tables of docs/CHECKING.md. `table.py found`: of each class of the catalogues of small
programs, how many wrong ones mpiexec -check tells of, and how many right ones it says nothing of.
`table.py costs`: the processor's time and the memory of demos without and with it. It needs the
environment of `make check`, as catalogue.py does."""
import os
import re
import subprocess
import sys
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parents[1]
sys.dont_write_bytecode = True
sys.path.insert(0, str(PROGRAMS / "deadlocks"))
import catalogue  # pylint: disable=wrong-import-position

WORK = catalogue.BUILD / "tests/run/table"
DEMOS = Path(os.environ["top_source"]) / "demos"

# A class, and the catalogues that belong to it: of deadlocks/, checks/ or races/.
CLASSES = {
    "sends that rely on buffers": ("checks/unsafe_sends", "checks/safe_sends",
                                  "checks/chosen_sends", "checks/unsafe_choices",
                                  "checks/safe_choices"),
    "deadlocks of messages": ("deadlocks/sends", "deadlocks/receives", "deadlocks/requests",
                              "deadlocks/field", "deadlocks/traffic", "deadlocks/mistakes",
                              "checks/messages"),
    "deadlocks of threads": ("deadlocks/threads", "deadlocks/futures", "deadlocks/openmp",
                             "deadlocks/idle", "deadlocks/helpers", "deadlocks/system",
                             "deadlocks/patience", "deadlocks/slowly"),
    "collective operations": ("deadlocks/collectives", "deadlocks/communicators",
                              "deadlocks/unsynchronized", "checks/collectives"),
    "partitioned messages": ("deadlocks/partitions",),
    "files": ("deadlocks/files",),
    "datatypes that name a byte twice": ("checks/types_twice",),
    "types and ends of buffers": ("checks/buffer_types", "checks/buffer_objects",
                                   "checks/buffer_memory", "checks/buffer_parts",
                                   "checks/buffer_templates", "checks/buffer_locals",
                                   "checks/buffer_allocators",
                                   "checks/fortran_buffers", "checks/fortran_descriptors"),
    "epochs of windows": ("checks/epochs", "deadlocks/windows", "checks/windows",
                          "checks/windows_flushed"),
    "buffers of origins": ("checks/origins",),
    "memory of windows": ("checks/windows_freed", "checks/vectors_freed"),
    "races of operations on windows": ("races/pairs", "races/promises"),
    "races of loads and stores with operations": ("races/local",),
}


def programs(kind, name):
    """The sections of a catalogue, each with its program."""
    file = PROGRAMS / name.split("/")[0] / kind / f"{name.split('/')[1]}.expected"
    if not file.exists():
        return
    program, words = catalogue.build(catalogue.source_of(file), WORK / name.split("/")[0] / kind)
    if program is None:
        sys.exit(words)
    for section in catalogue.read(file):
        yield program, section


def finds(program, section):
    section.settings.update(HEDDLE_CHECK="1")
    for name in ("HEDDLE_RMA", "HEDDLE_ADVICE"):
        section.settings.pop(name, None)
    return re.search(r"check: \d+ finding", catalogue.run(program, section)[2]) is not None


def found():
    print("| class | wrong programs | told | right programs | false alarms |")
    print("|---|---|---|---|---|")
    sums = [0, 0, 0, 0]
    for label, names in CLASSES.items():
        row = []
        for kind in ("wrong", "right"):
            told = [(section.name, finds(program, section))
                    for name in names for program, section in programs(kind, name)]
            row += [len(told), sum(is_told for _, is_told in told)]
            for name, is_told in told:
                if is_told != (kind == "wrong"):
                    print(f"{label}: {kind} {name}", file=sys.stderr)
        sums = [one + other for one, other in zip(sums, row)]
        print(f"| {label} | {row[0]} | {row[1]} | {row[2]} | {row[3]} |", flush=True)
    print(f"| all | {sums[0]} | {sums[1]} | {sums[2]} | {sums[3]} |")


def cost(words):
    """The processor's milliseconds and the largest memory in MB of a job."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               cwd=WORK)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss / 1024


def costs():
    picture = str(DEMOS / "data/camera.pgm")
    mpicc, mpiexec = catalogue.BUILD / "bin/mpicc", catalogue.BUILD / "bin/mpiexec"
    WORK.mkdir(parents=True, exist_ok=True)
    print("| demo | processor ms without | with `-check` | MB without | with `-check` |")
    print("|---|---|---|---|---|")
    for name, ranks, *words in (("fox", "16", picture, "fox.pgm"), ("plate", "4", "-t"),
                                ("pairs", "4", picture), ("ring", "4")):
        subprocess.run([mpicc, "-O2", "-g", "-o", WORK / name, DEMOS / f"{name}.c", "-lm"],
                       check=True)
        rows = [min(cost([mpiexec, *option, "-n", ranks, f"./{name}", *words]) for _ in range(3))
                for option in ([], ["-check"])]
        print(f"| `{name}`, {ranks} ranks | {rows[0][0]:.0f} | {rows[1][0]:.0f} | "
              f"{rows[0][1]:.0f} | {rows[1][1]:.0f} |", flush=True)


if __name__ == "__main__":
    {"found": found, "costs": costs}[sys.argv[1]]()
