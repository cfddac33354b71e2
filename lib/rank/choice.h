/* SPDX-License-Identifier: MIT */
/* Choices that the standard leaves open: a rank's chooser answers, and without a chooser the answer
 * is the library's default. So a run can be varied and, as far as the choices below decide it,
 * repeated.
 *
 * A candidate is a number from 0 on, and 0 is the default. A function that has a choice to make
 * lists its candidates only when choice_is_open: without a chooser a choice costs one test, in a
 * place that is not on a message's fast path. */
#ifndef RANK_CHOICE_H
#define RANK_CHOICE_H

#include "base/container.h"
#include "rank/rank.h"

enum choice {
    CHOICE_WILDCARD,   /* which message, each from another source, a wildcard receive takes */
    CHOICE_COMPLETION, /* which of the requests that are done Waitany and Testany report */
    CHOICE_TEST,       /* 0: Test reports a request that is done; 1: it says no once more */
    CHOICE_BUFFERING,  /* 0: a standard send is buffered as policy says; 1: it waits */
    CHOICE_LOCK,       /* which rank, of those that wait for it, gets a lock (rank/lock.h) */
    CHOICES,
};

struct chooser {
    /* Returns a number below `candidates`, which is at least 1. Runs in the rank's thread and must
     * not block. */
    int (*pick)(struct chooser *chooser, enum choice choice, int candidates);
    /* Candidates stand in an order that does not depend on time, so that equal answers choose the
     * same ones again; 0 is then any of them. */
    bool repeats;
};

/* From here on the chooser answers; NULL: the default. By the rank, between calls of MPI. The fast
 * path of messages makes no choices, so it is not taken until p2p_decide_fast_path. */
static inline void choice_set(struct rank *self, struct chooser *chooser)
{
    self->chooser = chooser;
    self->fast_p2p = NULL;
}

static inline bool choice_is_open(const struct rank *self)
{
    return unlikely(self->chooser != NULL);
}

static inline int choice_pick(struct rank *self, enum choice choice, int candidates)
{
    return choice_is_open(self) && candidates > 1
               ? self->chooser->pick(self->chooser, choice, candidates)
               : 0;
}

#endif
