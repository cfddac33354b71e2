#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mpiexec -trace: one-sided operations and epochs, accesses to files, and counters are in the
# timeline, with their window, file, offset and place.
. "$(dirname "$0")/../harness/tap.sh"

read_timeline() {
    "$PYTHON" "$top_source/tests/harness/timeline.py" "$@"
}

# Rank 0 does one-sided operations in each kind of epoch, accesses a file, and sends too early.
cat >aside.c <<'EOF'
#include <mpi.h>

enum { EARLY = 20 };

static int rank, one = 1, got;
static MPI_Win win;

static void use_window(void)
{
    MPI_Group all, other;
    int *memory, number = 1 - rank;

    MPI_Win_allocate(sizeof one, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_set_name(win, "halo");
    MPI_Win_fence(0, win);
    MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &number, &other);
    MPI_Win_post(other, 0, win);
    MPI_Win_start(other, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, number, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_lock_all(0, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Group_free(&other);
}

static void use_file(void)
{
    char data[100] = "";
    MPI_File file;

    MPI_File_open(MPI_COMM_WORLD, "accessed file", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at(file, 1000 * (rank + 1), data, 100, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_seek(file, 50, MPI_SEEK_SET);
    MPI_File_read(file, data, 10, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_write_shared(file, data, 7, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_set_view(file, 4000, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_at_all(file, 10 * rank, data, 5, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

static void send_early(void)
{
    for (int i = 0; i < EARLY && rank == 0; i++)
        MPI_Send(&one, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = EARLY - 1; i >= 0 && rank == 1; i--)
        MPI_Recv(&got, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    use_window();
    use_file();
    send_early();
    MPI_Finalize();
    return 0;
}
EOF
run "$bin/mpicc" -g -O1 -o aside aside.c
expect builds_a_program_that_uses_windows_and_files 0
has_line() {
    grep -Eqx "$1" facts
}
for end in pftrace json html; do
    run "$bin/mpiexec" -n 2 -trace aside.$end ./aside
    read_timeline aside.$end facts >facts
    at='at=[a-z_]* \(aside.c:[0-9]+\)'
    [ "$status" -eq 0 ] && has_line "MPI_Put $at bytes=4 peer=1 type=MPI_INT window=halo" &&
        has_line "MPI_Win_lock $at peer=1 window=halo" &&
        [ "$(read_timeline aside.$end kinds)" = "accumulate=2 get=1 message=20 put=2" ]
    report "aside.$end has one-sided operations with their windows"
    has_line "fence epoch $at window=halo" && has_line "lock epoch $at peer=0 window=halo" &&
        has_line "lock epoch $at peer=1 window=halo" && has_line "access epoch $at window=halo" &&
        has_line "exposure epoch $at window=halo" && has_line "lock_all epoch $at window=halo" &&
        [ "$(grep -c 'fence epoch' facts)" -eq 2 ] && [ "$(grep -c '^lock epoch' facts)" -eq 2 ]
    report "aside.$end has the epochs of each kind"
    file='file=accessed file'
    has_line "MPI_File_open $at $file" &&
        has_line "MPI_File_write_at $at bytes=100 $file offset=2000 type=MPI_CHAR" &&
        has_line "MPI_File_read $at bytes=10 $file offset=50 type=MPI_CHAR" &&
        has_line "MPI_File_write_shared $at bytes=7 $file type=MPI_CHAR" &&
        has_line "MPI_File_write_at_all $at bytes=20 $file offset=4040 type=MPI_INT"
    report "aside.$end says where in which file an access is"
    read_timeline aside.$end most >told
    grep -qx 'rank 0 bytes in flight 80' told && [ "$(wc -l <told)" -eq 2 ] &&
        grep -Eqx 'rank 1 unexpected messages (19|20)' told # the last may find its receive
    report "aside.$end counts bytes in flight and unexpected messages"
done
finish
