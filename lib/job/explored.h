/* SPDX-License-Identifier: MIT */
/* A run of a job under one of its schedules: the ranks take turns (rank/turns.h), messages whose
 * order matters are held (p2p/held.h), and the answers to all choices come from a schedule
 * (job/schedule.h). */
#ifndef DRIVER_EXPLORED_H
#define DRIVER_EXPLORED_H

#include <stdbool.h>

#include "job/looks.h"
#include "job/schedule.h"
#include "p2p/held.h"
#include "rank/choice.h"

struct world;

/* Owner: the thread that runs the jobs between two runs; in a run the rank that has the turn. */
struct explored {
    struct chooser chooser;
    struct schedule schedule;
    struct schedule_values values;
    /* The candidates of the node that is being decided. */
    struct held_event held[SCHEDULE_EVENTS_MAX];
    struct schedule_event events[SCHEDULE_EVENTS_MAX];
    struct looks *looks; /* [ranks], of the run */
    int ranks;
};

void explored_init(struct explored *explored);
void explored_fini(struct explored *explored);

/* The world's ranks, which have not started, run under the schedule. False: no memory. */
bool explored_prepare(struct explored *explored, struct world *world);

#endif
