/* SPDX-License-Identifier: MIT */
#include "tool/tool.h"

#include "base/memory.h"
#include "mpi_types.h"
#include "rank/world.h"
#include "tool/event.h"
#include "tool/performance.h"
#include "tool/registration.h"

/* Threads that belong to no rank. */
static struct tool outside = {.registrations = {&outside.registrations, &outside.registrations}};

/* Another thread of the rank may make one, too: the first stays. */
static struct tool *make_tool(struct rank *self)
{
    struct tool *tool = memory_take_zeroed(sizeof *tool);
    void *there = NULL;

    if (tool == NULL)
        return NULL;
    tool->rank = self;
    list_init(&tool->registrations);
    /* edge tool.made */
    if (compare_exchange_acq_rel(&self->local[FLOOR_TOOL], &there, tool))
        return tool;
    memory_give(tool);
    return there;
}

static struct tool *find_tool(void)
{
    struct rank *self = rank_self();
    struct tool *tool;

    if (self == NULL)
        return &outside;
    tool = load_acquire(&self->local[FLOOR_TOOL]); /* edge tool.made */
    return tool != NULL ? tool : make_tool(self);
}

struct tool *tool_enter(void)
{
    struct tool *tool = find_tool();

    if (tool == NULL)
        return NULL;
    lock_take(&tool->lock);
    if (tool->users > 0)
        return tool;
    lock_release(&tool->lock);
    return NULL;
}

int tool_leave(struct tool *tool, int err)
{
    lock_release(&tool->lock);
    return err;
}

int tool_begin(void)
{
    struct tool *tool = find_tool();

    if (tool == NULL)
        return MPI_T_ERR_CANNOT_INIT;
    lock_take(&tool->lock);
    tool->users++;
    return tool_leave(tool, MPI_SUCCESS);
}

/* Frees all that the user has not freed. */
static void clear(struct tool *tool)
{
    registrations_destroy(tool);
    performance_destroy_all(tool);
    tool_handle_destroy_all(&tool->handles, TOOL_CONTROL);
}

int tool_end(void)
{
    struct tool *tool = tool_enter();

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (--tool->users == 0)
        clear(tool);
    return tool_leave(tool, MPI_SUCCESS);
}

static void destroy_tools(struct world *world)
{
    for (int i = 0; i < world->size; i++) {
        struct tool *tool = load_relaxed(&world->ranks[i].local[FLOOR_TOOL]);

        if (tool == NULL)
            continue;
        clear(tool);
        memory_give(tool->handles.places);
        memory_give(tool);
    }
}

const struct floor tool_floor = {.destroy = destroy_tools};
