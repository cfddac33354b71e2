#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs examples of the MPI 5.0 report, which standard/ has, with -check, and compiled with and
without -fheddle-races: all of those that are right finish, and nothing is said of them; each that
the report calls erroneous is reported, as the kind that stands beside it in wrong.c. LEFT_OUT has
the others: each example of the report is in a program, which names it, or there."""
import os
import re
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
EXAMPLES = {3: 20, 4: 4, 5: 23, 6: 37, 7: 14, 8: 11, 9: 5, 11: 25, 12: 25, 13: 1, 14: 11, 15: 7,
            19: 31}  # how many each chapter has
LEFT_OUT = {
    "it is what every program here does": "11.1",
    "it is a command line, or part of a library": "11.2, 11.14 to 11.18, 15.2 to 15.4, "
                                                  "19.1 to 19.3, 19.5",
    "a compiler refuses it, or it tells what a compiler may do": "19.8, 19.15 to 19.18, "
                                                                "19.21 to 19.23",
    "no control variable is of a communicator": "15.6",
    "tests/fortran has programs of several languages": "19.26 to 19.31",
}
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
    pointers = ["-fcray-pointer"] if source.stem == "cray" else []
    built = run(program.parent, BUILD / "bin" / WRAPPERS[source.suffix], "-g", "-O1", "-pthread",
                *flags, *openmp, *pointers, source, "-o", program)
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


def numbers_in(text):
    """The examples that a text names: 5.7, or 5.1 to 5.6."""
    for chapter, first, last in re.findall(r"\b(\d+)[._](\d+)\b(?: to \d+\.(\d+))?", text):
        yield from ((int(chapter), number) for number in range(int(first), int(last or first) + 1))


def faults_of_list(sources):
    """Each example has to be in a program or in LEFT_OUT, and not in both."""
    run_here = set(numbers_in(re.sub(r"\w*example_", "", "\n".join(
        source.read_text() for source in sources))))
    left_out = set(numbers_in(" ".join(LEFT_OUT.values())))
    each = {(chapter, number + 1) for chapter, count in EXAMPLES.items() for number in range(count)}
    return ([f"{chapter}.{number} is nowhere"
             for chapter, number in sorted(each - run_here - left_out)] +
            [f"{chapter}.{number} is not left out"
             for chapter, number in sorted(left_out & run_here)])


def main():
    if os.environ.get("sanitizer", "no") != "no" or os.environ.get("privatize") == "no":
        print("1..0 # SKIP they need an ordinary build")
        return 0
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    sources = [source for source in sorted(HERE.iterdir())
               if (BUILD / "bin" / WRAPPERS.get(source.suffix, "none")).exists()]
    jobs = [(source, flags) for flags in BUILDS for source in sources]
    lists = [("each example is run or left out", faults_of_list(HERE.iterdir()))]
    number = failed = 0
    with ThreadPoolExecutor(2) as pool:
        for results in [lists, *pool.map(lambda job: list(results_of(*job)), jobs)]:
            for name, faults in results:
                number += 1
                failed += bool(faults)
                print(f"{'not ok' if faults else 'ok'} {number} - {name}")
                print("".join(f"#   {fault}\n" for fault in faults), end="", flush=True)
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
