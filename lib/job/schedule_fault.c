/* SPDX-License-Identifier: MIT */
/* Calls that fail on purpose (explore = "faults"): one in each run, by its number among the calls
 * that can fail. */
#include "base/traits.h"
#include "job/schedule.h"

void schedule_note_fault(struct schedule *schedule, const struct schedule_fault *fault)
{
    schedule->fault = *fault;
    schedule_log_fault(schedule);
}

bool schedule_fails(struct schedule *schedule, int rank, const struct call *call)
{
    struct schedule_fault fault = schedule->fault;

    if (fault.at == 0 || call->name == NULL ||
        (call_traits(call->name) & TRAIT_CANNOT_FAIL) != 0 || ++schedule->fault.calls != fault.at)
        return false;
    fault.calls = fault.at;
    fault.rank = rank;
    fault.name = call->name;
    fault.site = call->site;
    schedule_note_fault(schedule, &fault);
    return true;
}
