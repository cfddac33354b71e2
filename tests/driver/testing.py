#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/TESTING.md: its files are written and its commands run, as a reader would."""

import os
import re
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(os.environ["top_source"])
BUILD = Path(os.environ["top_build"])
DOCUMENT = SOURCE / "docs/TESTING.md"
WORK = BUILD / "tests/run/testing"
SECONDS = 1800  # only ends what hangs

# What a command needs: a word of it, and a file of a tool or a framework that may be missing.
NEEDED = {
    "-lcriterion": "criterion/criterion.h", "gtest": "gtest/gtest.h",
    "doctest": "doctest/doctest.h", "catch2": "catch2/catch.hpp",
}
TOOLS = ("gdb", "gcov", "cmake", "mpicxx.mpich")
FORTRAN = BUILD / "lib/heddle/fortran/mpif.h"


def is_installed(header):
    return subprocess.run(["g++", "-E", "-x", "c++", "-"], input=f"#include <{header}>\n",
                          text=True, capture_output=True, check=False).returncode == 0


def missing(commands):
    """The name of the first thing that the commands need and that is not there."""
    for word, header in NEEDED.items():
        if word in commands and not is_installed(header):
            return header
    if re.search(r"^mpifort ", commands, re.M) and not FORTRAN.exists():
        return "gfortran"
    for tool in TOOLS:
        if re.search(rf"^{tool} ", commands, re.M) and shutil.which(tool) is None:
            return tool
    return None


def parts(text):
    """(title, language, what the block is, the name of its file) of each block of the document."""
    title, name = "", None
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("## "):
            title = line[3:]
        match = re.search(r"`([\w./]+\.\w+)`.*:$", line)
        if match:
            name = match.group(1)
        if not line.startswith("```"):
            continue
        block = []
        for inner in lines:
            if inner == "```":
                break
            block.append(inner)
        yield title, line[3:], "\n".join(block) + "\n", name
        name = None


def run(commands):
    environment = dict(os.environ, PATH=f"{BUILD / 'bin'}:{os.environ['PATH']}",
                       INCLUDE=str(SOURCE / "include"))
    return subprocess.run(["bash", "-e", "-o", "pipefail", "-c", commands], cwd=WORK, text=True,
                          env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=SECONDS, check=False)


def main():
    count = 0
    shown = []
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)

    def report(passed, name, details=""):
        nonlocal count
        count += 1
        print(f"{'ok' if passed else 'not ok'} {count} - {name}")
        for line in details.splitlines() if not passed else []:
            print(f"#   {line}")

    for title, language, block, name in parts(DOCUMENT.read_text()):
        if language in ("c", "cpp", "fortran") or language == "cmake" and name:
            (WORK / name).write_text(block)
        elif language == "yaml":
            commands = re.findall(r"- run: (m\w+ .*|\./.*)", block)
            unknown = [command for command in commands if command not in shown]
            report(commands and not unknown, "CI runs commands of the document", "\n".join(unknown))
        elif language == "sh":
            shown += block.splitlines()
            lacks = missing(block)
            if lacks is not None:
                report(True, f"{title} # SKIP {lacks} is not installed")
                continue
            done = run(block)
            report(done.returncode == 0, title, f"status {done.returncode}\n{done.stdout}")
    print(f"1..{count}")


if os.environ.get("sanitizer", "no") != "no" or os.environ.get("privatize") == "no":
    print("ok 1 - testing # SKIP it needs an ordinary build")
    print("1..1")
else:
    main()
