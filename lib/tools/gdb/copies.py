# SPDX-License-Identifier: MIT
"""Symbols of programs that mpicc did not compile, whose code each rank has for itself
(image/whole/whole.h). GDB knows the first rank's; the others' are added when they have been made.
"""

RANKS_WITH_SYSTEM_LIBRARIES = 8
copies_shown = set()


def copied_modules():
    """(path, what the loader added to the file's addresses) of each module with copied code."""
    for module in modules():
        if not number(module["is_whole"]):
            continue
        path = text_at(module["path"].address.cast(gdb.lookup_type("char").pointer()))
        if number(module["is_executable"]):
            path = gdb.current_progspace().filename
        yield path, number(module["base"])


def filled_slots():
    slots = variable("slots", "image/slot.c")["all"]
    index = 1
    while number(slots[index]["is_filled"]):
        yield number(slots[index]["displacement"])
        index += 1


def show_copies():
    """Adds the symbols of copies that GDB does not know yet; with many ranks, not those of the
    system's libraries."""
    copied = list(copied_modules())
    displacements = list(filled_slots()) if copied else []
    for path, base in copied:
        if path.startswith(("/lib", "/usr/lib")) and \
                len(displacements) >= RANKS_WITH_SYSTEM_LIBRARIES:
            continue
        for displacement in displacements:
            offset = (base + displacement) & (1 << 64) - 1
            if (path, offset) not in copies_shown:
                copies_shown.add((path, offset))
                gdb.execute(f"add-symbol-file '{path}' -o {offset:#x}", to_string=True)


def watch_for_copies():
    """Has the program stop, and go on, where the library shows a debugger its copies."""
    place = gdb.Breakpoint("-function whole_tell_debugger", internal=True)
    place.silent = True
    place.commands = "python show_copies()\ncontinue"


watch_for_copies()
