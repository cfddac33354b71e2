/* SPDX-License-Identifier: MIT */
/* Waits with an end: a rank that waits in rank_wait for at most some time sets an alarm before, and
 * its condition asks whether the alarm has rung.
 *
 * The thread that joins the job rings alarms. A pending alarm counts as runnable: a rank that waits
 * for it is in no deadlock.
 *
 * Edges
 *   alarm.rung  ringing publishes itself to the rank that waits. */
#ifndef RANK_ALARM_H
#define RANK_ALARM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/list.h"
#include "sync/lock.h"

struct rank;
struct world;

/* The alarms of a job's ranks. Only the root's are used. */
struct alarms {
    struct lock lock;
    struct list pending; /* under the lock */
};

/* In memory that stays until alarm_stop, or, when the rank is unwound, until its job has ended. */
struct alarm {
    struct list link;
    struct rank *rank;
    uint64_t at_ns; /* on clock_ns */
    _Atomic(bool) has_rung;
};

void alarm_set(struct rank *self, struct alarm *alarm, uint64_t after_ns);
void alarm_stop(struct alarm *alarm); /* rung or not */

static inline bool alarm_has_rung(const struct alarm *alarm)
{
    return load_seq_cst(&alarm->has_rung); /* edge alarm.rung */
}

/* Rings alarms that are due, calls the world's option `tick`, and returns how long it is to the
 * next alarm or tick; PARK_FOREVER: there is none. The thread that joins the job calls it. */
uint64_t alarms_ring(struct world *root);

#endif
