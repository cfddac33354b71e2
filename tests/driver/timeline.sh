#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mpiexec -trace: what is written can be read back, each message has both of its ends, calls nest,
# and the numbers are those that the program counted.
. "$(dirname "$0")/../harness/tap.sh"

read_timeline() {
    "$PYTHON" "$top_source/tests/harness/timeline.py" "$@"
}

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
run "$bin/mpicc" -g -O1 -o talk talk.c
expect builds_a_program_that_counts 0
for ranks in 2 5 16 64; do
    for end in pftrace json html; do
        run "$bin/mpiexec" -n $ranks -trace "talk.$end" ./talk
        sort -n out >expected
        [ "$status" -eq 0 ] && [ -z "$err" ] &&
            read_timeline talk.$end received | sort -n | cmp expected -
        report "each receive of $ranks ranks has its send in talk.$end"
    done
    read_timeline talk.json calls >calls &&
        read_timeline talk.pftrace calls | cmp calls - &&
        read_timeline talk.html calls | cmp calls - &&
        grep -qx "MPI_Allreduce $((10 * ranks))" calls && grep -qx "MPI_Put $((2 * ranks))" calls &&
        grep -qx "MPI_Send $((4 * ranks))" calls && ! grep -q MPI_Barrier calls
    report "the calls of $ranks ranks are those that were made, but for what is switched off"
done
for end in pftrace json html; do
    read_timeline talk.$end facts >facts
    text='at=[a-z_]* (talk.c:[0-9]*) bytes'
    world=communicator=MPI_COMM_WORLD
    grep -q "^MPI_Send $text=16 $world peer=[0-9]* tag=4 type=MPI_CHAR$" facts &&
        grep -q "^MPI_Allreduce $text=4 communicator=even \"</script>\" operation=" facts &&
        grep -q "^halves at=main (talk.c:[0-9]*)" facts
    report "talk.$end says what each call was about"
done
HEDDLE_TRACE=variable.json HEDDLE_NP=2 run ./talk
read_timeline variable.json calls | grep -q MPI_Finalize
report the_variable_does_the_same_without_mpiexec
for end in pftrace json html; do
    run "$bin/mpiexec" -n 3 -trace aborted.$end ./talk abort
    [ "$status" -eq 3 ] && read_timeline aborted.$end open | grep -q MPI_Abort
    report "an aborted job has aborted.$end"
done
run "$bin/mpiexec" -n 2 -trace stuck.json ./talk deadlock
[ "$status" -eq 65 ] && read_timeline stuck.json open | grep -qx MPI_Recv
report a_deadlock_has_a_timeline_too
"$bin/mpiexec" -n 2 -trace ended.json ./talk stay here >out 2>err &
job=$!
for i in $(seq 600); do [ -e here ] && break; sleep 0.1; done
kill -TERM $job
wait $job
[ $? -eq 143 ] && read_timeline ended.json received >told
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
read_timeline threads.pftrace received | awk '{ n += $NF } END { print NR, n }' >told
[ "$(cat told)" = "10 4000" ]
report what_threads_send_has_both_ends
run "$bin/mpiexec" -n 2 -env HEDDLE_TRACE_KB 64 -trace full.json ./threads
expect a_full_timeline_says_so 0 'the timeline is not complete: [0-9]+ calls.*HEDDLE_TRACE_KB'
read_timeline full.json received >told
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
read_timeline deep.pftrace within all >told
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
[ "$(read_timeline spawned.json kinds)" = "message=2 spawn=2" ] &&
    read_timeline spawned.json jobs | grep -qx 'job 1, spawned by rank 0'
report and_it_is_told_who_has_spawned_whom
read_timeline spawned.json received | sort >told
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
