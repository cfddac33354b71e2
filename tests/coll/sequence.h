/* SPDX-License-Identifier: MIT */
/* Sequences of collectives: random ones, in any form, with members that come late. They run where
 * ranks outnumber the processors and where each has one, and with the counters and the watch on
 * buffers that jobs of heddle_run have, and without, as programs run. */
#ifndef TESTS_COLL_SEQUENCE_H
#define TESTS_COLL_SEQUENCE_H

#include <heddle/criterion.h>

#include "../type/random.h"
#include "base/knob.h"
#include "check/buffers.h"
#include "rank/wait.h"

enum { MANY_PROCESSORS = 1000 };
enum call_form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };

struct call_sequence {
    uint64_t seed;
    int rounds;
    heddle_function *body;
    bool is_observed;
};

/* The rank's observer is taken away meanwhile, unless the sequence is observed. */
static inline int run_sequence_body(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct observer *observer = rank_self()->observer;
    int result;

    if (!sequence->is_observed)
        rank_self()->observer = NULL;
    result = sequence->body(argument);
    rank_self()->observer = observer;
    return result;
}

static inline void run_sequences(heddle_function *body, int ranks, int rounds)
{
    struct random random = random_start();

    for (int i = 0; i < 4; i++) {
        bool is_observed = i % 2 == 0;
        struct call_sequence sequence = {random_bits(&random), rounds_of_check(rounds), body,
                                         is_observed};

        knobs.processors = i < 2 ? 1 : MANY_PROCESSORS;
        knobs.buffers = is_observed ? BUFFERS_AS_THE_JOB_IS : BUFFERS_PASS;
        MPI_Run(ranks, run_sequence_body, &sequence, .forbids_leaks = 1);
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
static inline void finish_form(enum call_form form, MPI_Request *request)
{
    if (form == PERSISTENT)
        MPI_Start(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    if (form == PERSISTENT)
        MPI_Request_free(request);
}

#endif
