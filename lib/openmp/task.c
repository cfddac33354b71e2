/* SPDX-License-Identifier: MIT */
/* Explicit tasks, and waits for them. */
#include "openmp/queue.h"

#include "base/memory.h"
#include "openmp/depend.h"
#include "rank/choice.h"
#include "rank/wait.h"

/* OpenMP's flags. */
enum {
    FLAG_FINAL = 1 << 1,
    FLAG_DEPEND = 1 << 3,
    FLAG_DEFERRED = 1 << 10,
    FLAG_NOGROUP = 1 << 11,
    FLAG_DETACH = 1 << 13,
};

static struct team *explored_team(void)
{
    return openmp_task != NULL && openmp_team()->size > 1 ? openmp_team() : NULL;
}

/* ---- waits ---------------------------------------------------------------------------------- */

static bool have_ended(const struct awaited *awaited)
{
    return awaited->task->uses == 1;
}

static bool is_child(const struct awaited *awaited, const struct team_task *task)
{
    return task->parent == awaited->task;
}

static bool has_no_task(const struct awaited *awaited)
{
    return awaited->group->unfinished == 0;
}

static bool is_in_group(const struct awaited *awaited, const struct team_task *task)
{
    const struct taskgroup *group = task->group;

    while (group != NULL && group != awaited->group)
        group = group->outer;
    return group != NULL;
}

static bool is_ready(const struct awaited *awaited)
{
    return !queue_has_to_wait(awaited->team, awaited->task);
}

static bool is_sibling(const struct awaited *awaited, const struct team_task *task)
{
    return task->parent == awaited->task->parent && task != awaited->task;
}

static void await_tasks(struct awaited *awaited, uintptr_t site)
{
    awaited->team = openmp_team();
    awaited->site = site;
    awaited->words = "waits for tasks of OpenMP";
    if (queue_work(awaited))
        return;
    while (!queue_work_freely(awaited))
        rank_pause(openmp_team()->rank);
}

static void await_children(uintptr_t site)
{
    struct awaited awaited = {.is_over = have_ended, .admits = is_child, .task = openmp_task};

    await_tasks(&awaited, site);
}

static void await_task(const struct team_task *task, uintptr_t site)
{
    struct awaited awaited = {.is_over = is_ready, .admits = is_sibling, .task = task};

    await_tasks(&awaited, site);
}

static void open_group(struct taskgroup *group)
{
    *group = (struct taskgroup){.outer = openmp_task->inner};
    openmp_task->inner = group;
}

static void close_group(uintptr_t site)
{
    struct awaited awaited = {
        .is_over = has_no_task, .admits = is_in_group, .group = openmp_task->inner};

    await_tasks(&awaited, site);
    openmp_task->inner = openmp_task->inner->outer;
}

IN_FRONT void GOMP_taskwait(void);
void GOMP_taskwait(void)
{
    if (explored_team() != NULL)
        await_children(SITE);
    BEHIND(GOMP_taskwait)();
}

IN_FRONT void GOMP_taskwait_depend(void **depend);
void GOMP_taskwait_depend(void **depend)
{
    const int count = depend_count(depend);
    void *listed[count + 1];
    struct team_task given = {.parent = openmp_task, .count = count, .dependences = listed};

    given.outputs = depend_list(depend, listed);
    if (explored_team() != NULL)
        await_task(&given, SITE);
    BEHIND(GOMP_taskwait_depend)(depend);
}

IN_FRONT void GOMP_taskgroup_start(void);
IN_FRONT void GOMP_taskgroup_end(void);

/* Without memory the tasks count as those of the group around it. */
void GOMP_taskgroup_start(void)
{
    struct taskgroup *group = explored_team() != NULL ? memory_take(sizeof *group) : NULL;

    if (group != NULL)
        open_group(group);
    BEHIND(GOMP_taskgroup_start)();
}

void GOMP_taskgroup_end(void)
{
    struct taskgroup *group = explored_team() != NULL ? openmp_task->inner : NULL;

    if (group != NULL) {
        close_group(SITE);
        memory_give(group);
    }
    BEHIND(GOMP_taskgroup_end)();
}

/* ---- tasks ---------------------------------------------------------------------------------- */

/* True: another thread can come between this and what the caller has done before. */
static bool create_by_turn(uintptr_t site)
{
    struct rank *self = openmp_self(site, NULL);
    const struct turn_block none = {.site = (const void *)site};

    if (self == NULL || !taken_stand(self, TURN_TASK, &openmp_team()->tasks, TURN_TRY, &none))
        return false;
    taken_end(self, true);
    return true;
}

IN_FRONT void GOMP_task(openmp_body *run, void *data, openmp_copier *copy, long bytes, long align,
                        bool is_deferred, unsigned flags, void **depend, int priority, void *event);
void GOMP_task(openmp_body *run, void *data, openmp_copier *copy, long bytes, long align,
               bool is_deferred, unsigned flags, void **depend, int priority, void *event)
{
    struct team *team = explored_team();
    const struct team_task given = {.run = run, .data = data, .bytes = bytes, .align = align,
                               .is_final = (flags & FLAG_FINAL) != 0 ||
                                           (team != NULL && openmp_task->is_final)};
    struct team_task *task = NULL;

    if (team != NULL && (flags & FLAG_DETACH) != 0)
        openmp_give_up(SITE, "creates a task that another one ends");
    is_deferred = is_deferred && (team == NULL || !openmp_task->is_final);
    if (team != NULL && (!is_deferred || create_by_turn(SITE)))
        task = queue_add(team, &given, copy, (flags & FLAG_DEPEND) != 0 ? depend : NULL);
    if (task != NULL && is_deferred)
        return;
    if (team != NULL && task == NULL)
        await_children(SITE);
    if (task == NULL) {
        BEHIND(GOMP_task)
        (run, data, copy, bytes, align, is_deferred, flags, depend, priority, event);
        return;
    }
    task->is_running = true;
    await_task(task, SITE);
    queue_run(task);
}

/* The parts of a loop that are tasks run at once, in their order. */
#define TASKLOOP(function, number)                                                                 \
    IN_FRONT void function(openmp_body *run, void *data, openmp_copier *copy, long bytes,          \
                           long align, unsigned flags, unsigned long tasks, int priority,          \
                           number start, number end, number step);                                 \
    void function(openmp_body *run, void *data, openmp_copier *copy, long bytes, long align,       \
                  unsigned flags, unsigned long tasks, int priority, number start, number end,     \
                  number step)                                                                     \
    {                                                                                              \
        const bool has_group = explored_team() != NULL && (flags & FLAG_NOGROUP) == 0;             \
        struct taskgroup group;                                                                    \
                                                                                                   \
        if (has_group)                                                                             \
            open_group(&group);                                                                    \
        if (explored_team() != NULL)                                                               \
            flags &= ~(unsigned)FLAG_DEFERRED;                                                     \
        BEHIND(function)(run, data, copy, bytes, align, flags, tasks, priority, start, end, step); \
        if (has_group)                                                                             \
            close_group(SITE);                                                                     \
    }

TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)
