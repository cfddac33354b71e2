# SPDX-License-Identifier: MIT
"""The command `private`, for variables of which each rank has its own copy.

The debug information of code that mpicc compiled leads GDB to the selected thread's copies. But if
the executable declares a variable that a shared library defines, GDB finds the original.
"""

RECORD_PRIVATE, RECORD_KIND_MASK = 1, 0xff


def private_records():
    """(address of the original, name, file, line) of every variable of the rank's program and of
    libraries."""
    guest = own_slot()["guest"]
    for module in modules():
        if module["is_guest"] and (number(guest) == 0 or guest["module"] != module):
            continue
        for i in range(number(module["record_count"])):
            record = module["records"][i]
            if number(record["kind"]) & RECORD_KIND_MASK == RECORD_PRIVATE:
                yield (number(record["address"]), text_at(record["name"]),
                       text_at(record["file"]), number(record["line"]))


def own_slot():
    return variable("slots", "image/slot.c")["all"][number(selected_rank()["slot"])]


def displacement():
    """The distance from the originals to the selected rank's copies."""
    return number(own_slot()["displacement"])


def address_of(symbol):
    """The address at which GDB finds a variable, or None. It finds none of another program."""
    try:
        address = symbol.value().address
    except gdb.error:
        return None
    return None if address is None else number(address)


def own_copies(expression, records, distance):
    """The expression with each variable that names an original replaced by the rank's copy, through
    a pointer in a convenience variable."""
    originals = {record[0] for record in records}

    def replace(match):
        name = match.group(0)
        if not re.match("[A-Za-z_]", name):
            return name
        symbol = gdb.lookup_symbol(name)[0]
        if symbol is None or not symbol.is_variable or symbol.needs_frame:
            return name
        address = address_of(symbol)
        if address not in originals:
            return name
        own = gdb.Value(address + distance).cast(symbol.type.pointer())
        gdb.set_convenience_variable(f"private_{name}", own)
        return f"(*$private_{name})"
    # Skips strings, members of structures, convenience variables and parts of numbers.
    return re.sub(r'"(?:\\.|[^"\\])*"|->\s*\w+|(?<![\w$.])[A-Za-z_]\w*', replace, expression)


class Private(gdb.Command):
    """Print an expression with the selected rank's own copies of global variables: private x + 1.
`private /x EXPRESSION` takes a format as print does. Without an expression it lists all such
variables."""

    def __init__(self):
        super().__init__("private", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        distance, records = displacement(), list(private_records())
        if argument:
            form = re.match(r"(/\w+\s+)?(.*)", argument, re.DOTALL)
            text = own_copies(form.group(2), records, distance)
            gdb.execute(f"print {form.group(1) or ''}{text}", from_tty)
            return
        for address, name, file, line in records:
            if "runtime/program/" not in file:  # skip the library's own
                print(f"{name} {self.value(name, address, distance)}   "
                      f"({file.rsplit('/', 1)[-1]}:{line})")

    @staticmethod
    def value(name, original, distance):
        for symbol in (gdb.lookup_symbol(name)[0], gdb.lookup_global_symbol(name),
                       *gdb.lookup_static_symbols(name)):
            if symbol is None or not symbol.is_variable or symbol.needs_frame:
                continue
            if address_of(symbol) in (original, original + distance):
                own = gdb.Value(original + distance).cast(symbol.type.pointer()).dereference()
                return f"= {own.format_string(max_elements=8)}"
        return f"at {original + distance:#x}"


Private()
