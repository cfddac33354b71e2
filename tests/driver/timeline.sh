#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mpiexec -trace: what is written can be read back, each message has both of its ends, calls nest,
# and the numbers are those that the program counted.
. "$(dirname "$0")/../harness/tap.sh"

# Each rank counts the messages that it receives, by every kind of call, and says so.
cat >talk.c <<'EOF'
#include <heddle/region.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, received;
static char data[300000], room[300000];

static void send_messages(MPI_Comm comm)
{
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Request requests[2];
    MPI_Message message;
    MPI_Status status;

    for (int bytes = 1; bytes <= 100000; bytes *= 10) {
        MPI_Irecv(room, bytes, MPI_CHAR, bytes > 10 ? from : MPI_ANY_SOURCE, bytes, comm,
                  &requests[0]);
        if (bytes == 10)
            MPI_Issend(data, bytes, MPI_CHAR, to, bytes, comm, &requests[1]);
        else
            MPI_Isend(data, bytes, MPI_CHAR, to, bytes, comm, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        received++;
    }
    MPI_Sendrecv(data, 5, MPI_CHAR, to, 2, room, 5, MPI_CHAR, from, 2, comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv(data, 5, MPI_CHAR, rank, 3, room, 5, MPI_CHAR, rank, 3, comm, MPI_STATUS_IGNORE);
    received += 2;
    for (int i = 0; i < 4; i++)
        MPI_Send(data, 8 * i, MPI_CHAR, to, 4, comm);
    for (int i = 0; i < 4; i++) {
        MPI_Mprobe(from, MPI_ANY_TAG, comm, &message, &status);
        MPI_Mrecv(room, 100, MPI_CHAR, &message, MPI_STATUS_IGNORE);
        received++;
    }
    MPI_Send_init(data, 3, MPI_INT, to, 3, comm, &requests[0]);
    MPI_Recv_init(room, 3, MPI_INT, from, 3, comm, &requests[1]);
    for (int i = 0; i < 3; i++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        received++;
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Send(data, 7, MPI_CHAR, MPI_PROC_NULL, 1, comm); /* quick, so it is not there */
}

static void work_together(MPI_Comm comm)
{
    int one = 1, sum, *memory;
    MPI_Win win;

    for (int i = 0; i < 5; i++)
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Bcast(room, 20000, MPI_CHAR, 0, comm);
    MPI_Win_allocate(sizeof one, sizeof one, MPI_INFO_NULL, comm, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    MPI_Comm half, between = MPI_COMM_NULL;
    int number = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    send_messages(MPI_COMM_WORLD);
    work_together(MPI_COMM_WORLD);
    MPI_Pcontrol(0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(1);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Comm_set_name(half, rank % 2 == 0 ? "even \"</script>\"" : "odd");
    heddle_region_end(); /* of nothing */
    heddle_region_begin("halves");
    work_together(half);
    heddle_region_end();
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 5, &between);
    if (rank < 2) {
        MPI_Sendrecv(&rank, 1, MPI_INT, 0, 1, &number, 1, MPI_INT, 0, 1, between,
                     MPI_STATUS_IGNORE);
        received++;
    }
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    printf("%d %d\n", rank, received);
    fflush(stdout);
    if (argc > 1 && strcmp(argv[1], "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (argc > 1 && strcmp(argv[1], "deadlock") == 0)
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (argc > 1 && strcmp(argv[1], "stay") == 0) {
        fclose(fopen(argv[2], "w"));
        for (;;)
            MPI_Iprobe(0, 98, MPI_COMM_WORLD, &number, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
EOF
# Reads a timeline of either format, checks that all in it fits together, and prints what is asked.
cat >read.py <<'EOF'
import base64
import collections
import json
import sys

Span = collections.namedtuple("Span", "track begin end name args")
Arrow = collections.namedtuple("Arrow", "from_ sent to matched")


def from_json(path):
    tracks, spans, ends = {}, [], collections.defaultdict(dict)
    for event in json.load(open(path))["traceEvents"]:
        track = (event["pid"], event.get("tid"))
        if event["ph"] == "M" and event["name"] == "thread_name":
            tracks[track] = event["args"]["name"]
        elif event["ph"] == "X":
            begin, long = round(event["ts"] * 1000), round(event["dur"] * 1000)
            spans.append(Span(track, begin, begin + long, event["name"], event["args"]))
        elif event["ph"] in "sf":
            assert event["ph"] not in ends[event["id"]], "an arrow has an end twice"
            ends[event["id"]][event["ph"]] = (track, round(event["ts"] * 1000))
    return tracks, spans, [Arrow(*end["s"], *end["f"]) for end in ends.values()]


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


def from_perfetto(path):
    tracks, spans, ends = {}, [], collections.defaultdict(dict)
    interned, open_, latest = collections.defaultdict(dict), collections.defaultdict(list), {}
    for packet in map(fields, fields(open(path, "rb").read())[1]):
        for data in map(fields, packet[12]):
            for kind, entries in data.items():
                for entry in map(fields, entries):
                    assert entry[1][0] not in interned[kind], "a number has two names"
                    interned[kind][entry[1][0]] = entry[2][0].decode()
        for track in map(fields, packet[60]):
            if 4 in track:
                tracks[track[1][0]] = fields(track[4][0])[5][0].decode()
        for event in map(fields, packet[11]):
            track, time, kind = event[11][0], packet[8][0], event[9][0]
            assert track in tracks, "a track is not described"
            if kind == 3:
                for flow in event[47]:
                    ends[flow]["s"] = (track, time)
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
                spans.append(Span(track, begin, time, name, args))
    assert not any(open_.values()), "a span has no end"
    return tracks, spans, [Arrow(*end["s"], *end["f"]) for end in ends.values()]


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
        name = "waits" if head & 3 == 2 else facts["names"][next_number()]
        args = {"ended": "no"} if head & 4 else {}
        for bit, key, read in ((8, "peer", next_signed), (16, "tag", next_signed),
                               (32, "type", lambda: facts["names"][next_number()]),
                               (32, "bytes", next_signed),
                               (64, "communicator", lambda: facts["comms"][next_number()]),
                               (128, "at", lambda: facts["places"][next_number()]),
                               (256, "operation", next_number),
                               (512, "for", lambda: facts["tracks"][next_number()]["name"])):
            if head & bit:
                args[key] = read()
        return Span(track, begin, end, name, args)

    spans, arrows, before = [], [], 0
    for track, described in enumerate(facts["tracks"]):
        begin = 0
        for _ in range(described["spans"]):
            spans.append(next_span(track, begin))
            begin = spans[-1].begin
    for _ in range(facts["arrows"]):
        from_, to = next_number(), next_number()
        before += next_number()
        arrows.append(Arrow(from_, before, to, before + next_number()))
        next_signed(), next_signed(), next_number()
    assert at == len(data), "something follows the last arrow"
    return {i: track["name"] for i, track in enumerate(facts["tracks"])}, spans, arrows


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


READERS = {"json": from_json, "html": from_html, "pftrace": from_perfetto}
tracks, spans, arrows = READERS[sys.argv[1].rpartition(".")[2]](sys.argv[1])
check(tracks, spans, arrows)
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
elif asked == "facts":
    for span in spans:
        print(span.name, " ".join(f"{name}={value}" for name, value in sorted(span.args.items())))
EOF
run "$bin/mpicc" -g -O1 -o talk talk.c
expect builds_a_program_that_counts 0
for ranks in 2 5 16 64; do
    for end in pftrace json html; do
        run "$bin/mpiexec" -n $ranks -trace "talk.$end" ./talk
        sort -n out >expected
        [ "$status" -eq 0 ] && [ -z "$err" ] &&
            "$PYTHON" read.py talk.$end received | sort -n | cmp expected -
        report "each receive of $ranks ranks has its send in talk.$end"
    done
    "$PYTHON" read.py talk.json calls >calls &&
        "$PYTHON" read.py talk.pftrace calls | cmp calls - &&
        "$PYTHON" read.py talk.html calls | cmp calls - &&
        grep -qx "MPI_Allreduce $((10 * ranks))" calls && grep -qx "MPI_Put $((2 * ranks))" calls &&
        grep -qx "MPI_Send $((4 * ranks))" calls && ! grep -q MPI_Barrier calls
    report "the calls of $ranks ranks are those that were made, but for what is switched off"
done
for end in pftrace json html; do
    "$PYTHON" read.py talk.$end facts >facts
    text='at=[a-z_]* (talk.c:[0-9]*) bytes'
    world=communicator=MPI_COMM_WORLD
    grep -q "^MPI_Send $text=16 $world peer=[0-9]* tag=4 type=MPI_CHAR$" facts &&
        grep -q "^MPI_Allreduce $text=4 communicator=even \"</script>\" operation=" facts &&
        grep -q "^halves at=main" facts
    report "talk.$end says what each call was about"
done
HEDDLE_TRACE=variable.json HEDDLE_NP=2 run ./talk
"$PYTHON" read.py variable.json calls | grep -q MPI_Finalize
report the_variable_does_the_same_without_mpiexec
for end in pftrace json html; do
    run "$bin/mpiexec" -n 3 -trace aborted.$end ./talk abort
    [ "$status" -eq 3 ] && "$PYTHON" read.py aborted.$end open | grep -q MPI_Abort
    report "an aborted job has aborted.$end"
done
run "$bin/mpiexec" -n 2 -trace stuck.json ./talk deadlock
[ "$status" -eq 65 ] && "$PYTHON" read.py stuck.json open | grep -qx MPI_Recv
report a_deadlock_has_a_timeline_too
"$bin/mpiexec" -n 2 -trace ended.json ./talk stay here >out 2>err &
job=$!
for i in $(seq 600); do [ -e here ] && break; sleep 0.1; done
kill -TERM $job
wait $job
[ $? -eq 143 ] && "$PYTHON" read.py ended.json received >told
report a_job_that_a_signal_ends_has_one
# The threads of a rank have tracks of their own.
cat >threads.c <<'EOF'
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 500 };

int rank;

static void *talk(void *argument)
{
    int thread = (int)(long)argument, number = 0;

    for (int i = 0; i < ROUNDS; i++)
        MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, thread, &number, 1, MPI_INT, 1 - rank, thread,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int level;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, talk, (void *)(long)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Finalize();
    return 0;
}
EOF
run "$bin/mpicc" -O1 -o threads threads.c -pthread
run "$bin/mpiexec" -n 2 -trace threads.pftrace ./threads
expect threads_of_ranks_talk 0
"$PYTHON" read.py threads.pftrace received | awk '{ n += $NF } END { print NR, n }' >told
[ "$(cat told)" = "10 4000" ]
report what_threads_send_has_both_ends
run "$bin/mpiexec" -n 2 -env HEDDLE_TRACE_KB 64 -trace full.json ./threads
expect a_full_timeline_says_so 0 'the timeline is not complete: [0-9]+ calls.*HEDDLE_TRACE_KB'
"$PYTHON" read.py full.json received >told
report and_what_it_has_fits_together
# There are more regions than a tape keeps open: the end of one that is left out ends no other.
cat >deep.c <<'EOF'
#include <heddle/region.h>
#include <mpi.h>
#include <stddef.h>

static void descend(int levels)
{
    heddle_region_begin("level");
    if (levels > 0)
        descend(levels - 1);
    heddle_region_end();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    heddle_region_begin("all");
    descend(200);
    heddle_region_begin(NULL);
    heddle_region_end();
    MPI_Barrier(MPI_COMM_WORLD);
    heddle_region_end();
    MPI_Finalize();
    return 0;
}
EOF
run "$bin/mpicc" -O1 -o deep deep.c
run "$bin/mpiexec" -n 1 -trace deep.pftrace ./deep
expect regions_may_be_deeper_than_a_tape_keeps_open 0
"$PYTHON" read.py deep.pftrace within all >told
printf '%s\n' MPI_Barrier all level region | cmp - told
report what_follows_deep_regions_lies_in_the_region_around_it
cat >parent.c <<'EOF'
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm parent, children;
    int number = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                       MPI_ERRCODES_IGNORE);
        MPI_Send(&number, 1, MPI_INT, 1, 0, children);
        MPI_Recv(&number, 1, MPI_INT, 1, 0, children, MPI_STATUS_IGNORE);
        MPI_Comm_disconnect(&children);
    } else {
        MPI_Comm_rank(MPI_COMM_WORLD, &number);
        if (number == 1) {
            MPI_Recv(&number, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
            MPI_Send(&number, 1, MPI_INT, 0, 0, parent);
        }
        MPI_Comm_disconnect(&parent);
    }
    MPI_Finalize();
    return 0;
}
EOF
run "$bin/mpicc" -O1 -o parent parent.c
run "$bin/mpiexec" -n 1 -trace spawned.json ./parent
expect a_rank_spawns_others 0
"$PYTHON" read.py spawned.json received | sort >told
printf '%s\n' '0 of job 0 1' '0 of job 1 0' '1 of job 1 1' | cmp - told
report jobs_that_ranks_spawn_are_in_it_with_their_messages
run "$bin/mpiexec" -n 2 -trace /nowhere/at.pftrace ./talk
expect a_file_that_cannot_be_written_is_told 0 'cannot be written to /nowhere/at.pftrace'
for file in talk.txt html; do
    run "$bin/mpiexec" -n 2 -trace $file ./talk
    expect "the name $file is refused, and those that are right are named" 1 \
        "written to .*$file: .* ends in .html .*, .pftrace .* or .json "
done
run "$bin/mpiexec" -n 2 ./talk
[ -z "$err" ]
report nothing_is_said_when_nobody_asks
finish
