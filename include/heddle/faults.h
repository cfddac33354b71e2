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
 * MPI_COMM_SELF if it has none, and returns its code. A function of NULL stands for any function of
 * MPI. Memory that fails and random orders are options of a job (heddle.h). See heddle/called.h for
 * what to know of the functions that stand in front of MPI's. */
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

static inline struct heddle_fault_ *heddle_fault_add_(const char *function, long n)
{
    struct heddle_fault_ *fault;

    if (function != NULL &&
        (strncmp(function, "MPI_", 4) != 0 || dlsym(RTLD_DEFAULT, function) == NULL))
        heddle_fail(NULL, 0, "a call of %s is to do something on purpose, and it is no function of "
                             "MPI", function);
    if (heddle_calls_.fault_count == HEDDLE_FAULTS_MAX_)
        heddle_fail(NULL, 0, "a rank can have at most %d faults", HEDDLE_FAULTS_MAX_);
    fault = &heddle_calls_.faults[heddle_calls_.fault_count++];
    memset(fault, 0, sizeof *fault);
    fault->function = function;
    fault->at = n;
    fault->peer = HEDDLE_NOT_LATE_;
    return fault;
}

/* The n-th call from now fails with an error of that class. */
static inline void heddle_fail_call(const char *function, long n, int error_class)
{
    heddle_fault_add_(function, n)->error_class = error_class;
}

/* The rank ends at the n-th call from now, by exit. */
static inline void heddle_end_at_call(const char *function, long n, int status)
{
    struct heddle_fault_ *fault = heddle_fault_add_(function, n);

    fault->ends = 1;
    fault->status = status;
}

/* The n-th call from now begins so many seconds later. */
static inline void heddle_sleep_at_call(const char *function, long n, double seconds)
{
    heddle_fault_add_(function, n)->seconds = seconds;
}

/* Delays each message of the calling rank to that peer, or to any (MPI_ANY_SOURCE), by so many
 * seconds. The rank sleeps meanwhile. */
static inline void heddle_delay_messages(int peer, double seconds)
{
    struct heddle_fault_ *fault = heddle_fault_add_(NULL, 0);

    fault->peer = peer;
    fault->seconds = seconds;
}

/* From now on nothing happens on purpose. */
static inline void heddle_no_faults(void)
{
    heddle_calls_.fault_count = 0;
}

#ifdef __cplusplus
}
#endif
#endif
#endif
