#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# GDB knows ranks, their messages, handles, and their own variables.
. "$(dirname "$0")/../harness/tap.sh"

if ! command -v gdb >/dev/null || [ "$privatize" = no ] || [ "$sanitizer" != no ]; then
    skip debugger "without gdb, or in a build that it cannot show"
    finish
    exit
fi

# Rank 2 stops when the others have done what there is to see.
cat >stopped.c <<'EOF'
#include <mpi.h>
#include <pthread.h>

enum { TAG_LOST = 8, TAG_SEEN = 9, TAG_GO = 10, TAG_NEVER = 7 };

struct node {
    int value;
    struct node *next;
};

int rank, size;
struct node head;
static double table[3];
MPI_Comm halo, grid;
MPI_Datatype column;
MPI_Group few;
MPI_Info hints;
MPI_Request pending;
MPI_Win window;
const char text[] = "rank";

void set_of_library(int value);

int stop_here(int count)
{
    static int calls;

    calls += count;
    return calls;
}

static void make(void)
{
    int dims[2] = {0, 0}, periods[2] = {1, 0}, members[2] = {2, 0};
    MPI_Group all;

    MPI_Comm_dup(MPI_COMM_WORLD, &halo);
    MPI_Comm_set_name(halo, "halo");
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Type_vector(4, 1, 8, MPI_DOUBLE, &column);
    MPI_Type_set_name(column, "column");
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, members, &few);
    MPI_Group_free(&all);
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "colour", "blue");
    MPI_Win_create(table, sizeof table, 8, MPI_INFO_NULL, halo, &window);
    MPI_Win_set_name(window, "field");
    MPI_Win_lock_all(0, window);
    head = (struct node){100 * (rank + 1), &head};
    table[1] = rank + 0.5;
    set_of_library(7 * rank);
}

static void work(void)
{
    int number = 0, is_there = 0;

    if (rank == 0) {
        MPI_Irecv(&number, 1, MPI_INT, 1, TAG_NEVER, halo, &pending);
        MPI_Send(&number, 1, MPI_INT, 1, TAG_LOST, halo);
        MPI_Send(&number, 1, MPI_INT, 1, TAG_SEEN, halo);
        MPI_Send(&number, 1, MPI_INT, 2, TAG_GO, halo);
    } else if (rank == 1) {
        while (!is_there)
            MPI_Iprobe(0, TAG_SEEN, halo, &is_there, MPI_STATUS_IGNORE);
        MPI_Recv(&number, 1, MPI_INT, 0, TAG_SEEN, halo, MPI_STATUS_IGNORE);
        MPI_Send(&number, 1, MPI_INT, 2, TAG_GO, halo);
        MPI_Send(&number, 1, MPI_INT, 0, TAG_LOST, halo);
    } else {
        MPI_Recv(&number, 1, MPI_INT, 0, TAG_GO, halo, MPI_STATUS_IGNORE);
        MPI_Recv(&number, 1, MPI_INT, 1, TAG_GO, halo, MPI_STATUS_IGNORE);
        stop_here(rank);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    make();
    work();
    MPI_Abort(MPI_COMM_WORLD, 0);
}
EOF
cat >part.c <<'EOF'
int of_library[2];
static int hidden = 3;

void set_of_library(int value)
{
    of_library[1] = value;
    hidden += value;
}
EOF
run "$bin/mpicc" -O0 -g -shared -o libpart.so part.c
run "$bin/mpicc" -O0 -g -o stopped stopped.c -L. -lpart -Wl,-rpath,"$PWD"
expect builds_a_program_to_stop 0

# debug COMMAND...: stops rank 2 and does what the words say.
debug() {
    local arguments=() command
    for command; do
        arguments+=(-ex "$command")
    done
    DEBUGINFOD_URLS='' HEDDLE_NP=3 run gdb -nx -batch -iex "add-auto-load-safe-path $top_build" \
        -ex 'break stop_here if $mpi_rank() == 2' -ex run "${arguments[@]}" -ex kill ./stopped
}

debug ranks
expect ranks_are_listed_with_what_they_do 0 'rank  thread  state' \
    '^  0 +[0-9]+ +(waits in|is in|runs)' '^\* 2 +[0-9]+ +runs, stop_here \(stopped.c:28\)'
if grep -q 'ptrace: Operation not permitted' out err; then
    skip debugger "where no process may be traced"
    finish
    exit
fi
debug 'info threads'
expect threads_are_named_by_rank 0 '"rank 0"' '"rank 1"' '"rank 2"'
debug 'rank 0' 'print rank' 'rank 1' 'print rank' 'print head' 'rank' 'rank 2' 'print count'
expect a_rank_is_selected_with_the_programs_frame 0 '^rank 0, thread' '^rank 1, thread' \
    '^rank 1: ' '^rank 2, thread [0-9]+: runs, stop_here' '= 0$' '= 1$' '= 2$' 'value = 200'
debug 'rank 1' 'private head.next->next->value + (int)table[1] + size' 'private /x head.value' \
    'private text' 'private &head.value'
expect expressions_have_the_ranks_own_variables 0 '= 204$' '= 0xc8$' '= "rank"$' '\(int \*\) 0x'
debug 'rank 1' 'private' 'private of_library[1] + 1' 'print &of_library'
expect private_variables_are_listed_and_those_of_libraries_shown 0 \
    '^table = \{0, 1.5, 0\}   \(stopped.c:13\)' '^rank = 1   ' '^of_library = \{0, 7\} ' \
    '^calls(\.0)? (=|at) .*stopped.c:26' '= 8$'
debug 'rank 1' 'print of_library[1] + 1' 'print hidden' 'rank 2' 'print of_library' 'print hidden'
expect print_shows_the_selected_ranks_copies_in_libraries_too 0 '= 8$' '= 10$' '= \{0, 14\}$' \
    '= 17$'
# Rank 0 has changed its table before rank 2 stops, rank 2 changes its own twice, rank 1 in between.
# Some virtual machines have no debug registers, so GDB compares after each step, and of many
# threads it steps only the selected one well.
cat >watched.c <<'EOF'
#include <mpi.h>

int rank;
static double table[4];

static void stop_here(void)
{
}

static void change(int who, int by)
{
    if (rank == who)
        table[2] += by;
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    change(0, 1);
    if (rank == 2)
        stop_here();
    change(2, 5);
    change(1, 3);
    if (rank == 2)
        stop_here();
    change(2, 6);
    MPI_Finalize();
    return 0;
}
EOF
run "$bin/mpicc" -O0 -g -o watched watched.c
DEBUGINFOD_URLS='' HEDDLE_NP=3 run gdb -nx -batch -iex "add-auto-load-safe-path $top_build" \
    -ex 'set can-use-hw-watchpoints 0' -ex 'break stop_here' -ex run \
    -ex 'set scheduler-locking on' -ex 'watch -location table[2]' -ex continue -ex 'print rank' \
    -ex 'set scheduler-locking off' -ex 'disable 2' -ex continue \
    -ex 'set scheduler-locking on' -ex 'enable 2' -ex continue -ex 'print rank + 10' \
    -ex 'print table[2]' -ex 'rank 1' -ex 'print table[2]' -ex 'rank 0' -ex 'print table[2]' \
    -ex kill ./watched
expect a_watchpoint_is_of_the_selected_ranks_copy 0 '^Watchpoint 2: -location table' \
    '^New value = 5$' '^Old value = 5$' '^New value = 11$' '^\$1 = 2$' '^\$2 = 12$' \
    '^\$3 = 11$' '^\$4 = 3$' '^\$5 = 1$'
debug 'mpi queues'
expect a_rank_without_messages_has_none 0 'receives without a message: none' \
    'messages without a receive: none' 'requests: none'
debug 'rank 1' 'mpi queues'
expect a_message_without_a_receive_is_shown 0 'messages without a receive: 1' \
    'from 0, tag 8, 4 bytes, on halo, sent at stopped.c:62'
debug 'rank 0' 'mpi queues'
expect a_receive_without_a_message_is_shown 0 'receives without a message: 1' \
    'from 1, tag 7, 1 x MPI_INT, on halo, posted at stopped.c:61' \
    'receive, under way at stopped.c:61'
debug 'mpi queues all'
[ "$(grep -c '^rank [012]$' out)" -eq 3 ]
report queues_of_all_ranks_are_shown
debug 'mpi comms'
expect communicators_are_listed 0 '^rank 2$' 'MPI_COMM_WORLD: rank 2 of 3' \
    'MPI_COMM_SELF: rank 0 of 1' 'halo: rank 2 of 3' 'rank 2 of 3, a grid'
debug 'mpi windows' 'private window'
expect windows_are_listed 0 '^  field: rank 2 of 3, 24 bytes at 0x[0-9a-f]+, lock_all$' \
    'MPI_Win 0x[0-9a-f]+ \(field: rank 2 of 3'
debug 'private halo' 'private grid' 'private column' 'private few' 'private hints' 'rank 0' \
    'private pending' 'print (MPI_Comm)0x101' 'print (MPI_Datatype)0x209' 'print (MPI_Comm)8'
expect handles_are_printed_as_what_they_are 0 'MPI_Comm 0x[0-9a-f]+ \(halo: rank 2 of 3' \
    'a grid' '\(column, 32 bytes, extent 200, not committed\)' '\(2 ranks: 2 0\)' \
    '\(colour=blue\)' '\(receive, under way at stopped.c:61\)' '= MPI_COMM_WORLD$' '= MPI_INT$' \
    '= MPI_Comm 0x8$'
debug 'rank 7' 'private nothing' 'thread 1' 'rank' 'mpi comms'
expect what_there_is_not_is_told 0 'No running rank 7' 'This thread belongs to no rank' \
    'No symbol "nothing" in current context'
# When a deadlock is found everybody waits for sure.
cat >stuck.c <<'EOF'
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv(&rank, 0, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
EOF
run "$bin/mpicc" -O0 -g -o stuck stuck.c
DEBUGINFOD_URLS='' HEDDLE_NP=2 run gdb -nx -batch -iex "add-auto-load-safe-path $top_build" \
    -ex 'set breakpoint pending on' -ex 'break abort_view' -ex run -ex ranks -ex kill ./stuck
expect ranks_that_wait_are_told_from_those_that_are_on_their_way 0 \
    '^. 0 +[0-9]+ +waits in MPI_Recv, main \(stuck.c:9\)' \
    '^. 1 +[0-9]+ +waits in MPI_Recv, main \(stuck.c:9\)'

# A program that mpicc has not compiled: each rank has a copy of its code, too.
if [ -e "$top_build/lib/libmpi_abi.so" ]; then
    sources=$top_source/tests/driver/foreign
    run $WRAPPER_CC -O0 -g -fPIC -shared "$sources/library.c" -o libforeign.so
    run $WRAPPER_CC -O0 -g -I"$top_build/include" "$sources/globals.c" ./libforeign.so -o foreign \
        -L"$top_build/lib" -Wl,-rpath,"$top_build/lib" -lmpi_abi -lpthread
    DEBUGINFOD_URLS='' HEDDLE_NP=3 run gdb -nx -batch -iex "add-auto-load-safe-path $top_build" \
        -ex 'set breakpoint pending on' -ex 'break add_in_library' -ex run -ex continue \
        -ex continue -ex 'rank 1' -ex 'bt 2' -ex 'print in_library' -ex 'up' -ex 'print of_thread' \
        -ex 'info symbol &shown' -ex kill ./foreign
    expect breakpoints_stop_in_all_copies 0 'hit Breakpoint 1.*add_in_library .*library.c:' \
        '^rank 1, thread' '^#0 .*add_in_library .*at .*library.c:' '^#1 .*main .*globals.c:68' \
        '= [45]$' 'shown in section'
    [ "$(grep -c 'hit Breakpoint 1' out)" -eq 3 ]
    report each_rank_stops
fi
run gdb -nx -batch -iex "add-auto-load-safe-path $top_build" -ex 'start' -ex 'kill' -ex 'ranks' \
    ./stopped
expect without_a_process_there_are_no_ranks 1 'The program is not being run'
# Where the kernel puts core files into the directory, one tells as much as a process.
if [ "$(cat /proc/sys/kernel/core_pattern)" != core ] || ! ulimit -c unlimited 2>/dev/null; then
    skip core "where core files go elsewhere"
    finish
    exit
fi
sed 's/^        stop_here(rank);/        abort();/; s/^#include <pthread.h>/#include <stdlib.h>/' \
    stopped.c >aborted.c
run "$bin/mpicc" -O0 -g -o aborted aborted.c -L. -lpart -Wl,-rpath,"$PWD"
rm -f core core.*
HEDDLE_NP=3 run ./aborted
expect a_program_aborts 134 'rank 2: Aborted'
run gdb -nx -batch -iex "add-auto-load-safe-path $top_build" -ex ranks -ex 'rank 1' \
    -ex 'print rank' -ex 'mpi queues' -ex 'private' ./aborted core*
expect a_core_file_tells_as_much 0 '^\* 2 +[0-9]+ +runs, work \(aborted.c' '^rank 1, thread' \
    '= 1$' 'from 0, tag 8, 4 bytes, on halo, sent at aborted.c:62' '^table = \{0, 1.5, 0\}'
rm -f core core.*
finish
