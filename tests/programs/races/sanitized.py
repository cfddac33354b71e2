#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the cases of local.c, compiled for ThreadSanitizer: it must report those that are wrong,
with a line of the program for both sides, and be silent about those that are right."""
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ["top_build"])
SECONDS = 1200  # only ends what hangs


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS)


def faults_of(name, result):
    reports = result.stderr.split("==================")
    reports = [report for report in reports if "WARNING: ThreadSanitizer: data race" in report]
    if name.startswith("right"):
        return result.stderr.splitlines()[:20] if reports or result.returncode != 0 else []
    if not reports:
        return [f"no report, status {result.returncode}", *result.stderr.splitlines()[:10]]
    sides = re.split(r"Previous", reports[0])
    if len(sides) == 2 and all(re.search(r"local\.c:\d+", side) for side in sides):
        return []
    return ["a side has no line of the program", *reports[0].splitlines()[:20]]


def main():
    if os.environ.get("sanitizer", "no") != "no":
        print("1..0 # SKIP the library is compiled for a sanitizer")
        return 0
    folder = BUILD / "tests/run/races"
    folder.mkdir(parents=True, exist_ok=True)
    program = str(folder / "local")
    built = run(str(BUILD / "bin/mpicc"), "-g", "-O1", "-fsanitize=thread", "-o", program,
                str(HERE / "local.c"))
    if built.returncode != 0:
        print("1..1\nnot ok 1 - local.c is built")
        print("".join(f"#   {line}\n" for line in built.stderr.splitlines()))
        return 1
    names = run(str(BUILD / "bin/mpiexec"), "-n", "2", program).stdout.split()
    failed = False
    for number, name in enumerate(names, 1):
        ranks = "3" if name.endswith("three_ranks") else "2"
        faults = faults_of(name, run(str(BUILD / "bin/mpiexec"), "-n", ranks, program, name))
        print(f"{'not ok' if faults else 'ok'} {number} - {name}")
        print("".join(f"#   {fault}\n" for fault in faults), end="", flush=True)
        failed |= bool(faults)
    print(f"1..{len(names)}")
    return failed


sys.exit(main())
