# SPDX-License-Identifier: MIT
"""Rules about words: comments, documents, and the excerpts of the code in them."""

import collections
import re

from source import C_LIKE, PIECES, ROOT, SOURCES, is_excepted, library, table

DOCUMENT_COLUMNS_MAX = 120
LISTED_MAX = 5  # of one file: where there are more, their number says enough
RATCHETS = {line.split()[0]: int(line.split()[1]) for line in table("ratchets.txt")}


def within_ratchet(name, found):
    """Nothing while there are no more than ratchets.txt allows, which is to be lowered to that."""
    allowed = RATCHETS[name]
    if len(found) > allowed:
        yield f"{len(found)} of these, and ratchets.txt allows {allowed}; mend those you added:"
        files = collections.Counter(line.split(":")[0] for line in found)
        yield from (line for line in found if files[line.split(":")[0]] <= LISTED_MAX)
        yield from (f"{file}: {count} of them" for file, count in files.items()
                    if count > LISTED_MAX)
    elif len(found) < allowed:
        print(f"# {name}: {len(found)}; lower the {allowed} in tests/tidy/ratchets.txt to that")


def comments(source):
    """Each comment's first line and its text, without the signs that make it one."""
    for piece in PIECES.finditer(source.text):
        if piece.group(0).startswith("/*"):
            text = re.sub(r"\s*\n\s*\*? ?", " ", piece.group(0)[2:-2]).strip()
            yield source.text.count("\n", 0, piece.start()) + 1, text


def comments_begin_with_their_subject():
    """In the library also not with "What", which is a title elsewhere."""
    back = re.compile(r"(The same|Likewise|Ditto|Who|Whoever|Whose|What|Of|Those|That|By|One of|So|"
                      r"Nobody|They|It|Not(?! 0)|For that)\b")
    yield from within_ratchet("comments", [
        f"{source.name}:{number}: begins with \"{word}\"; "
        "name the subject: a comment is read alone"
        for source in SOURCES if source.path.suffix in C_LIKE for number, text in comments(source)
        for word in back.findall(text)[:1] if back.match(text) and
        (word != "What" or source.name.startswith("lib/"))])


def programs_are_no_persons():
    """A rank or a thread waits, asks and reports: words for persons hide which one is meant."""
    words = re.compile(r"\b(nobody|whoever|somebody|tells|strays?|strangers?|clash(?:es)?)\b", re.I)
    yield from within_ratchet("persons", [
        f"{source.name}:{number}: \"{word}\"; name the rank, the thread or the call"
        for source in library(*C_LIKE) for number, text in comments(source)
        for word in words.findall(text)])


def lines_of_documents_fit():
    """But for the rows of tables, which cannot be broken."""
    yield from within_ratchet("documents", [
        f"{source.name}:{number}: {len(line)} columns; break it before {DOCUMENT_COLUMNS_MAX}"
        for source in SOURCES if source.path.suffix == ".md"
        for number, line in enumerate(source.lines, 1)
        if len(line) > DOCUMENT_COLUMNS_MAX and not line.startswith("|")])


def names_of_tool_variables():
    """The performance variables of MPI_T, and its event types. An event has one name; its ways are
    variables, too, which event.def describes."""
    def found(table, pattern):
        return re.findall(pattern, (ROOT / "lib" / table).read_text(), re.M)
    counted = found("rank/observe/event.def", r"^(?:COUNTING|WEIGHING)\((\w+),")
    for name, text in found("rank/observe/event.def", r'^EVENT\((\w+), "(\w+)"\)'):
        if name in counted:
            yield text
    yield from found("tool/performance.def", r"^STANDING\(\w+, ([\w.]+)")
    yield from found("tool/performance.def", r"^DRIVEN\(\w+, \w+, ([\w.]+)")
    yield from found("tool/type.def", r"^TYPE\((\w+)")


def documents_name_what_there_is():
    for source in SOURCES:
        if source.path.suffix != ".md" or is_excepted("names", source.name):
            continue
        for name in re.findall(r"`([a-z0-9]+/[\w/.]+\.(?:c|h|cc|py|def))`", source.text):
            if not any((ROOT / folder / name).exists()
                       for folder in ("", "lib", "include", source.path.parent)):
                yield f"{source.name}: there is no {name}"
    manual = (ROOT / "lib/tools/man/mpiexec.1").read_text()
    knobs = (ROOT / "lib/base/knob.def").read_text()
    for knob in re.findall(r"^KNOB(?:_[A-Z]+)*\((?:[A-Z_]+, )?(\w+)", knobs, re.M):
        variable = "HEDDLE_" + knob.upper()
        if variable not in manual and knob != "chaos":
            yield f"lib/tools/man/mpiexec.1: name {variable}"
    observing = (ROOT / "docs/OBSERVING.md").read_text()
    for name in names_of_tool_variables():
        if f"`{name}`" not in observing:
            yield f"docs/OBSERVING.md: name {name}, which MPI_T offers"


def comments_name_what_there_is():
    """A file that a comment names is there: as a path, or, without one, in some folder. A name
    with a line, as in "halo.c:41", is an example."""
    named = re.compile(r"(?<![\w./<])((?:[a-z]\w*/)*[a-z]\w*\.(?:c|h|cc|def|py))\b(?!:\d)")
    known = {source.path.name for source in SOURCES}
    for source in library(".c", ".h", ".cc", ".def"):
        own = source.path.parent
        folders = (ROOT, ROOT / "lib", ROOT / "include", ROOT / "tests", own, own.parent)
        if is_excepted("names", source.name):
            continue
        for number, text in comments(source):
            for name in named.findall(text):
                if not ("/" not in name and name in known or
                        any((folder / name).exists() for folder in folders)):
                    yield f"{source.name}:{number}: there is no {name}"


def every_folder_of_the_library_has_a_readme():
    """What it is, what it may use, where to start; the files that it names are there."""
    for folder in sorted((ROOT / "lib").iterdir()):
        readme, name = folder / "README.md", f"lib/{folder.name}"
        if not folder.is_dir() or is_excepted("readme", name):
            continue
        if not readme.exists():
            yield f"{name}: has no README.md; say what it is, what it may use, where to start"
            continue
        for file in re.findall(r"`([a-z][\w/-]*\.(?:c|h|cc|def|py))`", readme.read_text()):
            if not any((place / file).exists() for place in (folder, ROOT / "lib", ROOT)):
                yield f"{name}/README.md: there is no {name}/{file}"


def excerpts_are_of_the_code():
    """A block that begins with a line such as /* lib/sync/mpsc.h */ has lines of that file, in
    their order; a line of dots stands for those between."""
    for source in SOURCES:
        if source.path.suffix != ".md":
            continue
        for block in re.findall(r"^```\w*\n(.*?)^```", source.text, re.M | re.S):
            match = re.match(r"/\* ((?:lib|tests|include)/[\w./-]+) \*/\n", block)
            if match:
                yield from judge_excerpt(source, match.group(1), block[match.end():])


def judge_excerpt(source, name, excerpt):
    if not (ROOT / name).exists():
        yield f"{source.name}: there is no {name}, which it has an excerpt of"
        return
    text, place = (ROOT / name).read_text(), 0
    for part in re.split(r"^\s*\.\.\.\n", excerpt, flags=re.M):
        part = part.strip("\n") + "\n"
        place = text.find(part, place)
        if place < 0:
            first = part.split("\n", 1)[0].strip()
            yield f"{source.name}: {name} has not the lines from \"{first}\" on; copy them anew"
            return
        place += len(part)
