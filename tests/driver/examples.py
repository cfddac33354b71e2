#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The programs in the sections EXAMPLES of manual pages compile without a warning, run, and print
what the page says. A page's programs use each function that the page is about."""

import os
import re
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(os.environ["top_source"])
BUILD = Path(os.environ["top_build"])
WORK = BUILD / "tests/run/examples"
SECONDS = 1200  # only ends what hangs
WARNINGS = ["-Wall", "-Wextra", "-Werror"]


def plain(text):
    """The text of lines for man(1)."""
    return text.replace("\\&", "").replace("\\-", "-").replace("\\e", "\\")


def section(page, name):
    match = re.search(rf"^\.SH {name}\n(.*?)(?=^\.SH |\Z)", page, re.M | re.S)
    return match.group(1) if match else ""


def examples(page):
    """(name of the file, program, what it prints) of each program of the page."""
    blocks = [plain(block) for block in
              re.findall(r"^\.EX\n(.*?)^\.EE$", section(page, "EXAMPLES"), re.M | re.S)]
    for number, block in enumerate(blocks):
        name = re.match(r"/\* ([\w.]+) \*/\n", block)
        if name is None:
            continue
        behind = blocks[number + 1] if number + 1 < len(blocks) else "/*"
        yield name.group(1), block, "" if behind.startswith("/*") else behind


def functions(page):
    return re.findall(r"\w+", plain(section(page, "NAME")).split(" - ")[0])


def run(*command):
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("HEDDLE_")}
    return subprocess.run(command, cwd=WORK, env=environment, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS,
                          check=False)


def main():
    count = 0
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)

    def report(passed, name, details=""):
        nonlocal count
        count += 1
        print(f"{'ok' if passed else 'not ok'} {count} - {name}")
        for line in details.splitlines() if not passed else []:
            print(f"#   {line}")

    for path in sorted((SOURCE / "lib").glob("*/man/heddle_*.3")):
        page = path.read_text()
        programs = list(examples(page))
        text = "".join(program for _, program, _ in programs)
        lacking = [name for name in functions(page) if not re.search(rf"\b{name}\(", text)]
        report(programs and not lacking, f"{path.name} has an example of each function",
               "none of " + " ".join(lacking))
        for name, program, prints in programs:
            (WORK / name).write_text(program)
            wrapper = BUILD / "bin" / ("mpicc" if name.endswith(".c") else "mpicxx")
            built = run(wrapper, *WARNINGS, "-g", name, "-o", Path(name).stem)
            report(built.returncode == 0, f"{path.name}: {name} compiles", built.stdout)
            if built.returncode == 0:
                done = run(WORK / Path(name).stem)
                report(done.returncode == 0 and done.stdout == prints,
                       f"{path.name}: {name} runs and prints what the page says",
                       f"status {done.returncode}\n{done.stdout}")
    print(f"1..{count}")


if os.environ.get("sanitizer", "no") != "no" or os.environ.get("privatize") == "no":
    print("ok 1 - examples # SKIP they need an ordinary build")
    print("1..1")
else:
    main()
