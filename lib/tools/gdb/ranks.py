# SPDX-License-Identifier: MIT
"""The commands `ranks` and `rank N` and the function $mpi_rank(): ranks and their threads."""

@contextmanager
def selected(thread):
    before, frame = gdb.selected_thread(), gdb.selected_frame()
    thread.switch()
    try:
        yield
    finally:
        before.switch()
        frame.select()


def threads():
    if gdb.selected_thread() is None:
        raise gdb.GdbError("The program is not being run.")
    return sorted(gdb.selected_inferior().threads(), key=lambda thread: thread.num)


def rank_of(thread):
    """A pointer to the rank that a thread belongs to, or None."""
    with selected(thread):
        rank = variable("rank_current", "rank/rank.c")
    return rank if number(rank) != 0 else None


def selected_rank():
    threads()
    rank = rank_of(gdb.selected_thread())
    if rank is None:
        raise gdb.GdbError("This thread belongs to no rank: "
                           "`ranks` lists them, `rank N` selects one.")
    return rank


def ranks_by_thread():
    """(thread, rank) of all threads that belong to ranks, sorted by rank, the main thread first."""
    found = []
    for thread in threads():
        rank = rank_of(thread)
        if rank is not None:
            is_main = int.from_bytes(thread.handle(), "little") == number(rank["thread"])
            found.append((number(rank["world_rank"]), not is_main, thread.num, thread, rank))
    return [(thread, rank) for *_, thread, rank in sorted(found, key=lambda entry: entry[:3])]


def frames():
    frame = gdb.newest_frame()
    while frame is not None:
        yield frame
        frame = frame.older()


def is_programs(frame):
    """True if the frame belongs to the executable or to a library that mpicc compiled."""
    symtab = frame.find_sal().symtab
    return symtab is not None and symtab.objfile.filename in \
        [gdb.current_progspace().filename, *(text_at(module["path"]) for module in modules())]


def place_text(frame):
    sal = frame.find_sal()
    place = f" ({sal.symtab.filename.rsplit('/', 1)[-1]}:{sal.line})" if sal.symtab else ""
    return (frame.name() or "?") + place


def look(thread):
    """A description of what a thread does, and the innermost frame of the program's own."""
    with selected(thread):
        stack = list(frames())
        names = [frame.name() or "" for frame in stack]
        verb = "waits in" if "rank_wait" in names else "is in"
        for name, caller in zip(names, stack[1:]):
            if re.match("P?MPI_", name):
                return f"{verb} {re.sub('^P', '', name)}, {place_text(caller)}", caller
        own = next((frame for frame in stack if is_programs(frame)), stack[0])
        return f"runs, {place_text(own)}", own


class Ranks(gdb.Command):
    """List the ranks with their threads, and what each of them does."""

    def __init__(self):
        super().__init__("ranks", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        current, listed = gdb.selected_thread(), ranks_by_thread()
        print("  rank  thread  state")
        for thread, rank in listed:
            mark = "*" if thread.num == current.num else " "
            print(f"{mark} {number(rank['world_rank']):<5} {thread.num:<7} {look(thread)[0]}")
        if listed:
            world = listed[0][1]["world"].dereference()
            seen = {number(rank["world_rank"]) for _, rank in listed}
            for i in range(number(world["size"])):
                if i not in seen:
                    print(f"  {i:<5} -       has ended or not started")


class Rank(gdb.Command):
    """Select the thread of a rank, and the program's frame in it: rank 3.
Without a number, show the rank of the selected thread."""

    def __init__(self):
        super().__init__("rank", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        wanted = number(gdb.parse_and_eval(argument)) if argument else None
        if wanted is None:
            rank = selected_rank()
            print(f"rank {number(rank['world_rank'])}: {look(gdb.selected_thread())[0]}")
            return
        for thread, rank in ranks_by_thread():
            if number(rank["world_rank"]) == wanted:
                state, own = look(thread)
                thread.switch()
                own.select()
                print(f"rank {wanted}, thread {thread.num}: {state}")
                gdb.execute("frame", from_tty)
                return
        raise gdb.GdbError(f"No running rank {wanted}: `ranks` lists them.")


class RankFunction(gdb.Function):
    """$mpi_rank(): the selected thread's rank in MPI_COMM_WORLD, or -1 if it belongs to none; for
conditions of breakpoints."""

    def __init__(self):
        super().__init__("mpi_rank")

    def invoke(self):
        rank = rank_of(gdb.selected_thread())
        return number(rank["world_rank"]) if rank is not None else -1


for made in (Ranks, Rank, RankFunction):
    made()
