#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the catalogues of small programs: those of wrong/ must end with status 65 and exactly the
report that is written beside them, those of right/ must end well and say nothing. Other folders
have catalogues too (../races/races.py).

A file NAME.expected beside NAME.c has a section for each run: a line `== program ranks
[NAME=VALUE ...]`, then what standard error has to be. `catalogue.py accept` writes what they are
now into the sections, to be read before it is committed; `catalogue.py right` runs these only."""

import os
import subprocess
import sys
from pathlib import Path

CASES = Path(__file__).resolve().parent / "wrong"  # has case.h
BUILD = Path(os.environ["top_build"])
HAS_FORTRAN = (BUILD / "bin/mpifort").exists()
SANITIZER = os.environ.get("sanitizer", "no")
DEADLOCK = 65
SECONDS = 1200  # only ends what hangs
TIMES = 2  # each is run so often: reports must not depend on timing
COMPILERS = {".c": ["bin/mpicc"], ".cc": ["bin/mpicxx", "-std=c++20"],
             ".f90": ["bin/mpifort", "-fallow-argument-mismatch", "-w"]}

# What sanitizers' own runtimes cannot do, with Heddle or without.
UNFIT = (
    (("address", "thread"), "openmp", "libgomp is not compiled with a sanitizer"),
    (("thread",), "a_join_is_cancelled", "ThreadSanitizer does not know that a join can be"),
    (("thread",), "who_joins_himself", "ThreadSanitizer stops at that"),
)


class Section:
    def __init__(self, head):
        self.head = head
        self.name, self.ranks, *settings = head.split()
        self.settings = dict(setting.split("=") for setting in settings)
        self.lines = []

    def expected(self):
        return "".join(line + "\n" for line in self.lines)


def read(file):
    sections = []
    for line in file.read_text().splitlines():
        if line.startswith("== "):
            sections.append(Section(line[3:]))
        elif sections:
            sections[-1].lines.append(line)
    return sections


def source_of(file):
    """The program beside what is expected of it. None: there is no compiler for it."""
    source = next(file.with_suffix(suffix) for suffix in COMPILERS
                  if file.with_suffix(suffix).exists())
    return source if source.suffix != ".f90" or HAS_FORTRAN else None


def build(source, folder):
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / source.stem
    text = source.read_text()
    flags = ["-fopenmp"] if "omp.h" in text else []
    flags += ["-fheddle-races"] if "-fheddle-races" in text else []
    compiler, *others = COMPILERS[source.suffix]
    flags += [*others, "-J", str(folder)] if source.suffix == ".f90" else others
    result = subprocess.run([str(BUILD / compiler), "-g", "-O0", "-pthread", *flags,
                             "-I", str(CASES), "-o", str(program), str(source)],
                            capture_output=True, text=True, check=False)
    return program if result.returncode == 0 else None, result.stderr


def run(program, section):
    environment = dict(os.environ, **section.settings)
    try:
        result = subprocess.run([str(BUILD / "bin/mpiexec"), "-n", section.ranks, str(program),
                                 section.name], capture_output=True, text=True, env=environment,
                                timeout=SECONDS, check=False, stdin=subprocess.DEVNULL,
                                cwd=program.parent)
    except subprocess.TimeoutExpired:
        return 124, "", f"not over after {SECONDS} seconds\n"
    # A job that is ended leaves threads that have ended before, and they are not joined.
    err = result.stderr.split("=" * 18 + "\nWARNING: ThreadSanitizer: thread leak")[0]
    return result.returncode, result.stdout, err


def judge(program, section, status):
    """What is wrong with it, line by line; nothing when all is well."""
    for _ in range(TIMES):
        ended, _, err = run(program, section)
        if ended != status:
            return [f"status {ended}, expected {status}", *err.splitlines()[-20:]]
        if err != section.expected():
            return ["expected:", *section.lines, "found:", *err.splitlines()]
    return []


def unfit(section):
    """Why a sanitizer cannot run it; None: it can, or there is none."""
    for sanitizers, name, reason in UNFIT:
        if SANITIZER in sanitizers and name in section.name:
            return reason
    return None


def accept(file, program, sections, is_silent):
    """Writes what the programs say; in a folder of right ones that must be nothing."""
    texts = [run(program, section)[2] for section in sections]
    if is_silent and any(texts):
        sys.exit(f"{file}: right programs are told of:\n{''.join(texts)}")
    file.write_text("".join(f"== {section.head}\n{text}"
                            for section, text in zip(sections, texts)))


def main(here=CASES.parent, status_of_wrong=DEADLOCK):
    """Runs the catalogues in the folders `wrong` and `right` of that folder."""
    count, failed = 0, False
    for kind, status in (("wrong", status_of_wrong), ("right", 0)):
        if sys.argv[1:] in (["wrong"], ["right"]) and kind not in sys.argv:
            continue
        for file in sorted((here / kind).glob("*.expected")):
            program, words = build(next(file.parent.glob(f"{file.stem}.c*")),
                                   BUILD / "tests/run/catalogue" / here.name / kind)
            sections = read(file)
            if sys.argv[1:] == ["accept"]:
                accept(file, program, sections, kind == "right")
                continue
            for section in sections:
                count += 1
                reason = unfit(section)
                if reason:
                    print(f"ok {count} - {kind}: {section.head} # SKIP {reason}")
                    continue
                faults = judge(program, section, status) if program else words.splitlines()
                print(f"{'not ok' if faults else 'ok'} {count} - {kind}: {section.head}")
                print("".join(f"#   {fault}\n" for fault in faults), end="", flush=True)
                failed |= bool(faults)
    print(f"1..{count}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
