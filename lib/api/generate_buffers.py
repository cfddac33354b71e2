# SPDX-License-Identifier: MIT
"""Writes lib/api/generated/buffers.def and requests.def for generate.py: what each function of MPI
does with its buffers and requests, for the compiler plugin."""

BUFFERS = ("choice_buf", "attach_buf", "window_base")
COUNTS = ("count_nn", "type_count_nn")
BYTES = ("buf_bytes_nn", "pack_size", "win_size")

HEAD = """
/* BUFFER(function, buffer, count, factor, datatype, traits, name): the numbers of the parameters,
 * counted from 0, and -1 for one that is missing; the name is the buffer's. Without a count it is
 * one element, without a datatype the count is in bytes. The number of elements is at least count
 * times factor. AT_ROOT: the buffer matters only at the root; OF_NEIGHBORS: there is a block for
 * each neighbour, and there may be none; COUNTS, DATATYPES: these parameters are arrays. */
"""

HEAD_OF_REQUESTS = """
/* REQUEST(function, number, makes): the number of the parameter that is a request or an array of
 * them, counted from 0. NOTHING: the function uses requests that exist; OPERATION: it makes the
 * request of an operation that has begun; PERSISTENT: of one that can be started. */
"""


def traits_of(function, buffer, count, datatype):
    traits = ["AT_ROOT"] if buffer.at_root else []
    traits += ["OF_NEIGHBORS"] if function.stem.endswith("neighborhoods") else []
    traits += ["COUNTS"] if count is not None and count.shape is not None else []
    traits += ["DATATYPES"] if datatype is not None and datatype.shape is not None else []
    return " | ".join(traits) or "0"


def buffers_of(function):
    """A datatype belongs to all buffers before it, and behind the datatype before that; so does a
    number of bytes."""
    pending, count, factor = [], None, None
    for parameter in function.parameters:
        is_end = parameter.kind in ("datatype", *BYTES)
        if parameter.kind in BUFFERS:
            pending.append(parameter)
        elif parameter.kind == "partition":
            factor = parameter
        elif parameter.kind in COUNTS:
            count = parameter
        if is_end:
            datatype = parameter if parameter.kind == "datatype" else None
            yield from ((buffer, count if datatype else parameter, factor, datatype)
                        for buffer in pending)
            pending, count, factor = [], None, None


def write_buffers(table, notice):
    lines = [notice % "the tables of lib/api/table" + HEAD]
    for function in table.functions:
        place = {parameter: i for i, parameter in enumerate(function.parameters)}
        for buffer, count, factor, datatype in buffers_of(function):
            numbers = [place.get(parameter, -1) for parameter in (buffer, count, factor, datatype)]
            traits = traits_of(function, buffer, count, datatype)
            lines.append(f"BUFFER({function.name}, {', '.join(map(str, numbers))}, {traits}, "
                         f"{buffer.name})")
    return "\n".join(lines) + "\n\n#undef BUFFER\n"


def write_requests(table, notice):
    lines = [notice % "the tables of lib/api/table" + HEAD_OF_REQUESTS]
    for function in table.functions:
        for number, parameter in enumerate(function.parameters):
            if parameter.kind == "request":
                makes = ("NOTHING" if parameter.direction != "out" else
                         "PERSISTENT" if function.name.endswith("_init") else "OPERATION")
                lines.append(f"REQUEST({function.name}, {number}, {makes})")
    return "\n".join(lines) + "\n\n#undef REQUEST\n"


def write_lists(table, notice):
    yield "buffers.def", write_buffers(table, notice)
    yield "requests.def", write_requests(table, notice)
