# SPDX-License-Identifier: MIT
"""The two ends of every order between threads: each ordered atomic operation names its edge, each
edge has both ends and a description in a header, and so has each asymmetric fence; and each edge
is in the model of tests/sync/model, or has a reason not to be."""

import re
from pathlib import Path

MODEL = Path(__file__).resolve().parent.parent / "sync/model"
# The operations of the forms of edges.tsv.
FORMS = {
    "last": r"fetch_(sub|add)_(acq_rel|seq_cst)",
    "made": r"(store|compare_exchange|exchange)_(release|acq_rel)|load_acquire",
    "flag": r"(store|exchange|compare_exchange)_seq_cst|load_(acquire|seq_cst)",
    "count": r"fetch_add_acq_rel|load_acquire",
    "both": r"(store|load)_seq_cst",
}

ORDERED = re.compile(r"\b(load|store|exchange|compare_exchange|compare_exchange_weak|fetch_\w+?)"
                     r"_(acquire|release|acq_rel|seq_cst)\s*\(")
# The two sides of an asymmetric fence. Where they are declared they belong to no edge.
FENCE = re.compile(r"\b(compiler_fence|membarrier_run)\s*\((?!void)")
NOUN = r"[a-z_0-9]+\.[a-z_0-9]+"


def edge_of(source, index):
    """The edges that the statement at this line names: on its lines, or just before or after."""
    last = index
    while last + 1 < len(source.code) and last < index + 6 and \
            not re.search(r"[;{]\s*$", source.code[last].rstrip()):
        last += 1
    lines = source.lines[index:last + 1]
    if index > 0 and not source.code[index - 1].strip():
        lines = [source.lines[index - 1]] + lines
    if last + 1 < len(source.code) and not source.code[last + 1].strip():
        lines.append(source.lines[last + 1])
    match = re.search(rf"\bedges? ({NOUN}(?:(?:, | and ){NOUN})*)", "\n".join(lines))
    return re.findall(NOUN, match.group(1)) if match else []


def edge_uses(sources):
    """Each (source, line number, operation, order, edges) of an ordered atomic."""
    for source in sources:
        if source.name == "lib/base/atomic.h":
            continue
        for index, line in enumerate(source.code):
            for match in ORDERED.finditer(line):
                yield source, index + 1, match.group(1), match.group(2), edge_of(source, index)


def fence_uses(sources):
    """Each (source, line number, which side, edges) of an asymmetric fence."""
    for source in sources:
        if source.name == "lib/base/atomic.h":
            continue
        for index, line in enumerate(source.code):
            for match in FENCE.finditer(line):
                yield source, index + 1, match.group(1), edge_of(source, index)


def described_edges(sources):
    described = {}
    for source in sources:
        block = re.search(r"^ \* Edges\s*\n((?: \*.*\n)+?)(?= \*\n|[^ ]|.*\*/)", source.text + "\n",
                          re.M)
        for comment in re.findall(r"/\*.*?\*/", source.text, re.S) if block else ():
            after = re.split(r"^ \* Edges\s*$", comment, flags=re.M)
            for part in after[1:]:
                for match in re.finditer(rf"^ \*   ({NOUN})  ", part, re.M):
                    described[match.group(1)] = source.name
    return described


def ordered(sources):
    ends, described = {}, described_edges(sources)
    for source, number, operation, order, edges in edge_uses(sources):
        if not edges:
            yield (f"{source.name}:{number}: {operation}_{order} names no edge; add "
                   "/* edge noun.noun */ and say in a header's Edges block what it carries")
        for edge in edges:
            sides = ends.setdefault(edge, {"places": []})
            sides["places"].append(f"{source.name}:{number}")
            if operation != "load":
                sides["release"] = True
            if operation != "store":
                sides["acquire"] = True
    for edge, sides in sorted(ends.items()):
        for side in ("release", "acquire"):
            if side not in sides:
                yield (f"{sides['places'][0]}: edge {edge} has no {side} side; "
                       "an order needs both ends")
        if edge not in described:
            yield (f"{sides['places'][0]}: edge {edge} is in no header's Edges block; "
                   "say there what it carries")
    fenced = {edge for _, _, _, edges in fence_uses(sources) for edge in edges}
    for edge in sorted(set(described) - set(ends) - fenced):
        yield f"{described[edge]}: edge {edge} is described and never used; remove it"


def fences(sources):
    sides, described = {}, described_edges(sources)
    for source, number, side, edges in fence_uses(sources):
        at = f"{source.name}:{number}"
        if not edges:
            yield (f"{at}: {side} names no edge; add /* edge noun.noun */ and say in a header's "
                   "Edges block who looks for whom")
        for edge in edges:
            sides.setdefault(edge, {}).setdefault(side, at)
    for edge, places in sorted(sides.items()):
        at = next(iter(places.values()))
        for side in ("compiler_fence", "membarrier_run"):
            if side not in places:
                yield f"{at}: edge {edge} has no {side}; an asymmetric fence needs both sides"
        if edge not in described:
            yield (f"{at}: edge {edge} is in no header's Edges block; say there who looks for whom")


def rows_of(name):
    return [line.split("\t") for line in (MODEL / name).read_text().splitlines()
            if not line.startswith("#")]


def modelled(sources):
    """The model has each edge, or edges.tsv has it: with a form that its operations have, or with a
    reason."""
    uses = {}
    for source, number, operation, order, edges in edge_uses(sources):
        for edge in edges:
            uses.setdefault(edge, []).append((f"{source.name}:{number}", f"{operation}_{order}"))
    for _, number, side, edges in fence_uses(sources):
        for edge in edges:
            uses.setdefault(edge, [])
    defined = {source.name: set(re.findall(r"^[a-z][^;=(\n]*?(\w+)\(", source.text, re.M))
               for source in sources}
    for file, function in sorted({tuple(row[:2]) for row in rows_of("orders.tsv")}):
        if function not in defined.get(f"lib/{file}", ()):
            yield (f"tests/sync/model/orders.tsv: lib/{file} has no function {function}; "
                   "run `model.py accept`")
    in_model = {edge for row in rows_of("orders.tsv") for edge in row[2].split()}
    reasons = {row[0]: row[1:] for row in rows_of("edges.tsv")}
    for edge in sorted(set(uses) - in_model - set(reasons)):
        yield (f"edge {edge} is in no program of tests/sync/model; write one, or say in edges.tsv "
               "why there is none")
    for edge in sorted(set(reasons) & in_model | set(reasons) - set(uses)):
        yield f"tests/sync/model/edges.tsv: the model has {edge}, or there is no such edge"
    for edge in sorted(set(reasons) & set(uses)):
        form, reason = reasons[edge][0], "".join(reasons[edge][1:])
        if form not in FORMS and len(reason) < 20:
            yield f"tests/sync/model/edges.tsv: {edge} has neither a form nor a reason"
        for place, use in uses[edge] if form in FORMS else ():
            if not re.fullmatch(FORMS[form], use):
                yield f"{place}: {use} is not of the form \"{form}\" that edges.tsv gives {edge}"
