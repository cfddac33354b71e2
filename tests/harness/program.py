#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds one MPI program as a user would, runs it at several rank counts and reports in TAP.

A program of tests/programs gives one line for each build and run of each of its variants, a
conformance test of tests/api one for each of its cases in each run. docs/BUILDING.md describes the
words that a program's head comment may say."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ["top_source"])
BUILD = Path(os.environ["top_build"])
BIN = BUILD / "bin"
SANITIZER = os.environ.get("sanitizer", "no")
# What runs programs of another processor; it cannot run those that they execute.
EMULATOR = shlex.split(os.environ.get("EMULATOR", ""))
IS_THOROUGH = os.environ.get("thorough", "yes") != "no"

WRAPPERS = {".c": "mpicc", ".cc": "mpicxx", ".f90": "mpifort", ".f": "mpifort"}
# Compilers in their place, at one level: ranks have copies of what they make, if they are several.
OTHERS = dict(zip((".c", ".cc"), os.environ.get("other_compilers", "").split()))
OTHERS_OPTION = os.environ.get("other_option", "-O0")
OTHERS_LIBRARIES = [f"-L{BUILD}/lib", f"-Wl,-rpath,{BUILD}/lib", "-lmpi_abi", "-lpthread", "-ldl"]

# Only ends what hangs: a program that takes a second alone may take minutes on a slow and busy
# machine.
LIMIT_S = 1200 if SANITIZER == "no" else 4800

LEVELS = "-O0 -O2"
# Folders of programs whose subject is the library, and not what a compiler makes of a program.
OF_LIBRARY = ("collectives", "files", "messages", "objects", "spawned", "start", "windows")

WORDS = {
    "ranks": "1 2 5", "options": LEVELS, "flags": "", "arguments": "", "launch": "mpiexec",
    "environment": "", "expect-status": "0", "expect-stderr": None, "expect-stdout": None,
    "expect-build": None, "with": "", "plugin": "", "library": "", "sanitizer": "yes",
    "variant": "",
}
SEVERAL = ("expect-stderr", "expect-stdout", "plugin", "library", "variant")
ADDED = ("flags", "environment")


class Report:
    """TAP lines, numbered."""

    def __init__(self):
        self.count = 0
        self.has_hung = False

    def line(self, passed, name, details=""):
        self.count += 1
        print(f"{'ok' if passed else 'not ok'} {self.count} - {name}")
        for detail in details.splitlines():
            print(f"#   {detail}")
        sys.stdout.flush()

    def skip(self, name, reason):
        self.count += 1
        print(f"ok {self.count} - {name} # SKIP {reason}")


def read_words(file):
    """The `word: value` lines of the comments before the first line of code."""
    words = dict(WORDS)
    words.update({name: [] for name in SEVERAL})
    head = re.match(r"(?:\s|/\*.*?\*/|//[^\n]*|![^\n]*)*", file.read_text(), re.S).group(0)
    for line in head.splitlines():
        match = re.match(r"\s*(?:/\*|\*|//|!)?\s*([a-z-]+):\s+(.*?)\s*(?:\*/)?\s*$", line)
        if match and match.group(1) in WORDS:
            name, value = match.groups()
            if name in SEVERAL:
                words[name].append(value)
            else:
                words[name] = value
        elif match and (match.group(1) == "rank" or
                        match.group(1).startswith(("expect", "variant"))):
            sys.exit(f"{file}: \"{match.group(1)}\" is no word of the harness")
    return words


def variants(file):
    """The program as its head comment describes it, named "", then each variant of it, as names and
    words. A word of a variant stands for the program's, but flags and environment are added."""
    common = read_words(file)
    yield "", common
    for line in common["variant"]:
        name, *changes = line.split(";")
        words = dict(common)
        for change in filter(str.strip, changes):
            word, _, value = (part.strip() for part in change.partition(":"))
            if word not in WORDS or word == "variant":
                sys.exit(f"{file}: variant {name}: \"{word}\" is no word of the harness")
            if word in SEVERAL:
                words[word] = [value]
            elif word in ADDED:
                words[word] = f"{common[word]} {value}"
            else:
                words[word] = value
        yield name.strip(), words


def hear_signals():
    """As in a terminal: what a shell starts in the background ignores these."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)


def run(command, seconds, **options):
    """Status (a signal's as a shell has it, 124 after the time is up), output, errors."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True,
                               preexec_fn=hear_signals, **options)
    try:
        out, err = process.communicate(timeout=seconds)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        out, err = process.communicate()
        status = 124
    return 128 - status if status < 0 else status, out.decode(errors="replace"), \
        err.decode(errors="replace")


def tail(text, lines=40):
    return "\n".join(text.splitlines()[-lines:])


class Program:
    built = {}  # a build's options, and what came of it

    def __init__(self, file, variant, words, report):
        self.file = file
        self.variant = f", {variant}" if variant else ""
        self.words = words
        self.report = report
        path = file.relative_to(SOURCE.resolve() / "tests").with_suffix("")
        # foreign_programs.sh may run beside the program's own test.
        where = BUILD / "tests/run" / ("foreign" if OTHERS else "")
        self.folder = where / path / (variant or "plain")
        self.is_conformance = file.parent.name == "api"
        shutil.rmtree(self.folder, ignore_errors=True)

    def build(self, option, compiler):
        """The program's path, or None and the compiler's words. Variants that differ in how they
        are run share a build, each in a folder of its own."""
        if self.words["plugin"] or self.words["library"]:
            return self.compile(option, compiler)
        key = (option, compiler, self.words["flags"], self.words["with"])
        if key not in self.built:
            self.built[key] = self.compile(option, compiler)
            return self.built[key]
        program, said = self.built[key]
        if program is not None:
            folder = self.folder / program.parent.name
            folder.mkdir(parents=True, exist_ok=True)
            os.link(program, folder / program.name)
            program = folder / program.name
        return program, said

    def compile(self, option, compiler):
        """Builds it in its own folder."""
        folder = self.folder / (Path(compiler).name + option)
        folder.mkdir(parents=True, exist_ok=True)
        flags = [option, "-g", "-I", str(SOURCE / "tests/api"), *shlex.split(self.words["flags"])]
        if self.file.suffix == ".c":  # for headers that stand alone, such as p2p/limits.h
            flags += ["-iquote", str(SOURCE / "lib")]
        libraries = [flag for flag in flags if flag.startswith("-l")]
        if OTHERS:
            flags.insert(0, f"-I{BUILD}/include")
            libraries = OTHERS_LIBRARIES + libraries
        mine = folder / self.file.stem
        linked = []
        for helper in self.words["plugin"] + self.words["library"]:
            library = folder / (Path(helper).stem + ".so")
            if helper in self.words["library"]:
                linked += [str(library), f"-Wl,-rpath,{folder}"]
            status, _, err = run([compiler, *flags, "-shared", "-fPIC", "-o", str(library),
                                  str(self.file.parent / helper)], LIMIT_S, cwd=folder)
            if status != 0:
                return None, err
        parts = [str(self.file.parent / part) for part in self.words["with"].split()]
        # A part may be a module of Fortran, which is compiled before it is used.
        sources = parts + [str(self.file)] if self.file.suffix in (".f90", ".f") else \
            [str(self.file)] + parts
        status, out, err = run([compiler, *flags, "-o", str(mine), *sources, *linked,
                                *libraries], LIMIT_S, cwd=folder)
        return (mine if status == 0 else None), out + err

    def start(self, program, ranks):
        environment = dict(os.environ)
        for pair in shlex.split(self.words["environment"]):
            name, _, value = pair.partition("=")
            environment[name] = value
        arguments = shlex.split(self.words["arguments"])
        launch = self.words["launch"]
        if launch == "HEDDLE_NP" or (launch == "mpiexec" and EMULATOR):
            environment["HEDDLE_NP"] = str(ranks)
        command = [*EMULATOR, str(program), *arguments]
        if launch == "mpiexec" and not EMULATOR:
            command = [str(BIN / "mpiexec"), "-n", str(ranks), *command]
        return run(command, LIMIT_S, env=environment, cwd=program.parent)

    def faults(self, status, out, err):
        """What differs from what the head comment expects."""
        expected = int(self.words["expect-status"])
        faults = []
        if status == 124 and expected != 124:
            self.report.has_hung = True
            faults.append(f"not finished after {LIMIT_S} seconds")
        elif status != expected:
            faults.append(f"status {status}, expected {expected}")
        for stream, text in (("stdout", out), ("stderr", err)):
            for pattern in self.words[f"expect-{stream}"]:
                if not re.search(pattern, text, re.M):
                    faults.append(f"{stream} has no line like: {pattern}")
        return faults

    def run_program(self, program, name, ranks):
        status, out, err = self.start(program, ranks)
        faults = self.faults(status, out, err)
        details = "\n".join(faults + ["-- stdout:", tail(out), "-- stderr:", tail(err)])
        self.report.line(not faults, name, details if faults else "")

    def run_cases(self, program, name, ranks):
        """A conformance test tells its cases itself; those it did not reach have failed."""
        status, out, err = self.start(program, ranks)
        plan = re.search(r"^1\.\.(\d+)$", out, re.M)
        cases = re.findall(r"^(not )?ok \d+ - (.*)$", out, re.M)
        for failed, case in cases:
            self.report.line(not failed, f"{case}, {name}", tail(err) if failed else "")
        faults = self.faults(status, out, err)
        if plan is None or len(cases) < int(plan.group(1)):
            faults.append(f"only {len(cases)} of {plan.group(1) if plan else '?'} cases ran")
        if faults and not any(failed for failed, _ in cases):
            details = "\n".join(faults + [tail(out), tail(err)])
            self.report.line(False, f"ends well, {name}", details)

    def check_build_fails(self, option):
        program, said = self.build(option, str(BIN / "mpicc"))
        match = re.search(self.words["expect-build"], said, re.M)
        self.report.line(program is None and match, f"is refused, {option}{self.variant}",
                         "" if program is None and match else said)

    def options(self):
        """The levels of optimisation to build at. One of them shows what the library does, which
        is what sanitizers look at, and conformance tests; the lowest compiles fastest, and the
        highest asks most of the plugin. A program whose subject is the library alone has others
        only if its head comment names them."""
        if OTHERS:
            return [OTHERS_OPTION]
        options = self.words["options"].split()
        if self.is_conformance:
            return options[:1]
        of_library = self.file.parent.name in OF_LIBRARY and self.words["options"] == LEVELS
        return options if IS_THOROUGH and SANITIZER == "no" and not of_library else options[-1:]

    def rank_counts(self):
        """Of long lists each third one and the last, unless the tests are to be thorough."""
        counts = self.words["ranks"].split()
        if OTHERS:
            return counts[-1:]
        return counts if IS_THOROUGH or len(counts) < 5 else counts[:-1:3] + counts[-1:]

    def compiler(self):
        return OTHERS.get(self.file.suffix) or str(BIN / WRAPPERS[self.file.suffix])

    def check(self):
        for option in self.options():
            if self.words["expect-build"]:
                self.check_build_fails(option)
                continue
            program, said = self.build(option, self.compiler())
            if program is None:
                self.report.line(False, f"builds with {option}{self.variant}", said)
                continue
            for ranks in self.rank_counts():
                name = f"{ranks} rank{'s' if ranks != '1' else ''}, {option}{self.variant}"
                if self.report.has_hung:
                    self.report.line(False, name, "not run: an earlier run did not finish")
                    continue
                if self.is_conformance and "check.h" in self.file.read_text():
                    self.run_cases(program, name, ranks)
                else:
                    self.run_program(program, name, ranks)


def main():
    file = Path(sys.argv[1]).resolve()
    report = Report()
    for variant, words in variants(file):
        program = Program(file, variant, words, report)
        if SANITIZER != "no" and words["sanitizer"] not in ("yes", SANITIZER):
            report.skip(file.stem + program.variant, "not with this sanitizer")
        elif os.environ.get("privatize") == "no":
            report.skip(file.stem + program.variant, "without private globals")
        elif OTHERS and (file.suffix not in OTHERS or "-fsanitize" in words["flags"]):
            report.skip(file.stem + program.variant, "not by these compilers")
        elif not (BIN / WRAPPERS[file.suffix]).exists():
            report.skip(file.stem + program.variant, f"no {WRAPPERS[file.suffix]}")
        else:
            program.check()
    print(f"1..{report.count}")


main()
