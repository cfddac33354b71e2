#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the cases of ordered/, compiled with -fheddle-races, with HEDDLE_RMA=1: those that are
wrong_... must be reported, and those that are right_... not. `ordered.py table` prints how many of
each class were, for docs/CHECKING.md."""
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent / "ordered"
BUILD = Path(os.environ["top_build"])
FOLDER = BUILD / "tests/run/races"
SECONDS = 1200  # only ends what hangs
WRITES_TABLE = sys.argv[1:] == ["table"]

# With ThreadSanitizer beside it in one more build of those. Its own reports do not count here.
BESIDE = ("threads.c",)


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS,
                          env=dict(os.environ, HEDDLE_RMA="1", OMP_NUM_THREADS="3",
                                   TSAN_OPTIONS="exitcode=0"))


def build(source, flags):
    program = FOLDER / f"ordered_{source.stem}{''.join(flags)}"
    wrapper = "mpicxx" if source.suffix == ".cc" else "mpicc"
    races = [] if "-DPLAIN" in flags else ["-fheddle-races"]
    built = run(str(BUILD / "bin" / wrapper), "-g", "-O1", "-pthread", *races, *flags,
                *(["-std=c++20"] if wrapper == "mpicxx" else []),
                *(["-fopenmp"] if "omp.h" in source.read_text() else []), "-o", str(program),
                str(source), *(["-latomic"] if "_Atomic(struct" in source.read_text() else []))
    return program, built.stderr.splitlines() if built.returncode != 0 else []


# Right cases of those are also run in jobs where one rank's program is compiled without the option.
MIXED = ("shared.c", "threads_rma.c")

KINDS = "race-window|race-local|accumulate-ops|buffer-overlap"


def is_told(result):
    return re.search(rf"warning: .*\[mpi-({KINDS})\]", result.stderr) is not None


def faults_of(name, result, flags):
    if result.returncode != 0:
        return [f"status {result.returncode}", *result.stderr.splitlines()]
    if name.startswith("right"):
        return result.stderr.splitlines() if is_told(result) or not flags else []
    return [] if is_told(result) else ["nothing is told", *result.stderr.splitlines()]


def faults_of_list(result, names):
    """A program without a case's name writes the names of all: of wrong ones and of right ones."""
    if result.returncode != 0:
        return [f"status {result.returncode}", *result.stderr.splitlines()]
    kinds = {name.split("_")[0] for name in names}
    return [] if kinds == {"wrong", "right"} else [f"the cases are {' '.join(names) or 'none'}"]


def results_of(source, flags):
    """Yields each case with its faults."""
    program, faults = build(source, flags)
    yield f"{source.name} is built", faults
    if faults:
        return
    listed = run(str(BUILD / "bin/mpiexec"), "-n", "3", str(program))
    names = listed.stdout.split()
    yield f"{source.name} tells its cases", faults_of_list(listed, names)
    for name in names:
        yield name, faults_of(name, run(str(BUILD / "bin/mpiexec"), "-n", "3", str(program), name),
                              flags)


def results_of_mixed(source):
    """Yields each right case with its faults: rank 0 or 2 is of the program without the option."""
    with_option, faults = build(source, [])
    without, more = build(source, ["-DPLAIN"])
    yield f"{source.name} is built both ways", faults + more
    if faults or more:
        return
    listed = run(str(BUILD / "bin/mpiexec"), "-n", "3", str(with_option))
    for name in (name for name in listed.stdout.split() if name.startswith("right")):
        for place in (0, 2):
            words = []
            for rank in range(3):
                program = without if rank == place else with_option
                words += [":"] * (rank > 0) + ["-n", "1", str(program), name]
            yield f"{name}, rank {place} without", \
                faults_of(name, run(str(BUILD / "bin/mpiexec"), *words), [])


def table_line(source, results):
    wrong = [faults for name, faults in results if name.startswith("wrong")]
    right = [faults for name, faults in results if name.startswith("right")]
    what = re.search(r"/\* (.*)\. \*/", source.read_text().split("\n", 1)[1]).group(1)
    found, alarms = sum(not faults for faults in wrong), sum(bool(faults) for faults in right)
    return f"| {what} | {len(wrong)} | {found} | {len(right)} | {alarms} |"


def main():
    if os.environ.get("sanitizer", "no") != "no":
        print("1..0 # SKIP the wrapper adds a sanitizer's options")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    number, failed = 0, False
    builds = [(source, []) for source in sorted(HERE.glob("*.c*"))]
    if not WRITES_TABLE:
        builds += [(HERE / name, ["-fsanitize=thread"]) for name in BESIDE]
        builds += [(HERE / "loops.c", ["-O3"])]
    jobs = [(source, flags, results_of(source, flags)) for source, flags in builds]
    if not WRITES_TABLE:
        jobs += [(HERE / name, ["mixed"], results_of_mixed(HERE / name)) for name in MIXED]
    for source, flags, found in jobs:
        results = []
        for name, faults in found:
            number += 1
            results.append((name, faults))
            failed |= bool(faults)
            if not WRITES_TABLE or faults:
                what = " ".join((source.stem, *flags, name))
                print(f"{'not ok' if faults else 'ok'} {number} - {what}")
                print("".join(f"#   {fault}\n" for fault in faults), end="", flush=True)
        if WRITES_TABLE:
            print(table_line(source, results))
    print(f"1..{number}")
    return failed


sys.exit(main())
