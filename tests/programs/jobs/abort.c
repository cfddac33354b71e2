/* SPDX-License-Identifier: MIT */
/* abort, as assert, ends a rank's job and not the process, wherever it is called; the rank's own
 * handler for its signal is called before, the process's is not. A child that a rank has made by
 * fork ends by itself.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes */
#include <assert.h>
#include <heddle.h>
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../must.h"

enum { RANKS = 3 };

static volatile sig_atomic_t handled;

static void wait_for_ever(void)
{
    MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int abort_in_rank_1(void *argument)
{
    if (heddle_rank() == 1)
        abort();
    wait_for_ever();
    return argument != NULL;
}

static int abort_before_init(void *argument)
{
    if (heddle_rank() == 1)
        abort();
    MPI_Init(NULL, NULL);
    wait_for_ever();
    return argument != NULL;
}

static int abort_everywhere(void *argument)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (argument == NULL)
        abort();
    return 0;
}

static void note_signal(int number)
{
    handled = number;
}

static int handle_and_go_on_aborting(void *argument)
{
    if (heddle_rank() == 1) {
        signal(SIGABRT, note_signal);
        abort();
    }
    wait_for_ever();
    return argument != NULL;
}

static int return_to_main(void *argument)
{
    must(handled == 0); /* each job's is new */
    return argument != NULL;
}

static jmp_buf before_abort;

static void jump(int number)
{
    longjmp(before_abort, number);
}

static int jump_out_of_the_handler(void *argument)
{
    signal(SIGABRT, jump);
    if (setjmp(before_abort) == 0)
        abort();
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

static void abort_at_alarm(int number)
{
    if (number == SIGALRM)
        abort();
}

static int abort_in_a_handler(void *argument)
{
    if (heddle_rank() == 1) {
        signal(SIGALRM, abort_at_alarm);
        raise(SIGALRM);
    }
    wait_for_ever();
    return argument != NULL;
}

static void *call_abort(void *argument)
{
    if (argument == NULL)
        abort();
    return argument;
}

static int abort_in_a_thread(void *argument)
{
    pthread_t thread;

    if (heddle_rank() == 1) {
        pthread_create(&thread, NULL, call_abort, argument);
        pthread_join(thread, NULL);
    }
    wait_for_ever();
    return 0;
}

static int abort_in_a_child(void *argument)
{
    int status = 0, zero = 0;

    for (int i = 0; heddle_rank() == 1 && i < 3; i++) {
        pid_t child = fork();

        if (child == 0) {
            fclose(stderr);
            if (i == 0)
                abort();
            if (i == 1)
                assert(zero == 1);
            heddle_fail("child.c", 1, "in a child");
        }
        must(waitpid(child, &status, 0) == child);
        must(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

static void expect_abort(heddle_function *function, int leaves_init, const char *where)
{
    const struct heddle_options options = {.leaves_init = leaves_init,
                                           .thread_level = MPI_THREAD_MULTIPLE};
    struct heddle_result result;
    int status = heddle_run(&options, RANKS, function, NULL, &result);

    if (status != 128 + SIGABRT || !result.is_aborted || result.signal != SIGABRT ||
        strstr(result.text, ": abort was called, in ") == NULL ||
        strstr(result.text, where) == NULL || strstr(result.text, "abort.c:") == NULL ||
        result.report == NULL || strstr(result.report, where) == NULL) {
        fprintf(stderr, "%s: %d, signal %d: %s\n%s", where, status, result.signal,
                result.text != NULL ? result.text : "no text",
                result.report != NULL ? result.report : "no report\n");
        exit(EXIT_FAILURE);
    }
    heddle_result_free(&result);
}

static void die(int number)
{
    _exit(number);
}

int main(void)
{
    signal(SIGABRT, die);
    expect_abort(abort_in_rank_1, 0, "abort_in_rank_1");
    expect_abort(abort_before_init, 1, "abort_before_init");
    expect_abort(abort_everywhere, 0, "abort_everywhere");
    expect_abort(handle_and_go_on_aborting, 0, "handle_and_go_on_aborting");
    expect_abort(abort_in_a_handler, 0, "abort_at_alarm");
    expect_abort(abort_in_a_thread, 0, "call_abort");
    must(heddle_run(NULL, RANKS, jump_out_of_the_handler, NULL, NULL) == 0);
    signal(SIGABRT, SIG_DFL);
    must(heddle_run(NULL, RANKS, abort_in_a_child, NULL, NULL) == 0);
    return heddle_run(NULL, RANKS, return_to_main, NULL, NULL);
}
