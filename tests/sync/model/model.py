#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The structures of lib/sync and lib/board under a model of C11's memory: model.h tells how.

- Each program is right in all its executions, or in the first EXECUTIONS of those of BOUNDED.
- The programs of litmus.c have the outcomes that theory gives, also without the reduction. The
  structures of SMALL are right without it, too.
- Each order of each atomic operation is dropped in turn: a program must find that, or orders.tsv
  says why none does. orders.tsv is the table; `model.py accept` writes it again, and keeps the
  reasons.
- Each fault of FAULTS, in a copy of the source, is found.

With thorough=no only the first two."""
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ["top_source"])
BUILD = Path(os.environ["top_build"])
HERE = SOURCE / "tests/sync/model"
WORK = BUILD / "tests/run/sync/model"
TABLE = HERE / "orders.tsv"
CC = shlex.split(os.environ.get("CC", "gcc"))
IS_THOROUGH = os.environ.get("thorough", "yes") != "no"

CHECKED = ["sync/lock", "sync/park", "sync/guard", "sync/mpsc", "sync/slab", "sync/membarrier",
           "board/board"]
EXECUTIONS = 100000
EXECUTIONS_SHORT = 20000
EXECUTIONS_OF_AN_ORDER = 5000
SECONDS = 600
BOUNDED = {"guard with two remote threads", "mpsc with a consumer that sleeps",
           "slab of two slots, of three"}
SMALL = ["park with a flag", "mpsc that is woken", "shuttle", "shuttle beside a queue",
         "board whose reader dozes"]
ORDERS = {1: "acquire", 2: "release", 4: "seq_cst", 8: "compiler_fence"}

# file, what is there, what is put there, and the program that finds it
FAULTS = [
    ("lock.h", "before == LOCK_CONTENDED", "before == LOCK_FREE", "lock of three",
     "a release wakes nobody"),
    ("park.c", "fetch_add_acq_rel(&park->count, 1);", "", "park with a flag",
     "a wake does not change the count, so a sleep that begins then is not ended"),
    ("park.c", "FUTEX_WAKE_PRIVATE, INT_MAX", "FUTEX_WAKE_PRIVATE, 1", "park",
     "a wake wakes one of two"),
    ("guard.c", "membarrier_run(); /* edge guard.announced */", "", "guard with a remote thread",
     "a remote thread does not wait for what the owner has announced"),
    ("guard.c", "while (load_acquire(&guard->is_inside))", "while (false)",
     "guard with a remote thread", "a remote thread does not wait for the owner"),
    ("guard.c", "store_relaxed(&guard->has_remote, true);", "", "guard with a remote thread",
     "a remote thread does not announce itself"),
    ("guard.c",
     "store_release(&guard->is_inside, false); /* edge guard.inside */\n        lock_take",
     "lock_take", "guard with a remote thread", "the owner does not step back"),
    ("mpsc.h", "if (unlikely(places->state & 1) && mpsc_clear_dozing(queue))", "if (false)",
     "mpsc with two items", "a push does not wake the consumer"),
    ("mpsc.h", "if (unlikely(load_acquire(&queue->overflowed) != 0))", "if (false)",
     "mpsc that is full", "a producer passes its own items in the overflow list"),
    ("mpsc.c", "return tail >> 1 == queue->head &&", "return", "mpsc with two items",
     "the consumer sleeps though a ticket has been taken"),
    ("mpsc.c", "return mpsc_wake(queue) ? MPSC_PUSHED_TO_DOZING : MPSC_PUSHED;",
     "return MPSC_PUSHED;", "mpsc that has overflowed", "a push to the list wakes nobody"),
    ("slab.c", "tag = (head >> 32) + 1;", "tag = head >> 32;",
     "slab with reuse", "a slot that has come back is taken for the one before (ABA)"),
    ("slab.c", "if (compare_exchange_acq_rel(&slab->free, &head, tag << 32 | next))",
     "if (store_release(&slab->free, tag << 32 | next), true)", "slab of two slots",
     "two threads take one slot"),
    ("shuttle.h", "load_acquire(&end->shuttle->stamp) != end->stamp + 1",
     "load_acquire(&end->shuttle->stamp) == 0", "shuttle",
     "an end takes its own item for another"),
    ("board.h", "return seqno <= load_acquire(&board->members[seat].all_left);", "return true;",
     "board that is full", "a member fills a cell that another may still read"),
    ("board.c", "    return load_relaxed(&record->seqno) == seqno;", "    return true;",
     "board with records", "a record is of two calls"),
    ("board.h", "    return compare_exchange_acq_rel(claim, &before, taken);",
     "    return store_release(claim, taken), true;", "board with a share", "two do one share"),
    ("board.c", "fetch_add_seq_cst(&board->members[seat].pins, 1);", "", "board with pins",
     "a pin is not seen"),
    ("board.h", "if ((sum & mask) < (uint64_t)expected)",
     "if ((sum & mask) < (uint64_t)expected - 1)",
     "board at which three arrive", "the last but one takes itself for the last"),
]


class Report:
    """TAP lines, numbered."""
    count = 0

    def line(self, is_ok, name, details=""):
        self.count += 1
        print(f"{'ok' if is_ok else 'not ok'} {self.count} - {name}", flush=True)
        for detail in details.splitlines() if not is_ok else []:
            print(f"#   {detail}")


def build(folder, library):
    """Compiles the sources of `library` and links them with the checker: returns the program."""
    folder.mkdir(parents=True, exist_ok=True)
    flags = ["-std=gnu11", "-g", "-O1", "-fno-pie", "-D_GNU_SOURCE", f"-I{library}",
             f"-I{SOURCE}/lib", f"-I{BUILD}/lib", f"-I{BUILD}/include", f"-I{SOURCE}/include",
             f"-I{HERE}"]
    # The compiler's own macro would let a guard be shared from the start, for the sake of
    # ThreadSanitizer's runtime, which does not know membarrier.
    checked = [*flags, "-fsanitize=thread", "-U__SANITIZE_THREAD__", "-U_FORTIFY_SOURCE",
               "-fno-builtin", "-Wno-tsan", "-Dmemcpy=model_memcpy", "-Dmemset=model_memset"]
    sources = [(library / f"{name}.c", checked) for name in CHECKED]
    sources += [(HERE / f"{name}.c", checked)
                for name in ("programs", "queues", "boards", "litmus")]
    sources += [(HERE / f"{name}.c", [*flags, "-O2", "-U_FORTIFY_SOURCE"])
                for name in ("memory", "explore", "coroutine", "entry", "kernel", "main")]
    objects = []
    for source, words in sources:
        objects.append(folder / f"{source.parent.name}-{source.stem}.o")
        subprocess.run([*CC, *words, "-c", source, "-o", objects[-1]], check=True)
    subprocess.run([*CC, "-no-pie", "-o", folder / "model", *objects], check=True)
    return folder / "model"


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
        status, text = run(model, "-m", str(most), name)
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
    programs that execute them."""
    orders, programs = {}, {}
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
        if path.parent.parent != SOURCE / "lib":
            continue  # the programs' own
        edges, function = edges_at(path, line), function_at(path, line)
        for bit, order in ORDERS.items():
            if orders[address] & bit:
                key = (f"{path.parent.name}/{path.name}", function, edges, order)
                addresses, names_there = places.setdefault(key, (set(), set()))
                addresses.add(address)
                names_there.update(programs[address])
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
        found = re.findall(r"edge (\w+\.\w+)", " ".join(lines[first:last]))
        if found:
            return " ".join(found)
    return "-"


def try_order(model, addresses, bit, names):
    """The program that finds that the order is missing, after how many executions; or None."""
    drops = [word for address in sorted(addresses) for word in ("-w", f"{address}:{bit}")]
    for name in names:
        status, text = run(model, "-m", str(EXECUTIONS_OF_AN_ORDER), *drops, name)
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
                               [name for name in cheap_first if name in there])
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
    table = read_table() if TABLE.exists() else {}
    with TABLE.open("w") as out:
        out.write("# SPDX-License-Identifier: MIT\n"
                  "# Orders that model.py drops, and what finds that.\n"
                  "# file\tfunction\tedges\torder\tprogram\texecutions\twhy it is not found\n")
        for key, found in tried_orders(model, names).items():
            reason = table.get(key, ["", "", ""])[2:] or [""]
            out.write("\t".join([*key, *((found[0], str(found[1]), "") if found
                                         else ("not found", "-", reason[0]))]) + "\n")


# ---- faults --------------------------------------------------------------------------------------

def check_faults(report):
    for number, (name, old, new, program, words) in enumerate(FAULTS):
        library = WORK / f"fault{number}/lib"
        for path in [*SOURCE.glob("lib/sync/*.[ch]"), *SOURCE.glob("lib/board/*.[ch]")]:
            text = path.read_text()
            if path.name == name:
                assert text.count(old) >= 1, f"{name} no longer has: {old}"
                text = text.replace(old, new)
            copy = library / path.relative_to(SOURCE / "lib")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text)
        model = build(WORK / f"fault{number}", library)
        status, text = run(model, "-m", str(EXECUTIONS), program)
        report.line(status == 1, f"{words}: found after {executions(text)} executions",
                    f"{name}: {old}\n{text}")


def main():
    report = Report()
    model = build(WORK, SOURCE / "lib")
    names = run(model)[1].splitlines()
    structures = names[names.index("lock of three"):]
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
