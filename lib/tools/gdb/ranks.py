# SPDX-License-Identifier: MIT
"""The commands `ranks` and `rank N` and the function $mpi_rank(): ranks and their threads. A rank's
name is that of reports (rank/name.h)."""

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
    show_copies()
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
            found.append((job_of(rank), number(rank["world_rank"]), not is_main, thread.num, thread,
                          rank))
    return [(thread, rank) for *_, thread, rank in sorted(found, key=lambda entry: entry[:4])]


def job_of(rank):
    return number(rank["world"]["number"])


def program_of(rank):
    """The file name of the rank's program, or "" if all ranks run the same one."""
    guest = variable("slots", "image/slot.c")["all"][number(rank["slot"])]["guest"]
    if number(guest) != 0:
        return text_at(guest["path"]).rsplit("/", 1)[-1]
    guests = variable("guests", "image/guest/guest.c")
    if number(rank["world"]["connected"]["is_tied"]) and number(guests["first"]):
        return gdb.current_progspace().filename.rsplit("/", 1)[-1]
    return ""


def rank_name(rank):
    """The rank's number, with its job and program if there are several: "3 of job 1 (air)"."""
    job = f" of job {job_of(rank)}" if number(rank["world"]["connected"]["is_tied"]) else ""
    program = program_of(rank)
    return f"{number(rank['world_rank'])}{job}{f' ({program})' if program else ''}"


def frames():
    frame = gdb.newest_frame()
    while frame is not None:
        yield frame
        frame = frame.older()


def is_programs(frame):
    """True if the frame belongs to the executable or to a library of which each rank has a copy."""
    symtab = frame.find_sal().symtab
    paths = [gdb.current_progspace().filename, *(text_at(module["path"]) for module in modules())]
    return symtab is not None and \
        os.path.abspath(symtab.objfile.filename) in [os.path.abspath(path) for path in paths]


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
        seen = {number(rank): rank for _, rank in listed}
        worlds = {number(rank["world"]): rank["world"] for rank in seen.values()}
        others = [world["ranks"][i].address for world in worlds.values()
                  for i in range(number(world["size"]))
                  if number(world["ranks"][i].address) not in seen]
        names = {number(rank): rank_name(rank) for rank in [*seen.values(), *others]}
        width = max([5, *map(len, names.values())])
        print(f"  {'rank':<{width}} thread  state")
        for thread, rank in listed:
            mark = "*" if thread.num == current.num else " "
            print(f"{mark} {names[number(rank)]:<{width}} {thread.num:<7} {look(thread)[0]}")
        for rank in others:
            print(f"  {names[number(rank)]:<{width}} -       has ended or not started")


class Rank(gdb.Command):
    """Select the thread of a rank, and the program's frame in it: rank 3.
`rank 1.3` selects one of a job that ranks have spawned, by the job's number.
Without a number, show the rank of the selected thread."""

    def __init__(self):
        super().__init__("rank", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        if not argument:
            rank = selected_rank()
            print(f"rank {rank_name(rank)}: {look(gdb.selected_thread())[0]}")
            return
        job, expression = self.read(argument)
        wanted = number(gdb.parse_and_eval(expression))
        for thread, rank in ranks_by_thread():
            if number(rank["world_rank"]) == wanted and job in (None, job_of(rank)):
                state, own = look(thread)
                thread.switch()
                own.select()
                print(f"rank {rank_name(rank)}, thread {thread.num}: {state}")
                gdb.execute("frame", from_tty)
                return
        raise gdb.GdbError(f"No running rank {argument}: `ranks` lists them.")

    @staticmethod
    def read(argument):
        """(number of the job, or None for the oldest that has such a rank, the rank)"""
        match = re.fullmatch(r"\s*(\d+)\.(\d+)\s*", argument)
        return (int(match.group(1)), match.group(2)) if match else (None, argument)


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
