#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the table of times in tests/README.md: the processor time of each group of tests, from the
results that `make check` has left in the build directory, and prints the tests that take most.
`make times` runs it."""

import collections
import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent / "README.md"
BUILD = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
BUILDS = {"": "", "thread": "under ThreadSanitizer", "address": "under AddressSanitizer",
          "chaos": "with threads that dawdle"}
TABLE = re.compile(r"\| tests \| files \| seconds \|\n(?:\|.*\n)*")
SLOWEST = 40


def group_of(results):
    """The row that a test's time belongs to."""
    folder = results.parts[0]
    if folder == "programs":
        return f"`programs/{Path(results.parts[1]).stem}`"
    if folder in ("api", "driver"):
        return f"`{folder}`"
    if folder in ("abi", "demos", "fortran", "tidy"):
        return "`abi`, `demos`, `fortran`, `tidy`"
    return "the unit tests"


def seconds_of(text):
    """A test's processor time, its own and the system's: 1m2.34s 0m0.50s."""
    line = re.search(r"^:processor-time: (.*)$", text, re.M)
    if line is None:
        return None
    return sum(int(minutes) * 60 + float(seconds)
               for minutes, seconds in re.findall(r"(\d+)m([\d.]+)s", line.group(1)))


def times():
    """Of each group, in the table's order, its tests with their times."""
    groups = {build: collections.defaultdict(dict) for build in BUILDS}
    for build, name in BUILDS.items():
        folder = BUILD / build / "tests"
        for file in folder.rglob("*.trs"):
            results = file.relative_to(folder)
            seconds = seconds_of(file.read_text())
            if results.parts[0] != "run" and seconds is not None:
                group = f"some of them {name}" if build else group_of(results)
                groups[build][group][str(file.relative_to(BUILD).with_suffix(""))] = seconds
    for some in groups.values():
        for name in sorted(some, key=lambda name: (name[0] == "`", "programs" in name, name)):
            yield name, some[name]


def main():
    groups = dict(times())
    tests = {test: seconds for some in groups.values() for test, seconds in some.items()}
    if not tests:
        sys.exit(f"{BUILD} has no results of tests with their times: run make check first")
    lines = ["| tests | files | seconds |", "|---|---:|---:|"]
    lines += [f"| {name} | {len(some)} | {sum(some.values()):.0f} |"
              for name, some in groups.items()]
    lines += [f"| all | {len(tests)} | {sum(tests.values()):.0f} |"]
    text = README.read_text()
    README.write_text(TABLE.sub("\n".join(lines) + "\n", text))
    for test in sorted(tests, key=tests.get, reverse=True)[:SLOWEST]:
        print(f"{tests[test]:8.1f} {test}")


main()
