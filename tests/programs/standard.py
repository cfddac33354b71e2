#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs examples of the MPI 5.0 report, which standard/ has, with -check, and compiled with and
without -fheddle-races: all of those that are right finish, and nothing is said of them; each that
the report calls erroneous is told of, as the kind that stands beside it in wrong.c. Not there are
examples that are no programs (11.2, 11.14 to 11.18, 15.2 to 15.4, 19.1 to 19.3), those of several
languages (15.6, 19.26 to 19.31, which tests/fortran has), those that only warn of what a compiler
may do (19.5, 19.8, 19.15 to 19.18, 19.21 to 19.23), and 9.3, whose pointers are of Cray Fortran."""
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent / "standard"
BUILD = Path(os.environ["top_build"])
FOLDER = BUILD / "tests/run/standard"
WRAPPERS = {".c": "mpicc", ".f90": "mpifort"}
BUILDS = ((), ("-fheddle-races",))
RANKS = (2, 3, 4)
SECONDS = 1200  # only ends what hangs


def run(folder, *words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          check=False, timeout=SECONDS, cwd=folder,
                          env=dict(os.environ, OMP_NUM_THREADS="3"))


def start(program, ranks, *options, arguments=()):
    return run(program.parent, BUILD / "bin/mpiexec", *options, "-n", ranks, program, *arguments)


def build(source, flags):
    """The program, in a folder for its files, and what the compiler says if it fails."""
    name = f"{source.stem}{''.join(flags)}"
    program = FOLDER / name / name
    program.parent.mkdir()
    openmp = ["-fopenmp"] if "#pragma omp" in source.read_text() else []
    built = run(program.parent, BUILD / "bin" / WRAPPERS[source.suffix], "-g", "-O1", "-pthread",
                *flags, *openmp, source, "-o", program)
    return program, built.stderr.splitlines() if built.returncode != 0 else []


def faults_of_right(done):
    lines = [line for line in done.stderr.splitlines() if "check: nothing found" not in line]
    if done.returncode != 0 or not done.stdout.endswith(" examples\n"):
        lines += [f"status {done.returncode}", *done.stdout.splitlines()]
    return lines


def faults_of_wrong(done, kind):
    told = f"[{kind}]" in done.stderr and done.returncode != 0
    return [] if told else [f"no [{kind}]", f"status {done.returncode}", *done.stderr.splitlines()]


def results_of(source, flags):
    """Yields each run's name and its faults."""
    program, faults = build(source, flags)
    name = program.name
    yield f"{name} is built", faults
    if faults:
        return
    if source.stem != "wrong":
        for ranks in RANKS:
            yield f"{name} with {ranks} ranks", faults_of_right(start(program, ranks, "-check"))
        return
    listed = start(program, 3).stdout.splitlines()
    yield f"{name} names its examples", [] if len(listed) > 10 else listed + ["too few"]
    for number, kind, *options in map(str.split, listed):
        done = start(program, 3, "-check", *options, arguments=[number])
        yield f"{name} {number}: {kind}", faults_of_wrong(done, kind)


def main():
    if os.environ.get("sanitizer", "no") != "no" or os.environ.get("privatize") == "no":
        print("1..0 # SKIP they need an ordinary build")
        return 0
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    sources = [source for source in sorted(HERE.iterdir())
               if (BUILD / "bin" / WRAPPERS.get(source.suffix, "none")).exists()]
    jobs = [(source, flags) for flags in BUILDS for source in sources]
    number = failed = 0
    with ThreadPoolExecutor(2) as pool:
        for results in pool.map(lambda job: list(results_of(*job)), jobs):
            for name, faults in results:
                number += 1
                failed += bool(faults)
                print(f"{'not ok' if faults else 'ok'} {number} - {name}")
                print("".join(f"#   {fault}\n" for fault in faults), end="", flush=True)
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
