# SPDX-License-Identifier: MIT
"""Programs that bench/compare runs: one after the other, or by turns, point by point.

A program of bench/api waits before each point for a word in a named pipe (bench/api/turns.h) and
prints a line behind it. So the programs of all libraries run at the same time and are at the same
point, of which each has its turn. A library may leave points out.
"""
import os
import select
import signal
import subprocess
import time


class Failed(Exception):
    """A program that ended with another status than 0."""


class Late(Exception):
    """A program that was not done in time; with the lines that it had printed."""


def whole_lines(text):
    return text.rpartition("\n")[0].splitlines()


def stop(process):
    """Ends all that it has started, kindly at first; returns what it has printed."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        return process.communicate(timeout=5)[0]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return process.communicate()[0]


def await_quiet(seconds=30):
    """Until nothing else is ready to run: what was stopped may take seconds to end."""
    end = time.monotonic() + seconds
    quiet = 0
    while quiet < 5 and time.monotonic() < end:
        with open("/proc/loadavg", encoding="ascii") as file:
            ready = int(file.read().split()[3].split("/")[0])
        quiet = quiet + 1 if ready <= 1 else 0  # this one is
        time.sleep(0.1)


def failure_of(command, process, err):
    return Failed(f"{' '.join(map(str, command))}: status {process.returncode}: "
                  f"{err.strip()[-300:]}")


def output_of(command, seconds=None):
    """What it prints, by lines."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True)
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Late(whole_lines(stop(process)))
    except KeyboardInterrupt:
        stop(process)
        raise
    if process.returncode != 0:
        raise failure_of(command, process, err)
    return whole_lines(out)


class Player:
    """A program that has its turns."""

    def __init__(self, name, command, ranks, folder, seconds):
        self.name, self.command, self.ranks, self.seconds = name, command, ranks, seconds
        self.points = set()  # that it has measured
        self.left = seconds  # of its time
        self.is_over = False
        path = f"{folder}/turns.{name}"
        os.mkfifo(path)
        self.pipe = None
        self.errors = open(f"{folder}/errors.{name}", "w+")  # pylint: disable=R1732
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors,
                                        start_new_session=True,
                                        env={**os.environ, "BENCH_TURNS": path})
        self.path, self.text = path, b""

    def is_ready(self):
        """Its ranks have opened the pipe, which cannot be opened for writing before."""
        if self.pipe is None:
            try:
                self.pipe = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                return self.process.poll() is not None
        return True

    def await_start(self):
        end = time.monotonic() + self.seconds
        while not self.is_ready():
            if time.monotonic() > end:
                raise Late([])
            time.sleep(0.01)

    def play(self, word="n"):
        """The line of its next point, by cells, or with "a" of its latest again; None: it has no
        further one."""
        if self.is_over:
            return None
        if self.pipe is not None and self.process.poll() is None:
            os.write(self.pipe, word.encode() * self.ranks)
        start = time.monotonic()
        line = self.read_line(start + self.left)
        while line is not None and line[:1] != [self.name]:  # mpiexec has something to say
            line = self.read_line(start + self.left)
        self.left -= time.monotonic() - start
        if line is not None:
            self.points.add(tuple(line[1:3]))
        return line

    def read_line(self, end):
        while b"\n" not in self.text:
            ready, *_ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise Late([])
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                return self.finish()
            self.text += more
        line, _, self.text = self.text.partition(b"\n")
        return line.decode().split()

    def finish(self):
        """It has closed its output."""
        self.is_over = True
        if self.process.wait(timeout=10) != 0:
            self.errors.seek(0)
            raise failure_of(self.command, self.process, self.errors.read())
        return None

    def close(self):
        """However it is: nothing of it is left."""
        self.is_over = True
        if self.errors.closed:
            return
        if self.process.poll() is None:
            stop(self.process)
        if self.pipe is not None:
            os.close(self.pipe)
        self.process.stdout.close()
        self.errors.close()
        os.unlink(self.path)
