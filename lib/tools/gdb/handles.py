# SPDX-License-Identifier: MIT
"""Printers for handles, which show the objects behind them."""

OBJECT_KINDS = {"Comm": 1, "Group": 2, "Request": 3, "Datatype": 4, "Op": 5, "Errhandler": 6,
                "Info": 7, "Message": 8, "Session": 10, "Win": 11, "File": 12}
STRUCTS = {"Comm": "comm", "Group": "group_handle", "Request": "request", "Datatype": "type",
           "Info": "info", "Win": "window"}
FLAVORS = {311: "", 312: "allocated, ", 313: "dynamic, ", 314: "shared, "}
ACCESSES = ("no epoch", "after a fence", "start", "lock", "lock_all")
TOPOLOGIES = {"cart_class": "a grid", "graph_class": "a graph",
              "dist_graph_class": "a distributed graph"}


def struct_of(kind):
    return {"comm": lambda: type_of("struct comm", "comm_create", "comm/comm.c"),
            "group_handle": lambda: type_of("struct group_handle", "group_create", "comm/group.c"),
            "request": lambda: type_of("struct request", "request_create", "request/request.c"),
            "type": lambda: type_of("struct type", "type_drop_derived", "type/type.c"),
            "window": lambda: type_of("struct window", "window_create", "rma/window.c"),
            "info": lambda: type_of("struct info", "info_create", "object/info.c")}[kind]()


def slab_of(rank, kind):
    store = rank["world"]["store"].cast(
        type_of("struct store", "store_create", "object/object.c").pointer())
    return store["slabs"][OBJECT_KINDS[kind]]


def header(found):
    """The struct object at the beginning of an object, which may be that of a struct in it."""
    first = found["object"]
    return first["object"] if gdb.types.has_field(first.type, "object") else first


def objects(rank, kind):
    """All living objects of a kind, of all ranks."""
    slab, pointer = slab_of(rank, kind), struct_of(STRUCTS[kind]).pointer()
    for i in range(number(slab["fresh"])):
        found = (slab["start"] + i * number(slab["slot_bytes"])).cast(pointer)
        if number(header(found)["kind"]) & 0xff == OBJECT_KINDS[kind]:
            yield found


def is_object(rank, kind, address):
    slab = slab_of(rank, kind)
    offset = address - number(slab["start"])
    return 0 <= offset < number(slab["fresh"]) * number(slab["slot_bytes"]) and \
        offset % number(slab["slot_bytes"]) == 0


def comm_name(comm):
    extras = comm["extras"]
    name = text_at(extras["name"]) if number(extras) != 0 else ""
    for predefined in ("MPI_COMM_WORLD", "MPI_COMM_SELF"):
        if not name and comm["self"][predefined[4:].lower()] == comm:
            return predefined
    return name or f"communicator {number(comm['context']['id'])}"


def describe_comm(comm):
    context, extras = comm["context"].dereference(), comm["extras"]
    side = number(comm["side"])
    text = f"{comm_name(comm)}: rank {number(comm['rank'])} of " \
           f"{number(context['groups'][side]['size'])}"
    if number(context["groups"][1]) != 0:
        text += f", intercommunicator to {number(context['groups'][1 - side]['size'])}"
    if number(extras) != 0 and number(extras["topology_class"]) != 0:
        kind = re.search("<(.*)>", extras["topology_class"].format_string(symbols=True))
        text += f", {TOPOLOGIES.get(kind.group(1) if kind else '', 'a topology')}"
    return text + f", context {number(context['id'])}"


def describe_group(handle):
    group = handle["group"]
    size = number(group["size"])
    members = [str(number(group["members"][i]["world_rank"])) for i in range(min(size, 16))]
    return f"{size} ranks: {' '.join(members)}{' ...' if size > 16 else ''}"


def describe_type(found):
    name = text_at(found["own_name"]) or text_at(found["name"])
    return f"{name + ', ' if name else ''}{number(found['size'])} bytes, extent " \
           f"{number(found['extent'])}{'' if found['is_committed'] else ', not committed'}"


def type_name(found):
    name = text_at(found["own_name"]) or text_at(found["name"])
    return name or f"a type of {number(found['size'])} bytes"


def describe_request(request):
    kind = re.search(r"<(\w+)_class>", request["class"].format_string(symbols=True))
    state = "done" if request["is_done"] else "under way"
    if request["is_persistent"] and request["is_inactive"]:
        state = "inactive"
    what = kind.group(1).replace("_", " ").replace("coll", "collective") if kind else "request"
    return f"{what}, {state}{' (persistent)' if request['is_persistent'] else ''}" \
           f"{place_of(number(request['site']))}"


def describe_info(info):
    pairs = [f"{text_at(info['entries'][i]['key'])}={text_at(info['entries'][i]['value'])}"
             for i in range(number(info["count"]))]
    return ", ".join(pairs) or "empty"


def describe_win(window):
    common = window["common"]
    part, access = common["parts"][number(window["rank"])], number(window["access"])
    name = text_at(window["object"]["name"]) or common["number"].string()
    return f"{name}: rank {number(window['rank'])} of {number(common['size'])}, " \
           f"{FLAVORS.get(number(common['flavor']), '')}{number(part['size'])} bytes at " \
           f"{number(part['base']):#x}, {ACCESSES[access]}" \
           f"{', exposed' if window['is_exposed'] else ''}"


DESCRIBERS = {"Comm": describe_comm, "Group": describe_group, "Datatype": describe_type,
              "Request": describe_request, "Info": describe_info, "Win": describe_win}


class HandlePrinter:
    def __init__(self, kind, value):
        self.kind, self.value = kind, value

    def to_string(self):
        address = number(self.value)
        name = CONSTANTS.get((self.kind, address))  # noqa: F821
        if name is not None:
            return name
        try:
            rank = selected_rank()
            if self.kind not in DESCRIBERS or not is_object(rank, self.kind, address):
                return f"MPI_{self.kind} {address:#x}"
            found = self.value.cast(struct_of(STRUCTS[self.kind]).pointer())
            owner = number(header(found)["kind"])
            if owner & 0xff != OBJECT_KINDS[self.kind] or header(found)["is_freed"]:
                return f"MPI_{self.kind} {address:#x}, which has been freed"
            return f"MPI_{self.kind} {address:#x} ({DESCRIBERS[self.kind](found)})"
        except gdb.error:
            return f"MPI_{self.kind} {address:#x}"


def find_printer(value):
    kind = value.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_PTR:
        match = re.fullmatch(r"(?:struct )?MPI_ABI_([A-Z][a-z]+)", str(kind.target()))
        if match is not None and match.group(1) in OBJECT_KINDS:
            return HandlePrinter(match.group(1), value)
    return None


gdb.pretty_printers.append(find_printer)
