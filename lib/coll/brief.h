/* SPDX-License-Identifier: MIT */
/* A small nonblocking or persistent operation that goes the straight way: a request, and what its
 * other half needs unless it is complete at once. It stands on the agenda as tasks do. After some
 * looks in vain the step function goes on with it, which tells what is wrong. */
#ifndef COLL_BRIEF_H
#define COLL_BRIEF_H

#include "coll/way.h"

/* An operation in two halves. False: the card cannot be filled now, and nothing has been done; or
 * something has not come, or is not as it should be, and the half may be tried again. */
struct halves {
    enum coll_kind kind;
    bool (*show)(struct way *way, const struct straight_call *call); /* takes the epoch */
    bool (*take)(struct way *way, const struct straight_call *call);
    /* Shows the card all the same, after a look in vain; NULL: it has been shown. */
    void (*show_late)(struct way *way, const struct straight_call *call);
    bool is_heard;  /* each hears from all others */
    bool is_double; /* there is a second epoch, in which no card is shown */
};

EACH_ITS_OWN int leave(const struct way *way, const struct halves *halves)
{
    const unsigned epochs = halves->is_double ? 2 : 1;

    ask_for_next_card(way, way->epoch + epochs);
    return leave_all(way, epochs, halves->is_heard);
}

/* Takes the epoch, shows the card, and looks once. STRAIGHT_NOT, or 0 with a request. */
int brief_start(const struct straight_call *call, const struct halves *halves);
/* A request for what has been done. STRAIGHT_NOT or 0. */
int brief_start_done(const struct straight_call *call);
/* A request that is not started yet. STRAIGHT_NOT, 0, or a class with its note. */
int brief_prepare(const struct straight_call *call, const struct halves *halves);

#endif
