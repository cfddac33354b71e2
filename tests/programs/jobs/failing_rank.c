/* SPDX-License-Identifier: MIT */
/* A rank that fails ends its job, in whatever position it is and whatever the others do, and the
 * process lives on.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes */
#include <assert.h>
#include <heddle.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 5 };

struct failure {
    void (*fail)(void);
    const char *text; /* of the sentence, after "rank N: " */
    int status;       /* 0: any but 0 */
    int failing;      /* the rank */
    int waiting;      /* the way in which the others wait */
};

static void fail_by_abort(void)
{
    MPI_Abort(MPI_COMM_WORLD, 17);
}

static void fail_by_assertion(void)
{
    volatile int zero = 0;

    assert(zero == 1);
}

static void fail_by_error(void)
{
    MPI_Send(NULL, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

static void fail_by_heddle_fail(void)
{
    heddle_fail("here.c", 41, "expected %d", 42);
}

static void fail_by_calling_abort(void)
{
    abort();
}

static void fail_by_exit(void)
{
    exit(3);
}

static void *abort_in_thread(void *argument)
{
    MPI_Abort(MPI_COMM_WORLD, 21);
    return argument;
}

static void fail_in_thread(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, abort_in_thread, NULL);
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void wait_for_message(void)
{
    int got;

    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void wait_for_large_send(void)
{
    static char buffer[1 << 20];
    int mine, size;

    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Send(buffer, sizeof buffer, MPI_BYTE, (mine + 1) % size, 9, MPI_COMM_WORLD);
}

static void wait_for_collective(void)
{
    int mine = 1, sum;

    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void wait_by_testing(void)
{
    MPI_Request request;
    int got, flag = 0;

    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &request);
    while (!flag)
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
}

static void (*const ways_of_waiting[])(void) = {wait_for_message, wait_for_large_send,
                                                wait_for_collective, wait_by_testing};

static int body(void *argument)
{
    const struct failure *failure = argument;

    if (heddle_rank() == failure->failing)
        failure->fail();
    ways_of_waiting[failure->waiting]();
    return 0;
}

static void check(const struct failure *failure, const struct heddle_result *result)
{
    char start[32];
    int i;

    snprintf(start, sizeof start, "rank %d", failure->failing);
    if (result->is_aborted && result->text != NULL && result->status != 0 &&
        (failure->status == 0 || result->status == failure->status) &&
        strncmp(result->text, start, strlen(start)) == 0 &&
        strstr(result->text, failure->text) != NULL && result->ranks == RANKS) {
        for (i = 0; i < RANKS; i++)
            if (result->rank[i].end != HEDDLE_UNWOUND && i != failure->failing)
                break;
        if (i == RANKS)
            return;
    }
    fprintf(stderr, "rank %d, waiting %d: expected \"%s\": %d %s\n", failure->failing,
            failure->waiting, failure->text, result->status,
            result->text != NULL ? result->text : "no text");
    exit(EXIT_FAILURE);
}

int main(void)
{
    static const struct failure failures[] = {
        {fail_by_abort, "MPI_Abort(MPI_COMM_WORLD, 17)", 17, 0, 0},
        {fail_by_assertion, "fail_by_assertion: assertion \"zero == 1\" failed", 0, 0, 0},
        {fail_by_error, "MPI_Send: count -1", 0, 0, 0},
        {fail_by_heddle_fail, "here.c:41: expected 42", 0, 0, 0},
        {fail_by_calling_abort, "abort was called, in fail_by_calling_abort (failing_rank.c:",
         128 + SIGABRT, 0, 0},
        {fail_by_exit, "ended with exit status 3, without MPI_Finalize", 3, 0, 0},
        {fail_in_thread, "MPI_Abort(MPI_COMM_WORLD, 21)", 21, 0, 0},
    };
    const struct heddle_options options = {.thread_level = MPI_THREAD_MULTIPLE};
    size_t i;

    for (i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        struct failure failure = failures[i];

        for (failure.failing = 0; failure.failing < RANKS; failure.failing++)
            for (failure.waiting = 0; failure.waiting < 4; failure.waiting++) {
                struct heddle_result result;

                heddle_run(&options, RANKS, body, &failure, &result);
                check(&failure, &result);
                heddle_result_free(&result);
            }
    }
    return 0;
}
