/* SPDX-License-Identifier: MIT */
/* The tree of all schedules of a job whose ranks take turns (rank/turns.h), one schedule at a time.
 *
 * A schedule is a list of nodes. A node is a choice in a job: which event happens next when the job
 * is at rest, or which of its candidates a call takes (rank/choice.h). Candidate 0 is the usual
 * one. A run follows the list, and adds nodes behind its end. schedule_next then changes the last
 * node that has a candidate left to try, and cuts the list off behind it.
 *
 * Two events commute if they happen in different ranks, or if neither message could go to the
 * receive of the other. One order of events that commute is tried: a run that would only change
 * such an order is cut off by sleep sets (Godefroid, Partial-Order Methods for the Verification of
 * Concurrent Systems, 1996, chapter 5). A node first tries the events of one rank. It tries those
 * of other ranks, too, if a message that came later could have gone to the same receive (dynamic
 * partial-order reduction: Flanagan and Godefroid, POPL 2005). Without their clocks messages that
 * could only come later count as well, which may add runs and loses none.
 *
 * Owner: the thread that runs the jobs between two runs; in a run the rank that has the turn. */
#ifndef DRIVER_SCHEDULE_H
#define DRIVER_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "p2p/envelope.h"
#include "rank/choice.h"

/* A message that could be next, or a rank that could go on from turns_rest. */
struct schedule_event {
    int rank;
    uint32_t number; /* of the message (p2p/held.h) */
    struct match_key sent, asked;
    bool is_rest;   /* no message */
    bool is_probed; /* by a probe */
    const void *site; /* of the receive; NULL: not known */

    bool is_wanted; /* to be tried */
    bool is_tried;
    bool is_asleep; /* tried elsewhere in another order */
};

struct schedule_node {
    bool is_event;      /* the candidates are events */
    enum choice choice; /* else */
    int rank;           /* of that choice */
    int count, chosen;
    struct schedule_event *events; /* [count]; for a choice only is_wanted and is_tried count */
    struct schedule_event *sleep;  /* [sleep_count] */
    int sleep_count;
};

struct schedule_arrival {
    int rank;
    int depth; /* nodes that the run had passed */
    struct match_key sent;
};

struct schedule {
    struct schedule_node *nodes;
    int count, room;
    int depth; /* of the nodes those that this run has passed */
    struct schedule_arrival *arrivals;
    int arrivals_count, arrivals_room;
    const int *answers; /* of a schedule to be followed: [answers_count]; then 0. NULL: explore */
    int answers_count;
    bool sends_wait;    /* standard sends are not buffered */
    bool is_redundant;  /* the run was cut off: it repeats another one in a different order */
    bool has_strayed;   /* the run did not repeat the list */
    bool has_no_memory;
};

/* The candidates of an event; the memory is the caller's. Returns the number of the chosen one, or
 * -1: the run is to end (is_redundant, has_strayed or has_no_memory). */
int schedule_pick_event(struct schedule *schedule, const struct schedule_event events[],
                        int count);
/* Returns the number of the chosen candidate, or -1. */
int schedule_pick(struct schedule *schedule, enum choice choice, int rank, int candidates);

/* A message has come to the rank. */
void schedule_note_arrival(struct schedule *schedule, int rank, const struct match_key *sent);

void schedule_begin_run(struct schedule *schedule);
/* Has the run come to its end before the end of the list that it was to repeat? */
bool schedule_has_ended_early(const struct schedule *schedule);
/* Finds what the run has shown to be worth trying. */
void schedule_end_run(struct schedule *schedule);
/* Goes on to the next schedule. False: all have been tried. */
bool schedule_next(struct schedule *schedule);
void schedule_free(struct schedule *schedule);

/* Describes the schedule of the latest run, the number-th, in lines: its unusual choices, and the
 * value of HEDDLE_REPLAY that repeats it in the job of that name. The caller frees the text; NULL:
 * no memory. */
char *schedule_describe(const struct schedule *schedule, const char *name, long number);

#endif
