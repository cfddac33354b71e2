#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the cases of local.c and openmp.c, compiled for ThreadSanitizer: it must report those that
are wrong, with a line of the program for both sides, and be silent about those that are right."""
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ["top_build"])
SECONDS = 1200  # only ends what hangs
SOURCES = {"local.c": [], "openmp.c": ["-fopenmp"]}


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS)


def faults_of(source, name, result):
    reports = result.stderr.split("==================")
    reports = [report for report in reports if "WARNING: ThreadSanitizer: data race" in report]
    if name.startswith("right"):
        return result.stderr.splitlines()[:20] if reports or result.returncode != 0 else []
    if not reports:
        return [f"no report, status {result.returncode}", *result.stderr.splitlines()[:10]]
    sides = re.split(r"Previous", reports[0])
    if len(sides) == 2 and all(re.search(rf"{re.escape(source)}:\d+", side) for side in sides):
        return []
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
