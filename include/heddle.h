/* SPDX-License-Identifier: MIT */
/* Whole MPI jobs inside one program: a function call starts ranks, runs a function in each of them,
 * and returns when all have ended.
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
 * runs once, as in any program, and belongs to no rank. The manual page heddle_run(3) says more.
 * heddle/job.hpp runs C++ functions; heddle/criterion.h, heddle/gtest.h, heddle/catch2.h and
 * heddle/doctest.h run jobs as tests of test frameworks. With -DHEDDLE_ELSEWHERE the same tests run
 * with other libraries of MPI (heddle/elsewhere.h). */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>
#include <stdint.h>

#include <heddle/same.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The function that a rank runs. Its result is the rank's status; 0 means success. */
typedef int heddle_function(void *argument);

/* Later versions may add members at the ends of options, result and rank_result, so that zero keeps
 * the old behaviour. A program passes the sizes with which it was compiled, and need not be
 * compiled again. heddle_counters never changes. */

/* Faults that heddle_run causes in a job on purpose, to test a library's own error paths. */
struct heddle_faults {
    int rank;    /* the rank that it happens to; HEDDLE_EVERY_RANK: each of them */
    long memory; /* n: the n-th request for memory that MPI makes in the function fails, with an
                  * error of class MPI_ERR_NO_MEM or the like; -n: and all later ones; 0: none */
    uint64_t order; /* not 0: a seed for what the standard leaves open: which message a wildcard
                     * takes, or a probe finds, of those that have come; which requests Waitany,
                     * Waitsome and their like report, whether Test, Iprobe and their like say no
                     * once more, whether a standard send waits for its receive. A rank draws the
                     * same numbers again with the same seed, but what it chooses among depends on
                     * what has come by then: a run is repeated where all candidates have come,
                     * not everywhere */
};

enum { HEDDLE_EVERY_RANK = -1 };

/* All members may be zero. */
struct heddle_options {
    const char *name;       /* of the job, for messages */
    double timeout;         /* seconds after which the job is ended and reported; more than a year:
                             * no timeout; 0: the environment variable HEDDLE_TIMEOUT, or none */
    size_t stack_bytes;     /* of a rank's stack; 0: the shell's limit */
    int thread_level;       /* MPI_THREAD_...; 0 is MPI_THREAD_SINGLE */
    int leaves_init;        /* the function calls MPI_Init and MPI_Finalize; otherwise heddle_run
                             * calls them around the function */
    int forbids_leaks;      /* objects that are not freed before MPI_Finalize make the job fail */
    int survives_faults;    /* a rank's segmentation fault, or the like, ends only the job;
                             * otherwise it ends the process, after a report */
    int buffers;            /* of pending operations that overlap or change: enum heddle_buffers;
                             * the environment variable HEDDLE_BUFFERS takes precedence */
    int has_no_counters;    /* nothing is counted: the result's counters are zero, and contracts
                             * fail */
    size_t argument_stride; /* rank r gets the argument plus r times this many bytes: the size of an
                             * element gives each rank one of an array; 0: all get the same */
    struct heddle_faults faults; /* on purpose */
    int forbids_findings;   /* warnings, reports of ThreadSanitizer and leaks make the job fail */
    const char *explore;    /* "all": the job runs again and again, under each of its schedules,
                             * until one fails; "N": under N at most; "random", "random:SEED",
                             * "random:SEED:N": under 1000 or N random ones; "faults": once
                             * for each call of MPI, which fails then; NULL: as the environment
                             * variable HEDDLE_EXPLORE says, or once */
    /* Called with the option explore by the thread that has called heddle_run; NULL: nothing. */
    void (*explore_begins)(void); /* before each run: forgets what an earlier one has left */
    int (*explore_fails)(void);   /* after it: not 0 if the run has failed although it ended well */
    int wants_summary;      /* the result says where the time went, and who waited for whom */
};

enum heddle_buffers {
    HEDDLE_BUFFERS_ARE_AN_ERROR = 0, /* of class MPI_ERR_BUFFER */
    HEDDLE_BUFFERS_ARE_TOLD,         /* a warning on standard error */
    HEDDLE_BUFFERS_PASS              /* they are not watched, which makes nonblocking operations
                                      * faster */
};

enum heddle_end {
    HEDDLE_RETURNED = 1, /* from the function, or by exit */
    HEDDLE_QUIT,         /* by _exit */
    HEDDLE_UNWOUND,      /* the job was ended while the rank was in it */
    HEDDLE_LEFT          /* the job was ended, but the rank computes and never enters MPI: it still
                          * runs, and its memory is never freed */
};

/* Counts what a rank has sent between MPI_Init and MPI_Finalize. The structure never changes: a
 * counter of something else is one of another structure, as those of windows are. */
struct heddle_counters {
    uint64_t messages;    /* point-to-point, including those to itself */
    uint64_t bytes;       /* of these messages */
    uint64_t collectives; /* operations begun, without those that make communicators */
};

/* Counts what a rank has done to windows between MPI_Init and MPI_Finalize, as the origin: calls,
 * and bytes of the target's memory. An accumulate is any call that combines. The structure never
 * changes. */
struct heddle_window_counters {
    uint64_t puts, put_bytes;
    uint64_t gets, get_bytes;
    uint64_t accumulates, accumulate_bytes;
};

struct heddle_rank_result {
    enum heddle_end end;
    int status; /* the function's result, or the argument of exit modulo 256 */
    struct heddle_counters sent;
    struct heddle_window_counters windows;
};

struct heddle_recorded;

/* A rank has waited for another one, in all of the job. */
struct heddle_waited {
    int rank;
    int awaited; /* -1: it is not known which one */
    double seconds;
};

/* A rank at one line, on the chain of work, calls and messages on which the job's end depends. */
struct heddle_path_part {
    int rank;
    const char *kind; /* "work" outside of MPI that ends with the call, "call", or "wait" for a rank
                       * that is not known, or one that waited as long */
    const char *call; /* such as "MPI_Send" */
    const char *place; /* in the source; "": not known */
    double seconds;   /* that the path spends there, */
    double mean;      /* and a rank on average */
    int stands_out;   /* not 0: that line is on the path for much longer than it takes a rank */
};

/* The summary says what took a job's time (docs/OBSERVING.md). Later versions may add members at
 * the end. */
struct heddle_summary {
    double seconds; /* from the job's beginning to its end */
    int advised;    /* how many things stand out; 0: none */
    char *text;     /* in words, as mpiexec -summary prints it */
    char *json;     /* and as JSON */
    int waits;
    struct heddle_waited *wait; /* [waits] in order of the ranks, then of those awaited */
    double path_seconds;  /* of the critical path */
    int is_path_complete; /* not 0: it goes back to the job's beginning */
    int path_parts;
    struct heddle_path_part *path; /* [path_parts] the longest, those that stand out first */
};

struct heddle_result {
    int status;     /* 0: every rank returned 0. Otherwise the code of the abort, or the status of
                     * the lowest rank that failed, as a process would have it: modulo 256, but 1
                     * in place of 0. -1: the job could not start */
    int is_aborted; /* by MPI_Abort, a fatal error, a failed assertion, abort, a deadlock, a
                       timeout */
    char *text;     /* why the job ended early, did not start, or has forbidden leaks or findings:
                     * a sentence that names the rank; NULL if it ended well */
    char *report;   /* after a deadlock or a timeout, what each rank waited for; after abort or a
                     * fault, the rank's stack; otherwise NULL */
    char *leaks;    /* what was not freed at MPI_Finalize; NULL: nothing */
    int ranks;
    struct heddle_rank_result *rank; /* [ranks] */
    int signal;     /* the signal that would have ended a program of its own: SIGABRT if a rank
                     * called abort, or that of a fault; 0: none */
    struct heddle_recorded **recorded; /* [ranks] what each rank has sent, to be read with the
                                        * functions of heddle/record.h; NULL: nothing was
                                        * recorded */
    char *faults;      /* what went wrong on purpose, or was to: those of the options and of
                        * heddle/faults.h; NULL: nothing. The text of a job that failed has it */
    int missed_faults; /* not 0: faults.memory was never reached; no rank that it was meant for
                        * makes that many requests */
    char *findings;    /* the warnings that standard error has of the job, a line each, and how many
                        * reports ThreadSanitizer has made; NULL: none */
    long schedules;        /* under which the job has run with the option explore; else 0 */
    int has_all_schedules; /* not 0: these are all that there are */
    int has_faulted;       /* not 0: a fault that the job has survived may have left corrupt memory
                            * in the process */
    struct heddle_summary *summary; /* NULL: the options do not want one, or there is no memory */
};

/* heddle_run and heddle_result_free with the sizes of the structures, for callers that do not get
 * the structures from this file. */
int heddle_run_sized(const struct heddle_options *options, size_t options_bytes, int ranks,
                     heddle_function *function, void *argument, struct heddle_result *result,
                     size_t result_bytes, size_t rank_result_bytes);
void heddle_result_free_sized(struct heddle_result *result, size_t result_bytes);

/* Runs a job of `ranks` ranks and returns result->status. Each rank has its own copy of the
 * program's global variables, as the compiler initialised them, and runs the static constructors on
 * it. Any number of jobs may run one after another, and several threads may run jobs at the same
 * time. A rank cannot start a job; a signal handler must not.
 *
 * options   NULL: the defaults
 * ranks     1 to 65,535, in all jobs that run at one time
 * argument  passed to each call of the function, see argument_stride
 * result    NULL: errors are written to standard error. Otherwise the caller frees its memory
 *           with heddle_result_free */
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

/* Returns the part of the job's time, 0 to 1, for which a rank, or that of all which has waited
 * longest (HEDDLE_EVERY_RANK), has waited for another one, or in all (HEDDLE_EVERY_RANK); -1: the
 * result has no summary. */
static inline double heddle_waited_part(const struct heddle_result *result, int rank, int awaited)
{
    double most = 0.0, sum = 0.0;
    int i;

    if (result->summary == NULL)
        return -1.0;
    for (i = 0; i < result->summary->waits; i++) { /* in order of their ranks */
        const struct heddle_waited *wait = &result->summary->wait[i];

        if (i > 0 && wait->rank != wait[-1].rank)
            sum = 0.0;
        if ((rank == HEDDLE_EVERY_RANK || wait->rank == rank) &&
            (awaited == HEDDLE_EVERY_RANK || wait->awaited == awaited))
            sum += wait->seconds;
        most = sum > most ? sum : most;
    }
    return result->summary->seconds > 0.0 ? most / result->summary->seconds : 0.0;
}

/* Returns at how many places the job has made a mistake of that kind, such as "mpi-leak" or
 * "mpi-race-window"; `mpiexec -check=help` lists them all, and says what has to be on to find them.
 * For "mpi-race-thread" the function returns the number of reports, and -1 for a kind that there is
 * not. */
long heddle_result_found(const struct heddle_result *result, const char *kind);

/* Returns the calling thread's rank in its job's MPI_COMM_WORLD, also before MPI_Init, or -1
 * outside of ranks. A thread that a rank has created belongs to that rank. */
int heddle_rank(void);

/* Ends the job with a sentence "rank 2: halo.c:41: ...", for assertions. Without a file (NULL) the
 * sentence names no place. It does not return to a rank. Outside of ranks it ends the process as
 * abort does. */
void heddle_fail(const char *file, int line, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

/* Returns what the calling rank has sent so far in a job of heddle_run, or zeros elsewhere. */
struct heddle_counters heddle_sent(void);

/* Returns how often something has happened in the calling rank so far, by the name of its counter:
 * "messages", "collectives", "puts", "gets" or "accumulates", or one of the ways in which it
 * happens, as in "messages.rendezvous" or "collectives.allreduce_small", so that a test can see
 * which protocol or algorithm was taken; heddle_run(3) has the list. Returns -1 if there is no such
 * counter, or if nothing is counted: outside of ranks and of jobs of heddle_run. Ways belong to a
 * version of the library: a later one may send the same message by another protocol. */
int64_t heddle_count(const char *name);

/* Contracts on the number of point-to-point messages that the calling rank has sent, of bytes in
 * them, or of collective operations begun, since `before`, a result of heddle_sent. A number
 * outside of `least` to `most` fails as heddle_fail does. */
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

/* For the bodies of tests: they keep a frame of their own, which reports of deadlocks and the like
 * show as the program's. A call at the end of a body must not take its place either. */
#ifdef __clang__
#define HEDDLE_BODY_OF_TEST_ __attribute__((noinline, disable_tail_calls))
#else
#define HEDDLE_BODY_OF_TEST_ __attribute__((noinline, optimize("no-optimize-sibling-calls")))
#endif

/* For heddle/record.h. Returns that many bytes of zeroed memory that the job's result refers to,
 * always the same for a rank; NULL: no memory, or the job is not one of heddle_run. */
void *heddle_keep_record_(size_t bytes);

/* For heddle/faults.h. The result's member `faults` has the text. */
void heddle_tell_fault_(const char *text);

/* Fills in where in the source an address is that a call returns to, as in "exchange (halo.c:41)",
 * and returns text. It takes some milliseconds. */
const char *heddle_place(const void *address, char *text, size_t bytes);

#ifndef HEDDLE_ELSEWHERE
/* The start object tests whether this symbol exists. */
__attribute__((weak, visibility("hidden"))) extern const char heddle_main_runs_once;
const char heddle_main_runs_once = 1;
#endif

#ifdef __cplusplus
}
#endif

#ifdef HEDDLE_ELSEWHERE
#include <heddle/elsewhere.h>
#endif

#endif
