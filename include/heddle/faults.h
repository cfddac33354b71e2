/* SPDX-License-Identifier: MIT */
/* Calls that fail, end the rank, sleep or send late on purpose, to test a library's own error
 * paths. A rank asks for them before it calls the library:
 *
 *     #include <heddle/faults.h>
 *
 *     if (rank == 2)
 *         heddle_fail_call("MPI_Recv", 3, MPI_ERR_OTHER);       the third from now
 *     status = exchange_halo(grid);
 *
 * A call that fails does nothing else: it raises an error of that class on its communicator, on
 * MPI_COMM_SELF if it has none, and returns it. A function of NULL stands for any function of MPI.
 * The result of the job says what happened (heddle.h).
 *
 * A call that never comes before MPI_Finalize makes the job fail: its test tests nothing. A test
 * that tries one call after the other ends with that:
 *
 *     for (n = 1, missed = 0; !missed; n++) {
 *         heddle_fail_call(NULL, n, MPI_ERR_OTHER);
 *         status = exchange_halo(grid);
 *         missed = heddle_no_faults();
 *     }
 *
 * Memory that fails and random orders are options of a job (heddle.h). See heddle/called.h for what
 * to know of the functions that stand in front of MPI's. */
#ifndef HEDDLE_FAULTS_H
#define HEDDLE_FAULTS_H

#ifdef HEDDLE_ELSEWHERE
#include <heddle/elsewhere_calls.h>
#else

#include <dlfcn.h>
#include <heddle/called.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The n-th call from now fails with an error of that class. */
#define heddle_fail_call(function, n, error_class) \
    heddle_fail_call_(__FILE__, __LINE__, function, n, error_class)
/* The rank ends at the n-th call from now, by exit. */
#define heddle_end_at_call(function, n, status) \
    heddle_end_at_call_(__FILE__, __LINE__, function, n, status)
/* The n-th call from now begins this many seconds later. */
#define heddle_sleep_at_call(function, n, seconds) \
    heddle_sleep_at_call_(__FILE__, __LINE__, function, n, seconds)
/* Delays each message of the calling rank to that peer, or to any (MPI_ANY_SOURCE), by this many
 * seconds. The rank sleeps meanwhile. There need be no such message. */
#define heddle_delay_messages(peer, seconds) \
    heddle_delay_messages_(__FILE__, __LINE__, peer, seconds)

static inline struct heddle_fault_ *heddle_fault_add_(const char *file, int line,
                                                      const char *function, long n, double seconds)
{
    struct heddle_fault_ *fault;

    if (function != NULL &&
        (strncmp(function, "MPI_", 4) != 0 || dlsym(RTLD_DEFAULT, function) == NULL))
        heddle_fail(file, line, "a call of %s is to do something on purpose, and it is no function "
                                "of MPI", function);
    if (n < 1)
        heddle_fail(file, line, "call %ld is to do something on purpose, and the first one is 1",
                    n);
    if (!(seconds >= 0))
        heddle_fail(file, line, "%g seconds are no time to wait", seconds);
    if (heddle_calls_.fault_count == HEDDLE_FAULTS_MAX_)
        heddle_fail(file, line, "a rank can have at most %d faults", HEDDLE_FAULTS_MAX_);
    fault = &heddle_calls_.faults[heddle_calls_.fault_count++];
    memset(fault, 0, sizeof *fault);
    fault->file = file;
    fault->line = line;
    fault->function = function;
    fault->at = n;
    fault->seconds = seconds;
    fault->peer = HEDDLE_NOT_LATE_;
    if (!heddle_calls_.looks_for_missed)
        heddle_look_at_finalize_();
    return fault;
}

static inline void heddle_fail_call_(const char *file, int line, const char *function, long n,
                                     int error_class)
{
    struct heddle_fault_ *fault = heddle_fault_add_(file, line, function, n, 0);

    if (error_class <= MPI_SUCCESS)
        heddle_fail(file, line, "%d is no class of errors", error_class);
    fault->error_class = error_class;
}

static inline void heddle_end_at_call_(const char *file, int line, const char *function, long n,
                                       int status)
{
    struct heddle_fault_ *fault = heddle_fault_add_(file, line, function, n, 0);

    fault->ends = 1;
    fault->status = status;
}

static inline void heddle_sleep_at_call_(const char *file, int line, const char *function, long n,
                                         double seconds)
{
    heddle_fault_add_(file, line, function, n, seconds);
}

static inline void heddle_delay_messages_(const char *file, int line, int peer, double seconds)
{
    heddle_fault_add_(file, line, NULL, 1, seconds)->peer = peer;
}

/* From now on nothing happens on purpose. Returns how many of the calls that were to do something
 * have not come. */
static inline int heddle_no_faults(void)
{
    int i, missed = 0;

    for (i = 0; i < heddle_calls_.fault_count; i++)
        missed += heddle_calls_.faults[i].peer == HEDDLE_NOT_LATE_ &&
                  heddle_calls_.faults[i].seen < heddle_calls_.faults[i].at;
    heddle_calls_.fault_count = 0;
    return missed;
}

#ifdef __cplusplus
}
#endif
#endif
#endif
