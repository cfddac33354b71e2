#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the cases of local.c, sizes.c and openmp.c, compiled for ThreadSanitizer: it must report
those that are wrong, with a line of the program for both sides, and be silent about those that are
right. Behind its reports the library says which operations on windows they are about."""
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ["top_build"])
SECONDS = 1200  # only ends what hangs
SOURCES = {"local.c": [], "sizes.c": [], "openmp.c": ["-fopenmp"]}

# What is said of the operations in each wrong case, and of which ranks if not of rank 0 alone.
FENCE = "call MPI_Win_fence between them"
FLUSH = "let MPI_Win_flush and then a message come between them"
TOLD = {
    "wrong_load_in_the_epoch": ("MPI_Put", "writes the bytes 0 to 7", FENCE),
    "wrong_store_in_the_epoch": ("MPI_Put", "writes the bytes 0 to 7", FENCE),
    "wrong_store_beside_a_get": ("MPI_Get", "reads the bytes 0 to 7", FENCE),
    "wrong_load_beside_an_accumulate": ("MPI_Accumulate", "changes the bytes 0 to 7", FENCE),
    "wrong_puts_of_two_ranks": ("MPI_Put", "writes the bytes 0 to 7", FENCE),
    "wrong_load_of_one_of_many": ("MPI_Put", "writes the bytes 0 to 4095", FENCE),
    "wrong_load_of_one_of_a_column": ("MPI_Put", "writes 24 of the bytes 0 to 71", FENCE),
    "wrong_load_after_a_barrier_without_flush": ("MPI_Put", "writes the bytes 0 to 7", FLUSH),
    "wrong_load_after_a_message_without_flush": ("MPI_Put", "writes the bytes 0 to 7", FLUSH),
    "wrong_load_after_a_flush_without_message": ("MPI_Put", "writes the bytes 0 to 7", FLUSH),
    "wrong_load_without_lock": ("MPI_Put", "writes the bytes 0 to 7", FLUSH),
    "wrong_load_before_wait": ("MPI_Put", "writes the bytes 0 to 7",
                               "call MPI_Win_wait between them"),
    "wrong_local_flush_is_not_enough": ("MPI_Put", "writes the bytes 0 to 7", FLUSH),
}
BY_TWO = ("wrong_puts_of_two_ranks",)


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS)


def told_faults(source, name, result):
    """What the library has not said of the operations, or said of none."""
    lines = [line for line in result.stderr.splitlines() if "the race above" in line]
    if name not in TOLD:
        return lines
    call, does, advice = TOLD[name]
    place = rf"\w+ \({re.escape(source)}:\d+\)"
    said = (rf"the race above: {call}, called in {place}, {does} of the memory of rank 1, "
            rf"on window 3, made in {place}")
    ranks = [0, 1] if name in BY_TWO else [0]
    found = [any(re.match(f"rank {rank}: {said}", line) for line in lines) for rank in ranks]
    ends = f", and nothing orders the two: {advice} [mpi-race-thread]"
    if all(found) and any(line.endswith(ends) for line in lines):
        return []
    return ["the operations are not told", *lines]


def faults_of(source, name, result):
    reports = result.stderr.split("==================")
    reports = [report for report in reports if "WARNING: ThreadSanitizer: data race" in report]
    if name.startswith("right"):
        return result.stderr.splitlines()[:20] if reports or result.returncode != 0 else []
    if not reports:
        return [f"no report, status {result.returncode}", *result.stderr.splitlines()[:10]]
    sides = re.split(r"Previous", reports[0])
    if len(sides) == 2 and all(re.search(rf"{re.escape(source)}:\d+", side) for side in sides):
        return told_faults(source, name, result)
    return ["a side has no line of the program", *reports[0].splitlines()[:20]]


def build(source, flags, program):
    built = run(str(BUILD / "bin/mpicc"), "-g", "-O1", "-fsanitize=thread", *flags, "-o", program,
                str(HERE / source))
    return built.stderr.splitlines() if built.returncode != 0 else []


def results_of(source, flags):
    """Yields each case with its faults."""
    program = str(BUILD / "tests/run/races" / source.removesuffix(".c"))
    faults = build(source, flags, program)
    yield f"{source} is built", faults
    if faults:
        return
    for name in run(str(BUILD / "bin/mpiexec"), "-n", "2", program).stdout.split():
        ranks = "3" if name.endswith("three_ranks") else "2"
        result = run(str(BUILD / "bin/mpiexec"), "-n", ranks, program, name)
        yield name, faults_of(source, name, result)


def main():
    if os.environ.get("sanitizer", "no") != "no":
        print("1..0 # SKIP the library is compiled for a sanitizer")
        return 0
    (BUILD / "tests/run/races").mkdir(parents=True, exist_ok=True)
    number, failed = 0, False
    for source, flags in SOURCES.items():
        for name, faults in results_of(source, flags):
            number += 1
            print(f"{'not ok' if faults else 'ok'} {number} - {name}")
            print("".join(f"#   {fault}\n" for fault in faults), end="", flush=True)
            failed |= bool(faults)
    print(f"1..{number}")
    return failed


sys.exit(main())
