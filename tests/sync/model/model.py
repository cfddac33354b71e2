#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The lock-free structures of the library under a model of C11's memory: model.h tells how.

- Each program is right in all its executions, or in the first that many of those of BOUNDED.
- The programs of litmus.c have the outcomes that theory gives, also without the reduction. The
  structures of SMALL are right without it, too.
- Each order of each atomic operation is dropped in turn: a program must find that, or orders.tsv
  says why none does. orders.tsv is the table; `model.py accept` writes it again, and keeps the
  reasons.
- Each fault of faults.py, in a copy of the source, is found.

With thorough=no only the first two."""
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
# pylint: disable=wrong-import-position
from faults import FAULTS

SOURCE = Path(os.environ["top_source"])
BUILD = Path(os.environ["top_build"])
HERE = SOURCE / "tests/sync/model"
WORK = BUILD / "tests/run/sync/model"
TABLE = HERE / "orders.tsv"
CC = shlex.split(os.environ.get("CC", "gcc"))
IS_THOROUGH = os.environ.get("thorough", "yes") != "no"

# What is modelled, with the programs of it: the floors of lib/sync and lib/board, and those above.
LOW = ["sync/lock", "sync/park", "sync/guard", "sync/mpsc", "sync/slab", "sync/membarrier",
       "board/board", "board/relay"]
LOW_PROGRAMS = ["programs", "queues", "boards", "litmus"]
HIGH = ["rank/rank", "rank/life", "rank/wait", "rank/sleep/wake", "rank/sleep/waiter", "rank/lock",
        "rank/turns", "rank/turns_thread", "rank/turns_vain", "rank/worlds/connected",
        "request/request", "p2p/rendezvous", "p2p/split_copy", "p2p/mailbox", "rma/accumulate",
        "rma/native", "rma/region", "rma/pscw", "rma/passive", "io/accord", "io/joint", "io/merge"]
HIGH_PROGRAMS = ["ranks", "messages", "windows", "files", "around", "absent"]
CHECKER = ["memory", "explore", "coroutine", "entry", "kernel", "main"]
NAMES = [*LOW, *LOW_PROGRAMS, *HIGH, *HIGH_PROGRAMS, *CHECKER]
FIRST, FIRST_HIGH = "lock of three", "rank that waits"
EXECUTIONS = 100000
EXECUTIONS_SHORT = 20000
EXECUTIONS_OF_A_LOW_ORDER, EXECUTIONS_OF_A_HIGH_ORDER = 5000, 2000
SECONDS = 600
# Programs that have more executions than can be tried, and how many are.
BOUNDED = {"guard with two remote threads": EXECUTIONS,
           "mpsc with a consumer that sleeps": EXECUTIONS,
           "slab of two slots, of three": EXECUTIONS,
           "rank with two threads that wait": 20000,
           "rank lock of two, again": 20000, "rank lock of three": 20000,
           "rank lock that is shared": 20000, "rendezvous of two who copy": 20000,
           "window locked as a whole": 20000, "window locked as a whole by two": 20000,
           "file of two accesses": 10000, "file of two windows": 10000}
SMALL = ["park with a flag", "mpsc that is woken", "shuttle", "shuttle beside a queue",
         "board whose reader dozes", "object that three drop", "register of worlds"]
ORDERS = {1: "acquire", 2: "release", 4: "seq_cst", 8: "compiler_fence"}


class Report:
    """TAP lines, numbered."""
    count = 0

    def line(self, is_ok, name, details=""):
        self.count += 1
        print(f"{'ok' if is_ok else 'not ok'} {self.count} - {name}", flush=True)
        for detail in details.splitlines() if not is_ok else []:
            print(f"#   {detail}")


def compile_all(folder, library, names):
    """Compiles sources of `library`, programs and the checker, as far as they are among `names`,
    and links them with the objects of WORK that there are for the others: returns the program."""
    folder.mkdir(parents=True, exist_ok=True)
    flags = ["-std=gnu11", "-g", "-O1", "-fno-pie", "-D_GNU_SOURCE", f"-I{library}",
             f"-I{SOURCE}/lib", f"-I{BUILD}/lib", f"-I{BUILD}/include", f"-I{SOURCE}/include",
             f"-I{HERE}", "-ffunction-sections", "-fdata-sections", "-U_FORTIFY_SOURCE", "-MMD"]
    # The compiler's own macro would let a guard be shared from the start, for the sake of
    # ThreadSanitizer's runtime, which does not know membarrier.
    checked = [*flags, "-fsanitize=thread", "-U__SANITIZE_THREAD__", "-fno-builtin", "-Wno-tsan",
               "-Dmemcpy=model_memcpy", "-Dmemset=model_memset"]
    objects = []
    for name in NAMES:
        if name not in names:
            objects.append(object_of(WORK, name))
            continue
        source = next(path for path in (HERE / f"{name}.c", library / f"{name}.c",
                                        SOURCE / f"lib/{name}.c") if path.exists())
        objects.append(object_of(folder, name))
        words = [*flags, "-O2"] if name in CHECKER else checked
        subprocess.run([*CC, *words, "-c", source, "-o", objects[-1]], check=True)
    # What no program comes to need not be there.
    subprocess.run([*CC, "-no-pie", "-Wl,--gc-sections", "-o", folder / "model", *objects],
                   check=True)
    return folder / "model"


def object_of(folder, name):
    return folder / f"{name.replace('/', '-')}.o"


def run(model, *words):
    """Status and output; what does not end counts as neither right nor wrong."""
    try:
        done = subprocess.run([model, *words], capture_output=True, text=True, check=False,
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return 2, f"it has not ended after {SECONDS} seconds"
    return done.returncode, done.stdout + done.stderr


def with_lines(model, text):
    """The report of an execution, with source lines in place of addresses."""
    addresses = sorted(set(re.findall(r"0x[0-9a-f]{6,}", text)))
    if not addresses:
        return text
    lines = subprocess.run(["addr2line", "-e", model, *addresses], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    for address, line in zip(addresses, lines):
        text = text.replace(address, line.split(" ")[0].rpartition("/")[2])
    return text


def executions(text):
    found = re.search(r"(\d+) executions", text)
    return int(found[1]) if found else 0


def check_programs(report, model, names):
    most = EXECUTIONS if IS_THOROUGH else EXECUTIONS_SHORT
    for name in names:
        status, text = run(model, "-m", str(min(most, BOUNDED.get(name, most))), name)
        is_ok = status == 0 or (status == 3 and (name in BOUNDED or not IS_THOROUGH))
        extent = "the first" if status == 3 else "all"
        report.line(is_ok, f"{name}: right in {extent} {executions(text)} executions",
                    with_lines(model, text))


def check_litmus(report, model, names):
    for name in names:
        status, text = run(model, "-a", name)
        what = "right" if name in SMALL else "the outcomes of theory"
        report.line(status == 0, f"{name}: {what} without reduction, too", text)


# ---- each order ----------------------------------------------------------------------------------

def places_of(model, names):
    """The operations that have an order: (file, function, edges, order) -> addresses, and the
    programs that execute them. Most of lib/sync and lib/board have programs of their own."""
    orders, programs, high = {}, {}, names.index(FIRST_HIGH)
    for name in names:
        _, text = run(model, "-m", "2000", "-s", name)
        for address, bits in re.findall(r"^site (0x[0-9a-f]+) (\d+)$", text, re.M):
            orders[address] = int(bits)
            programs.setdefault(address, []).append(name)
    calls = [hex(int(address, 16) - 1) for address in orders]  # not where they return to
    lines = subprocess.run(["addr2line", "-e", model, *calls], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    places = {}
    for address, (path, line) in zip(orders, (re.match(r"(.*?):(\d+)", line).groups()
                                              for line in lines)):
        path, line = Path(path), int(line)
        if not path.is_relative_to(SOURCE / "lib"):
            continue  # the programs' own
        file = str(path.relative_to(SOURCE / "lib"))
        there = [name for name in programs[address]
                 if not is_low(file) or names.index(name) < high] or programs[address]
        edges, function = edges_at(path, line), function_at(path, line)
        for bit, order in ORDERS.items():
            if orders[address] & bit:
                addresses, names_there = places.setdefault((file, function, edges, order),
                                                           (set(), set()))
                addresses.add(address)
                names_there.update(there)
    return places


def function_at(path, line):
    """The function in which the line is: the last name before a parenthesis in the first column."""
    for text in reversed(path.read_text().splitlines()[:line]):
        found = re.match(r"[a-z][^;=(]*?(\w+)\(", text)
        if found:
            return found[1]
    return "-"


def edges_at(path, line):
    """The edges that the operation's comment names: on its lines, or above."""
    lines = path.read_text().splitlines()
    for first, last in ((line - 1, line), (line - 1, line + 1), (line - 2, line),
                        (line - 1, line + 3)):
        found = re.findall(r"edges? (\w+\.\w+(?:, \w+\.\w+)*)", " ".join(lines[first:last]))
        if found:
            return " ".join(found).replace(",", "")
    return "-"


def is_low(file):
    return file.startswith(("sync/", "board/"))


def try_order(model, addresses, bit, names, most):
    """The program that finds that the order is missing, after how many executions; or None."""
    drops = [word for address in sorted(addresses) for word in ("-w", f"{address}:{bit}")]
    for name in names:
        status, text = run(model, "-m", str(most), *drops, name)
        if status == 1:
            return name, executions(text)
    return None


def read_table():
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()
            if line and not line.startswith("#")]
    return {tuple(row[:4]): row[4:] for row in rows}


def tried_orders(model, names):
    """The rows of the table as they are now: key -> (program, executions) or None."""
    bits = {order: bit for bit, order in ORDERS.items()}
    cheap_first = sorted(names, key=lambda name: executions(run(model, "-m", "2000", name)[1]))
    found = {}
    for key, (addresses, there) in sorted(places_of(model, names).items()):
        found[key] = try_order(model, addresses, bits[key[3]],
                               [name for name in cheap_first if name in there],
                               EXECUTIONS_OF_A_LOW_ORDER if is_low(key[0])
                               else EXECUTIONS_OF_A_HIGH_ORDER)
    return found


def check_orders(report, model, names):
    table, tried = read_table(), tried_orders(model, names)
    report.line(set(table) == set(tried), "orders.tsv has each order of each operation",
                "\n".join("\t".join(key) for key in set(table) ^ set(tried)))
    for key, found in tried.items():
        told = table.get(key, ["", "", ""])
        is_told = told[0] == "not found" and len(told) > 2 and len(told[2]) > 20
        report.line(found is not None or is_told, " ".join(key) + (
            f": found by \"{found[0]}\" after {found[1]} executions" if found
            else ": not found, which orders.tsv explains"), "no program needs this order")
        if found and told[0] == "not found":
            report.line(False, " ".join(key) + ": orders.tsv says that it is not found")


def accept(model, names):
    table, tried = read_table() if TABLE.exists() else {}, tried_orders(model, names)
    with TABLE.open("w") as out:
        out.write("# SPDX-License-Identifier: MIT\n"
                  "# Orders that model.py drops, and what finds that.\n"
                  "# file\tfunction\tedges\torder\tprogram\texecutions\twhy it is not found\n")
        for key, found in tried.items():
            reason = table.get(key, ["", "", ""])[2:] or [""]
            out.write("\t".join([*key, *((found[0], str(found[1]), "") if found
                                         else ("not found", "-", reason[0]))]) + "\n")


# ---- faults --------------------------------------------------------------------------------------

def names_with(name):
    """The objects in which a source, or a header, is."""
    if name.endswith(".c"):
        return [name[:-2]]
    there = [*LOW, *LOW_PROGRAMS] if is_low(name) else [*HIGH, *HIGH_PROGRAMS]
    return [each for each in there
            if f"/{name}" in object_of(WORK, each).with_suffix(".d").read_text()]


def check_faults(report):
    for number, (name, old, new, program, words) in enumerate(FAULTS):
        library = WORK / f"fault{number}/lib"
        text = (SOURCE / "lib" / name).read_text()
        assert old in text, f"{name} no longer has: {old}"
        (library / name).parent.mkdir(parents=True, exist_ok=True)
        (library / name).write_text(text.replace(old, new))
        model = compile_all(WORK / f"fault{number}", library, names_with(name))
        status, text = run(model, "-m", str(EXECUTIONS), program)
        report.line(status == 1, f"{words}: found after {executions(text)} executions",
                    f"{name}: {old}\n{text}")


def main():
    report = Report()
    model = compile_all(WORK, SOURCE / "lib", NAMES)
    names = run(model)[1].splitlines()
    structures = names[names.index(FIRST):]
    if sys.argv[1:] == ["accept"]:
        accept(model, structures)
        return
    check_programs(report, model, names)
    check_litmus(report, model, [name for name in names if name not in structures] + SMALL)
    if IS_THOROUGH:
        check_orders(report, model, structures)
        check_faults(report)
    print(f"1..{report.count}")


main()
