/* SPDX-License-Identifier: MIT */
/* Barriers, and work that the members of a team share. */
#include "openmp/queue.h"
#include "rank/choice.h"

/* ---- where all members meet ----------------------------------------------------------------- */

IN_FRONT void GOMP_barrier(void);

/* No task is left when all are here. */
static bool have_met(const struct awaited *awaited)
{
    const struct team *team = awaited->team;

    return team->meetings != awaited->meeting ||
           (team->here == team->size && list_is_empty(&team->tasks));
}

/* Without turns it cannot be known here whether all have come. */
static bool is_there_no_task(const struct awaited *awaited)
{
    (void)awaited;
    return true;
}

/* True: all have come. */
static bool meet_by_turns(struct team *team, uintptr_t site, const char *words)
{
    struct awaited awaited = {.is_over = have_met,
                              .team = team,
                              .meeting = team->meetings,
                              .site = site,
                              .words = words};

    if (openmp_self(site, NULL) == NULL)
        return false;
    team->here++;
    if (!queue_work(&awaited))
        return false;
    if (team->meetings == awaited.meeting) {
        team->here = 0;
        team->has_tasks = false;
        team->meetings++;
    }
    return true;
}

/* True: all have come. False: the turns have ended, and OpenMP's barrier is still to come. */
static bool meet(struct team *team, uintptr_t site, const char *words)
{
    const struct awaited rest = {.is_over = is_there_no_task, .team = team};

    if (meet_by_turns(team, site, words))
        return true;
    openmp_check();
    (void)queue_work_freely(&rest);
    return false;
}

void openmp_meet(uintptr_t site)
{
    struct team *team = openmp_team();

    if (team == NULL || team->size == 1 || !meet(team, site, "waits at a barrier of OpenMP"))
        BEHIND(GOMP_barrier)();
}

void openmp_end(uintptr_t site)
{
    (void)meet(openmp_team(), site, "waits for the end of a parallel region");
}

void openmp_give_up(uintptr_t site, const char *words)
{
    struct rank *self = openmp_self(site, NULL);

    if (self != NULL)
        taken_end_turns(self, site, words);
}

void GOMP_barrier(void)
{
    openmp_meet(SITE);
}

void GOMP_loop_end_nowait(void);
void GOMP_sections_end_nowait(void);

/* A member leaves the work, and then waits for the others. */
#define END(end, end_nowait)       \
    IN_FRONT void end(void);       \
    void end(void)                 \
    {                              \
        if (openmp_task == NULL) { \
            BEHIND(end)();         \
            return;                \
        }                          \
        BEHIND(end_nowait)();      \
        openmp_meet(SITE);         \
    }

END(GOMP_loop_end, GOMP_loop_end_nowait)
END(GOMP_sections_end, GOMP_sections_end_nowait)

/* Where a program cancels nothing, these are as those above. */
int omp_get_cancellation(void);

static bool may_be_cancelled(void)
{
    return openmp_task == NULL || BEHIND(omp_get_cancellation)() != 0;
}

#define CANCELLED_END(function, end)                                            \
    IN_FRONT bool function(void);                                               \
    bool function(void)                                                         \
    {                                                                           \
        if (may_be_cancelled()) {                                               \
            openmp_give_up(SITE, "comes to a barrier that may be cancelled");   \
            return BEHIND(function)();                                          \
        }                                                                       \
        end;                                                                    \
        openmp_meet(SITE);                                                      \
        return false;                                                           \
    }

CANCELLED_END(GOMP_barrier_cancel, (void)0)
CANCELLED_END(GOMP_loop_end_cancel, BEHIND(GOMP_loop_end_nowait)())
CANCELLED_END(GOMP_sections_end_cancel, BEHIND(GOMP_sections_end_nowait)())

IN_FRONT void GOMP_workshare_task_reduction_unregister(bool is_cancelled);
void GOMP_workshare_task_reduction_unregister(bool is_cancelled)
{
    openmp_give_up(SITE, "comes to a reduction of tasks");
    BEHIND(GOMP_workshare_task_reduction_unregister)(is_cancelled);
}

/* ---- shared work ---------------------------------------------------------------------------- */

__attribute__((noinline)) void openmp_ask_by_turn(uintptr_t site)
{
    struct rank *self = openmp_self(site, NULL);
    const struct turn_block none = {.site = (const void *)site};

    if (self != NULL && taken_stand(self, TURN_WORK, &openmp_team()->work, TURN_TAKE, &none))
        taken_end(self, true);
}

IN_FRONT bool GOMP_single_start(void);
bool GOMP_single_start(void)
{
    openmp_ask_for_work(SITE);
    return BEHIND(GOMP_single_start)();
}

IN_FRONT void *GOMP_single_copy_start(void);
IN_FRONT void GOMP_single_copy_end(void *data);

/* The member that runs the single part gets NULL, and meets the others in GOMP_single_copy_end. */
void *GOMP_single_copy_start(void)
{
    if (openmp_task == NULL)
        return BEHIND(GOMP_single_copy_start)();
    openmp_ask_for_work(SITE);
    if (BEHIND(GOMP_single_start)())
        return NULL;
    openmp_meet(SITE);
    return openmp_team()->copied;
}

void GOMP_single_copy_end(void *data)
{
    if (openmp_task == NULL) {
        BEHIND(GOMP_single_copy_end)(data);
        return;
    }
    openmp_team()->copied = data;
    openmp_meet(SITE);
}

IN_FRONT unsigned GOMP_sections_start(unsigned count);
unsigned GOMP_sections_start(unsigned count)
{
    openmp_ask_for_work(SITE);
    return BEHIND(GOMP_sections_start)(count);
}

IN_FRONT unsigned GOMP_sections_next(void);
unsigned GOMP_sections_next(void)
{
    openmp_ask_for_work(SITE);
    return BEHIND(GOMP_sections_next)();
}

typedef unsigned long long ull;

#define NEXT(function, number)                          \
    IN_FRONT bool function(number *from, number *to);   \
    bool function(number *from, number *to)             \
    {                                                   \
        openmp_ask_for_work(SITE);                      \
        return BEHIND(function)(from, to);              \
    }

#define START(function, parameters, ...)   \
    IN_FRONT bool function parameters;     \
    bool function parameters               \
    {                                      \
        openmp_ask_for_work(SITE);         \
        return BEHIND(function)(__VA_ARGS__); \
    }

/* A loop whose parts have a size. */
#define LOOP(kind)                                                                            \
    NEXT(GOMP_loop_##kind##_next, long)                                                       \
    NEXT(GOMP_loop_ull_##kind##_next, ull)                                                    \
    START(GOMP_loop_##kind##_start,                                                           \
          (long start, long end, long step, long chunk, long *from, long *to), start, end,    \
          step, chunk, from, to)                                                              \
    START(GOMP_loop_ull_##kind##_start,                                                       \
          (bool is_up, ull start, ull end, ull step, ull chunk, ull *from, ull *to), is_up,   \
          start, end, step, chunk, from, to)

/* A loop whose schedule is chosen at run time. */
#define RUNTIME_LOOP(kind)                                                                    \
    NEXT(GOMP_loop_##kind##_next, long)                                                       \
    NEXT(GOMP_loop_ull_##kind##_next, ull)                                                    \
    START(GOMP_loop_##kind##_start, (long start, long end, long step, long *from, long *to),  \
          start, end, step, from, to)                                                         \
    START(GOMP_loop_ull_##kind##_start,                                                       \
          (bool is_up, ull start, ull end, ull step, ull *from, ull *to), is_up, start, end,  \
          step, from, to)

LOOP(dynamic)
LOOP(guided)
LOOP(nonmonotonic_dynamic)
LOOP(nonmonotonic_guided)
RUNTIME_LOOP(runtime)
RUNTIME_LOOP(nonmonotonic_runtime)
RUNTIME_LOOP(maybe_nonmonotonic_runtime)
