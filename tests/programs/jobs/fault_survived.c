/* SPDX-License-Identifier: MIT */
/* With survives_faults a rank's segmentation fault, and the like, ends its job and not the process,
 * with the rank's stack as the report. A handler of the program's does not see it.
 *
 * launch: alone
 * ranks: 1
 * options: -O0
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 3 };

static int *volatile nowhere;
static volatile int zero;

static void write_nowhere(void)
{
    *nowhere = 1;
}

static void divide(void)
{
    zero = 7 / zero;
}

static void trap(void)
{
    __builtin_trap();
}

static int descend(volatile int *above)
{
    volatile int here[1000];

    here[0] = *above + 1;
    return here[0] < 0 ? 0 : descend(here) + here[0];
}

static void overflow(void)
{
    descend(&zero);
}

static void raise_abort(void)
{
    raise(SIGABRT);
}

static void give_back_what_was_not_taken(void)
{
    char *volatile block = malloc(100);

    free(block + 8); /* libc finds that at once: blocks begin at multiples of 16 */
}

static void *write_in_thread(void *argument)
{
    *nowhere = 1;
    return argument;
}

static void fault_in_a_thread(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, write_in_thread, NULL);
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void print_from_nowhere(void)
{
    printf("%s\n", (const char *)nowhere + 8); /* with the stream locked */
}

struct fault {
    void (*commit)(void);
    int signal;
    const char *text, *where;
};

static int body(void *argument)
{
    const struct fault *fault = argument;

    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() == 1)
        fault->commit();
    MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}

static int sum_up(void *argument)
{
    int one = 1, sum = 0;

    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return argument == NULL && sum == RANKS ? 0 : 1;
}

static void expect(struct fault fault)
{
    const struct heddle_options options = {.survives_faults = 1,
                                           .thread_level = MPI_THREAD_MULTIPLE};
    struct heddle_result result;
    int status = heddle_run(&options, RANKS, body, &fault, &result);

    if (status != 128 + fault.signal || result.signal != fault.signal ||
        strncmp(result.text, "rank 1: ", 8) != 0 || strstr(result.text, fault.text) == NULL ||
        result.report == NULL || strstr(result.report, fault.where) == NULL) {
        fprintf(stderr, "%s: %d, signal %d: %s\n%s", fault.where, status, result.signal,
                result.text != NULL ? result.text : "no text",
                result.report != NULL ? result.report : "no report\n");
        exit(EXIT_FAILURE);
    }
    heddle_result_free(&result);
    if (heddle_run(NULL, RANKS, sum_up, NULL, NULL) != 0)
        exit(EXIT_FAILURE);
}

/* The handler of a program, such as a test framework's, is for threads that belong to no rank. */
static volatile sig_atomic_t handled;
static sigjmp_buf back;

static void handle_fault(int number)
{
    handled = number;
    siglongjmp(back, 1);
}

static void expect_own_handler(void)
{
    handled = 0;
    if (sigsetjmp(back, 1) == 0)
        *nowhere = 1;
    if (handled != SIGSEGV)
        exit(EXIT_FAILURE);
}

int main(void)
{
    if (signal(SIGSEGV, handle_fault) != SIG_DFL)
        return EXIT_FAILURE;
    expect_own_handler();
    for (int i = 0; i < 10; i++) {
        expect((struct fault){write_nowhere, SIGSEGV, "Segmentation fault at address",
                              "at write_nowhere (fault_survived.c:25)"});
        expect((struct fault){divide, SIGFPE, "Floating point exception at address",
                              "at divide (fault_survived.c:30)"});
        expect((struct fault){trap, SIGILL, "Illegal instruction at address",
                              "at trap (fault_survived.c:35)"});
        expect((struct fault){overflow, SIGSEGV, "Segmentation fault at address",
                              "at descend (fault_survived.c:"});
        expect((struct fault){raise_abort, SIGABRT, "Aborted (signal 6)",
                              "at raise_abort (fault_survived.c:53)"});
        expect((struct fault){give_back_what_was_not_taken, SIGABRT, "Aborted (signal 6)",
                              "at give_back_what_was_not_taken (fault_survived.c:60)"});
        expect((struct fault){fault_in_a_thread, SIGSEGV, "Segmentation fault at address",
                              "at write_in_thread (fault_survived.c:65)"});
        expect((struct fault){print_from_nowhere, SIGSEGV, "Segmentation fault at address 0x8",
                              "at print_from_nowhere (fault_survived.c:"});
        printf("the streams are not locked\n");
        expect_own_handler();
    }
    if (signal(SIGSEGV, SIG_IGN) != handle_fault || signal(SIGSEGV, SIG_DFL) != SIG_IGN)
        return EXIT_FAILURE;
    return 0;
}
