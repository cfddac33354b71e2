# SPDX-License-Identifier: MIT
"""The commands `mpi comms`, `mpi windows` and `mpi queues`: what a rank has of MPI."""

ANY_SOURCE, ANY_TAG = -1, -1
# These must equal the constants of p2p/envelope.h and sync/mpsc.h.
IS_RENDEZVOUS, MAILBOX_OFFERED, INLINE_BYTES, ITEM_BYTES, CELLS = 1023, 1022, 32, 56, 128


class Mpi(gdb.Command):
    """Show the selected rank's communicators (mpi comms), windows (mpi windows) or messages (mpi
queues)."""

    def __init__(self):
        super().__init__("mpi", gdb.COMMAND_STATUS, gdb.COMPLETE_NONE, True)


class MpiComms(gdb.Command):
    """List the communicators of the selected rank."""

    def __init__(self):
        super().__init__("mpi comms", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        rank = selected_rank()
        print(f"rank {rank_name(rank)}")
        for comm in objects(rank, "Comm"):
            if comm["self"] == rank:
                print(f"  {describe_comm(comm)}"
                      f"{', freed' if comm['object']['is_freed'] else ''}")


class MpiWindows(gdb.Command):
    """List the windows of the selected rank, with the epoch that each is in."""

    def __init__(self):
        super().__init__("mpi windows", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        rank = selected_rank()
        print(f"rank {rank_name(rank)}")
        for window in objects(rank, "Win"):
            if window["self"] == rank:
                print(f"  {describe_win(window)}")


def source_text(source):
    return "any source" if source == ANY_SOURCE else str(source)


def tag_text(tag):
    return "any tag" if tag == ANY_TAG else f"tag {tag}"


class Queues:
    """A rank's messages: receives without a message, messages without a receive, messages still in
    its inbox, and its requests."""

    def __init__(self, rank):
        self.rank = rank
        self.names = {number(comm["context"]["id"]): comm_name(comm)
                      for comm in objects(rank, "Comm") if comm["self"] == rank}
        self.p2p = rank["p2p"].cast(
            type_of("struct p2p", "delivery_take", "p2p/delivery.c").pointer())

    def comm(self, key):
        context = number(key["context"])
        return self.names.get(context, f"context {context}")

    def posted(self):
        match = self.p2p["match"]
        receive = type_of("struct receive_request", "delivery_take", "p2p/delivery.c")
        found = list(entries(match["row"], receive, "posted"))
        found += [posted for v in range(4)
                  for i in range(number(match["posted"][v]["chains_count"]))
                  for posted in entries(match["posted"][v]["chains"][i], receive, "posted")]
        return sorted(found, key=lambda receive: number(receive["order"]))

    def unexpected(self):
        view = self.p2p["match"]["unexpected"][0]
        element = type_of("struct unexpected", "match_add_unexpected", "p2p/match.c")
        for i in range(number(view["chains_count"])):
            for unexpected in entries(view["chains"][i], element, "links"):
                yield unexpected["envelope"]

    def inbox(self):
        """The items in the ring, without the tails of messages."""
        inbox = self.rank["inbox"]
        envelope = type_of("struct envelope", "match_add_unexpected", "p2p/match.c")
        at, end = number(inbox["head"]), number(inbox["tail"]) >> 1
        while at < end:
            item = inbox["cells"][at % CELLS]["item"].address.cast(envelope.pointer()).dereference()
            carried = number(item["eager_bytes"])
            if carried != MAILBOX_OFFERED:
                yield item
            rest = carried - INLINE_BYTES if INLINE_BYTES < carried < MAILBOX_OFFERED else 0
            at += 1 + -(-rest // ITEM_BYTES)

    def message(self, envelope):
        key, carried = envelope["key"], number(envelope["eager_bytes"])
        size = number(envelope["rendezvous_bytes"]) if carried == IS_RENDEZVOUS else carried
        return f"from {number(key['source'])}, {tag_text(number(key['tag']))}, {size} bytes, on " \
               f"{self.comm(key)}, sent{place_of(complete(number(envelope['site'])))}"

    def receive(self, receive):
        key, data, request = receive["key"], receive["data"], receive["request"]
        return f"from {source_text(number(key['source']))}, {tag_text(number(key['tag']))}, " \
               f"{number(data['count'])} x {type_name(data['type'])}, on {self.comm(key)}, " \
               f"posted{place_of(number(request['site']))}"

    def show(self):
        for title, lines in (
                ("receives without a message", [self.receive(r) for r in self.posted()]),
                ("messages without a receive", [self.message(e) for e in self.unexpected()]),
                ("messages not looked at yet", [self.message(e) for e in self.inbox()]),
                ("requests", [describe_request(r) for r in objects(self.rank, "Request")
                              if r["owner"] == self.rank])):
            print(f"  {title}: {len(lines) or 'none'}")
            for line in lines:
                print(f"    {line}")


class MpiQueues(gdb.Command):
    """Show the messages of the selected rank: receives that wait for a message, messages that wait
for a receive, messages it has not looked at yet, requests. `mpi queues all`: of all ranks."""

    def __init__(self):
        super().__init__("mpi queues", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        ranks = [selected_rank()]
        if argument == "all":
            ranks = list({number(rank): rank for _, rank in ranks_by_thread()}.values())
        for rank in ranks:
            print(f"rank {rank_name(rank)}")
            if number(rank["p2p"]) == 0:
                print("  is not in MPI: before MPI_Init, or after MPI_Finalize")
            else:
                Queues(rank).show()


for made in (Mpi, MpiComms, MpiWindows, MpiQueues):
    made()
