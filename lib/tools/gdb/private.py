# SPDX-License-Identifier: MIT
"""The variables of which each rank has its own: `private`.

What mpicc compiled tells GDB itself where the selected thread's copies are. But a name that the
executable declares and a shared library defines means the original.
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
    """From the originals to the selected rank's copies."""
    images = variable("images", "image/image.c")
    return number(images["slots"][number(selected_rank()["slot"])]["displacement"])


def own_copies(expression, originals, distance):
    """The expression with each variable that means an original replaced by the rank's own, to which
    a convenience variable points."""
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
    # No text, no member of a struct, no convenience variable, no part of a number.
    return re.sub(r'"(?:\\.|[^"\\])*"|->\s*\w+|(?<![\w$.])[A-Za-z_]\w*', replace, expression)


class Private(gdb.Command):
    """Print an expression with the selected rank's own copies of global variables: private x + 1.
`private /x EXPRESSION` as print has it; without an expression, all such variables."""

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
            if "runtime/program/" not in file:  # those are the library's
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
