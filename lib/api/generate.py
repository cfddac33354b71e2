#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the names of the standard from the tables in lib/api/table.

    generate.py             writes lib/api/generated/*, lib/base/traits.def,
                            include/mpi_functions.h, include/heddle/calls.h and the table in
                            docs/STATUS.md
    generate.py --check     lists those of these files that are out of date
    generate.py --man DIR   writes the manual pages DIR/man3/MPI_*.3
    generate.py --status    prints how many of the standard's functions there are, by chapter

An entry records the call and passes its arguments to a function written by hand, which the entry
of the large form (`_c`) calls, too. Entries decide nothing, but a few calls have a usual case so
short that a second function would double its time: entries try that first (lib/api/entry/quick.h).

A table is lines of words. A line that starts with `#` is a comment; one that starts with more than
four blanks continues the line before. vocabulary.table has

    chapter NUMBER TITLE
    kind NAME : C TYPE : C TYPE IN THE LARGE FORM : UNIT
    rule NAME ERROR_CLASS WHAT IS WRONG
    remark RULE TEXT            a paragraph on the pages of all functions with that rule

and the others, one per chapter,

    chapter NUMBER
    [traits WORD ...]           of all functions of the table
    function NAME [and NAME_c]
        does TEXT               the first paragraph of the manual page's description
        calls NAME              the function written by hand
        quick NAME [named]      a function of lib/api/entry/quick.h that is tried first; named: its
                                first argument is the name of the function that the user called
        text NAME               in place of both: checked_NAME of lib/api/entry/quick.h is all of it
        mode TEXT               an expression, a struct mode (lib/api/argument/mode.h), that is
                                passed to it behind the parameters
        like NAME               begins with the parameters of that function, defined before; the
                                function written by hand gets only those
        traits WORD ...         what else the library has to know of it (lib/base/traits.h)
        returns TYPE            instead of an error code; such a function gets no struct call
        removed VERSION         the standard removed it; programs still use it
        DIRECTION NAME[SHAPE] KIND(RULE,...) MEANING
        raises RULE ...         errors at run time
        note TEXT               a further paragraph
        see NAME ...

DIRECTION is in, out or inout, with `-root` appended where the argument counts only at the root of a
collective. SHAPE, in words, makes the parameter an array. A rule is written without its kind.
"""

import argparse
import re
import sys
import textwrap
from pathlib import Path

from generate_buffers import write_lists
from generate_calls import followed, general, quick_way, write_calls
from generate_traits import write_traits

ROOT = Path(__file__).resolve().parents[2]
TABLES = ROOT / "lib/api/table"
GENERATED = ROOT / "lib/api/generated"
STATUS = ROOT / "docs/STATUS.md"
STATUS_MARKS = ("<!-- status: lib/api/generate.py --status -->", "<!-- end of status -->")
FUNCTIONS = ROOT / "tests/abi/functions.tsv"  # every function of the standard's ABI

WIDTH = 100
NOTICE = "/* SPDX-License-Identifier: MIT */\n/* Written by lib/api/generate.py from %s. */\n"
ALWAYS_POINTERS = ("void", "char", "MPI_Status")  # even if the parameter is only read
MAY_BE_NULL = ("argc", "argv", "status", "choice_buf", "attach_buf", "window_base")
MAY_BE_NO_ARRAY = ("errcode",)
OF_TOOLS = "t_"  # these kinds have rules of their own: MPI_T often takes NULL
NOT_ONLY_ARRAYS = ("weight",)  # MPI_UNWEIGHTED is an address where gcc expects no array
WRITTEN_RULE = "out.null"  # of every other parameter that is written
ARRAY_RULE = "array.null"  # or of several elements, read or written

PARAMETER = re.compile(r"(\w+)(?:\[(.*?)\])?\s+(\w+)(?:\((\S*)\))?\s+(.*)")


class Table:
    """What the vocabulary says, and every function of the tables by chapter."""

    def __init__(self):
        self.chapters, self.kinds, self.rules, self.remarks = {}, {}, {}, {}
        self.functions = []
        self.read_vocabulary()
        for path in sorted(TABLES.glob("*.table")):
            if path.stem != "vocabulary":
                self.read_functions(path)
        self.functions.sort(key=lambda function: function.chapter)

    def read_vocabulary(self):
        for word, rest in read_lines(TABLES / "vocabulary.table"):
            if word == "chapter":
                number, title = rest.split(None, 1)
                self.chapters[int(number)] = title
            elif word == "kind":
                name, narrow, wide, unit = (part.strip() for part in rest.split(":"))
                self.kinds[name] = (narrow, wide or narrow, unit)
            elif word == "rule":
                name, error_class, text = rest.split(None, 2)
                self.rules[name] = (error_class, text)
            elif word == "remark":
                name, text = rest.split(None, 1)
                self.remarks[name] = text
            else:
                sys.exit(f"vocabulary.table: no line begins with {word}")

    def read_functions(self, path):
        chapter, function, traits = None, None, []
        for word, rest in read_lines(path):
            if word == "chapter":
                chapter = int(rest)
            elif word == "traits":
                (function.traits if function else traits).extend(rest.split())
            elif word == "function":
                function = Function(rest, chapter, path.stem, traits)
                self.functions.append(function)
            elif word == "like":
                function.follow(self.function(rest))
            elif re.fullmatch("(in|out|inout)(-root)?", word):
                function.parameters.append(Parameter(word, rest, self))
            else:
                function.describe(word, rest)

    def function(self, name):
        return next(function for function in self.functions if function.name == name)


class Parameter:
    def __init__(self, direction, rest, table):
        match = PARAMETER.fullmatch(rest)
        if match is None or match[3] not in table.kinds:
            sys.exit(f"cannot read the parameter: {direction} {rest}")
        self.name, self.shape, self.kind, rules, self.meaning = match.groups()
        self.direction, _, self.at_root = direction.partition("-")
        self.narrow, self.wide, self.unit = table.kinds[self.kind]
        self.rules = [f"{self.kind}.{rule}" for rule in rules.split(",")] if rules else []
        is_array = self.shape is not None and self.kind not in (*NOT_ONLY_ARRAYS, "string")
        may_be_null = self.kind in (*MAY_BE_NULL, *(MAY_BE_NO_ARRAY if is_array else ())) or \
            self.kind.startswith(OF_TOOLS)
        if not may_be_null and (is_array or self.direction != "in"):
            self.rules.append(ARRAY_RULE if is_array else WRITTEN_RULE)

    def declare(self, large):
        """The parameter as the prototype of an MPI function has it."""
        base = self.wide if large else self.narrow
        const = "const " if self.direction == "in" else ""
        if self.kind == "varargs":
            return base
        if base.endswith("]"):  # an array of arrays, which C does not let be const
            row = base.index("[")
            return f"{base[:row]} {self.name}[]{base[row:]}"
        if base in ALWAYS_POINTERS or self.kind in NOT_ONLY_ARRAYS:
            return f"{const}{base} *{self.name}"
        if self.shape is not None:
            return f"{const}{base} {self.name}[]"
        pointer = "" if self.direction == "in" else "*"
        space = "" if base.endswith("*") else " "
        return f"{base}{space}{pointer}{self.name}"

    def is_wrapped(self):
        """True if the two forms differ in something that is not passed by value."""
        return self.narrow != self.wide and (self.shape is not None or self.direction != "in")

    def declare_inside(self):
        """The parameter as the function written by hand has it."""
        if not self.is_wrapped():
            return self.declare(large=True)
        return f"struct {'int_view' if self.direction == 'in' else 'int_slot'} {self.name}"

    def pass_on(self, large):
        if not self.is_wrapped():
            return self.name
        wrapper = "view" if self.direction == "in" else "slot"
        # MPI_Aint is as wide as MPI_Count.
        width = "narrow" if not large and self.narrow == "int" else "wide"
        return f"{wrapper}_{width}({self.name})"


class Function:
    def __init__(self, names, chapter, stem, traits):
        self.name, *large = names.split(" and ")
        self.has_large = bool(large)
        self.chapter, self.stem, self.traits = chapter, stem, list(traits)
        self.parameters, self.raises, self.see, self.text = [], [], [], []
        self.calls, self.returns, self.has_code = None, "int", True
        self.removed = self.mode = self.quick = self.inline = None
        self.own_from = 0  # parameters from here on are not like another function's
        if large and large != [self.name + "_c"]:
            sys.exit(f"{self.name}: the large form cannot be called {large[0]}")
        if not self.name.startswith("MPI_"):  # Fortran's names are made of the rest
            sys.exit(f"{self.name}: the name of a function begins with MPI_")

    def describe(self, word, rest):
        if word in ("does", "note"):
            self.text.append(rest)
        elif word in ("raises", "see"):
            setattr(self, word, rest.split())
        elif word == "quick":
            self.quick, *self.quick_named = rest.split()
        elif word == "text":
            self.quick, self.calls, self.inline = "checked_" + rest, "api_" + rest, True
        elif word in ("calls", "returns", "removed", "mode"):
            setattr(self, word, rest)
            self.has_code = self.has_code and word != "returns"
        else:
            sys.exit(f"{self.name}: no line begins with {word}")

    def follow(self, model):
        self.parameters += model.parameters
        self.own_from = len(self.parameters)

    def passed(self):
        passed = self.parameters[:self.own_from] if self.own_from else self.parameters
        return [p for p in passed if p.kind != "varargs"]

    def names(self):
        return [self.name] + [self.name + "_c"] * self.has_large

    def is_call(self):
        return self.has_code

    def prototype(self, name):
        large = name.endswith("_c")
        return declaration(self.returns, name, [p.declare(large) for p in self.parameters])

    def prototype_inside(self, name=None):
        if not self.has_large:
            inside = [p.declare(large=False) for p in self.passed()]
        else:
            inside = [p.declare_inside() for p in self.passed()]
        call = ["const struct call *call"] if self.is_call() else []
        mode = ["struct mode mode"] if self.mode else []
        return declaration(self.returns, name or self.calls, call + inside + mode)

    def makes_object(self, name):
        """True if the call may make a handle that must be freed."""
        made = r"MPI_(Comm|Group|Datatype|Op|Errhandler|Info|Session|Message|Win|File) \*|" \
            r"int \*\w*keyval"
        if re.search(r"_init$|_start$|^MPI_I", name) and \
                not re.search(r"^MPI_I(.?send|.?recv|.?probe|sendrecv)", name):
            made += r"|MPI_Request \*"  # messages record their calls themselves
        return "request" in (self.mode or "") or \
            any(re.match(made, p.declare(large=False)) for p in self.passed())

    def entry(self, name):
        large = name.endswith("_c")
        if self.has_large:
            arguments = [p.pass_on(large) for p in self.passed()]
        else:
            arguments = [p.name for p in self.passed()]
        arguments += [self.mode] if self.mode else []
        lines = [self.prototype("P" + name), "{"]
        call = f'{"CALL_LARGE" if large else "CALL"}("{name}")'
        lines += quick_way(self, name, arguments, wrap_list)
        if self.is_call():
            arguments.insert(0, "&call")
            lines += [f"    const struct call call = {call};", ""]
            if self.makes_object(name):
                lines.append("    MAKES_OBJECT(call);")
            way = f"        return laws_kept(followed_{self.calls}("
            lines += ["    if (unlikely(load_relaxed(&calls_are_followed)))",
                      wrap_list(way, arguments, "));"),
                      wrap_list(f"    return laws_kept({self.calls}(", arguments, "));")]
        else:
            lines.append(wrap_list(f"    return {self.calls}(", arguments, ");"))
        lines += ["}", f"ALIAS({name});"]
        return "\n".join(lines)


def read_lines(path):
    """The lines of a table as pairs of first word and rest, continuations joined."""
    joined = []
    for line in path.read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(" " * 5):
            joined[-1] += " " + line.strip()
        else:
            joined.append(line.strip())
    return [(line.split(None, 1) + [""])[:2] for line in joined]


def wrap_list(head, items, tail):
    """head, the items separated by commas and aligned behind it, tail: no line too long."""
    return textwrap.fill(head + ", ".join(item.replace(" ", "\0") for item in items) + tail,
                         WIDTH, subsequent_indent=" " * len(head),
                         break_long_words=False).replace("\0", " ")


def declaration(returns, name, parameters):
    return wrap_list(f"{returns} {name}(".replace(" ", "\0", 1), parameters or ["void"], ")")


# The files.


def first_callers(table):
    """The function written by hand -> the first function of MPI that calls it."""
    first = {}
    for function in table.functions:
        first.setdefault(function.calls, function)
    return first


def write_entries(table, stem):
    functions = [function for function in table.functions if function.stem == stem]
    first = first_callers(table)
    headers = {f"api/generated/{first[function.calls].stem}.h" for function in functions}
    headers |= {"api/entry/followed.h", "api/entry/laws.h", "api/entry/surface.h", "base/call.h"}
    if any(function.quick for function in functions):
        headers.add("api/entry/quick.h")
    # The prototypes are those of mpi_functions.h, which would compile all entries anew.
    parts = [NOTICE % f"{stem}.table" + "".join(f'#include "{name}"\n' for name in sorted(headers)),
             "#pragma GCC visibility push(default)"]
    names = [(function, name) for function in functions for name in function.names()]
    parts[1:] = ["\n".join(parts[1:] + [function.prototype("P" + name) + ";"
                                        for function, name in names]
                           + ["#pragma GCC visibility pop", ""])]
    calls = {function.calls: function for function in functions if function.is_call()}
    parts += [general(function, wrap_list) for function in functions if function.inline]
    parts += [followed(first[call], wrap_list) for call in calls]
    return "\n".join(parts + [function.entry(name) + "\n" for function, name in names])


def write_inside(table, stem):
    guard = f"API_GENERATED_{stem.upper().replace('-', '_')}_H"
    lines = [NOTICE % f"{stem}.table",
             "/* The functions written by hand that the entries of this table call. */",
             f"#ifndef {guard}", f"#define {guard}", "", '#include "api/argument/mode.h"',
             '#include "base/call.h"', '#include "base/width.h"', '#include "mpi_types.h"', ""]
    lines += [function.prototype_inside() + ";" for function in first_callers(table).values()
              if function.stem == stem]
    return "\n".join(lines + ["", "#endif", ""])


def write_prototypes(table):
    lines = [NOTICE % "the tables of lib/api/table",
             "/* The functions of MPI that this library has. */", "#ifndef MPI_FUNCTIONS_H",
             "#define MPI_FUNCTIONS_H", "", "#ifdef __cplusplus", 'extern "C" {', "#endif"]
    for prefix, title in (("", ""), ("P", ", for tools that stand between")):
        chapter = None
        for function in table.functions:
            if function.chapter != chapter:
                chapter = function.chapter
                lines += ["", f"/* {table.chapters[chapter]}{title} */"]
            lines += [function.prototype(prefix + name) + ";" for name in function.names()]
    return "\n".join(lines + ["", "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""])


def generated_files(table):
    stems = dict.fromkeys(function.stem for function in table.functions)
    files = {GENERATED / f"{stem}.c": write_entries(table, stem) for stem in stems}
    files.update({GENERATED / f"{stem}.h": write_inside(table, stem) for stem in stems})
    files[ROOT / "include/mpi_functions.h"] = write_prototypes(table)
    files[ROOT / "include/heddle/calls.h"] = write_calls(table, NOTICE, wrap_list)
    files[ROOT / "lib/base/traits.def"] = write_traits(table, NOTICE)
    files.update((GENERATED / name, text) for name, text in write_lists(table, NOTICE))
    files[STATUS] = status_page(table)
    return files


def check(table):
    """The generated files that are out of date, and those that should not exist."""
    files = generated_files(table)
    wrong = [path for path, text in files.items()
             if not path.exists() or path.read_text() != text]
    wrong += [path for path in GENERATED.iterdir() if path not in files]
    for path in wrong:
        print(f"{path.relative_to(ROOT)}: run lib/api/generate.py", file=sys.stderr)
    return 1 if wrong else 0


# The manual.


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def manual_parameter(parameter):
    shape = f" [{parameter.shape}]" if parameter.shape is not None else ""
    root = ", counts only at the root" if parameter.at_root else ""
    return (f".TP\n.I {escape(parameter.name + shape)}\n"
            f"({escape(parameter.direction)}, {escape(parameter.unit)}{root})\n"
            f"{escape(parameter.meaning[0].upper() + parameter.meaning[1:])}.\n")


def manual_errors(table, function):
    rows = []
    for parameter in function.parameters:
        for rule in parameter.rules:
            error_class, text = table.rules[rule]
            rows.append((error_class, f"{parameter.name} {text}"))
    rows += [table.rules[rule] for rule in function.raises]
    by_class = {}
    for error_class, text in rows:
        by_class.setdefault(error_class, []).append(text)
    if not rows:
        return "It cannot fail.\n"
    return "".join(f".TP\n.B {error_class}\n{escape('; '.join(texts))}.\n"
                   for error_class, texts in by_class.items())


def manual_page(table, function, since):
    names = function.names()
    first, *paragraphs = function.text
    sentence = first.split(". ")[0].rstrip(".")
    page = [f'.\\" Written by lib/api/generate.py.\n.TH {function.name} 3 "" "Heddle" "MPI"\n',
            f".SH NAME\n{', '.join(names)} \\- {escape(sentence[0].lower() + sentence[1:])}\n",
            ".SH SYNOPSIS\n.nf\n#include <mpi.h>\n"]
    for name in names:
        page.append(f".sp\n{escape(function.prototype(name))};\n")
    page.append(".fi\n")
    if function.parameters:
        page.append(".SH PARAMETERS\n")
        page += [manual_parameter(parameter) for parameter in function.parameters]
    page.append(f".SH DESCRIPTION\n{escape(first)}\n")
    paragraphs += [table.remarks[rule] for parameter in function.parameters
                   for rule in parameter.rules if rule in table.remarks]
    page += [f".PP\n{escape(text)}\n" for text in paragraphs]
    if function.has_large:
        page.append(f".PP\n{names[1]} is the form for counts that do not fit an int.\n")
    page.append(".SH ERRORS\n" + manual_errors(table, function))
    if function.see:
        page.append(".SH SEE ALSO\n" + ", ".join(f"{name}(3)" for name in function.see) + "\n")
    chapter = table.chapters[function.chapter]
    page.append(f".SH STANDARD\nMPI 5.0, chapter {function.chapter}, {escape(chapter)}. ")
    if function.removed is None:
        page.append(f"In the standard since MPI {since}.\n" if since else "Heddle's own.\n")
    else:
        page.append(f"Not in the standard since MPI {function.removed}.\n")
    return "".join(page)


def write_manual(table, directory):
    folder = Path(directory) / "man3"
    folder.mkdir(parents=True, exist_ok=True)
    since = {row["name"]: row["since"] for row in standard_functions()}
    for function in table.functions:
        page = manual_page(table, function, since.get(function.name))
        (folder / f"{function.name}.3").write_text(page)
        for name in function.names()[1:]:
            (folder / f"{name}.3").write_text(f".so man3/{function.name}.3\n")


# The status.


def standard_functions():
    header, *rows = FUNCTIONS.read_text().splitlines()
    return [dict(zip(header.split("\t"), row.split("\t"))) for row in rows]


def status(table):
    """How much of each chapter the library has, as a table in Markdown."""
    have = {name for function in table.functions for name in function.names()}
    rows, total = {}, [0, 0]
    for row in standard_functions():
        counts = rows.setdefault(int(row["chapter"]), [0, 0])
        for sums in (counts, total):
            sums[0] += row["name"] in have
            sums[1] += 1
    lines = ["| chapter of MPI 5.0 | functions | here |", "|---|---:|---:|"]
    lines += [f"| {number} {table.chapters[number]} | {of} | {here} |"
              for number, (here, of) in sorted(rows.items())]
    return "\n".join(lines + [f"| all | {total[1]} | {total[0]} |", ""])


def status_page(table):
    """docs/STATUS.md with the present status between its two marks."""
    before, _, rest = STATUS.read_text().partition(STATUS_MARKS[0])
    _, _, after = rest.partition(STATUS_MARKS[1])
    return before + STATUS_MARKS[0] + "\n" + status(table) + STATUS_MARKS[1] + after


def main():
    parser = argparse.ArgumentParser(description="Writes the names of the standard.")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--status", action="store_true")
    parser.add_argument("--man", metavar="DIR")
    options = parser.parse_args()
    table = Table()
    if options.check:
        return check(table)
    if options.status:
        print(status(table), end="")
        return 0
    if options.man:
        return write_manual(table, options.man)
    for path, text in generated_files(table).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
