/* SPDX-License-Identifier: MIT */
/* Parallel regions. */
#include "openmp/team.h"

#include "openmp/queue.h"
#include "rank/abort.h"
#include "rank/choice.h"
#include "rank/rank.h"
#include "rank/thread/thread.h"
#include "rank/turns.h"
#include "rank/world.h"

int omp_get_thread_num(void);
int omp_get_num_threads(void);

enum { AWAIT_NS = 1000000 }; /* between two looks whether the job ends */

/* ---- members come --------------------------------------------------------------------------- */

static void come(struct team *team, struct member *member)
{
    member->taker = thread_taker();
    member->number = BEHIND(omp_get_thread_num)();
    lock_take(&team->lock);
    member->next = team->come;
    team->come = member;
    team->arrivals++;
    lock_release(&team->lock);
    park_wake(&team->park);
}

static bool have_come(struct team *team)
{
    bool have;

    lock_take(&team->lock);
    have = team->arrivals == team->size - 1;
    lock_release(&team->lock);
    return have;
}

/* Waits for the other threads of the team, which nothing keeps. False: the job ends. */
static bool await_members(struct team *team)
{
    const struct world *world = team->rank->world;
    uint32_t seen = park_count(&team->park);

    while (!have_come(team)) {
        if (world_is_aborted(world) || turns_have_ended(world))
            return false;
        park_sleep(&team->park, seen, AWAIT_NS);
        seen = park_count(&team->park);
    }
    return true;
}

static const struct member *find_member(const struct team *team, int number)
{
    const struct member *member = team->come;

    while (member != NULL && (member->number != number || member->taker == NULL))
        member = member->next;
    return member;
}

static void let_in(struct team *team)
{
    const struct member *member;
    int i;

    for (i = 1; i < team->size; i++) {
        member = find_member(team, i);
        if (member == NULL) {
            taken_end_turns(team->rank, team->site, "has a thread of OpenMP without turns");
            return;
        }
        taken_let_in(member->taker);
    }
}

/* ---- members run ---------------------------------------------------------------------------- */

static bool is_in_region(void *team)
{
    return ((const struct team *)team)->left < ((const struct team *)team)->size - 1;
}

static void run_first(struct team *team)
{
    const struct turn_block block = {.is_pending = is_in_region,
                                     .subject = team,
                                     .site = (const void *)team->site,
                                     .words = "waits for the end of a parallel region"};

    team->size = BEHIND(omp_get_num_threads)();
    taken_end_opening(team->rank);
    if (team->size > 1 && await_members(team))
        let_in(team);
    team->run(team->data);
    if (team->size == 1) {
        openmp_free_loops(team);
        return;
    }
    openmp_end(team->site);
    if (turns_are_taken(team->rank))
        (void)turn_block(team->rank, &block);
    openmp_free_loops(team);
}

static void run_other(struct team *team)
{
    struct taker *taker;
    struct member member;

    come(team, &member);
    taker = member.taker;
    if (taker != NULL)
        taken_enter_team(taker);
    team->run(team->data);
    openmp_end(team->site);
    team->left++;
    if (taker != NULL)
        taken_leave_team(taker);
}

/* A member that is unwound leaves its part, so that OpenMP's library sees the end of the region. */
static __attribute__((noinline)) void run_until_unwound(struct team *team, bool is_first)
{
    struct taker *const taker = turns_taker(team->rank);
    void **const outer = taker != NULL ? taker->way_out : NULL;
    void *way_out[5]; /* as GCC's manual has it */

    if (taker != NULL)
        taker->way_out = way_out;
    if (__builtin_setjmp(way_out) == 0)
        (is_first ? run_first : run_other)(team);
    else if (is_first)
        team->is_unwound = true;
    if (taker != NULL)
        taker->way_out = outer;
}

static void run_member(void *argument)
{
    struct team *team = argument;
    struct team_task own = {.team = team, .uses = 1}, *outer = openmp_task;

    openmp_task = &own;
    run_until_unwound(team, BEHIND(omp_get_thread_num)() == 0);
    openmp_task = outer;
}

void openmp_check(void)
{
    struct team *team = openmp_team();

    if (team != NULL && world_is_aborted(team->rank->world))
        rank_unwind(team->rank);
}

static inline void close_team(const struct team *team)
{
    if (team->is_unwound)
        rank_unwind(team->rank);
}

/* A member of a team that is not explored, inside of one that is. */
static void run_unexplored(void *argument)
{
    struct team *team = argument;
    struct team_task *outer = openmp_task;

    openmp_task = NULL;
    team->run(team->data);
    openmp_task = outer;
}

static __attribute__((noinline)) openmp_body *open_slowly(struct team *team, uintptr_t site)
{
    team->rank = rank_self();
    team->site = site;
    list_init(&team->tasks);
    list_init(&team->loops);
    return team->rank != NULL && rank_is_in_its_process(team->rank) &&
                   taken_open_team(team->rank)
               ? run_member
               : run_unexplored;
}

/* NULL: there is nothing to explore. */
static inline openmp_body *open_team(struct team *team, uintptr_t site)
{
    return taken_may_be() ? open_slowly(team, site) : NULL;
}

/* ---- the functions -------------------------------------------------------------------------- */

IN_FRONT void GOMP_parallel(openmp_body *run, void *data, unsigned threads, unsigned flags);
IN_FRONT unsigned GOMP_parallel_reductions(openmp_body *run, void *data, unsigned threads,
                                           unsigned flags);
IN_FRONT void GOMP_parallel_sections(openmp_body *run, void *data, unsigned threads,
                                     unsigned count, unsigned flags);

void GOMP_parallel(openmp_body *run, void *data, unsigned threads, unsigned flags)
{
    struct team team = {.run = run, .data = data};
    openmp_body *member = open_team(&team, SITE);

    if (member == NULL)
        BEHIND(GOMP_parallel)(run, data, threads, flags);
    else
        BEHIND(GOMP_parallel)(member, &team, threads, flags);
    close_team(&team);
}

unsigned GOMP_parallel_reductions(openmp_body *run, void *data, unsigned threads, unsigned flags)
{
    struct team team = {.reductions = *(void **)data, .run = run, .data = data};
    openmp_body *member = open_team(&team, SITE);
    unsigned members;

    members = member == NULL ? BEHIND(GOMP_parallel_reductions)(run, data, threads, flags)
                             : BEHIND(GOMP_parallel_reductions)(member, &team, threads, flags);
    close_team(&team);
    return members;
}

void GOMP_parallel_sections(openmp_body *run, void *data, unsigned threads, unsigned count,
                            unsigned flags)
{
    struct team team = {.run = run, .data = data};
    openmp_body *member = open_team(&team, SITE);

    if (member == NULL)
        BEHIND(GOMP_parallel_sections)(run, data, threads, count, flags);
    else
        BEHIND(GOMP_parallel_sections)(member, &team, threads, count, flags);
    close_team(&team);
}

#define PARALLEL_LOOP(function)                                                                    \
    IN_FRONT void function(openmp_body *run, void *data, unsigned threads, long start, long end,   \
                           long step, long chunk, unsigned flags);                                 \
    void function(openmp_body *run, void *data, unsigned threads, long start, long end, long step, \
                  long chunk, unsigned flags)                                                      \
    {                                                                                              \
        struct team team = {.run = run, .data = data};                                             \
        openmp_body *member = open_team(&team, SITE);                                              \
                                                                                                   \
        if (member == NULL)                                                                        \
            BEHIND(function)(run, data, threads, start, end, step, chunk, flags);                  \
        else                                                                                       \
            BEHIND(function)(member, &team, threads, start, end, step, chunk, flags);              \
        close_team(&team);                                                                         \
    }

OPENMP_PARALLEL_LOOPS(PARALLEL_LOOP)

/* A schedule that is chosen at run time has no chunk. */
#define PARALLEL_RUNTIME_LOOP(function)                                                            \
    IN_FRONT void function(openmp_body *run, void *data, unsigned threads, long start, long end,   \
                           long step, unsigned flags);                                             \
    void function(openmp_body *run, void *data, unsigned threads, long start, long end, long step, \
                  unsigned flags)                                                                  \
    {                                                                                              \
        struct team team = {.run = run, .data = data};                                             \
        openmp_body *member = open_team(&team, SITE);                                              \
                                                                                                   \
        if (member == NULL)                                                                        \
            BEHIND(function)(run, data, threads, start, end, step, flags);                         \
        else                                                                                       \
            BEHIND(function)(member, &team, threads, start, end, step, flags);                     \
        close_team(&team);                                                                         \
    }

OPENMP_PARALLEL_RUNTIME_LOOPS(PARALLEL_RUNTIME_LOOP)
