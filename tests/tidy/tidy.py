#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Style and structure, as far as a machine can check them: one TAP case for each rule, one line
with the remedy for each place that breaks it. Run by `make check`, or by hand from anywhere: then
the rules that need a build are left out."""

import collections
import fnmatch
import re
import sys

sys.dont_write_bytecode = True
# pylint: disable=wrong-import-position
import edges
from built import (every_file_is_in_the_tarball, every_source_is_in_the_makefile,
                   nothing_else_is_mutable, only_public_names_are_visible,
                   the_generated_files_are_up_to_date)
from doors import what_has_one_door_is_called_there
from language import (comments_begin_with_their_subject, comments_name_what_there_is,
                      documents_name_what_there_is,
                      every_folder_of_the_library_has_a_readme, excerpts_are_of_the_code,
                      lines_of_documents_fit, programs_are_no_persons)
from source import (BUILD, C_LIKE, DATA, ROOT, SANITIZER, SOURCES, is_excepted, library, table)

FUNCTION_LINES_MAX = 70
FILE_LINES_MAX = 500
NAMESAKES_MAX = 4
COLUMNS_MAX = 100


# ---- text ---------------------------------------------------------------------------------------

def lines_fit():
    for source in SOURCES:
        if source.path.suffix in (".abi", ".tsv") or is_excepted("width", source.name):
            continue
        is_makefile = source.path.suffix in (".am", ".mk")
        is_document = source.path.suffix in (".md", ".table", ".txt")
        for number, line in enumerate(source.lines, 1):
            at = f"{source.name}:{number}"
            if len(line) > COLUMNS_MAX and not is_document:
                yield f"{at}: {len(line)} columns; break the line before column {COLUMNS_MAX}"
            if "\t" in line and not is_makefile:
                yield f"{at}: a tab; indent by four blanks"
            if line != line.rstrip():
                yield f"{at}: blanks at the end of the line; remove them"
        if source.text and not source.text.endswith("\n"):
            yield f"{source.name}: the last line is not ended; add a newline"


def every_file_names_its_licence():
    for source in SOURCES:
        if source.path.suffix in DATA or source.path.name == ".gitignore":
            continue
        head = "\n".join(source.lines[:2])
        if "SPDX-License-Identifier: MIT" not in head:
            yield f"{source.name}:1: no licence; start with /* SPDX-License-Identifier: MIT */"
        elif source.is_c and source.lines[0] != "/* SPDX-License-Identifier: MIT */":
            yield f"{source.name}:1: the licence has a line of its own, the first"


def nothing_is_left_over():
    markers = re.compile(r"\b(TODO|FIXME|XXX|HACK|TBD)\b")
    for source in SOURCES:
        for number, line in enumerate(source.lines, 1):
            if markers.search(line) and not is_excepted("markers", source.name):
                yield f"{source.name}:{number}: a marker was left; do it, or file an issue"


def files_are_short():
    for source in SOURCES:
        length = len(source.lines) - 1
        if source.path.suffix in (".c", ".h", ".cc", ".py", ".sh", ".in", "") and \
                length > FILE_LINES_MAX and not is_excepted("length", source.name):
            yield (f"{source.name}: {length} lines; a file is one noun and at most "
                   f"{FILE_LINES_MAX} lines: split it")


def c_functions(source):
    """First and last line of each function: our functions open their brace in the first column."""
    start = None
    for number, line in enumerate(source.code, 1):
        if line.startswith("{") and start is None:
            start = number
            while start > 1 and re.match(r"[^#}\s]|\s+\S.*[,)]\s*$", source.code[start - 2]) and \
                    not source.code[start - 2].rstrip().endswith((";", "}")):
                start -= 1
        elif line.startswith("}") and start is not None:
            yield start, number
            start = None


def names_of_functions_differ():
    """A breakpoint by the name of a static function stops in all that have it."""
    places = collections.defaultdict(dict)
    for source in library(".c", ".cc"):
        for start, end in c_functions(source):
            head = " ".join(source.code[start - 1:end]).split("{")[0]
            found = re.match(r"static\b.*?\b(?!__attribute__\b)([a-z]\w*)\(",
                             re.sub(r"__attribute__\(\(.*?\)\)", "", head))
            if found and not is_excepted("apart", found.group(1)):
                places[found.group(1)][source.name] = start
    for name, files in places.items():
        if len(files) > NAMESAKES_MAX:
            where = ", ".join(f"{file}:{start}" for file, start in files.items())
            yield (f"{name}: {len(files)} files have a static function of this name, {where}; "
                   "call it after what it works on")


def py_functions(source):
    stack = []
    for number, line in enumerate(source.lines + ["end"], 1):
        indent = len(line) - len(line.lstrip())
        while line.strip() and stack and indent <= stack[-1][0]:
            yield stack[-1][1], stack[-1][2]
            stack.pop()
        if re.match(r"\s*def ", line):
            stack.append([indent, number, number])
        if line.strip():
            for entry in stack:
                entry[2] = number


def functions_fit_on_a_screen():
    for source in SOURCES:
        if source.path.suffix in (".c", ".h", ".cc"):
            found = c_functions(source)
        elif source.path.suffix == ".py":
            found = py_functions(source)
        else:
            continue
        for first, last in found:
            if last - first + 1 > FUNCTION_LINES_MAX:
                yield (f"{source.name}:{first}: a function of {last - first + 1} lines; "
                       f"at most {FUNCTION_LINES_MAX}: let helpers do, and this one decide")


# ---- floors -------------------------------------------------------------------------------------

BESIDE_THE_FLOORS = ("job", "tools", "plugin", "runtime")


def numbers_of(name):
    """The folders of a list, each with the number at the head of its line."""
    numbers = {}
    for line in table(name):
        number, *folders = line.split()
        numbers.update({folder: int(number) for folder in folders})
    return numbers


def missing_folders(name):
    for folder in sorted(numbers_of(name)):
        if not (ROOT / "lib" / folder).is_dir():
            yield f"tests/tidy/{name}: there is no lib/{folder}; remove the word"


def includes_go_down_only():
    floor = numbers_of("floors.txt")
    yield from missing_folders("floors.txt")
    for source in library(".c", ".h"):
        folder = source.name.split("/")[1]
        if folder in BESIDE_THE_FLOORS or "/" not in source.name[4:]:
            continue
        if folder not in floor:
            yield f"{source.name}: the folder {folder} is on no floor; add it to floors.txt"
            continue
        for number, line in enumerate(source.lines, 1):
            match = re.match(r"\s*#\s*include\s+\"([^\"]+)\"", line)
            if match and match.group(1) == "mpi_types.h":
                if floor[folder] < 3:
                    yield f"{source.name}:{number}: floors 1 and 2 know no MPI; do without it"
            elif re.match(r"\s*#\s*include\s+[<\"]mpi\.h[>\"]", line):
                if folder != "fortran":
                    yield (f"{source.name}:{number}: each new function would compile this file "
                           "anew; include \"mpi_types.h\"")
            elif match:
                yield from judge_include(source, number, folder, match.group(1), floor)


def judge_include(source, number, folder, name, floor):
    at = f"{source.name}:{number}"
    other = name.split("/")[0]
    if "/" not in name or ".." in name:
        yield f"{at}: \"{name}\"; write includes from lib/, as \"{folder}/...\""
    elif not (ROOT / "lib" / name).exists():
        yield f"{at}: there is no lib/{name}"
    elif other != folder and other not in floor:
        yield f"{at}: {folder} includes {other}, which is on no floor; turn the call around"
    elif other != folder and floor[other] >= floor[folder]:
        yield (f"{at}: {folder} (floor {floor[folder]}) includes {other} (floor {floor[other]}); "
               "move what they share down, or declare a table that the higher one fills")


def includes_of_subfolders_go_down_only():
    level = numbers_of("subfolders.txt")
    yield from missing_folders("subfolders.txt")
    for source in library(".c", ".h"):
        own = source.name[4:].rpartition("/")[0]
        for number, line in enumerate(source.lines if own in level else (), 1):
            match = re.match(r"\s*#\s*include\s+\"([^\"]+)/", line)
            other = match.group(1) if match else None
            if other in level and other != own and level[other] >= level[own]:
                yield (f"{source.name}:{number}: {own} (level {level[own]}) includes {other} "
                       f"(level {level[other]}); move what they share down "
                       "(tests/tidy/subfolders.txt)")


def own_header_comes_first():
    for source in library(".c"):
        header = source.name[4:-2] + ".h"
        if not (ROOT / "lib" / header).exists() or "/generated/" in source.name:
            continue
        first = re.search(r"^\s*#\s*include\s+(\S+)", source.text, re.M)
        if first is None or first.group(1) != f'"{header}"':
            yield f"{source.name}: include \"{header}\" first; it then stands by itself"


def words_of(source):
    return set(re.findall(r"\w+", "\n".join(source.code)))


def what_a_header_offers_others_take():
    """A function that nobody calls from outside of its file is static; one of no use is removed. An
    inline function of the header may call it on behalf of others."""
    users = {source.name: words_of(source) for source in SOURCES if source.is_c}
    for header in library(".h"):
        if "/generated/" in header.name or is_excepted("offers", header.name):
            continue
        code, own = "\n".join(header.code), header.name[:-2]
        for name in re.findall(r"^\w[\w *]*?\b(\w+)\([^{}]*?\)[^{};]*;", code, re.M):
            if len(re.findall(rf"\b{name}\b", code)) > 1:
                continue
            if not any(name in words and not file.startswith((own + ".", own + "/"))
                       for file, words in users.items()):
                yield f"{header.name}: nobody else uses {name}; make it static, or remove it"


def what_a_header_calls_a_struct_no_other_file_does():
    """One name, one thing: for readers, debuggers, and files that include one more header."""
    homes, places = {}, []
    for source in library(".h", ".c"):
        for name in re.findall(r"^struct (\w+) \{", "\n".join(source.code), re.M):
            places.append((name, source.name))
            if source.name.endswith(".h"):
                homes.setdefault(name, source.name)
    for name, file in places:
        if homes.get(name, file) != file:
            yield f"{file}: {homes[name]} has another struct {name}; find another name"


def lists_undefine_their_words():
    """A file that includes a list may include another one behind it, with its own words."""
    for source in library(".def"):
        words = set(re.findall(r"^([A-Z_]+)\(", "\n".join(source.code), re.M))
        for word in sorted(words - set(re.findall(r"^#undef (\w+)$", source.text, re.M))):
            yield f"{source.name}: does not undefine {word}; add #undef {word} at the end"


# ---- calls --------------------------------------------------------------------------------------

ALLOCATION = ("lib/base/heap_list.c", "lib/base/memory.c", "lib/plugin/*")
ENVIRONMENT = ("lib/base/knob.c", "lib/image/guest/guest.c", "lib/job/*", "lib/tools/*",
               "lib/runtime/*")
KERNEL = ("lib/rank/thread/kernel.c", "lib/runtime/*", "lib/tools/*", "lib/plugin/*")
LOADER = ("lib/base/loader.h", "lib/runtime/*", "lib/tools/*", "lib/plugin/*", "lib/fortran/*")
# call, what to use instead, where it is right
BANNED = [
    ("getenv", "a line in base/knob.def", ENVIRONMENT),
    ("sprintf", "snprintf", ()), ("vsprintf", "vsnprintf", ()), ("gets", "fgets", ()),
    ("strcpy", "memcpy or snprintf", ()), ("strcat", "snprintf", ()),
    ("strtok", "strcspn, or strsep", ()), ("atoi", "strtol", ()), ("atof", "strtod", ()),
    ("alloca", "memory_take, or an array of fixed size", ()),
    ("malloc", "memory_take", ALLOCATION), ("calloc", "memory_take_zeroed", ALLOCATION),
    ("realloc", "memory_grow", ALLOCATION), ("free", "memory_give", ALLOCATION),
    ("strdup", "memory_copy_text", ALLOCATION), ("strndup", "memory_copy_text", ALLOCATION),
    ("aligned_alloc", "memory_take_aligned", ALLOCATION),
    ("posix_memalign", "memory_take_aligned", ALLOCATION),
    ("open_memstream", "memory_open_stream", ALLOCATION + ("lib/tools/*", "lib/runtime/*")),
    ("usleep", "the one wait, rank_wait", ()), ("sleep", "the one wait, rank_wait", ()),
    ("nanosleep", "the one wait, rank_wait", ("lib/job/*", "lib/runtime/*")),
    ("rand", "a state of one's own", ()), ("assert", "must", ()),
    ("atomic_thread_fence", "an ordered operation of base/atomic.h", ("lib/base/atomic.h",)),
    ("atomic_signal_fence", "compiler_fence, of base/atomic.h", ("lib/base/atomic.h",)),
    (r"dl(open|close|v?sym|addr|info)", "base/loader.h", LOADER),
    ("dl_iterate_phdr", "loader_walk", LOADER),
    ("gettid", "kernel_thread", KERNEL), ("unshare", "kernel_part_directory", KERNEL),
    ("pthread_setname_np", "kernel_name_thread", KERNEL),
    ("pthread_sigmask", "rank/thread/kernel.h", KERNEL),
    ("sigaltstack", "rank/thread/kernel.h", KERNEL),
    (r"__sync_\w+", "base/atomic.h", ()), (r"__atomic_\w+", "base/atomic.h", ()),
    (r"atomic_\w+_explicit", "base/atomic.h", ("lib/base/atomic.h",)),
]


def banned_calls_are_not_made():
    for source in library(".c", ".h"):
        for call, instead, where in BANNED:
            if any(fnmatch.fnmatch(source.name, place) for place in where):
                continue
            pattern = re.compile(r"(?<![\w.>])" + call + r"\s*\(")
            for number, line in enumerate(source.code, 1):
                match = pattern.search(line)
                if match and not is_excepted("calls", source.name):
                    yield (f"{source.name}:{number}: {match.group(0).rstrip('(')} is banned; "
                           f"use {instead}")


# ---- machines -----------------------------------------------------------------------------------

def machines_are_named_in_base_and_image_alone():
    words = re.compile(r"x86|amd64|aarch64|\b__arm|i386|immintrin|\bavx|__builtin_ia32", re.I)
    for source in library(".c", ".h", ".cc"):
        if source.name.startswith(("lib/base/", "lib/image/")) or \
                is_excepted("machines", source.name):
            continue
        for number, line in enumerate(source.lines, 1):
            match = words.search(line)
            if match:
                yield (f"{source.name}:{number}: {match.group(0)} is a word of one machine; what "
                       f"differs stands in lib/base or lib/image")


# ---- edges --------------------------------------------------------------------------------------

def every_edge_has_a_name_two_ends_and_a_description():
    return edges.ordered(library(".c", ".h"))


def both_sides_of_a_fence_name_their_edge():
    return edges.fences(library(".c", ".h"))


def every_edge_is_modelled_or_has_a_reason():
    return edges.modelled(library(".c", ".h"))


# ---- the report ---------------------------------------------------------------------------------

RULES = [
    lines_fit, every_file_names_its_licence, nothing_is_left_over, files_are_short,
    functions_fit_on_a_screen, names_of_functions_differ, includes_go_down_only,
    includes_of_subfolders_go_down_only, own_header_comes_first,
    what_a_header_offers_others_take, what_a_header_calls_a_struct_no_other_file_does,
    lists_undefine_their_words, comments_begin_with_their_subject, comments_name_what_there_is,
    programs_are_no_persons, lines_of_documents_fit, excerpts_are_of_the_code,
    documents_name_what_there_is,
    every_folder_of_the_library_has_a_readme, banned_calls_are_not_made,
    machines_are_named_in_base_and_image_alone,
    what_has_one_door_is_called_there, every_edge_has_a_name_two_ends_and_a_description,
    both_sides_of_a_fence_name_their_edge, every_edge_is_modelled_or_has_a_reason,
    every_source_is_in_the_makefile, every_file_is_in_the_tarball,
    the_generated_files_are_up_to_date,
]
BUILT_RULES = [nothing_else_is_mutable, only_public_names_are_visible]


def main():
    rules = RULES + (BUILT_RULES if BUILD and not SANITIZER else [])
    failed = False
    print(f"1..{len(rules)}")
    for number, rule in enumerate(rules, 1):
        violations = list(rule())
        failed = failed or bool(violations)
        print(f"{'not ok' if violations else 'ok'} {number} - {rule.__name__}")
        for violation in violations:
            print(f"#   {violation}")
    sys.exit(failed and BUILD is None)


main()
