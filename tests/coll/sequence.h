/* SPDX-License-Identifier: MIT */
/* Sequences of collectives: random ones, in any form, with members that come late; run where ranks
 * outnumber the processors, and where each has one. */
#ifndef TESTS_COLL_SEQUENCE_H
#define TESTS_COLL_SEQUENCE_H

#include <heddle/criterion.h>

#include "../type/random.h"
#include "base/knob.h"
#include "rank/wait.h"

enum { STUCK_S = 115, MANY_PROCESSORS = 1000 };
enum form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };

struct sequence {
    uint64_t seed;
    int rounds;
};

static inline void run_sequences(heddle_function *body, int ranks, int rounds)
{
    struct random random = random_start();

    for (int processors = 1; processors <= MANY_PROCESSORS; processors += MANY_PROCESSORS - 1) {
        struct sequence sequence = {random_bits(&random), rounds};

        knobs.processors = processors;
        MPI_Run(ranks, body, &sequence, .forbids_leaks = 1);
    }
}

static inline void arrive_somewhen(struct random *own)
{
    if (random_in(own, 0, 3) != 0)
        return;
    for (int64_t i = random_in(own, 0, 30); i > 0; i--)
        rank_poll(rank_self());
}

/* A request that a nonblocking form started, or a persistent one made. */
static inline void finish_form(enum form form, MPI_Request *request)
{
    if (form == PERSISTENT)
        MPI_Start(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    if (form == PERSISTENT)
        MPI_Request_free(request);
}

#endif
