/* SPDX-License-Identifier: MIT */
/* How many schedules an exploration runs, beside the number of outcomes that theory has, and how
 * soon it finds a bug: by all schedules in order, by a number of them, by random ones, and by
 * running the job as it comes, up to PLAIN times.
 *
 *   explore_bugs    prints a line for each program:
 *                   name ranks theory schedules us/schedule, then for all, N, random and plain the
 *                   run of the first failure and its milliseconds; "-": none of the runs failed
 *
 * A function with an argument is wrong. Theory counts the orders of events that differ;
 * one more run has standard sends that wait. */
#include <heddle.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAIN = 200, TAG = 1, DONE = 2, TOKEN = 3, TASKS = 3, LATE = 2 };
enum { COUNTER, TAIL, NEXT, WAITS, CELLS };

static int zero, none = -1;

static int size_of(void)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

static void send_to(int value, int dest, int tag)
{
    MPI_Send(&value, 1, MPI_INT, dest, tag, MPI_COMM_WORLD);
}

/* Returns the source. */
static int receive_from(int source, int *value, int *tag)
{
    MPI_Status status;

    MPI_Recv(value, 1, MPI_INT, source, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    *tag = status.MPI_TAG;
    return status.MPI_SOURCE;
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Wrong: the last rank's message is not to come first. */
static int gather(void *wrong)
{
    int first = 0, value, tag;

    if (heddle_rank() != 0)
        send_to(0, 0, TAG);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        int source = receive_from(MPI_ANY_SOURCE, &value, &tag);

        first = i == 1 ? source : first;
    }
    return wrong != NULL && first == size_of() - 1;
}

/* True: the last worker gets the first task, and the first one the last. */
static bool manage(void)
{
    int given = 0, value, tag, workers[TASKS] = {0};

    for (int ended = 0; ended < size_of() - 1; given++) {
        int worker = receive_from(MPI_ANY_SOURCE, &value, &tag);

        if (given < TASKS)
            workers[given] = worker;
        send_to(0, worker, given < TASKS ? TAG : DONE);
        ended += given >= TASKS;
    }
    return workers[0] == size_of() - 1 && workers[TASKS - 1] == 1;
}

static void work(void)
{
    int value, tag = TAG;

    while (tag == TAG) {
        send_to(0, 0, TAG);
        receive_from(0, &value, &tag);
    }
}

/* Wrong: tasks are not to go round backwards. */
static int manager_and_workers(void *wrong)
{
    if (heddle_rank() == 0)
        return manage() && wrong != NULL;
    work();
    return 0;
}

/* The last rank votes no. Returns the votes for yes, or wrong: the latest vote. */
static int count_votes(bool is_wrong)
{
    int votes = 0, value, tag;

    for (int i = 1; i < size_of(); i++) {
        receive_from(MPI_ANY_SOURCE, &value, &tag);
        votes = is_wrong ? value * (size_of() - 1) : votes + value;
    }
    return votes;
}

/* Gray, 1978. All have to agree, and acknowledge the decision. */
static int two_phase_commit(void *wrong)
{
    int decision = 0, value, tag;

    if (heddle_rank() != 0) {
        send_to(heddle_rank() != size_of() - 1, 0, TAG);
        receive_from(0, &decision, &tag);
        send_to(0, 0, DONE);
        return decision;
    }
    decision = count_votes(wrong != NULL) == size_of() - 1;
    for (int i = 1; i < size_of(); i++)
        send_to(decision, i, TAG);
    for (int i = 1; i < size_of(); i++)
        receive_from(MPI_ANY_SOURCE, &value, &tag);
    return decision;
}

/* Chang and Roberts, 1979: messages of one neighbour. Wrong: all send before they receive. */
static int ring_election(void *wrong)
{
    int self = heddle_rank(), next = (self + 1) % size_of(), tag = TAG, value, most = -1;
    MPI_Request request;

    if (wrong != NULL)
        send_to(self, next, TAG);
    else
        MPI_Isend(&self, 1, MPI_INT, next, TAG, MPI_COMM_WORLD, &request);
    while (tag == TAG) {
        receive_from((self + size_of() - 1) % size_of(), &value, &tag);
        most = value > most ? value : most;
        if (tag == TAG && value == self)
            tag = DONE;
        if (tag == DONE ? value != next : value > self)
            send_to(value, next, tag);
    }
    if (wrong == NULL)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    return most != size_of() - 1;
}

/* All others ask rank 0 for its one task. Wrong: rank 1 does not look whether it got it. */
static int work_stealing(void *wrong)
{
    int task = 1, value, tag;

    if (heddle_rank() != 0) {
        send_to(0, 0, TAG);
        receive_from(0, &task, &tag);
        return wrong != NULL && heddle_rank() == 1 && task == 0;
    }
    for (int i = 1; i < size_of(); i++, task = 0)
        send_to(task, receive_from(MPI_ANY_SOURCE, &value, &tag), TAG);
    return 0;
}

/* ---- termination ----------------------------------------------------------------------------- */

/* Rank 0 sends the token round, by way of rank 2 and rank 1, until it says that all is over. */
static int ask_for_end(int first, bool ends_at_once, bool (*is_over)(int value))
{
    int value, tag;

    do {
        send_to(first, 2, TOKEN);
        receive_from(1, &value, &tag);
    } while (!ends_at_once && !is_over(value));
    send_to(0, 1, DONE);
    send_to(0, 2, DONE);
    return 0;
}

static bool is_white(int value)
{
    return value != 0;
}

static bool is_balanced(int value)
{
    return value == 0;
}

/* The receiver may be about to send to this rank, which does not wait for it. */
static void pass_on(int *token, MPI_Request *request, int value)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
    *token = value;
    MPI_Isend(token, 1, MPI_INT, heddle_rank() - 1, TOKEN, MPI_COMM_WORLD, request);
}

/* Dijkstra, Feijen and van Gasteren, 1983: a rank that has sent work makes the token black. Rank 1
 * sends work to rank 2. Wrong: its message takes time. */
static int dijkstra(void *wrong)
{
    int value, tag = 0, work = 1, white = 1, has_worked = 0, token;
    MPI_Request request = MPI_REQUEST_NULL;

    if (heddle_rank() == 0)
        return ask_for_end(1, false, is_white);
    if (heddle_rank() == 1) {
        (wrong != NULL ? MPI_Send : MPI_Ssend)(&work, 1, MPI_INT, 2, TAG, MPI_COMM_WORLD);
        white = 0;
    }
    while (tag != DONE) {
        receive_from(MPI_ANY_SOURCE, &value, &tag);
        has_worked |= tag == TAG;
        if (tag == TOKEN) {
            pass_on(&token, &request, value && white);
            white = 1;
        }
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return heddle_rank() == 2 && !has_worked;
}

/* Safra (Dijkstra's EWD 998, 1987): the token adds up what was sent and not yet received. Rank 2
 * takes at most LATE tokens before the work. Wrong: no rank looks at the sum. */
static int safra(void *wrong)
{
    int value, tag = 0, sent = heddle_rank() == 1, tokens = 0, has_worked = 0, token;
    MPI_Request request = MPI_REQUEST_NULL;

    if (heddle_rank() == 0)
        return ask_for_end(0, wrong != NULL, is_balanced);
    if (heddle_rank() == 1)
        send_to(1, 2, TAG);
    while (tag != DONE) {
        bool is_late = heddle_rank() == 2 && tokens == LATE && !has_worked;

        receive_from(is_late ? 1 : MPI_ANY_SOURCE, &value, &tag);
        sent -= tag == TAG;
        has_worked |= tag == TAG;
        tokens += tag == TOKEN;
        if (tag == TOKEN)
            pass_on(&token, &request, value + sent);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return heddle_rank() == 2 && !has_worked;
}

/* ---- windows --------------------------------------------------------------------------------- */

static int read_cell(int rank, int cell, MPI_Win window)
{
    int value;

    MPI_Fetch_and_op(NULL, &value, MPI_INT, rank, cell, MPI_NO_OP, window);
    MPI_Win_flush(rank, window);
    return value;
}

static void write_cell(int value, int rank, int cell, MPI_Win window)
{
    MPI_Accumulate(&value, 1, MPI_INT, rank, cell, 1, MPI_INT, MPI_REPLACE, window);
    MPI_Win_flush(rank, window);
}

static int swap_cell(int value, int rank, int cell, MPI_Win window)
{
    int before;

    MPI_Fetch_and_op(&value, &before, MPI_INT, rank, cell, MPI_REPLACE, window);
    MPI_Win_flush(rank, window);
    return before;
}

/* Wrong: a rank that is followed by one whose number has not come yet wakes none. */
static void release(MPI_Win window, bool is_wrong)
{
    int tail, self = heddle_rank();

    if (read_cell(self, NEXT, window) < 0) {
        MPI_Compare_and_swap(&none, &self, &tail, MPI_INT, 0, TAIL, window);
        MPI_Win_flush(0, window);
        if (tail == self || is_wrong)
            return;
        while (read_cell(self, NEXT, window) < 0)
            continue;
    }
    write_cell(zero, read_cell(self, NEXT, window), WAITS, window);
}

/* Mellor-Crummey and Scott, 1991: rank 0 has the tail of the queue. */
static int mcs_lock(void *wrong)
{
    int *memory, tail, self = heddle_rank(), counted;
    MPI_Win window;

    MPI_Win_allocate(CELLS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &memory, &window);
    memory[COUNTER] = 0;
    memory[TAIL] = memory[NEXT] = -1;
    memory[WAITS] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    tail = swap_cell(self, 0, TAIL, window);
    if (tail >= 0) {
        write_cell(self, tail, NEXT, window);
        while (read_cell(self, WAITS, window) != 0)
            continue;
    }
    write_cell(read_cell(0, COUNTER, window) + 1, 0, COUNTER, window);
    release(window, wrong != NULL);
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    counted = self == 0 ? memory[COUNTER] : size_of();
    MPI_Win_free(&window);
    return counted != size_of();
}

/* Each rank but 0 puts a number into a queue in rank 0's memory, and rank 0 takes what is there.
 * Wrong: the place is read, and then moved. */
static int distributed_queue(void *wrong)
{
    int *memory, self = heddle_rank(), place, sum = 0;
    MPI_Win window;

    MPI_Win_allocate(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &window);
    memset(memory, 0, 16 * sizeof *memory);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    if (self != 0) {
        int one = 1;

        if (wrong != NULL) {
            place = read_cell(0, 0, window);
            write_cell(place + 1, 0, 0, window);
        } else {
            MPI_Fetch_and_op(&one, &place, MPI_INT, 0, 0, MPI_SUM, window);
            MPI_Win_flush(0, window);
        }
        write_cell(self, 0, 1 + place, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 1; self == 0 && i < size_of(); i++)
        sum += memory[i];
    MPI_Win_free(&window);
    return self == 0 && sum != size_of() * (size_of() - 1) / 2;
}

/* ---- measuring ------------------------------------------------------------------------------- */

static double now_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void count_schedules(heddle_function *function, int ranks, const char *theory)
{
    const struct heddle_options options = {.explore = "all"};
    struct heddle_result result;
    double start = now_ms();

    if (heddle_run(&options, ranks, function, NULL, &result) != 0 || !result.has_all_schedules) {
        fprintf(stderr, "a right program fails: %s\n", result.text);
        exit(EXIT_FAILURE);
    }
    printf(" %8s %9ld %9.0f", theory, result.schedules,
           (now_ms() - start) * 1e3 / (double)result.schedules);
    heddle_result_free(&result);
}

static void find(const char *explore, heddle_function *function, int ranks)
{
    const struct heddle_options options = {.explore = explore};
    struct heddle_result result;
    double start = now_ms();
    int wrong, status = heddle_run(&options, ranks, function, &wrong, &result);

    if (status != 0)
        printf(" %6ld %8.2f", result.schedules, now_ms() - start);
    else
        printf(" %6s %8.2f", "-", now_ms() - start);
    heddle_result_free(&result);
}

static void repeat(heddle_function *function, int ranks)
{
    const struct heddle_options options = {.timeout = 1}; /* a rank that polls for ever */
    double start = now_ms();
    int wrong, status = 0, runs = 0;

    while (status == 0 && runs < PLAIN) {
        struct heddle_result result;

        status = heddle_run(&options, ranks, function, &wrong, &result);
        heddle_result_free(&result);
        runs++;
    }
    if (status != 0)
        printf(" %6d %8.2f\n", runs, now_ms() - start);
    else
        printf(" %6s %8.2f\n", "-", now_ms() - start);
}

int main(void)
{
    static const struct {
        const char *name;
        heddle_function *function;
        int ranks;
        const char *theory;
    } programs[] = {
        {"gather", gather, 4, "6"},                              /* 3! */
        {"gather", gather, 6, "120"},                            /* 5! */
        {"manager_and_workers", manager_and_workers, 3, "16"},   /* 2^3 2! */
        {"manager_and_workers", manager_and_workers, 4, "162"},  /* 3^3 3! */
        {"two_phase_commit", two_phase_commit, 4, "36"},         /* 3!^2 */
        {"work_stealing", work_stealing, 3, "2"},                /* 2! */
        {"work_stealing", work_stealing, 4, "6"},                /* 3! */
        {"dijkstra", dijkstra, 3, "2"},                          /* the token before the work: 1 */
        {"safra", safra, 3, "3"},                                /* or twice before it */
        {"ring_election", ring_election, 5, "1"},
        {"mcs_lock", mcs_lock, 2, "-"},
        {"distributed_queue", distributed_queue, 3, "2"},        /* 2! */
        {"distributed_queue", distributed_queue, 4, "6"},        /* 3! */
    };

    printf("%-20s %5s %8s %9s %9s %15s %15s %15s %15s\n", "program", "ranks", "theory",
           "schedules", "us", "all: run, ms", "N", "random", "plain");
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        printf("%-20s %5d", programs[i].name, programs[i].ranks);
        count_schedules(programs[i].function, programs[i].ranks, programs[i].theory);
        find("all", programs[i].function, programs[i].ranks);
        find("1000", programs[i].function, programs[i].ranks);
        find("random", programs[i].function, programs[i].ranks);
        repeat(programs[i].function, programs[i].ranks);
        fflush(stdout);
    }
    return 0;
}
