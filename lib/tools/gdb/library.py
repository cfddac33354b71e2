# SPDX-License-Identifier: MIT
"""GDB commands, functions and printers for ranks, described in heddle-gdb(1).

The script reads the library's structures through their debug information and runs nothing in the
program. The build joins the files of this folder into one script: CONSTANTS (the predefined handles
by type and value), then library.py, then the others.
"""
import os
import re
from contextlib import contextmanager

import gdb
import gdb.types


def symbol_of(name, file):
    """A variable or function of the library, never one of the program with that name. GDB may
    assign a variable to a header of its file."""
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
    """The structure as it is known in the file of the function `seen_by`. GDB's own search of all
    files fails when the symbols of copies have been added."""
    objfile = symbol_of(seen_by, file).symtab.objfile
    return objfile.lookup_static_symbol(name.removeprefix("struct "),
                                        gdb.SYMBOL_STRUCT_DOMAIN).type


def number(value):
    return int(value.cast(gdb.lookup_type("long")))


def entries(head, element, *link):
    """The elements of a list (base/list.h) that are linked by that member."""
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
    """The source line of the call that returns to that address."""
    if address == 0:
        return ""
    sal = gdb.find_pc_line(address - 1)
    if sal.symtab is None:
        return f" at {address:#x}"
    return f" at {sal.symtab.filename.rsplit('/', 1)[-1]}:{sal.line}"


def complete(lower_half):
    """A code address of which only the lower half is known."""
    for objfile in gdb.objfiles():
        main = objfile.lookup_global_symbol("main")
        if main is not None and lower_half != 0:
            return number(main.value().address) & ~0xffffffff | lower_half
    return 0


def modules():
    """The executable and the libraries that were compiled by mpicc."""
    return entries(variable("modules", "image/module/module.c")["list"],
                   type_of("struct module", "module_append", "image/module/module.c"), "entry")
