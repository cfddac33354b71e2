# SPDX-License-Identifier: MIT
"""Writes include/heddle/calls.h for generate.py: a function in front of each function of MPI, with
which heddle/record.h records calls and makes them fail. And the calls that are followed."""

import re

COLLECTIVE = ("collectives", "neighborhoods")
WAITS = re.compile(r"MPI_(Recv|Mrecv|Probe|Mprobe|Wait(all|any|some)?|Sendrecv(_replace)?)$")
POLLS = re.compile(r"MPI_(Test(all|any|some)?|Iprobe|Improbe|Parrived|Request_get_status\w*)$")

HEAD = """
/* A function in front of each function of MPI, a part of heddle/record.h, which defines the macros:
 * name, parameters, arguments, communicator; of messages also peer, tag, count and type. */
"""


def parameter(function, *names, kind=None):
    """The name of the function's first parameter of one of these names."""
    for p in function.parameters:
        if p.name in names and p.shape is None and (kind is None or p.kind == kind) and \
                (p.direction == "in" or p.kind != "comm"):
            return p.name
    return None


def is_prepared(function):
    return function.name.endswith("_init") and parameter(function, "request") is not None


def kind_of(function):
    name = function.name
    if POLLS.match(name):
        return "POLLS"
    if WAITS.match(name):
        return "WAITS"
    if function.stem.endswith(COLLECTIVE) and function.mode and parameter(function, "comm"):
        return "WAITS_FOR_ALL" if function.stem in COLLECTIVE else "MEETS"
    return "OTHER"


def message_of(function):
    """Peer, tag, count and type, if it has them."""
    count = parameter(function, "sendcount", "count")
    if parameter(function, "partitions"):
        count = f"partitions * (MPI_Count){count}"
    if parameter(function, "dest", kind="rank") and count:
        return [parameter(function, "dest"), parameter(function, "sendtag", "tag"), count,
                parameter(function, "sendtype", "datatype")]
    if parameter(function, "source", kind="rank") and parameter(function, "tag"):
        return [parameter(function, "source"), parameter(function, "tag")]
    return []


def facts_of(function, passed):
    """What a timeline shows of the call: members of struct call_facts (api/entry/followed.h)."""
    facts = []
    for member, names in (
            ("peer", ("dest", "source", "root", "target_rank", "rank")),
            ("tag", ("sendtag", "tag")),
            ("count", ("sendcount", "count", "origin_count", "incount")),
            ("type", ("sendtype", "datatype", "origin_datatype")),
            ("comm", ("comm", "local_comm", "comm_old", "oldcomm")),
            ("win", ("win",)),
            ("file", ("fh",)),
            ("offset", ("offset",))):
        name = next((n for n in names if parameter(function, n) in passed and
                     is_fact(function, member, n)), None)
        if name or member in ("peer", "tag"):
            facts.append(f".{member} = {name or 'CALL_HAS_NONE'}")
        elif member == "offset" and facts[-1].startswith(".file"):
            facts.append(".offset = CALL_HAS_NONE")
    if "filename" in passed:
        facts.append(".path = filename")
    return facts


def is_fact(function, member, name):
    """True if the parameter is one number, or one handle that the call is given."""
    declared = next(p for p in function.parameters if p.name == name).declare(large=False)
    types = {"peer": "int", "tag": "int", "type": "MPI_Datatype", "comm": "MPI_Comm",
             "win": "MPI_Win", "file": "MPI_File", "offset": "MPI_Offset"}
    return "*" not in declared and declared.split()[0] == types.get(member, declared.split()[0])


def followed(function, wrap_list):
    """The call with its head and its end reported, out of the usual way (api/entry/followed.h)."""
    names = [p.name for p in function.passed()]
    facts, names = facts_of(function, names), ["call"] + names + ["mode"] * bool(function.mode)
    lines = ["static __attribute__((noinline))",
             function.prototype_inside(f"followed_{function.calls}"), "{",
             wrap_list("    int err = followed_begin(call, &(struct call_facts){", facts, "});"),
             "",
             "    if (err == MPI_SUCCESS)",
             wrap_list(f"        err = {function.calls}(", names, ");"),
             "    return followed_end(call, err);", "}", ""]
    return "\n".join(lines)


def general(function, wrap_list):
    """The copy of an inline function, `text` in the table, that the entry calls if it has to."""
    arguments = ["false", "call"] + [p.name for p in function.passed()]
    arguments += ["mode"] * bool(function.mode)
    return "\n".join([function.prototype_inside(), "{",
                      wrap_list(f"    return {function.quick}(", arguments, ");"), "}", ""])


def quick_way(function, name, arguments, wrap_list):
    """The usual case in an entry, or nothing. The struct call is made behind it."""
    if not function.quick:
        return []
    if function.inline:
        first = ["true", "NULL"]
    else:
        first = [f'"{name}"'] if function.quick_named else []
    return [wrap_list(f"    if (likely({function.quick}(", first + arguments,
                      ") == MPI_SUCCESS))" if function.inline else ")))"),
            "        return laws_kept(MPI_SUCCESS);"]


def macro_of(function, message):
    if function.name in ("MPI_Start", "MPI_Startall"):
        return "HEDDLE_START_"
    prepares = "PREPARED_" if is_prepared(function) else ""
    return "HEDDLE_" + prepares + {0: "CALL_", 2: "RECEIVE_", 4: "SEND_"}[len(message)]


def wrapper(function, name, wrap_list):
    message = message_of(function)
    large = name.endswith("_c")
    declared = ", ".join(p.declare(large) for p in function.parameters)
    passed = ", ".join(p.name for p in function.parameters)
    comm = parameter(function, "comm", "local_comm", "comm_old", "oldcomm") or "MPI_COMM_NULL"
    items = [name, kind_of(function)] + (f"({declared})").split(", ") + \
        (f"({passed})").split(", ") + [comm] + message
    return wrap_list(macro_of(function, message) + "(", items, ")")


def write_calls(table, notice, wrap_list):
    lines = [notice % "the tables of lib/api/table" + HEAD]
    for function in table.functions:
        is_plain = function.has_code and all(p.kind != "varargs" for p in function.parameters)
        if is_plain and not re.match(r"MPI_(Init|Finalize|Abort|T_)", function.name):
            lines += [wrapper(function, name, wrap_list) for name in function.names()]
    return "\n".join(lines) + "\n"
