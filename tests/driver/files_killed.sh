#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A job that is killed while it writes a file leaves only bytes there that some rank has written.
. "$(dirname "$0")/../harness/tap.sh"

# Each byte has a value that follows from its place; gaps of 4 bytes keep what was there before.
cat >writer.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { BYTES = 8 << 20, RECORD = 60, STEP = 64 };

static int value_at(long place)
{
    return (int)(1 + place % 251);
}

static int check(const char *name)
{
    FILE *file = fopen(name, "rb");
    long place = 0, written = 0;
    int byte;

    while (file != NULL && (byte = fgetc(file)) != EOF) {
        if (place % STEP < RECORD ? byte != 0 && byte != value_at(place) : byte != 0) {
            fprintf(stderr, "byte %ld is %d\n", place, byte);
            return 1;
        }
        written += byte != 0;
        place++;
    }
    printf("%s\n", written > 0 ? "something was written" : "nothing was written");
    return 0;
}

int main(int argc, char **argv)
{
    int rank, size, i;
    static char data[BYTES];
    MPI_Datatype record, type;
    MPI_File file;

    if (strcmp(argv[1], "check") == 0)
        return check(argv[2]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(RECORD, MPI_CHAR, &record);
    MPI_Type_create_resized(record, 0, (MPI_Aint)STEP * size, &type);
    MPI_Type_commit(&type);
    MPI_File_open(MPI_COMM_WORLD, argv[2], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, rank * STEP, MPI_CHAR, type, "native", MPI_INFO_NULL);
    for (i = 0; i < BYTES / size / STEP * RECORD; i++)
        data[i] = (char)value_at(((long)(i / RECORD) * size + rank) * STEP + i % RECORD);
    for (;;) {
        MPI_File_set_size(file, 0);
        MPI_File_seek(file, 0, MPI_SEEK_SET);
        if (strcmp(argv[1], "all") == 0)
            MPI_File_write_all(file, data, BYTES / size / STEP * RECORD, MPI_CHAR,
                               MPI_STATUS_IGNORE);
        else
            MPI_File_write(file, data, BYTES / size / STEP * RECORD, MPI_CHAR, MPI_STATUS_IGNORE);
    }
}
EOF
run "$bin/mpicc" -O2 -o writer writer.c
expect builds_the_writer 0
# kill_and_check WAY SECONDS
kill_and_check() {
    local file=$PWD/state-$1-$2 job
    "$bin/mpiexec" -n 4 ./writer "$1" "$file" >/dev/null 2>&1 &
    job=$!
    sleep "$2"
    kill -9 $job
    wait $job 2>/dev/null
    run "$bin/mpiexec" -n 1 ./writer check "$file"
    expect "has only what was written, by $1, killed after $2 s" 0
    rm -f "$file"
}
for seconds in 0.1 0.15 0.23 0.37 0.5; do
    kill_and_check all $seconds
    kill_and_check own $seconds
done
finish
