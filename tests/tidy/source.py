# SPDX-License-Identifier: MIT
"""The text files of the project, as the rules read them, and the lists beside this file."""

import fnmatch
import os
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = Path(os.environ.get("top_source", HERE.parents[1]))
BUILD = Path(os.environ["top_build"]) if "top_build" in os.environ else None
SANITIZER = os.environ.get("sanitizer", "no") != "no"
FOLDERS = ("lib", "include", "tests", "demos", "bench", "docs", "packaging", ".ci")
C_LIKE = (".c", ".h", ".cc", ".def")
SCRIPTS = (".py", ".sh", "")
PICTURES = (".pgm", ".png", ".svg")
DATA = (".abi", ".tsv", ".csv", ".pgm", ".md", ".1", ".expected", ".txt", ".table")


def table(name, folder=HERE):
    """The lines of a list, beside this file unless a folder is named, without comments."""
    lines = (folder / name).read_text().splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


EXCEPTIONS = [line.split(None, 2)[:2] for line in table("exceptions.txt")]


def is_excepted(rule, name):
    return any(rule == of and fnmatch.fnmatch(name, file) for of, file in EXCEPTIONS)


class Source:
    """A text file: its lines, and for C the code with comments and strings blanked out."""

    def __init__(self, path):
        self.path = path
        self.name = str(path.relative_to(ROOT))
        self.text = path.read_text(errors="replace")
        self.lines = self.text.split("\n")
        self.is_c = path.suffix in C_LIKE
        self.code = blank(self.text).split("\n") if self.is_c else self.lines


PIECES = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)


def blank(text):
    return PIECES.sub(lambda piece: re.sub(r"[^\n]", " ", piece.group(0))
                      if piece.group(0)[0] == "/" else
                      piece.group(0)[0] + " " * (len(piece.group(0)) - 2) + piece.group(0)[0],
                      text)


def sources():
    files = [file for file in ROOT.iterdir() if file.suffix in (".am", ".ac") or
             file.name in ("bootstrap", ".clang-format", ".gitignore", "README.md",
                           "CONTRIBUTING.md")]
    for folder in FOLDERS:
        files += [file for file in (ROOT / folder).rglob("*") if file.is_file() and
                  "__pycache__" not in file.parts and file.suffix not in PICTURES + (".csv",)]
    return [Source(file) for file in sorted(files)]


SOURCES = sources()


def library(*suffixes):
    return [source for source in SOURCES
            if source.name.startswith("lib/") and source.path.suffix in suffixes]


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
