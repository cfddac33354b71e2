/* SPDX-License-Identifier: MIT */
/* HEDDLE_ADVICE: what the standard allows and is mostly a mistake, or forbids where no other check
 * sees it. A sentence on standard error, once for each place, or with 2 an error of MPI_ERR_OTHER.
 * All functions return 0 or that class, with its note; they are for calls while the knob is set. */
#ifndef API_ADVICE_H
#define API_ADVICE_H

#include "base/call.h"
#include "base/knob.h"
#include "coll/args.h"
#include "request/request.h"

/* Values of the knob. */
enum { ADVICE_IS_OFF, ADVICE_IS_REPORTED, ADVICE_IS_AN_ERROR };

static inline bool advice_is_given(void)
{
    return unlikely(knobs.advice != ADVICE_IS_OFF);
}

/* The calling thread is not the one that called MPI_Init, or another one waits in MPI, and the
 * thread level does not allow that. */
int advice_on_thread(const struct call *call);

/* With the knob or without. */
static inline int advice_check_thread(const struct call *call)
{
    return advice_is_given() ? advice_on_thread(call) : MPI_SUCCESS;
}

/* Around a wait, after advice_on_thread, with the knob or without. After an error the wait has not
 * begun. */
int advice_count_waiting(const struct call *call);
void advice_uncount_waiting(void);

static inline int advice_begin_wait(const struct call *call)
{
    return advice_is_given() ? advice_count_waiting(call) : MPI_SUCCESS;
}

/* Both, before a wait. */
static inline int advice_enter_wait(const struct call *call)
{
    int err = advice_check_thread(call);

    return err == MPI_SUCCESS ? advice_begin_wait(call) : err;
}

static inline void advice_end_wait(void)
{
    if (advice_is_given())
        advice_uncount_waiting();
}

/* MPI_Finalize, at any thread level (MPI 5.0, 11.6.2). */
int advice_on_finalize(const struct call *call);

/* The handle of a request is given up, which may be an active receive. */
int advice_on_freed(const struct call *call, const struct request *request);

/* Around a blocking collective operation: another thread is in one of the communicator. After an
 * error the operation has not been entered. */
int advice_enter(const struct coll_args *args);
void advice_leave(const struct coll_args *args);

/* After the members have met for a call, and before they go on: a neighbour has called another
 * form, such as MPI_Gatherv in place of MPI_Gather. */
int advice_on_form(const struct coll_args *args);

#endif
