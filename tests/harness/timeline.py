#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads a timeline of any format, checks that all in it fits together, and prints what is asked."""
import base64
import collections
import json
import sys
import zlib

Span = collections.namedtuple("Span", "track begin end name args")
# Epochs are spans that may overlap; a sample is what a counter of a track has from a time on.
Timeline = collections.namedtuple("Timeline", "tracks spans arrows epochs samples kinds jobs")
Arrow = collections.namedtuple("Arrow", "from_ sent to matched")


def from_json(path):
    tracks, spans, ends, open_ = {}, [], collections.defaultdict(dict), {}
    epochs, samples, kinds, jobs = [], collections.defaultdict(list), collections.Counter(), {}
    for event in json.load(open(path))["traceEvents"]:
        track, time = (event["pid"], event.get("tid")), round(event.get("ts", 0) * 1000)
        if event["ph"] == "M" and event["name"] == "thread_name":
            tracks[track] = event["args"]["name"]
        elif event["ph"] == "M" and event["name"] == "process_name":
            jobs[event["pid"]] = event["args"]["name"]
        elif event["ph"] == "X":
            spans.append(Span(track, time, time + round(event["dur"] * 1000), event["name"],
                              event["args"]))
        elif event["ph"] == "b":
            open_[event["id"]] = (track, time, event["name"], event["args"])
        elif event["ph"] == "e":
            track, begin, name, args = open_.pop(event["id"])
            epochs.append(Span(track, begin, time, name, args))
        elif event["ph"] == "C":
            samples[tracks[track], event["name"]].append((time, event["args"]["now"]))
        elif event["ph"] in "sf":
            assert event["ph"] not in ends[event["id"]], "an arrow has an end twice"
            ends[event["id"]][event["ph"]] = (track, time)
            kinds[event["name"]] += event["ph"] == "s"
            ends[event["id"]]["name"] = event["name"]
    arrows = [Arrow(*end["s"], *end["f"]) for end in ends.values() if end["name"] == "message"]
    assert not open_, "an epoch has no end"
    return Timeline(tracks, spans, arrows, epochs, samples, kinds, jobs)


def number(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """Every field of a message: its number -> its values."""
    found, at = collections.defaultdict(list), 0
    while at < len(data):
        key, at = number(data, at)
        if key & 7 == 0:
            value, at = number(data, at)
        elif key & 7 == 1:
            value, at = int.from_bytes(data[at:at + 8], "little"), at + 8
        else:
            assert key & 7 == 2, key
            length, at = number(data, at)
            value, at = data[at:at + length], at + length
            assert at <= len(data)
        found[key >> 3].append(value)
    return found


def annotations(event, interned):
    args = {}
    for annotation in map(fields, event[4]):
        name = interned[3][annotation[1][0]]
        value = annotation[4][0] if 4 in annotation else interned[29][annotation[17][0]]
        args[name] = value - (1 << 64) if 4 in annotation and value >> 63 else value
    return args


def packets(path):
    """The packets of a file, each of which may have others, compressed."""
    for packet in fields(open(path, "rb").read())[1]:
        packed = fields(packet)[50]
        assert packed, "a packet is not compressed"
        for data in packed:
            assert len(data) < 512000, "Perfetto refuses that"
            yield from fields(zlib.decompress(data))[1]


WORDS = {"sends": "message", "puts": "put", "is got": "get", "accumulates": "accumulate",
         "spawns": "spawn"}


def from_perfetto(path):
    tracks, spans, ends, owners = {}, [], collections.defaultdict(dict), {}
    epochs, samples, kinds, jobs = [], collections.defaultdict(list), collections.Counter(), {}
    interned, open_, latest = collections.defaultdict(dict), collections.defaultdict(list), {}
    for packet in map(fields, packets(path)):
        for data in map(fields, packet[12]):
            for kind, entries in data.items():
                for entry in map(fields, entries):
                    assert entry[1][0] not in interned[kind], "a number has two names"
                    interned[kind][entry[1][0]] = entry[2][0].decode()
        for track in map(fields, packet[60]):
            if 4 in track:
                tracks[track[1][0]] = fields(track[4][0])[5][0].decode()
            elif 3 in track:
                jobs[track[1][0] - 1] = fields(track[3][0])[6][0].decode()
            else:  # of a thread: its epochs, or a counter, which has a unit
                assert (8 in track) == (track[2][0] != b"epochs")
                owners[track[1][0]] = (track[5][0], track[2][0].decode())
        for event in map(fields, packet[11]):
            track, time, kind = event[11][0], packet[8][0], event[9][0]
            assert track in tracks or track in owners, "a track is not described"
            if kind == 4:
                owner, name = owners[track]
                samples[tracks[owner], name].append((time, event[30][0]))
                continue
            if kind == 3:
                word = interned[2][event[10][0]]
                for flow in event[47]:
                    ends[flow]["s"] = (track, time)
                    ends[flow]["kind"] = WORDS[word]
                    kinds[WORDS[word]] += 1
                for flow in event[48]:
                    ends[flow]["f"] = (track, time)
                continue
            assert time >= latest.get(track, 0), "time goes back"
            latest[track] = time
            if kind == 1:
                name = interned[2][event[10][0]]
                open_[track].append((time, name, annotations(event, interned)))
            else:
                begin, name, args = open_[track].pop()
                into = epochs if track in owners else spans
                into.append(Span(owners.get(track, (track,))[0], begin, time, name, args))
    assert not any(open_.values()), "a span has no end"
    arrows = [Arrow(*end["s"], *end["f"]) for end in ends.values() if end["kind"] == "message"]
    return Timeline(tracks, spans, arrows, epochs, samples, kinds, jobs)


def from_html(path):
    """The page's two elements of data, as html.c says."""
    page = open(path).read()
    assert page.count("</script>") == 3, "the data ends its element"
    facts, records = (text.partition("</script>")[0] for text in
                      (page.partition(f'id="{name}">')[2] for name in ("names", "records")))
    facts, data, at = json.loads(facts), base64.b64decode(records), 0

    def next_number():
        nonlocal at
        value, at = number(data, at)
        return value

    def next_signed():
        value = next_number()
        return -(value + 1) // 2 if value % 2 else value // 2

    def next_span(track, before):
        head = next_number()
        begin = before + next_number()
        end = begin + next_number()
        name = None if head & 3 == 2 else facts["names"][next_number()]
        args = {"ended": "no"} if head & 4 else {}
        for bit, key, read in ((8, "peer", next_signed), (16, "tag", next_signed),
                               (32, "type", lambda: facts["names"][next_number()]),
                               (32, "bytes", next_signed),
                               (64, None, next_number),
                               (128, "at", lambda: facts["places"][next_number()]),
                               (256, "operation", next_number),
                               (512, "for", lambda: facts["tracks"][next_number()]["name"]),
                               (1024, "file", lambda: facts["files"][next_number()]),
                               (2048, "offset", next_number)):
            if head & bit and key is None:
                comm = next_number()
                args[facts["objects"][comm]] = facts["comms"][comm]
            elif head & bit:
                args[key] = read()
        assert (head & 3 == 3) == (name or "").endswith(" epoch")
        return Span(track, begin, end, name or "waits", args)

    tracks = {i: track["name"] for i, track in enumerate(facts["tracks"])}
    spans, arrows, epochs, before = [], [], [], 0
    samples, kinds = collections.defaultdict(list), collections.Counter()
    for track, described in enumerate(facts["tracks"]):
        for into, count in (spans, "spans"), (epochs, "epochs"):
            begin = 0
            for _ in range(described[count]):
                into.append(next_span(track, begin))
                begin = into[-1].begin
    for _ in range(facts["arrows"]):
        kind = ("message", "put", "get", "accumulate", "spawn")[next_number()]
        from_, to = next_number(), next_number()
        before += next_number()
        arrow = Arrow(from_, before, to, before + next_number())
        next_signed(), next_signed(), next_number()
        kinds[kind] += 1
        if kind == "message":
            arrows.append(arrow)
    before = None
    for _ in range(facts["counters"]):
        key, time, value = next_number(), next_number(), next_signed()
        time += before[1] if before and before[0] == key else 0
        before = (key, time)
        name = ("bytes in flight", "unexpected messages")[key % 2]
        samples[tracks[key // 2], name].append((time, value))
    assert at == len(data), "something follows the last counter"
    return Timeline(tracks, spans, arrows, epochs, samples, kinds, {})


def check(tracks, spans, arrows):
    """Spans of a track nest, and messages are received after they were sent."""
    open_ = collections.defaultdict(list)
    for span in sorted(spans, key=lambda span: (span.begin, -span.end)):
        around = open_[span.track]
        assert span.track in tracks and span.begin <= span.end, span
        while around and around[-1] <= span.begin:
            around.pop()
        assert not around or span.end <= around[-1], ("does not nest", span)
        around.append(span.end)
    for arrow in arrows:
        assert arrow.sent <= arrow.matched, arrow


def check_counters(samples, is_whole):
    """Times grow, nothing is less than none, and nothing is left when a job has ended well."""
    for values in samples.values():
        assert all(one[0] < other[0] for one, other in zip(values, values[1:])), values
        assert all(value >= 0 for _, value in values), values
        assert values[-1][1] == 0 or not is_whole, values


READERS = {"json": from_json, "html": from_html, "pftrace": from_perfetto}
timeline = READERS[sys.argv[1].rpartition(".")[2]](sys.argv[1])
tracks, spans, arrows, epochs, samples, kinds, jobs = timeline
check(tracks, spans, arrows)
assert all(epoch.track in tracks and epoch.begin <= epoch.end for epoch in epochs), epochs
check_counters(samples, not any(span.args.get("ended") == "no" for span in spans))
asked = sys.argv[2]
if asked == "received":  # by each rank
    found = collections.Counter(arrow.to for arrow in arrows)
    for track, name in sorted(tracks.items()):
        print(name.replace("rank ", ""), found[track])
elif asked == "calls":
    found = collections.Counter(span.name for span in spans if span.name != "waits")
    print("\n".join(f"{name} {count}" for name, count in sorted(found.items())))
elif asked == "open":
    print("\n".join(sorted({span.name for span in spans if span.args.get("ended") == "no"})))
elif asked == "tracks":
    print("\n".join(sorted(tracks.values())))
elif asked == "within":  # a region, between its begin and its end
    region = next(span for span in spans if span.name == sys.argv[3])
    print("\n".join(sorted({span.name for span in spans if span.track == region.track and
                            region.begin <= span.begin and span.end <= region.end})))
elif asked == "most":  # of each counter
    for (track, name), values in sorted(samples.items()):
        print(track, name, max(value for _, value in values))
elif asked == "kinds":
    print(*(f"{kind}={count}" for kind, count in sorted(kinds.items())))
elif asked == "jobs":
    print("\n".join(jobs.values()))
elif asked == "facts":
    for span in spans + epochs:
        print(span.name, " ".join(f"{name}={value}" for name, value in sorted(span.args.items())))
