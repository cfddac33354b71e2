/* SPDX-License-Identifier: MIT */
/* Calls that fail on purpose (explore = "faults"): one in each run, by its number among the calls
 * that can fail. */
#include <string.h>

#include "base/container.h"
#include "job/schedule.h"

/* Parts of the names of functions that end something, or ask about it: if they failed, a program
 * could not do what it has to. */
static const char *const never_fail[] = {
    "MPI_Init", "MPI_Finalize", "MPI_Abort", "MPI_Session", "MPI_Wait", "MPI_Test", "MPI_Error_",
    "MPI_T_", "MPI_Cancel", "MPI_Close_", "MPI_Free_", "MPI_Unpublish_", "MPI_Win_test",
    "MPI_Win_wait", "MPI_Pcontrol", "MPI_Query_thread", "MPI_Is_thread_main", "MPI_Get_version",
    "MPI_Get_library_version", "MPI_Get_processor_name", "_error_", "rrhandler", "_free", "_close",
    "_disconnect", "_unlock", "_get_", "_delete", "_detach", "_end", "_complete",
};

static bool can_fail(const char *name)
{
    size_t i = 0;

    while (name != NULL && i < ARRAY_LENGTH(never_fail) && strstr(name, never_fail[i]) == NULL)
        i++;
    return name != NULL && i == ARRAY_LENGTH(never_fail);
}

void schedule_note_fault(struct schedule *schedule, const struct schedule_fault *fault)
{
    schedule->fault = *fault;
    schedule_log_fault(schedule);
}

bool schedule_fails(struct schedule *schedule, int rank, const struct call *call)
{
    struct schedule_fault fault = schedule->fault;

    if (fault.at == 0 || !can_fail(call->name) || ++schedule->fault.calls != fault.at)
        return false;
    fault.calls = fault.at;
    fault.rank = rank;
    fault.name = call->name;
    fault.site = call->site;
    schedule_note_fault(schedule, &fault);
    return true;
}
