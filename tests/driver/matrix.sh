#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mpiexec -matrix: the picture is well-formed, and its numbers are those that the program counted.
. "$(dirname "$0")/../harness/tap.sh"

# Each rank counts what it sends, by every kind of call, and says so.
cat >talk.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rank, size;
long long (*sent)[10]; /* to each rank: messages, bytes; in collectives; puts, gets, accumulates */
char *data, *room;
int *counts, *places;

static void message(int to, long long bytes)
{
    sent[to][0]++;
    sent[to][1] += bytes;
}

static void collective(int to, long long bytes)
{
    if (to == rank)
        return;
    sent[to][2]++;
    sent[to][3] += bytes;
}

static void collective_to_all(int first, long long bytes)
{
    for (int to = first; to < size; to++)
        collective(to, bytes);
}

static void send_messages(void)
{
    int to = (rank + 1) % size, from = (rank + size - 1) % size, bytes = 100 * (rank + 1);
    MPI_Request requests[2];

    MPI_Sendrecv(data, bytes, MPI_CHAR, to, 1, room, 1 << 20, MPI_CHAR, from, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    message(to, bytes);
    MPI_Irecv(room, 1 << 20, MPI_CHAR, from, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(data, 200000 + rank, MPI_CHAR, to, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    message(to, 200000 + rank);
    MPI_Send_init(data, 3, MPI_INT, to, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(room, 3, MPI_INT, from, 3, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < 5; i++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        message(to, 3 * sizeof(int));
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Send(data, 77, MPI_CHAR, MPI_PROC_NULL, 1, MPI_COMM_WORLD); /* to no rank */
    MPI_Irecv(room, 0, MPI_INT, rank, 4, MPI_COMM_WORLD, &requests[0]);
    MPI_Send(data, 0, MPI_INT, rank, 4, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    message(rank, 0);
}

static void send_together(void)
{
    MPI_Request request;

    MPI_Barrier(MPI_COMM_WORLD);
    collective_to_all(0, 0);
    MPI_Bcast(data, 17, MPI_INT, size - 1, MPI_COMM_WORLD);
    if (rank == size - 1)
        collective_to_all(0, 17 * sizeof(int));
    MPI_Gather(data, 5, MPI_CHAR, room, 5, MPI_CHAR, 0, MPI_COMM_WORLD);
    collective(0, 5);
    MPI_Scatter(data, 6, MPI_CHAR, room, 6, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 0)
        collective_to_all(0, 6);
    MPI_Allgather(data, 7, MPI_CHAR, room, 7, MPI_CHAR, MPI_COMM_WORLD);
    collective_to_all(0, 7);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_CHAR, room, 8, MPI_CHAR, MPI_COMM_WORLD);
    collective_to_all(0, 8);
    MPI_Alltoall(data, 9, MPI_CHAR, room, 9, MPI_CHAR, MPI_COMM_WORLD);
    collective_to_all(0, 9);
    for (int i = 0; i < size; i++) {
        counts[i] = rank + i;
        places[i] = i * 2 * size;
    }
    MPI_Alltoallv(data, counts, places, MPI_CHAR, room, counts, places, MPI_CHAR, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        collective(i, rank + i);
    MPI_Reduce(data, room, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    collective(0, 4 * sizeof(int));
    MPI_Allreduce(MPI_IN_PLACE, room, 3, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    collective_to_all(0, 3 * sizeof(int));
    for (int i = 0; i < size; i++)
        counts[i] = i;
    MPI_Reduce_scatter(data, room, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        collective(i, i * (long long)sizeof(int));
    MPI_Scan(data, room, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    collective_to_all(rank + 1, 2 * sizeof(int));
    MPI_Ibcast(data, 1000, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        collective_to_all(0, 1000);
}

static void send_to_neighbours(void)
{
    int periodic = 1, before, after;
    MPI_Comm ring;

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Neighbor_allgather(data, 11, MPI_CHAR, room, 11, MPI_CHAR, ring);
    MPI_Cart_shift(ring, 0, 1, &before, &after);
    collective(before, 11);
    collective(after, 11);
    MPI_Comm_free(&ring);
}

/* Rank 0 is one group, all others are the other. Each array has a count for each member of the own
 * group. */
static void send_between_groups(void)
{
    int others = size - 1, is_first = rank == 0, i;
    int *mine = malloc(sizeof(int) * (size_t)(is_first ? 1 : others));
    MPI_Comm group, between;

    for (i = 0; i < (is_first ? 1 : others); i++)
        mine[i] = is_first ? 12 * others : 12;
    MPI_Comm_split(MPI_COMM_WORLD, is_first, rank, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, is_first, 5, &between);
    MPI_Reduce_scatter(data, room, mine, MPI_BYTE, MPI_BOR, between);
    for (i = 0; i < size; i++)
        if ((i == 0) != is_first)
            collective(i, is_first ? 12 : 12 * others);
    MPI_Comm_free(&between);
    MPI_Comm_free(&group);
    free(mine);
}

/* Of kind 0, 1, 2: a put, a get, an accumulate. */
static void operation(int kind, int target, long long bytes)
{
    sent[target][4 + 2 * kind]++;
    sent[target][5 + 2 * kind] += bytes;
}

static void use_windows(void)
{
    int target = (rank + 1) % size, one = 1, old, *memory;
    MPI_Win win;

    MPI_Win_allocate(1000 * sizeof one, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(data, 10 + rank, MPI_INT, target, 0, 10 + rank, MPI_INT, win);
    operation(0, target, (10 + rank) * (long long)sizeof one);
    MPI_Win_flush(target, win);
    for (int i = 0; i < 3; i++) {
        MPI_Get(room, 7, MPI_CHAR, 0, 100, 7, MPI_CHAR, win);
        operation(1, 0, 7);
        MPI_Fetch_and_op(&one, &old, MPI_INT, target, 500, MPI_SUM, win);
        operation(2, target, sizeof one);
    }
    MPI_Accumulate(data, 20, MPI_INT, target, 200, 20, MPI_INT, MPI_SUM, win);
    operation(2, target, 20 * sizeof one);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    collective_to_all(0, 0); /* it is a barrier */
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sent = calloc((size_t)size, sizeof *sent);
    data = calloc(1, 1 << 20);
    room = calloc(1, 1 << 20);
    counts = calloc((size_t)size, sizeof *counts);
    places = calloc((size_t)size, sizeof *places);
    send_messages();
    send_together();
    send_to_neighbours();
    if (size > 1)
        send_between_groups();
    use_windows();
    for (int i = 0; i < size; i++) {
        if (sent[i][0] + sent[i][2] + sent[i][4] + sent[i][6] + sent[i][8] == 0)
            continue;
        printf("%d %d", rank, i);
        for (int k = 0; k < 10; k++)
            printf(" %lld", sent[i][k]);
        printf("\n");
    }
    free(places);
    free(counts);
    free(room);
    free(data);
    free(sent);
    if (argc > 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Finalize();
    return 0;
}
EOF
# Prints the numbers in a picture; fails unless it is well-formed XML with all that it should have.
cat >numbers.py <<'EOF'
import sys
import xml.etree.ElementTree as tree

svg = tree.parse(sys.argv[1]).getroot()
names = {"s": "http://www.w3.org/2000/svg", "m": "urn:heddle:matrix"}
assert svg.tag == "{http://www.w3.org/2000/svg}svg"
texts = [text.text or "" for text in svg.iterfind(".//s:text", names)]
for word in ("sender", "receiver", "0 B"):
    assert word in texts, word
lines = svg.find(".//m:matrix", names).text.strip().split("\n")[1:]
for kind, column in (("point-to-point", 2), ("collective", 4)):
    total = sum(int(line.split()[column]) for line in lines)
    assert any(text.startswith(f"{kind}: {total} message") for text in texts), (kind, total)
total = sum(int(line.split()[column]) for line in lines for column in (6, 8, 10))
assert total == 0 or any(text.startswith(f"one-sided: {total} operation") for text in texts), total
assert (total > 0) == ("origin" in texts) == ("target" in texts)
print("\n".join(lines))
EOF
run "$bin/mpicc" -O1 -o talk talk.c
expect builds_a_program_that_counts 0
for ranks in 1 2 5 70; do
    run "$bin/mpiexec" -n $ranks -matrix "talk-$ranks.svg" ./talk
    expect "runs $ranks ranks" 0
    sort out >expected
    "$PYTHON" numbers.py "talk-$ranks.svg" | sort >told && cmp expected told
    report "the picture of $ranks ranks has the numbers that they counted"
done
HEDDLE_MATRIX=variable.svg HEDDLE_NP=2 run ./talk
"$PYTHON" numbers.py variable.svg >told
report the_variable_does_the_same_without_mpiexec
# The threads of a rank count together, and lose nothing.
cat >threads.c <<'EOF'
#include <mpi.h>
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 2000 };

int rank;
MPI_Comm comms[THREADS];

static void *talk(void *argument)
{
    int thread = (int)(long)argument, number = 0;

    for (int i = 0; i < ROUNDS; i++)
        MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, thread, &number, 1, MPI_INT, 1 - rank, thread,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < ROUNDS; i++)
        MPI_Bcast(&number, 1, MPI_INT, 0, comms[thread]);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int level;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level != MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, talk, (void *)(long)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
EOF
run "$bin/mpicc" -O1 -o threads threads.c -pthread
run "$bin/mpiexec" -n 2 -matrix threads.svg ./threads
expect threads_of_ranks_talk 0
"$PYTHON" numbers.py threads.svg >told
printf '%s 0 0 0 0 0 0\n' '0 1 8000 32000 8000 32000' '1 0 8000 32000 0 0' | cmp - told
report what_threads_send_is_counted_exactly
mkdir -p elsewhere
run "$bin/mpiexec" -n 2 -wdir elsewhere -matrix here.svg ../talk
[ -s here.svg ]
report the_file_is_where_mpiexec_was_started
run "$bin/mpiexec" -n 2 -matrix aborted.svg ./talk abort
expect a_job_may_end_at_once 3
"$PYTHON" numbers.py aborted.svg >told
report an_aborted_job_has_a_picture
run "$bin/mpiexec" -n 2 -matrix /nowhere/at.svg ./talk
expect a_file_that_cannot_be_written_is_told 0 'cannot be written to /nowhere/at.svg'
run "$bin/mpiexec" -n 2 ./talk
[ -z "$err" ]
report nothing_is_said_when_nobody_asks
finish
