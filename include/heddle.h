/* SPDX-License-Identifier: MIT */
/* Whole MPI jobs inside one program: a function call that starts ranks, runs a function in each of
 * them and returns when all have ended.
 *
 *     static int body(void *argument)
 *     {
 *         int rank, sum;
 *
 *         MPI_Comm_rank(MPI_COMM_WORLD, &rank);
 *         MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
 *         return sum == 6 ? 0 : 1;
 *     }
 *
 *     int main(void)
 *     {
 *         return heddle_run(NULL, 4, body, NULL, NULL);
 *     }
 *
 * Compile and link with mpicc or mpicxx. In a program with a file that includes this header, main
 * runs once, as in any program, and belongs to no rank. The manual page heddle_run(3) tells more;
 * heddle/criterion.h, heddle/gtest.h, heddle/catch2.h and heddle/doctest.h are the same for test
 * frameworks. */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a rank runs. What it returns is the rank's status; 0 means that all went well. */
typedef int heddle_function(void *argument);

/* Later versions add members at the ends of options, result and rank_result, so that zero means
 * what was before. The library is told how long these are where a program was compiled: it need
 * not be compiled again. heddle_counters stays as it is. */

/* Everything may be left zero. */
struct heddle_options {
    const char *name;       /* of the job, in messages about it */
    double timeout;         /* in seconds, after which the job is ended and reported; 0, or more
                               than a year: none */
    size_t stack_bytes;     /* of a rank; 0: the shell's limit */
    int thread_level;       /* MPI_THREAD_...; 0 is MPI_THREAD_SINGLE */
    int leaves_init;        /* the function calls MPI_Init and MPI_Finalize; otherwise heddle_run
                               does it around the function */
    int forbids_leaks;      /* what is not freed before MPI_Finalize makes the job fail */
    int survives_faults;    /* a rank's segmentation fault, and the like, ends the job as abort
                               does; otherwise the process, after a report */
};

enum heddle_end {
    HEDDLE_RETURNED = 1, /* from the function, or by exit */
    HEDDLE_QUIT,         /* by _exit */
    HEDDLE_UNWOUND,      /* the job was ended while the rank was in it */
    HEDDLE_LEFT          /* the job was ended, but the rank computes and never enters MPI: it still
                            runs, and what it has is never freed */
};

/* What a rank has sent between MPI_Init and MPI_Finalize. */
struct heddle_counters {
    uint64_t messages;    /* point-to-point, to itself too */
    uint64_t bytes;       /* of them */
    uint64_t collectives; /* operations begun, those that make communicators not among them */
};

struct heddle_rank_result {
    enum heddle_end end;
    int status; /* what the function returned, or the argument of exit modulo 256 */
    struct heddle_counters sent;
};

struct heddle_result {
    int status;     /* 0: every rank has returned 0. Otherwise the code of the abort, or the status
                       of the lowest rank that failed, or -1 when the job could not be started */
    int is_aborted; /* by MPI_Abort, a fatal error, a failed assertion, abort, a deadlock, a
                       timeout */
    char *text;     /* why the job ended before its time, did not start, or has leaks that are
                       forbidden: a sentence that names the rank; NULL when it ended well */
    char *report;   /* who waited for what, when the job was ended by a deadlock or a timeout; the
                       rank's stack, when by abort or a fault; NULL otherwise */
    char *leaks;    /* what was not freed at MPI_Finalize; NULL: nothing */
    int ranks;
    struct heddle_rank_result *rank; /* of each */
    int signal;     /* by which a program of its own would have ended: SIGABRT, when a rank has
                       called abort, or that of a fault; 0: none */
};

/* heddle_run and heddle_result_free for who has the structures otherwise than from this file: they
 * are told how long these are. */
int heddle_run_sized(const struct heddle_options *options, size_t options_bytes, int ranks,
                     heddle_function *function, void *argument, struct heddle_result *result,
                     size_t result_bytes, size_t rank_result_bytes);
void heddle_result_free_sized(struct heddle_result *result, size_t result_bytes);

/* Runs a job of so many ranks and returns result->status. Each rank has its own copy of the
 * program's global variables, as the compiler initialised them; static constructors run in each.
 * Jobs may follow one another without end, and run side by side in several threads. A rank cannot
 * start a job; a signal handler must not.
 *
 * options  NULL: the defaults
 * ranks    1 to 4095 in all jobs that run at one time
 * argument given to each call of the function
 * result   NULL: what went wrong is written to standard error. Otherwise the caller gives its
 *          memory back by heddle_result_free */
static inline int heddle_run(const struct heddle_options *options, int ranks,
                             heddle_function *function, void *argument,
                             struct heddle_result *result)
{
    return heddle_run_sized(options, sizeof *options, ranks, function, argument, result,
                            sizeof *result, sizeof *result->rank);
}

static inline void heddle_result_free(struct heddle_result *result)
{
    heddle_result_free_sized(result, sizeof *result);
}

/* The calling thread's rank in its job's MPI_COMM_WORLD, before MPI_Init too; -1 outside of ranks.
 * A thread that a rank has created belongs to it. */
int heddle_rank(void);

/* For assertions: ends the job with a sentence "rank 2: halo.c:41: ...". Called by a rank it does
 * not return; outside of ranks it ends the process as abort does. */
void heddle_fail(const char *file, int line, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

/* What the calling rank has sent so far in a job of heddle_run; zeros elsewhere. */
struct heddle_counters heddle_sent(void);

/* Contracts: the calling rank has sent so many point-to-point messages, so many bytes in them, and
 * begun so many collective operations since `before`, a result of heddle_sent. Otherwise they fail
 * as heddle_fail does. */
#define heddle_expect_messages(before, least, most) \
    heddle_expect_("messages", heddle_sent().messages - (before).messages, least, most)
#define heddle_expect_bytes(before, least, most) \
    heddle_expect_("bytes", heddle_sent().bytes - (before).bytes, least, most)
#define heddle_expect_collectives(before, least, most) \
    heddle_expect_("collective operations", heddle_sent().collectives - (before).collectives, \
                   least, most)
#define heddle_expect_(what, sent, least, most) \
    heddle_expect_range_(__FILE__, __LINE__, what, sent, least, most)
void heddle_expect_range_(const char *file, int line, const char *what, uint64_t sent,
                          uint64_t least, uint64_t most);

/* The start object looks whether there is such a name. */
__attribute__((weak, visibility("hidden"))) extern const char heddle_main_runs_once;
const char heddle_main_runs_once = 1;

#ifdef __cplusplus
}
#endif
#endif
