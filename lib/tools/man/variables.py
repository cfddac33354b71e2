#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the last variables of the section ENVIRONMENT of mpiexec(1): those of base/knob.def that
no paragraph of the page describes, each with its default, its range and its meaning. So a new knob
is a line of that table, and has a paragraph only if there is more to say.

    lib/tools/man/variables.py [--check]
"""
import pathlib
import re
import sys
import textwrap

PAGE = pathlib.Path(__file__).with_name("mpiexec.1")
TABLE = PAGE.parents[2] / "base/knob.def"
BEGIN = '.\\" The rest is written by variables.py from base/knob.def.\n'
END = '.\\" The end of what is written.\n'
LATER = ("chaos",)  # only in a build of its own


def knobs():
    """Yields name, default and range if it has them, and meaning."""
    table = TABLE.read_text().split("#endif\n\n", 1)[1]
    for word, rest in re.findall(r"^(KNOB\w*)\((.*?)\)$", table, re.M | re.S):
        meaning = "".join(re.findall(r'"([^"]*)"', rest[rest.index('"'):]))
        facts = [fact.strip() for fact in rest[:rest.index('"')].split(",") if fact.strip()]
        facts = facts[1:] if "_OWN" in word else facts
        if "_CHOICE" in word:  # the first text is the names of its values
            meaning = meaning[len(re.search(r'"([^"]*)"', rest)[1]):]
        yield facts[0], facts[2:], meaning


def paragraph(name, numbers, meaning):
    meaning = re.sub(r" \(bench/[\w/]+\)", "", meaning)  # which has measured the default
    text = meaning[0].upper() + meaning[1:] + "."
    if numbers:
        text += " {} by default, {} to {}.".format(*numbers)
    lines = textwrap.wrap(text.replace("-", "\\-"), 100, break_long_words=False,
                          break_on_hyphens=False)
    return [".TP", f".B HEDDLE_{name.upper()}"] + lines


def written_page(page):
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    described = set(re.findall(r"HEDDLE_(\w+)",
                               "\n".join(re.findall(r"^\.TP\n(\.B.*)$", before + after, re.M))))
    lines = []
    for name, numbers, meaning in knobs():
        if name.upper() not in described and name not in LATER:
            lines += paragraph(name, numbers, meaning)
    return before + BEGIN + "\n".join(lines) + "\n" + END + after


def main():
    page = PAGE.read_text()
    text = written_page(page)
    if "--check" in sys.argv[1:]:
        if text != page:
            print(f"{PAGE.name} is not what variables.py writes")
        return int(text != page)
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
