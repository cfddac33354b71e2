#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks for reports at random points of conformance programs, by SIGQUIT: they must end as they do
when it is not asked, with the same words on standard output. `asked_at_random.py SEED [FILE...]`
asks again as the run that printed the seed, as far as time permits, and may take other files."""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

API = Path(__file__).resolve().parents[2] / "api"
BUILD = Path(os.environ["top_build"])
SANITIZER = os.environ.get("sanitizer", "no")
FILES = ("windows_made", "communicators_made", "epochs", "requests", "partitioned")
RANKS = 4
TIMES = 3
ASKS = 6  # in each run, if it lasts so long
PAUSE_S = 0.02  # between two of them, on average
SECONDS = 1200  # only ends what hangs


def build(source, folder):
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / source.stem
    subprocess.run([str(BUILD / "bin/mpicc"), "-g", "-O0", "-o", str(program), str(source)],
                   check=True)
    return program


def listens(process, program):
    """Whether the process has a handler for SIGQUIT; before that the signal would end it."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text()
        if os.readlink(f"/proc/{process.pid}/exe") != str(program.resolve()):
            return False
    except OSError:
        return False
    caught = next((line for line in status.splitlines() if line.startswith("SigCgt:")), None)
    return caught is not None and int(caught.split()[1], 16) >> (signal.SIGQUIT - 1) & 1 == 1


def ask(process, program, rng, asks):
    end = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < end:
        time.sleep(rng.expovariate(1 / PAUSE_S) if asks > 0 else PAUSE_S)
        if asks > 0 and listens(process, program):
            process.send_signal(signal.SIGQUIT)  # nothing if it has ended
            asks -= 1
    if process.poll() is None:
        process.kill()
        process.wait()


def run(program, rng, asks):
    """The status of the program, its standard output, and the end of its errors."""
    environment = dict(os.environ, HEDDLE_NP=str(RANKS))
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with subprocess.Popen([str(program)], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                              env=environment, cwd=program.parent) as process:
            ask(process, program, rng, asks)
        out.seek(0)
        err.seek(0)
        return process.returncode, out.read(), err.read().decode(errors="replace")[-2000:]


def judge(program, rng):
    """What is wrong with it, line by line; nothing when all is well."""
    alone = run(program, rng, 0)
    for _ in range(TIMES):
        asked = run(program, rng, ASKS)
        if asked[:2] != alone[:2]:
            return [f"status {asked[0]}, and {alone[0]} when not asked",
                    *asked[1].decode(errors="replace").splitlines()[-20:], *asked[2].splitlines()]
    return []


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(10**6)
    files = sys.argv[2:] or FILES
    folder = BUILD / "tests/run/programs/reports/asked_at_random"
    if SANITIZER != "no":
        print("1..0 # SKIP stacks of all threads are not asked for under a sanitizer")
        return False
    rng = random.Random(seed)
    failed = False
    print(f"# seed {seed}")
    for count, name in enumerate(files, 1):
        faults = judge(build(API / f"{Path(name).stem}.c", folder), rng)
        print(f"{'not ok' if faults else 'ok'} {count} - {Path(name).stem}")
        print("".join(f"#   {fault}\n" for fault in faults), end="", flush=True)
        failed |= bool(faults)
    print(f"1..{len(files)}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
