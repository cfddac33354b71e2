# SPDX-License-Identifier: MIT
"""Rules about the makefiles, and about what was built."""

import fnmatch
import os
import re
import subprocess
import sys

from source import BUILD, ROOT, SOURCES, output_of, table


def nothing_else_is_mutable():
    allowed = {line.split()[0] for line in table("mutable.txt")}
    seen, unit = set(), ""
    listing = output_of(os.environ.get("NM", "nm"), "--format=sysv", BUILD / "libheddle.a")
    for line in listing.splitlines():
        fields = [field.strip() for field in line.split("|")]
        if len(fields) < 7:
            unit = line if "[" in line else unit
            continue
        # A function's static variable: gcc says name.NUMBER, clang FUNCTION.name.
        parts, section = fields[0].split("."), fields[6]
        name = next((part for part in parts if part in allowed), parts[0])
        if not re.match(r"\.(data|bss|tdata|tbss)|\*COM\*", section) or \
                section.startswith(".data.rel.ro") or fields[3] in ("SECTION", "FILE"):
            continue
        seen.add(name)
        if name not in allowed:
            place = re.search(r"\[(.*?)\]", unit)
            yield (f"{place.group(1) if place else unit}: {name} is a mutable file-scope variable; "
                   "it belongs to a world, a rank or the caller")
    for name in sorted(allowed - seen):
        yield f"tests/tidy/mutable.txt: there is no variable {name}; remove the line"


def only_public_names_are_visible():
    interposed = dict(line.split(None, 1) for line in table("interposed.txt", ROOT / "lib"))
    nm = os.environ.get("NM", "nm")
    for file, flag in (("lib/libmpi_abi.so.1", "-D"), ("lib/libmpi_abi.a", "-g")):
        if not (BUILD / file).exists():
            continue
        lines = output_of(nm, flag, "--defined-only", BUILD / file).splitlines()
        names = {line.split()[-1].split("@")[0] for line in lines if len(line.split()) == 3}
        for name in sorted(names - set(interposed)):
            if not re.match(r"P?MPI_|heddle_", name):
                yield f"{file}: {name} is visible; hide it, or add it to lib/interposed.txt"
        for name, reason in interposed.items():
            if name not in names and "jemalloc" not in reason:
                yield f"lib/interposed.txt: {file} does not define {name}; remove the line"
    if not (BUILD / "lib/libmpi_abi.so.1").exists():
        return
    dynamic = output_of("readelf", "-d", BUILD / "lib/libmpi_abi.so.1")
    if "soname: [libmpi_abi.so.1]" not in dynamic:
        yield "lib/libmpi_abi.so.1: its soname must be libmpi_abi.so.1"


def the_generated_files_are_up_to_date():
    for generator, written in (("lib/api/generate.py", "lib/api/generated"),
                               ("lib/tools/man/variables.py", "lib/tools/man/mpiexec.1"),
                               ("tests/index.py", "tests/INDEX")):
        run = subprocess.run([sys.executable, ROOT / generator, "--check"],
                             capture_output=True, text=True, check=False)
        if run.returncode != 0:
            yield from (run.stdout + run.stderr).splitlines()
            yield f"{written}: run {generator} and commit what it writes"


def words_of_makefiles(but=()):
    """The files that the makefiles name."""
    words = set(re.findall(r"[\w./-]+", (ROOT / "Makefile.am").read_text()))
    for fragment in ROOT.glob("*/**/*.mk"):
        if fragment.name not in but:
            folder = str(fragment.parent.relative_to(ROOT))
            words |= set(re.findall(r"[\w./-]+", fragment.read_text().replace("%D%", folder)))
    return words


# Their tests are run by a script, or they are the scripts.
NOT_RUN_ALONE = ("tests/harness/*", "tests/clients/*", "tests/tidy/*", "tests/driver/fortran/*",
                 "tests/driver/foreign/*", "tests/driver/memory/*",
                 "tests/driver/profiling/*", "tests/driver/suites/*", "tests/driver/summary/*",
                 "tests/driver/types/*",
                 "tests/programs/checks/*", "tests/programs/deadlocks/right/*",
                 "tests/programs/deadlocks/wrong/*", "tests/programs/globals/larger/*",
                 "tests/programs/races/*", "tests/programs/standard/*", "tests/sync/model/*")


def every_source_is_in_the_makefile():
    words = words_of_makefiles(but=("dist.mk",))
    parts = set(parts_of_programs())
    yield from lines_outside_lists()
    for source in SOURCES:
        name = source.name
        if name.startswith("lib/") and name.endswith(".c") and name not in words:
            yield f"{name}: is not built; add it to its folder's local.mk"
        elif re.match(r"tests/.*\.(c|cc|f90|sh)$", name) and name not in words and \
                name.rsplit(".", 1)[0] not in words and source.path.resolve() not in parts and \
                not any(fnmatch.fnmatch(name, pattern) for pattern in NOT_RUN_ALONE):
            yield f"{name}: is not run; add it to tests/local.mk"


def lines_outside_lists():
    """A line of a list whose predecessor is not continued belongs to no list."""
    for fragment in ROOT.glob("*/**/*.mk"):
        lines = fragment.read_text().splitlines()
        for number, (before, line) in enumerate(zip(lines, lines[1:]), 2):
            if re.match(r"\t(tests|%D%)/\S+( \\)?$", line) and not before.endswith("\\"):
                yield (f"{fragment.relative_to(ROOT)}:{number}: belongs to no list; end the line "
                       "before with a backslash")


MADE_OF = (".am", ".ac", ".mk", ".pc.in", ".gitignore")  # automake ships the first four


def every_file_is_in_the_tarball():
    """What git knows, `make dist` ships: a makefile names it, or the program made of it alone."""
    words = words_of_makefiles()
    if not (ROOT / ".git").exists():
        return
    for name in output_of("git", "-C", ROOT, "ls-files").splitlines():
        if name not in words and name.rsplit(".", 1)[0] not in words and \
                not name.endswith(MADE_OF) and (ROOT / name).exists():
            lists = "tests/dist.mk" if name.startswith("tests/") else "its folder's local.mk"
            yield f"{name}: is not in the tarball; add it to {lists}"


def parts_of_programs():
    """The files that programs' head comments name as parts of them."""
    for source in SOURCES:
        for names in re.findall(r"\b(?:with|plugin|library):([^;*\n]*)", source.text) \
                if source.name.startswith("tests/programs/") else ():
            for name in names.split():
                yield (source.path.parent / name).resolve()
