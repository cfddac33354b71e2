#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mpiexec -progress, on a terminal and elsewhere, and the same line on SIGQUIT. Three ranks of four
wait in a barrier for the last one, which waits for a file: the test makes that file when it has
seen the line, so nothing depends on how long anything takes."""
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

BUILD = Path(os.environ["top_build"])
SANITIZER = os.environ.get("sanitizer", "no")
WORK = BUILD / "tests/run/driver/progress"
SECONDS = 1200  # only ends what hangs

PROGRAM = r"""
#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Comm halo;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &halo);
    MPI_Comm_set_name(halo, "halo");
    MPI_Barrier(halo);
    if (rank == 0)
        puts("ready");
    while (rank == 2 && access(argv[1], F_OK) != 0)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    MPI_Barrier(halo);
    if (rank == 0)
        puts("done");
    MPI_Comm_free(&halo);
    MPI_Finalize();
    return 0;
}
"""

LATE = r"latest in collectives: rank 2, 1 behind on halo"
RATES = r"[0-9.]+ (thousand |million )?messages/s, [0-9.]+ [KMG]?B/s"


class Job:
    """The program with its output, which is a terminal or a pipe."""

    def __init__(self, name, is_live, command, environment=()):
        self.file = WORK / f"{name}.go"
        self.text = ""
        end, other = pty.openpty() if is_live else os.pipe()
        self.end = end
        with open(other, "wb") as out:
            self.process = subprocess.Popen(
                [*command, str(WORK / "late"), str(self.file)], stdin=subprocess.DEVNULL,
                stdout=out, stderr=out, env={**os.environ, **dict(environment)})
        self.until = time.monotonic() + SECONDS

    def read(self, seconds):
        """Takes what comes; false at the end."""
        if not select.select([self.end], [], [], seconds)[0]:
            return True
        try:
            piece = os.read(self.end, 4096)
        except OSError:  # a terminal that is not open any more
            piece = b""
        self.text += piece.decode(errors="replace")
        return piece != b""

    def await_text(self, pattern, between=lambda: None):
        """Whether a text has come that matches. Calls `between` in every second without."""
        while not re.search(pattern, self.text, re.M):
            before = len(self.text)
            if time.monotonic() > self.until or not self.read(1):
                return False
            if len(self.text) == before:
                between()
        return True

    def finish(self):
        """Lets the last rank go on; the status."""
        self.file.touch()
        while time.monotonic() < self.until and self.read(1):
            continue
        if time.monotonic() > self.until:
            self.process.kill()
        os.close(self.end)
        return self.process.wait()


def live():
    """One line, again and again, in place of the one before; what the program writes clears it."""
    job = Job("live", True, [str(BUILD / "bin/mpiexec"), "-n", "4", "-progress"])
    line = rf"\rheddle: 4 ranks: 1 runs, 3 wait; {RATES}"
    seen = job.await_text(line) and job.await_text(rf"{line}.*\r.*{line}")
    status = job.finish()
    return [not seen and "no two live lines", status != 0 and f"status {status}",
            not re.search(r"\x1b\[Kdone\r?\n", job.text) and "the line is not cleared",
            not re.search(r"\r\x1b\[K\r$", job.text) and "the line is there at the end"], job.text


def live_in_a_wide_terminal():
    """A terminal of unknown width has 80 columns; this one has more."""
    command = ["sh", "-c", 'stty cols 200 <&2; exec "$@"', "sh", str(BUILD / "bin/mpiexec"), "-n",
               "4", "-progress"]
    job = Job("wide", True, command)
    line = rf"\rheddle: 4 ranks: 1 runs, 3 wait; {RATES}; {LATE} for [0-9]+ s"
    seen = job.await_text(line)
    status = job.finish()
    return [not seen and "no line", status != 0 and f"status {status}"], job.text


def plain():
    """Elsewhere the lines stay."""
    job = Job("plain", False, [str(BUILD / "bin/mpiexec"), "-n", "4", "-progress"])
    seen = job.await_text(rf"^heddle: 4 ranks: 1 runs, 3 wait; {RATES}; {LATE}( for [0-9]+ s)?\n")
    status = job.finish()
    return [not seen and "no line", status != 0 and f"status {status}",
            "\x1b" in job.text and "codes of a terminal"], job.text


def asked():
    """SIGQUIT, also of a job that counts no messages."""
    job = Job("asked", False, [], {"HEDDLE_NP": "4"}.items())
    line = rf"^heddle: 4 ranks: 1 runs, 3 wait; {LATE}( for [0-9]+ s)?\n"
    ready = job.await_text("^ready$")
    seen = ready and job.await_text(line + r"(.*\n)*?heddle: what the 4 ranks do\n",
                                    lambda: job.process.send_signal(signal.SIGQUIT))
    status = job.finish()
    return [not ready and "not ready", not seen and "no line", status != 0 and f"status {status}",
            ], job.text


def main():
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)  # a shell lets its background ignore it
    cases = [live, live_in_a_wide_terminal, plain]
    if SANITIZER == "no":  # stacks of all threads are not asked for under a sanitizer
        cases.append(asked)
    WORK.mkdir(parents=True, exist_ok=True)
    for file in WORK.glob("*.go"):
        file.unlink()
    (WORK / "late.c").write_text(PROGRAM)
    subprocess.run([str(BUILD / "bin/mpicc"), "-g", "-o", str(WORK / "late"),
                    str(WORK / "late.c")], check=True)
    failed = False
    for count, case in enumerate(cases, 1):
        faults, text = case()
        faults = [fault for fault in faults if fault]
        print(f"{'not ok' if faults else 'ok'} {count} - {case.__name__}")
        print("".join(f"#   {fault}\n" for fault in faults), end="")
        if faults:
            print(f"#   {text[-2000:]!r}", flush=True)
        failed |= bool(faults)
    print(f"1..{len(cases)}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
