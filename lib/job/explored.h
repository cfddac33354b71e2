/* SPDX-License-Identifier: MIT */
/* A run of a job under one of its schedules: the ranks take turns (rank/turns.h), messages whose
 * order matters are held (p2p/held.h), and the answers to all choices come from a schedule
 * (job/schedule.h). */
#ifndef JOB_EXPLORED_H
#define JOB_EXPLORED_H

#include <stdbool.h>

#include "job/looks.h"
#include "job/schedule.h"
#include "p2p/held.h"
#include "rank/choice.h"

struct world;

/* The clock that MPI_Wtime shows in a run. Time passes when a rank reads the clock or sleeps, and
 * when no rank can do more than look in vain, so it depends on the choices alone. */
struct explored_clock {
    _Atomic(uint64_t) now_ns;   /* since the run began, in turns */
    _Atomic(uint64_t) freed_ns; /* of the machine's clock, when the turns had ended; 0: not yet */
    long reads;                 /* in a row, without a call in between */
};

/* Owner: the thread that runs the jobs between two runs; in a run the rank that has the turn. */
struct explored {
    struct chooser chooser;
    struct schedule schedule;
    struct schedule_values values;
    struct sources sources;
    struct source_files files; /* of the run */
    /* The candidates of the node that is being decided. */
    struct held_event held[SCHEDULE_EVENTS_MAX];
    struct taker *takers[SCHEDULE_EVENTS_MAX]; /* that go on with them */
    struct schedule_event events[SCHEDULE_EVENTS_MAX];
    struct looks **looks; /* [lookers], of the run, by the numbers of threads (rank/turns.h) */
    int lookers;
    struct explored_clock clock;
};

void explored_init(struct explored *explored);
void explored_fini(struct explored *explored);

/* An abort has ended the world: the schedule of its run, if it has one, learns how. */
void explored_note_abort(const struct world *world);

/* Does the run, whose ranks have ended, rely on buffers? It has failed then: without them ranks
 * would have waited for each other (check/reliance.h). The first run of an exploration is not
 * followed for that, because another run of its schedule has standard sends that wait. */
bool explored_relies_on_buffers(struct world *world);

/* The world's ranks, which have not started, run under the schedule. False: no memory. */
bool explored_prepare(struct explored *explored, struct world *world);

#endif
