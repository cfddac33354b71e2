#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs full of global variables: several ranks in one process must do what as many
processes of one rank do.

Each seed makes a program of a few files, with scalars, arrays, structures, pointers among them,
bit-fields, unions, tables of constant pointers and of constant structures, function pointers,
static, weak and tentative definitions, all with random initialisers. Each rank changes what it has
by random numbers of its own, some of it in a thread, meets the others, and prints a sum over all
variables; pointers count by the variable that they point into.

The wrapper compiles some of the programs. Of the others each file is compiled by any compiler that
there is, at any level, and a part of some is a library; the wrapper may have made that, too.

  random_globals.py [SEED [COUNT]]    run by hand, beginning with another seed"""

import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

BIN = Path(os.environ.get("top_build", "build")) / "bin"
WORK = Path(os.environ.get("top_build", "build")) / "tests/run/random_globals"
FIRST_SEED = 20_000
SEEDS = 8
FIRST_FOREIGN_SEED = 30_000  # from here on, the wrapper does not compile the program
FOREIGN_SEEDS = 6
FOREIGN = [os.environ.get("WRAPPER_CC", "gcc"), "clang", "clang-16", "gcc-11", "gcc-14"]
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
RANKS = 4
STEPS = 6
WHOLE = ["signed char", "unsigned short", "int", "long", "unsigned long long"]
NUMBERS = WHOLE + ["float", "double"]

HEAD = """/* seed {seed} */
#include <stddef.h>
#include <string.h>
struct node {{ struct node *next; int *number; long values[3]; short small; }};
struct mixed {{ unsigned low : 5; signed high : 9; int *to;
               union {{ long whole; unsigned char bytes[8]; }} part; }};
struct row {{ const char *name; int *number; unsigned long (*call)(unsigned long); }};
unsigned long next(unsigned long bound);
void place_add(const void *start, unsigned long bytes);
unsigned long place_of(const void *pointer);
unsigned long mix(unsigned long sum, unsigned long value);
"""

MAIN = """
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned long state;
static struct {{ const char *start; unsigned long bytes; }} places[2000];
static unsigned long place_count;
unsigned long next(unsigned long bound)
{{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (state >> 33) % bound;
}}
void place_add(const void *start, unsigned long bytes)
{{
    places[place_count].start = start;
    places[place_count++].bytes = bytes;
}}
/* One past the end counts for the variable, unless another one begins there: then for that. */
unsigned long place_of(const void *pointer)
{{
    const char *address = pointer;
    if (address == NULL)
        return 7;
    for (unsigned long i = 0; i < place_count; i++)
        if (address >= places[i].start && address < places[i].start + places[i].bytes)
            return 1000000 * i + (unsigned long)(address - places[i].start) + 11;
    return 13;
}}
unsigned long mix(unsigned long sum, unsigned long value)
{{
    return (sum ^ value) * 1099511628211ul + (sum >> 29);
}}
void in_thread(void *(*body)(void *))
{{
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, NULL) != 0 || pthread_join(thread, NULL) != 0)
        abort();
}}
{declarations}
int main(int argc, char **argv)
{{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 1)
        rank = atoi(argv[1]);
    state = 977 + 31 * (unsigned long)rank;
{registrations}
    for (int step = 0; step <= {steps}; step++) {{
        unsigned long sum = 1;
{sums}
        printf("rank %d step %d sum %lx\\n", rank, step, sum);
        MPI_Barrier(MPI_COMM_WORLD);
{changes}
    }}
    MPI_Finalize();
    return 0;
}}
"""


class Variable:
    """One global or function-level variable; `unit` defines it."""

    def __init__(self, name, unit, kind, element, count, linkage):
        self.name, self.unit, self.kind = name, unit, kind
        self.element, self.count, self.linkage = element, count, linkage

    def is_seen_from(self, unit):
        return self.linkage != "static" or self.unit == unit

    def address(self, rng):
        return f"&{self.name}[{rng.randrange(self.count)}]"

    def declaration(self):
        stars = {"pointer": "*", "table": "*const ", "twice": "**", "row": "const "}
        stars = stars.get(self.kind, "")
        return f"{self.element} {stars}{self.name}[{self.count}]"


class Program:
    def __init__(self, seed):
        self.seed = seed
        self.rng = random.Random(seed)
        self.units = self.rng.randint(2, 4)
        self.variables = []
        self.make_variables()

    def add(self, kind, element, count, linkage=None):
        linkage = linkage or self.rng.choice(["static", "static", "global", "global", "common",
                                              "weak"])
        unit = self.rng.randrange(self.units)
        name = f"{kind[0]}{len(self.variables)}"
        self.variables.append(Variable(name, unit, kind, element, count, linkage))

    def make_variables(self):
        rng = self.rng
        for element in NUMBERS * rng.randint(2, 4):
            self.add("data", element, rng.choice([1, 1, 2, 5, 17, 64, 1000]))
        self.add("data", "int", 5, "global")
        self.add("data", "double", 60_000)
        for _ in range(rng.randint(2, 6)):
            self.add("node", "struct node", rng.randint(1, 4))
        for _ in range(rng.randint(2, 5)):
            self.add("mixed", "struct mixed", rng.randint(1, 5))
        for _ in range(rng.randint(1, 3)):
            self.add("row", "struct row", rng.randint(1, 4), rng.choice(["static", "global"]))
        for element in rng.choices(WHOLE, k=rng.randint(4, 12)):
            self.add("pointer", element, rng.randint(1, 6))
        for element in rng.choices(WHOLE, k=rng.randint(2, 5)):
            self.add("table", element, rng.randint(1, 6), rng.choice(["static", "global"]))
        for element in rng.choices(WHOLE, k=rng.randint(1, 4)):
            self.add("twice", element, rng.randint(1, 3))
        rng.shuffle(self.variables)

    def seen(self, unit, *kinds, element=None):
        return [each for each in self.variables if each.kind in kinds and each.is_seen_from(unit)
                and (element is None or each.element == element)]

    def target(self, unit, kind, element):
        """The address of a random element, or NULL where there is none."""
        found = self.seen(unit, kind, element=element)
        return self.rng.choice(found).address(self.rng) if found else "NULL"

    # ---- what a file has ----

    def initial(self, variable):
        rng, unit = self.rng, variable.unit
        count = rng.randint(1, min(variable.count, 20))
        if variable.kind == "data":
            return ", ".join(str(rng.randint(0, 120)) for _ in range(count))
        if variable.kind == "node":
            return ", ".join(
                f"{{{self.target(unit, 'node', 'struct node')}, "
                f"{self.target(unit, 'data', 'int')}, "
                f"{{{rng.randint(0, 9)}, {rng.randint(0, 9)}}}, {rng.randint(0, 9)}}}"
                for _ in range(variable.count))
        if variable.kind == "mixed":
            return ", ".join(f"{{{rng.randint(0, 31)}, {rng.randint(-9, 99)}, "
                             f"{self.target(unit, 'data', 'int')}, {{{rng.randint(0, 9999)}}}}}"
                             for _ in range(variable.count))
        if variable.kind == "row":
            return ", ".join(f'{{"{variable.name}", {self.target(unit, "data", "int")}, '
                             f'{rng.choice(["next", "NULL"])}}}' for _ in range(variable.count))
        pointed = "pointer" if variable.kind == "twice" else "data"
        return ", ".join(self.target(unit, pointed, variable.element)
                         for _ in range(variable.count))

    def definition(self, variable):
        has_initial = variable.linkage != "common" and \
            (variable.kind != "data" or self.rng.random() < 0.6)
        static = {"static": "static ", "weak": "__attribute__((weak)) "}
        static = static.get(variable.linkage, "")
        initial = f" = {{{self.initial(variable)}}}" if has_initial else ""
        return f"{static}{variable.declaration()}{initial};"

    def file(self, unit):
        mine = [each for each in self.variables if each.unit == unit]
        seen = [each for each in self.variables if each.is_seen_from(unit)]
        lines = [HEAD.format(seed=self.seed)]
        # Static ones are declared tentatively first: initialisers lead in circles.
        for each in seen:
            if each.linkage != "static":
                lines.append(f"extern {each.declaration()};")
            elif each.kind not in ("table", "row"):
                lines.append(f"static {each.declaration()};")
        mine.sort(key=lambda each: each.kind not in ("table", "row"))
        lines += [self.definition(each) for each in mine]
        lines.append(f"void register{unit}(void)\n{{")
        lines += [f"    place_add({each.name}, sizeof {each.name});" for each in mine]
        lines.append(f"}}\nunsigned long sum{unit}(unsigned long sum)\n{{\n    int i;")
        lines += [self.summing(each) for each in mine]
        lines.append("    return sum;\n}")
        lines.append(self.changes(unit, seen))
        return "\n".join(lines) + "\n"

    @staticmethod
    def summing(variable):
        name = variable.name
        value = {"data": f"(unsigned long)(long){name}[i]",
                 "node": f"place_of({name}[i].next) ^ place_of({name}[i].number) ^ "
                         f"(unsigned long)({name}[i].values[0] + 3 * {name}[i].values[2] + "
                         f"{name}[i].small)",
                 "mixed": f"place_of({name}[i].to) ^ (unsigned long)({name}[i].low + "
                          f"64l * {name}[i].high) ^ (unsigned long){name}[i].part.whole",
                 "row": f"place_of({name}[i].number) ^ (unsigned long){name}[i].name[1] ^ "
                        f"({name}[i].call == next)"}.get(variable.kind, f"place_of({name}[i])")
        return f"    for (i = 0; i < {variable.count}; i++)\n        sum = mix(sum, {value});"

    def changes(self, unit, seen):
        in_thread = self.rng.random() < 0.3
        lines = ["static void *change(void *none)\n{",
                 "    static unsigned long calls, *last = &calls;",
                 "    int i;\n    *last += 1;"]
        for _ in range(self.rng.randint(15, 40)):
            lines.append(self.change(unit, self.rng.choice(seen)))
        lines.append("    (void)i;\n    return none;\n}")
        lines.append("void in_thread(void *(*body)(void *));")
        lines.append(f"void change{unit}(void)\n{{")
        lines.append("    in_thread(change);\n}" if in_thread else "    change(NULL);\n}")
        return "\n".join(lines)

    def change(self, unit, variable):
        rng, name = self.rng, variable.name
        index = f"next({variable.count})"
        if variable.kind == "data":
            return self.change_of_data(unit, variable, index)
        if variable.kind == "node":
            return rng.choice([
                f"    i = {index}; if ({name}[i].next) {name}[i].next->values[1] += next(50);",
                f"    i = {index}; if ({name}[i].number) *{name}[i].number += (int)next(50);",
                f"    {name}[{index}].next = {self.target(unit, 'node', 'struct node')};",
                f"    i = {index}; {name}[i].small = (short)(calls + next(9));",
                f"    {{ struct node n = {name}[0]; {name}[0] = {name}[{index}]; "
                f"n.small++; {name}[{index}] = n; }}"])
        if variable.kind == "mixed":
            return rng.choice([
                f"    i = {index}; {name}[i].low += next(40); {name}[i].high ^= 3;",
                f"    i = {index}; {name}[i].part.bytes[next(8)] ^= (unsigned char)next(256);",
                f"    i = {index}; if ({name}[i].to) *{name}[i].to -= {name}[i].high;",
                f"    {name}[{index}] = (struct mixed){{.low = next(32), .part = {{calls}}, "
                f".to = {self.target(unit, 'data', 'int')}}};"])
        if variable.kind == "row":
            return (f"    i = {index}; if ({name}[i].number && {name}[i].call) "
                    f"*{name}[i].number += (int){name}[i].call(30);")
        if variable.kind == "twice":
            return f"    i = {index}; if ({name}[i] && *{name}[i]) **{name}[i] ^= 5;"
        step = f"    i = {index}; if ({name}[i]) *{name}[i] += ({variable.element})next(40);"
        if variable.kind == "table":
            return step
        target = self.target(unit, "data", variable.element)
        return rng.choice([step, step, f"    {name}[{index}] = {target};"])

    def change_of_data(self, unit, variable, index):
        rng, name, element = self.rng, variable.name, variable.element
        other = rng.choice(self.seen(unit, "data", element=element))
        count = min(variable.count, other.count)
        # Small values: sums are exact in every type, and float's and double's stay whole.
        return rng.choice([
            f"    {name}[{index}] = ({element})next(100);",
            f"    {name}[{index}] = ({element})(next(100) + calls);",
            f"    for (i = 0; i < {count}; i++)\n        {name}[i] = "
            f"({element})((long){other.name}[i] % 50 + i % 7);",
            f"    memmove({name}, {other.name}, sizeof {name}[0] * {count});",
            f"    memset({name} + {variable.count // 2}, 0, sizeof {name}[0]);"])

    def write(self, folder):
        """The sources' names; main is the last."""
        for unit in range(self.units):
            (folder / f"unit{unit}.c").write_text(self.file(unit))
        each = range(self.units)
        (folder / "main.c").write_text(HEAD.format(seed=self.seed) + MAIN.format(
            declarations="\n".join(f"void register{u}(void); unsigned long sum{u}(unsigned long); "
                                   f"void change{u}(void);" for u in each),
            registrations="\n".join(f"    register{u}();" for u in each),
            sums="\n".join(f"        sum = sum{u}(sum);" for u in each),
            changes="\n".join(f"        change{u}();" for u in each), steps=STEPS))
        return [f"unit{unit}.c" for unit in each] + ["main.c"]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=1800, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: status {done.returncode}\n"
                           f"{done.stderr[-3000:]}")
    return done.stdout


def compilers(*flags):
    """The words of those that link with these flags."""
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "one.c").write_text("int main(void) { return 0; }\n")
    return [words for words in map(str.split, FOREIGN) if shutil.which(words[0]) and
            subprocess.run([*words, *flags, "one.c", "-o", "one"], cwd=WORK, capture_output=True,
                           check=False).returncode == 0]


def build_by_others(program, folder):
    """One file of a library, and all others, by a compiler each, or all by one at link time."""
    rng = random.Random(program.seed + 1)
    is_whole = rng.random() < 0.25 and compilers("-flto")
    chosen = [rng.choice(compilers("-flto"))] if is_whole else compilers()
    include = f"-I{BIN.parent / 'include'}"
    common = rng.choice(["-fcommon", "-fno-common"])
    sources = program.write(folder)
    parts, told = [], []
    if rng.random() < 0.6:
        maker = rng.choice([*chosen, [str(BIN / "mpicc")]])
        run([*maker, rng.choice(LEVELS), common, "-w", "-g", "-fPIC", "-shared",
             sources[0], "-o", "part.so"], folder)
        sources, parts, told = sources[1:], ["./part.so"], [f"part.so by {' '.join(maker)}"]
    for source in sources:
        maker = [*rng.choice(chosen), rng.choice(LEVELS), *(["-flto"] if is_whole else [])]
        run([*maker, common, "-w", "-g", include, "-c", source], folder)
        told.append(f"{source} by {' '.join(maker)}")
    maker = [*rng.choice(chosen), *(["-flto", "-O2"] if is_whole else [])]
    lib = BIN.parent / "lib"
    run([*maker, *(source[:-1] + "o" for source in sources), *parts, "-o", "program", f"-L{lib}",
         f"-Wl,-rpath,{lib}", "-lmpi_abi", "-lpthread"], folder)
    return ", ".join([*told, "linked by " + " ".join(maker)])


def build(program, folder):
    rng = random.Random(program.seed + 1)
    flags = [rng.choice(LEVELS), rng.choice(["-fcommon", "-fno-common"]),
             *rng.choice([[], [], ["-flto"]]), "-w", "-g"]
    sources = program.write(folder)
    if rng.random() < 0.4:  # a library, which shares variables with the program
        run([BIN / "mpicc", *flags, "-fPIC", "-shared", sources[0], "-o", "part.so"], folder)
        sources = sources[1:] + ["./part.so"]
    run([BIN / "mpicc", *flags, *sources, "-o", "program"], folder)
    return " ".join(flags + sources[-1:])


def sums(text, rank):
    return re.findall(rf"^rank {rank} step .*$", text, re.M)


def check(seed):
    """None, or what differs."""
    folder = WORK / str(seed)
    folder.mkdir(parents=True, exist_ok=True)
    program = Program(seed)
    is_foreign = seed >= FIRST_FOREIGN_SEED
    flags = (build_by_others if is_foreign else build)(program, folder)
    together = run([BIN / "mpiexec", "-n", str(RANKS), "./program"], folder)
    for rank in range(RANKS):
        alone = sums(run([BIN / "mpiexec", "-n", "1", "./program", str(rank)], folder), rank)
        if len(alone) != STEPS + 1:
            return f"{flags}: rank {rank} printed {len(alone)} lines"
        if sums(together, rank) != alone:
            return f"{flags}: rank {rank} differs:\n" + "\n".join(
                f"{one}   {other}" for one, other in zip(alone, sums(together, rank)))
    if len({line.split()[-1] for line in together.splitlines()}) < RANKS * STEPS:
        return f"{flags}: the ranks do the same"
    return None


def reason_to_skip(seed):
    if os.environ.get("privatize") == "no":
        return "without private globals"
    if seed >= FIRST_FOREIGN_SEED and (os.environ.get("sanitizer", "no") != "no" or
                                       not (BIN.parent / "lib/libmpi_abi.so").exists()):
        return "a sanitizer, or no shared library"
    return None


def main():
    seeds = [*range(FIRST_SEED, FIRST_SEED + SEEDS),
             *range(FIRST_FOREIGN_SEED, FIRST_FOREIGN_SEED + FOREIGN_SEEDS)]
    if len(sys.argv) > 1:
        first = int(sys.argv[1])
        seeds = range(first, first + (int(sys.argv[2]) if len(sys.argv) > 2 else SEEDS))
    print(f"1..{len(seeds)}")
    for number, seed in enumerate(seeds, 1):
        if reason_to_skip(seed):
            print(f"ok {number} - seed {seed} # SKIP {reason_to_skip(seed)}")
            continue
        try:
            fault = check(seed)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            fault = str(error)
        print(f"{'not ok' if fault else 'ok'} {number} - seed {seed}")
        for line in (fault or "").splitlines():
            print(f"#   {line}")
        sys.stdout.flush()


main()
