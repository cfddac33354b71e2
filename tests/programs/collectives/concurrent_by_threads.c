/* SPDX-License-Identifier: MIT */
/* MPI_THREAD_MULTIPLE: the threads of each rank are in collective operations at once, each on a
 * communicator of its own, while messages pass and communicators are made. What a thread has
 * started, another completes: on even lines one thread tests the requests of all of them, on odd
 * ones each line has a thread that waits. */
/* ranks: 1 2 3 5 */
/* options: -O2 */
/* expect-stdout: all lines yielded what they must */
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINES = 4, ROUNDS = 150, LENGTH_MAX = 3000, KINDS = 9 };
enum { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };

/* What one thread does; the lock guards the request on its way to whoever completes it. */
struct line {
    int number, wrong;
    uint32_t state; /* of choices, the same at all ranks */
    MPI_Comm comm;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    MPI_Request request; /* to be completed */
    int is_over;
    int64_t *out, *in;
};

static struct line lines[LINES];
static int rank, size;

static int draw(struct line *line, int bound)
{
    line->state = line->state * 1664525 + 1013904223;
    return (int)((line->state >> 16) % (uint32_t)bound);
}

/* ---- who completes ----------------------------------------------------------------------- */

static void *complete_one_line(void *argument)
{
    struct line *line = argument;

    pthread_mutex_lock(&line->lock);
    while (!line->is_over) {
        MPI_Request request = line->request;

        if (request == MPI_REQUEST_NULL) {
            pthread_cond_wait(&line->changed, &line->lock);
            continue;
        }
        pthread_mutex_unlock(&line->lock);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        pthread_mutex_lock(&line->lock);
        line->request = MPI_REQUEST_NULL;
        pthread_cond_signal(&line->changed);
    }
    pthread_mutex_unlock(&line->lock);
    return NULL;
}

static int test_line(struct line *line)
{
    int flag = 0, is_over;

    pthread_mutex_lock(&line->lock);
    if (line->request != MPI_REQUEST_NULL) {
        MPI_Request request = line->request;

        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        if (flag) {
            line->request = MPI_REQUEST_NULL;
            pthread_cond_signal(&line->changed);
        }
    }
    is_over = line->is_over;
    pthread_mutex_unlock(&line->lock);
    return is_over;
}

static void *complete_even_lines(void *unused)
{
    int i, over = 0;

    (void)unused;
    while (over < (LINES + 1) / 2) {
        for (over = 0, i = 0; i < LINES; i += 2)
            over += test_line(&lines[i]);
        sched_yield();
    }
    return NULL;
}

static void let_be_completed(struct line *line, MPI_Request request)
{
    pthread_mutex_lock(&line->lock);
    line->request = request;
    pthread_cond_signal(&line->changed);
    while (line->request != MPI_REQUEST_NULL)
        pthread_cond_wait(&line->changed, &line->lock);
    pthread_mutex_unlock(&line->lock);
}

/* ---- who starts -------------------------------------------------------------------------- */

#define ROUND(name, iname, ...)                                                                   \
    do {                                                                                          \
        if (form == BLOCKING)                                                                     \
            MPI_##name(__VA_ARGS__);                                                              \
        else if (form == NONBLOCKING)                                                             \
            MPI_I##iname(__VA_ARGS__, request);                                                   \
        else                                                                                      \
            MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, request);                               \
    } while (0)

static void call(struct line *line, int kind, int form, int n, int root, MPI_Request *request)
{
    MPI_Comm comm = line->comm;
    int64_t *out = line->out, *in = line->in;

    switch (kind) {
    case 0: ROUND(Allreduce, allreduce, out, in, n, MPI_INT64_T, MPI_SUM, comm); break;
    case 1: ROUND(Bcast, bcast, out, n, MPI_INT64_T, root, comm); break;
    case 2: ROUND(Alltoall, alltoall, out, n, MPI_INT64_T, in, n, MPI_INT64_T, comm); break;
    case 3: ROUND(Scan, scan, out, in, n, MPI_INT64_T, MPI_SUM, comm); break;
    case 4: ROUND(Gather, gather, out, n, MPI_INT64_T, in, n, MPI_INT64_T, root, comm); break;
    case 5: ROUND(Reduce_scatter_block, reduce_scatter_block, out, in, n, MPI_INT64_T, MPI_SUM,
                  comm); break;
    case 6: ROUND(Allgather, allgather, out, n, MPI_INT64_T, in, n, MPI_INT64_T, comm); break;
    case 7: ROUND(Scatter, scatter, out, n, MPI_INT64_T, in, n, MPI_INT64_T, root, comm); break;
    default: ROUND(Barrier, barrier, comm);
    }
}

static int64_t value(int from, int round, int i)
{
    return from * 1000003 + round * 7919 + i;
}

/* Adds up the values of the first `ranks` ranks. */
static int64_t sum(int ranks, int round, int i)
{
    int64_t sum = 0;
    int from;

    for (from = 0; from < ranks; from++)
        sum += value(from, round, i);
    return sum;
}

static int64_t expected(int kind, int n, int root, int round, int i)
{
    switch (kind) {
    case 0: return sum(size, round, i);
    case 1: return value(root, round, i);
    case 2: return value(i / n, round, rank * n + i % n);
    case 3: return sum(rank + 1, round, i);
    case 5: return sum(size, round, rank * n + i);
    case 7: return value(root, round, rank * n + i);
    default: return value(i / n, round, i % n);
    }
}

static void fill(struct line *line, int round, int n)
{
    int i;

    for (i = 0; i < n * size; i++) {
        line->out[i] = value(rank, round, i);
        line->in[i] = -1;
    }
}

static void judge(struct line *line, int kind, int n, int root, int round)
{
    const int64_t *got = kind == 1 ? line->out : line->in;
    int count = kind == 2 || kind == 4 || kind == 6 ? n * size : n, i;

    if (kind == 8 || (kind == 4 && rank != root))
        return;
    for (i = 0; i < count; i++)
        line->wrong += got[i] != expected(kind, n, root, round, i);
}

static void take_round(struct line *line, int round)
{
    static const int lengths[] = {1, 4, 30, 250, LENGTH_MAX};
    int kind = draw(line, KINDS), form = draw(line, FORMS), n = lengths[draw(line, 5)];
    int root = draw(line, size), turn;
    MPI_Request request = MPI_REQUEST_NULL, copy;

    fill(line, round, n);
    call(line, kind, form, n, root, &request);
    for (turn = 0; turn < (form == PERSISTENT ? 3 : 1); turn++) {
        if (form == PERSISTENT) {
            fill(line, round + turn, n);
            MPI_Start(&request);
        }
        copy = request;
        if (form != BLOCKING)
            let_be_completed(line, copy);
        judge(line, kind, n, root, round + turn);
    }
    if (form == PERSISTENT)
        MPI_Request_free(&request);
}

/* A message on the communicator that all lines share, and now and then a new one of the line's. */
static void do_else(struct line *line, int round)
{
    int next = (rank + 1) % size, before = (rank + size - 1) % size, got = -1;
    MPI_Comm made;

    if (draw(line, 3) == 0) {
        MPI_Sendrecv(&round, 1, MPI_INT, next, line->number, &got, 1, MPI_INT, before,
                     line->number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        line->wrong += got != round;
    }
    if (draw(line, 20) > 0)
        return;
    MPI_Comm_dup(line->comm, &made);
    MPI_Comm_free(&line->comm);
    line->comm = made;
}

static void *run_line(void *argument)
{
    struct line *line = argument;
    int round;

    for (round = 0; round < ROUNDS; round++) {
        take_round(line, round);
        do_else(line, round);
    }
    pthread_mutex_lock(&line->lock);
    line->is_over = 1;
    pthread_cond_signal(&line->changed);
    pthread_mutex_unlock(&line->lock);
    return NULL;
}

/* ---- the job ----------------------------------------------------------------------------- */

static void open_line(struct line *line, int number, uint32_t seed)
{
    size_t bytes = (size_t)LENGTH_MAX * (size_t)size * sizeof *line->out;

    *line = (struct line){.number = number, .state = seed + (uint32_t)number};
    line->request = MPI_REQUEST_NULL;
    line->out = malloc(bytes);
    line->in = malloc(bytes);
    pthread_mutex_init(&line->lock, NULL);
    pthread_cond_init(&line->changed, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &line->comm);
}

static int close_line(struct line *line)
{
    free(line->out);
    free(line->in);
    pthread_mutex_destroy(&line->lock);
    pthread_cond_destroy(&line->changed);
    MPI_Comm_free(&line->comm);
    return line->wrong;
}

int main(int argc, char **argv)
{
    pthread_t starting[LINES], completing[LINES + 1];
    int provided, wrong = 0, all, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < LINES; i++)
        open_line(&lines[i], i, argc > 1 ? (uint32_t)atoi(argv[1]) : 1);
    for (i = 0; i < LINES; i++) {
        pthread_create(&starting[i], NULL, run_line, &lines[i]);
        if (i % 2 != 0)
            pthread_create(&completing[i], NULL, complete_one_line, &lines[i]);
    }
    pthread_create(&completing[LINES], NULL, complete_even_lines, NULL);
    for (i = 0; i < LINES; i++) {
        pthread_join(starting[i], NULL);
        if (i % 2 != 0)
            pthread_join(completing[i], NULL);
    }
    pthread_join(completing[LINES], NULL);
    for (i = 0; i < LINES; i++)
        wrong += close_line(&lines[i]);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        puts("all lines yielded what they must");
    MPI_Finalize();
    return all != 0;
}
