# SPDX-License-Identifier: MIT
"""The command `private`, for variables of which each rank has its own copy.

The debug information of code that mpicc compiled leads GDB to the selected thread's copies. But if
the executable declares a variable that a shared library defines, GDB finds the original.
"""

RECORD_PRIVATE, RECORD_KIND_MASK = 1, 0xff


def private_records():
    """(address of the original, name, file, line) of every variable."""
    for module in modules():
        for i in range(number(module["record_count"])):
            record = module["records"][i]
            if number(record["kind"]) & RECORD_KIND_MASK == RECORD_PRIVATE:
                yield (number(record["address"]), text_at(record["name"]),
                       text_at(record["file"]), number(record["line"]))


def displacement():
    """The distance from the originals to the selected rank's copies."""
    images = variable("images", "image/image.c")
    return number(images["slots"][number(selected_rank()["slot"])]["displacement"])


def own_copies(expression, originals, distance):
    """The expression with each variable that names an original replaced by the rank's copy, through
    a pointer in a convenience variable."""
    def replace(match):
        name = match.group(0)
        if not re.match("[A-Za-z_]", name):
            return name
        symbol = gdb.lookup_symbol(name)[0]
        if symbol is None or not symbol.is_variable or symbol.needs_frame:
            return name
        address = symbol.value().address
        if address is None or number(address) not in originals:
            return name
        own = gdb.Value(number(address) + distance).cast(address.type)
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
            text = own_copies(form.group(2), {record[0] for record in records}, distance)
            gdb.execute(f"print {form.group(1) or ''}{text}", from_tty)
            return
        for address, name, file, line in records:
            if "runtime/program/" not in file:  # skip the library's own
                print(f"{name} {self.value(name, address, distance)}   "
                      f"({file.rsplit('/', 1)[-1]}:{line})")

    @staticmethod
    def value(name, original, distance):
        for symbol in (gdb.lookup_global_symbol(name), *gdb.lookup_static_symbols(name)):
            if symbol is None or not symbol.is_variable or symbol.needs_frame:
                continue
            address = symbol.value().address
            if number(address) in (original, original + distance):
                own = gdb.Value(original + distance).cast(address.type).dereference()
                return f"= {own.format_string(max_elements=8)}"
        return f"at {original + distance:#x}"


Private()
