# SPDX-License-Identifier: MIT
"""What GDB should know of ranks: commands, functions and printers, described in heddle-gdb(1).

It reads the library's structures by its debug information and runs nothing in the program. The
files of this folder are one script when it is built: library.py first, then the others, behind
CONSTANTS, the predefined handles by type and value.
"""
import re
from contextlib import contextmanager

import gdb


def symbol_of(name, file):
    """A variable or function of the library's, never one of the program's of that name. A variable
    may count as its header's."""
    for objfile in gdb.objfiles():
        for look in (objfile.lookup_global_symbol, objfile.lookup_static_symbol):
            symbol = look(name)
            if symbol is not None and file[:-1] in symbol.symtab.filename:
                return symbol
    raise gdb.GdbError("This program has no Heddle with debug information.")


def variable(name, file):
    symbol = symbol_of(name, file)
    return symbol.value(gdb.selected_frame()) if symbol.needs_frame else symbol.value()


def type_of(name, seen_by, file):
    """A type as that function's file sees it."""
    block = symbol_of(seen_by, file).symtab.static_block()
    return gdb.lookup_type(name, block)


def number(value):
    return int(value.cast(gdb.lookup_type("long")))


def entries(head, element, *link):
    """The elements of a list (base/list.h) that hang on its head by that member."""
    member = gdb.Value(0).cast(element.pointer()).dereference()
    for name in link:
        member = member[name]
    offset, at = number(member.address), head["next"]
    while at != head.address:
        yield (at.cast(gdb.lookup_type("char").pointer()) - offset).cast(element.pointer())
        at = at.dereference()["next"]


def text_at(pointer):
    return pointer.string(errors="replace") if number(pointer) != 0 else ""


def place_of(address):
    """Where the call is that returns to that address."""
    if address == 0:
        return ""
    sal = gdb.find_pc_line(address - 1)
    if sal.symtab is None:
        return f" at {address:#x}"
    return f" at {sal.symtab.filename.rsplit('/', 1)[-1]}:{sal.line}"


def complete(lower_half):
    """An address in code of which only the lower half is known."""
    for objfile in gdb.objfiles():
        main = objfile.lookup_global_symbol("main")
        if main is not None and lower_half != 0:
            return number(main.value().address) & ~0xffffffff | lower_half
    return 0


def modules():
    """The executable and the libraries that were compiled by mpicc."""
    return entries(variable("modules", "image/module.c")["list"],
                   type_of("struct module", "module_append", "image/module.c"), "entry")
