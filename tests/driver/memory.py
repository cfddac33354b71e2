#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs whose library finds no memory at its n-th request, for every n until the program needs
no more; of long programs for some n. At each third n all later requests fail as well. A run must
end well, or with a sentence that says what there was no memory for: never by a signal, never after
the time is up, never with wrong data or objects that were left. One TAP case for each scene of a
program; MEMORY_SCENES=TEXT chooses scenes by their titles."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(os.environ["top_source"]) / "tests/driver/memory"
BUILD = Path(os.environ["top_build"])
WORK = BUILD / "tests/run/memory"
SANITIZED = os.environ.get("sanitizer", "no") != "no"
SECONDS = 600  # only ends what hangs
IS_THOROUGH = os.environ.get("thorough", "yes") != "no"
RUNS_MAX = 150 if IS_THOROUGH and not SANITIZED else 20

FAILED = "fails on purpose"
SAID = re.compile(r"no memory|no room|MPI_ERR_NO_MEM|Cannot allocate|no thread|"
                  r"Resource temporarily")
WRONG = re.compile(r"wrong: |not freed before|this must hold|Sanitizer|runtime error|error class")
# Well; by a sentence; given up by the program; by MPI_ERR_OTHER, MPI_ERR_NO_MEM.
ENDED = (0, 1, 3, 16, 39)

# program, scene, ranks, whose request fails (-1: before there are ranks)
SCENES = [
    ("objects", "nothing", 1, -1), ("objects", "nothing", 3, -1), ("objects", "nothing", 2, 1),
    *(("types", scene, 1, 0) for scene in ("plain", "arrays", "large", "ask")),
    *(("objects", scene, 1, 0) for scene in ("groups", "ops", "infos", "attributes", "errhandlers",
                                             "sessions", "requests", "buffers")),
    ("sessions", "alone", 1, 0),
    ("spawned", "ports", 2, 0), ("spawned", "ports", 2, 1), ("spawned", "spawn", 2, 1),
    *(("communicators", scene, 2, rank) for rank in (0, 1)
      for scene in ("duplicate", "divide", "connect", "arrange")),
    *(("messages", scene, 2, rank) for rank in (0, 1)
      for scene in ("standard", "synchronous", "buffered", "flood", "nonblocking", "persistent",
                    "partitioned", "strided", "probe", "swap")),
    *(("collectives", scene, 3, rank) for rank in (0, 2)
      for scene in ("one", "some", "many", "neighbors")),
    ("files", "alone", 1, 0), *(("files", "together", 2, rank) for rank in (0, 1)),
    *(("windows", scene, 2, rank) for rank in (0, 1)
      for scene in ("make", "attach", "operate", "synchronize")),
    *(("remote", "between", 3, rank) for rank in (0, 2)),
    *(("threads", "own", ranks, 0) for ranks in (1, 2)),
    ("jobs", "alone", 1, -1),
]


def build(program):
    """None, or what the compiler says."""
    run = subprocess.run([BUILD / "bin/mpicc", "-O1", "-g", "-I", SOURCE, "-o", WORK / program,
                          SOURCE / f"{program}.c"], capture_output=True, text=True, check=False)
    return None if run.returncode == 0 else run.stderr


def attempt(scene, n):
    """Whether the n-th request was reached, and what is wrong with how that ended."""
    program, name, ranks, rank = scene
    is_fatal = n > 0 and n % 5 == 4
    environment = dict(os.environ, HEDDLE_FAIL_MEMORY=str(n), HEDDLE_FAIL_RANK=str(rank),
                       HEDDLE_INITIAL_ERRHANDLER="0" if is_fatal else "2", HEDDLE_LEAKS="2",
                       HEDDLE_STACK_KB="1024", HEDDLE_WAIT_SPIN_US="5",
                       # A job that ends early does not join its ranks.
                       TSAN_OPTIONS="report_thread_leaks=0")
    # A rank cannot run jobs, so their program is none. mpiexec has requests of its own before there
    # are ranks; later it would only be one more program to load in each run.
    launcher = []
    if rank >= 0:
        environment["HEDDLE_NP"] = str(ranks)
    elif program != "jobs":
        launcher = [BUILD / "bin/mpiexec", "-n", str(ranks)]
    if name == "spawn":  # what an aborted job had stays until the process ends
        environment["ASAN_OPTIONS"] = "detect_leaks=0"
    try:
        run = subprocess.run([*launcher, WORK / program, name], env=environment,
                             capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL,
                             check=False)
    except subprocess.TimeoutExpired as late:
        return True, f"not over after {SECONDS} seconds\n{(late.stderr or b'').decode()}"
    said = run.stderr.decode(errors="replace")
    reached = FAILED in said
    others = "\n".join(line for line in said.splitlines() if FAILED not in line)
    if run.returncode not in ENDED or (run.returncode != 0 and not SAID.search(others)):
        return reached, f"status {run.returncode}\n{others}"
    return reached, f"status {run.returncode}\n{others}" if WRONG.search(others) else None


def last_request(scene):
    """The first n that no run reaches."""
    low, high = 0, 64
    while attempt(scene, high)[0]:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if attempt(scene, middle)[0] else (low, middle)
    return high


def choose(last):
    """Every n, or as many as there is time for, always the same ones and evenly spread."""
    step = max(1, -(-(last - 1) // RUNS_MAX))
    return range(1 + (last - 1) % step, last, step)


def play(scene, pool):
    """How many requests there are, how many runs were made, and what was wrong."""
    last = last_request(scene)
    # A program of sessions that gives up leaves its session, which a sanitizer calls a leak.
    lasts = scene[0] != "sessions"
    chosen = [-n if n % 3 == 0 and lasts else n for n in choose(last)]
    results = pool.map(lambda n: attempt(scene, n)[1], chosen)
    return last, len(chosen), [(n, wrong) for n, wrong in zip(chosen, results) if wrong]


def title(scene):
    program, name, ranks, rank = scene
    which = "no rank" if rank < 0 else f"rank {rank}"
    return f"{program} {name}, {ranks} ranks, {which} without memory"


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    only = os.environ.get("MEMORY_SCENES", "")
    scenes = [scene for scene in SCENES if only in title(scene)]
    broken = {program: build(program) for program in {scene[0] for scene in scenes}}
    print(f"1..{len(scenes)}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, scene in enumerate(scenes, 1):
            if broken[scene[0]]:
                print(f"not ok {number} - {title(scene)}\n# {broken[scene[0]]}")
                continue
            last, runs, wrong = play(scene, pool)
            print(f"{'not ok' if wrong else 'ok'} {number} - {title(scene)}: "
                  f"{runs} of {last - 1} requests fail in turn, {len(wrong)} of them badly")
            for n, text in wrong[:8]:
                text = "\n#     ".join(text.splitlines()[:30])
                print(f"#   HEDDLE_FAIL_MEMORY={n}: {text}")
            sys.stdout.flush()


main()
