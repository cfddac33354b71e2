/* SPDX-License-Identifier: MIT */
/* How far an exploration has come, for its user to see while it runs. */
#ifndef JOB_SCHEDULE_REACH_H
#define JOB_SCHEDULE_REACH_H

#include "job/schedule.h"

struct schedule_reach {
    int depth;    /* choices of the latest run, */
    int branches; /* those of them that have more than one candidate */
    long left;    /* schedules that are known, and not run yet; each may show more */
};

/* After a run, and before schedule_end_run. A random schedule has none left. */
struct schedule_reach schedule_reach(const struct schedule *schedule);

#endif
