#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# perfetto.sh PREFIX PERFETTO [FOLDER]: timelines of programs are traces by Perfetto's own schema:
# each field and each value of an enumeration is one that the schema has.
#
#   PREFIX    where Heddle is installed
#   PERFETTO  a checkout of github.com/google/perfetto, or its file perfetto_trace.proto
#   FOLDER    where to work; by default a temporary one, which is removed
#
# It needs protoc (Debian: protobuf-compiler); without it, it says so, and has status 77.
#
# Not a part of `make check`: it needs the schema.
set -u

. "$(dirname "$0")/source.sh"
[ $# -ge 2 ] || begin
command -v protoc >/dev/null || { echo "skipped: there is no protoc"; exit 77; }
schema=$2
[ ! -d "$schema" ] || schema=$schema/protos/perfetto/trace/perfetto_trace.proto
schema=$(readlink -e "$schema") || { echo "there is no perfetto_trace.proto in $2"; exit 1; }
begin "$1" ${3+"$3"}

cat >program.c <<'END'
#include <mpi.h>

#include <heddle/region.h>

/* Something of each kind that a timeline has. */
int main(int argc, char **argv)
{
    int rank, size, out = 0, in, *memory;
    MPI_Comm parent, children;
    MPI_File file;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_parent(&parent);
    MPI_Comm_set_name(MPI_COMM_WORLD, "wörld");
    heddle_region_begin("exchange");
    for (int i = 0; i < 3000; i++)
        MPI_Sendrecv(&out, 1, MPI_INT, (rank + 1) % size, i, &in, 1, MPI_INT,
                     (rank + size - 1) % size, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    heddle_region_end();
    MPI_Win_allocate(sizeof out, sizeof out, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&out, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Get(&in, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&out, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_File_open(MPI_COMM_WORLD, "written", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at(file, (MPI_Offset)1 << 40, &out, 0, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, rank * 4, &out, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                       MPI_ERRCODES_IGNORE);
        MPI_Comm_disconnect(&children);
    } else {
        MPI_Comm_disconnect(&parent);
    }
    if (rank == 0 && argc > 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Finalize();
    return 0;
}
END

# unpack FILE: the packets of a trace, none of them compressed.
unpack() {
    python3 - "$1" <<'END'
import sys, zlib

def number(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at

data, at = open(sys.argv[1], "rb").read(), 0
while at < len(data):
    key, at = number(data, at)
    length, at = number(data, at)
    inner, first = number(data, at)
    assert key == 1 << 3 | 2, "Trace.packet"
    assert inner == 50 << 3 | 2, "TracePacket.compressed_packets"
    bytes_, first = number(data, first)
    assert first + bytes_ == at + length < at + 512 * 1024
    sys.stdout.buffer.write(zlib.decompress(data[first:first + bytes_]))
    at += length
END
}

failed=0
# tell NAME: by the status of the command before.
tell() {
    local status=$?
    [ $status -eq 0 ] && echo "ok - $1" || echo "not ok - $1"
    [ $status -eq 0 ] || failed=1
}

# decode FILE: writes it as text, in which fields that the schema lacks are numbers.
decode() {
    protoc --proto_path="$(dirname "$schema")" --decode=perfetto.protos.Trace "$schema" <"$1"
}

must_do program.log mpicc -g program.c -o program
for way in whole aborted; do
    mpiexec -n 3 -trace $way.pftrace ./program $([ $way = whole ] || echo abort) >$way.out 2>&1
    decode $way.pftrace >$way.packed && ! grep -Eq '^ *[0-9]+(:| \{)' $way.packed &&
        grep -q '^  compressed_packets: ' $way.packed
    tell "the file of a $way job is a trace"
    unpack $way.pftrace >$way.plain && decode $way.plain >$way.text &&
        ! grep -Eq '^ *[0-9]+(:| \{)' $way.text
    tell "all that a $way job has recorded has a place in the schema"
done
for text in 'type: TYPE_SLICE_BEGIN' 'type: TYPE_SLICE_END' 'type: TYPE_INSTANT' \
    'type: TYPE_COUNTER' 'name: "MPI_Sendrecv"' 'unit: UNIT_SIZE_BYTES' 'process_name: "job 1' \
    'terminating_flow_ids: [0-9]+' 'thread_name: "rank 2 of job 0"' 'str: "program.c|str: "main'; do
    grep -Eq "$text" whole.text
    tell "a trace has $text"
done
exit $failed
