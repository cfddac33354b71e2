# SPDX-License-Identifier: MIT
"""Calls that have one door (lib/rank/choice.h): what decides which message, pointer or rank comes
next is called from the files in doors.txt only, each with its reason. Another place would make a
choice that no chooser is asked for, or wait where no scheduler sees it."""

import re

from source import library, table

REMEDY = {
    "match_find_unexpected": "ask p2p/held.h for the message",
    "match_take_unexpected": "ask p2p/held.h for the message",
    "match_find_posted": "leave the delivery to p2p/delivery.c",
    "mpsc_peek": "look by p2p/inbox.h",
    "description->pointer": "let io/file_access.c take the pointer",
    "chooser->pick": "call choice_ask",
    "chooser->pass": "call turn_pass",
    "rank_pause": "wait in rank_wait",
    "rank_yield": "wait in rank_wait",
    "sched_yield": "wait in rank_wait",
    "park_sleep": "wait in rank_wait",
}


def calls_of(word, source):
    """The numbers of the lines that use the word, where C calls a function or reads a member."""
    end = r"\b" if "->" in word else r"\("
    pattern = re.compile(r"(?<![\w])" + re.escape(word) + end)
    return [number for number, line in enumerate(source.code, 1)
            if pattern.search(line) and not re.match(r"(static inline |\w)[\w *]*\b" +
                                                     re.escape(word) + r"\(", line)]


def what_has_one_door_is_called_there():
    sources = {source.name: source for source in library(".c", ".h")}
    doors = {}
    for line in table("doors.txt"):
        word, file, _ = line.split(None, 2)
        doors.setdefault(word, set()).add(file)
    for word, files in doors.items():
        for file in sorted(files):
            if file not in sources or not calls_of(word, sources[file]):
                yield f"tests/tidy/doors.txt: {file} has no {word}; remove the line"
    for word, remedy in REMEDY.items():
        for name, source in sources.items():
            if name not in doors.get(word, ()):
                for number in calls_of(word, source):
                    yield (f"{name}:{number}: {word} is called from the files in "
                           f"tests/tidy/doors.txt only; {remedy}")
