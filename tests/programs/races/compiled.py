#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the programs of compiled/ with -fheddle-races in several ways and runs them with
HEDDLE_RMA=1: the lines that are told of must be those that say so, and no others. Without
HEDDLE_RMA, and without the option, nothing may be said."""
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent / "compiled"
BUILD = Path(os.environ["top_build"])
FOLDER = BUILD / "tests/run/races"
SECONDS = 1200  # only ends what hangs

IS_THOROUGH = os.environ.get("thorough", "yes") != "no"
LEVELS = ("-O0", "-Og", "-O1", "-O2", "-O3") if IS_THOROUGH else ("-O0", "-O2")
CASES = [(wrapper, source, (level, *more), "1")
         for wrapper, source, more in (("mpicc", "stores.c", ()), ("mpicxx", "stores.cc", ()),
                                       ("mpifort", "stores.f90", ()),
                                       ("mpicc", "threads.c", ("-fopenmp",)))
         for level in LEVELS]
CASES += [("mpicc", "stores.c", ("-O2", "-fPIC", "-shared"), "1"),
          ("mpicc", "stores.c", ("-O2",), "0")]

REFUSED = (
    (("-flto",), "-fheddle-races with -flto is not possible"),
    (("-fno-heddle-private",), "-fheddle-races is not possible: Heddle's plugin is not loaded"),
)


def run(*words, level="0"):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS,
                          env=dict(os.environ, HEDDLE_RMA=level, OMP_NUM_THREADS="3"))


def expected(source):
    lines = source.read_text().splitlines()
    return {number for number, line in enumerate(lines, 1)
            if line.rstrip().endswith(("/* told */", "! told"))}


def build(wrapper, source, flags):
    """The program, or of a library one that calls its main; and what was said."""
    program = FOLDER / f"{source.name}{''.join(flags)}"
    built = run(str(BUILD / "bin" / wrapper), "-g", "-fheddle-races", *flags, "-o", str(program),
                str(source))
    if built.returncode == 0 and "-shared" in flags:
        library = program.with_suffix(".so")
        program.rename(library)
        caller = FOLDER / "caller.c"
        caller.write_text("#include <stddef.h>\n#include <dlfcn.h>\n"
                          "int main(int argc, char **argv)\n{\n"
                          f"    void *library = dlopen(\"{library}\", RTLD_NOW);\n"
                          "    int (*other)(int, char **) = NULL;\n\n    if (library != NULL)\n"
                          "        *(void **)&other = dlsym(library, \"main\");\n"
                          "    return other != NULL ? other(argc, argv) : 9;\n}\n")
        built = run(str(BUILD / "bin/mpicc"), "-o", str(program), str(caller), "-ldl")
    return program, built


def faults_of(wrapper, source, flags, level):
    program, built = build(wrapper, source, flags)
    if built.returncode != 0:
        return built.stderr.splitlines()
    ended = run(str(BUILD / "bin/mpiexec"), "-n", "2", str(program), level=level)
    told = {int(line) for line in re.findall(
        rf"^rank 1: warning: a (?:load|store) in .*?\({re.escape(source.name)}:(\d+)\) touches the "
        r"same bytes of the memory of rank 1 as MPI_Put of rank 0", ended.stderr, re.M)}
    wanted = expected(source) if level == "1" else set()
    faults = [] if ended.returncode == 0 else [f"status {ended.returncode}"]
    faults += [f"line {line} is not told of" for line in sorted(wanted - told)]
    faults += [f"line {line} is told of" for line in sorted(told - wanted)]
    return faults + ended.stderr.splitlines() if faults else []


def refusal_faults(flags, words):
    result = run(str(BUILD / "bin/mpicc"), "-fheddle-races", *flags, "-o", str(FOLDER / "refused"),
                 str(HERE / "stores.c"))
    return [] if result.returncode != 0 and words in result.stderr else [result.stderr]


def main():
    if os.environ.get("sanitizer", "no") != "no":
        print("1..0 # SKIP the wrapper adds a sanitizer's options")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    checks = [(f"{wrapper} {' '.join(flags)} {source}, HEDDLE_RMA={level}",
               faults_of, (wrapper, HERE / source, flags, level))
              for wrapper, source, flags, level in CASES
              if (BUILD / "bin" / wrapper).exists()]
    checks += [(f"{' '.join(flags)} is refused", refusal_faults, (flags, words))
               for flags, words in REFUSED]
    failed = False
    for number, (name, check, arguments) in enumerate(checks, 1):
        faults = check(*arguments)
        print(f"{'not ok' if faults else 'ok'} {number} - {name}")
        print("".join(f"#   {fault}\n" for fault in faults), end="", flush=True)
        failed |= bool(faults)
    print(f"1..{len(checks)}")
    return failed


sys.exit(main())
