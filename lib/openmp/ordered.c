/* SPDX-License-Identifier: MIT */
/* Loops with ordered parts, and loops whose iterations wait for others. OpenMP's library has its
 * threads wait for each other there, so each loop of a team that is explored has a record here that
 * says whose turn it is. The order is OpenMP's: nothing is chosen but who asks for the next part
 * of a loop whose parts are given to those who ask. */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "base/memory.h"
#include "openmp/team.h"
#include "rank/choice.h"

void omp_get_schedule(int *kind, int *chunk);
int omp_get_thread_num(void);

typedef unsigned long long ull;

/* The order in which members come to ordered parts. */
enum order {
    ORDER_OF_PARTS,   /* in which they have got their parts */
    ORDER_OF_MEMBERS, /* 0, 1, and so on, and then 0 again */
};

/* A loop of a team, from the first member that begins it to the end of the region. */
struct team_loop {
    struct list link; /* in team->loops, in the order in which all members come to them */
    enum order order;
    int first;   /* the member whose turn it is; of parts its place in the ring */
    int parts;   /* members in the ring */
    unsigned depth; /* numbers of an iteration */
    ull *ended;     /* [ended_room * depth], iterations for which no member waits any more */
    int ended_count, ended_room;
    int ring[]; /* [team->size] */
};

/* A member waits for its turn, or for an iteration. */
struct loop_wait {
    const struct team *team;
    const struct team_loop *loop;
    int member;
    const ull *iteration;
};

/* The member's next loop, which another one may have begun. NULL: no memory. */
static struct team_loop *begin_loop(struct team *team, struct team_task *own, enum order order,
                                    unsigned depth)
{
    struct list *next = own->loop != NULL ? own->loop->link.next : team->loops.next;
    struct team_loop *loop = container_of(next, struct team_loop, link);

    if (next == &team->loops) {
        loop = memory_take_zeroed(sizeof *loop + (size_t)team->size * sizeof loop->ring[0]);
        if (loop == NULL)
            return NULL;
        loop->order = order;
        loop->depth = depth;
        list_append(&team->loops, &loop->link);
    }
    own->loop = loop;
    return loop;
}

void openmp_free_loops(struct team *team)
{
    struct team_loop *loop;

    while (!list_is_empty(&team->loops)) {
        loop = container_of(team->loops.next, struct team_loop, link);
        list_remove(&loop->link);
        memory_give(loop->ended);
        memory_give(loop);
    }
}

/* The rank, if the calling thread is a member that takes turns, in its own task. */
static struct rank *member_self(uintptr_t site)
{
    struct rank *self = openmp_self(site, NULL);

    return self != NULL && openmp_task->parent == NULL ? self : NULL;
}

static struct rank *member_in_loop(uintptr_t site)
{
    struct rank *self = member_self(site);

    return self != NULL && openmp_task->loop != NULL ? self : NULL;
}

/* ---- ordered parts -------------------------------------------------------------------------- */

static int member_at(const struct team *team, const struct team_loop *loop)
{
    if (loop->order == ORDER_OF_MEMBERS)
        return loop->first;
    return loop->parts > 0 ? loop->ring[loop->first % team->size] : -1;
}

static bool is_before_turn(void *subject)
{
    const struct loop_wait *wait = subject;

    return member_at(wait->team, wait->loop) != wait->member;
}

static void add_part(void)
{
    struct team_loop *loop = openmp_task->loop;

    if (loop->order == ORDER_OF_PARTS)
        loop->ring[(loop->first + loop->parts++) % openmp_team()->size] =
            BEHIND(omp_get_thread_num)();
}

/* The member, whose turn it is, has ended its part, and may have got another one. */
static void pass_part_on(bool has_part)
{
    struct team_loop *loop = openmp_task->loop;

    if (loop->order == ORDER_OF_PARTS) {
        loop->first++;
        loop->parts--;
    } else {
        loop->first = (loop->first + 1) % openmp_team()->size;
    }
    if (has_part)
        add_part();
}

static bool begin_ordered(uintptr_t site, enum order order)
{
    if (member_self(site) == NULL)
        return false;
    if (begin_loop(openmp_team(), openmp_task, order, 0) == NULL) {
        openmp_give_up(site, "has no memory for an ordered loop");
        return false;
    }
    if (order == ORDER_OF_PARTS)
        openmp_ask_for_work(site);
    return true;
}

static bool await(struct rank *self, struct loop_wait *wait, bool (*is_pending)(void *subject),
                  const char *words, uintptr_t site)
{
    const struct turn_block block = {
        .is_pending = is_pending, .subject = wait, .site = (const void *)site, .words = words};

    if (!is_pending(wait) || turn_block(self, &block))
        return true;
    openmp_check();
    return false;
}

static bool await_part(uintptr_t site)
{
    struct rank *self = member_in_loop(site);
    struct loop_wait wait;

    if (self == NULL)
        return false;
    wait = (struct loop_wait){.team = openmp_team(),
                              .loop = openmp_task->loop,
                              .member = BEHIND(omp_get_thread_num)()};
    return await(self, &wait, is_before_turn, "waits for an ordered part of a loop", site);
}

static bool await_next_part(uintptr_t site)
{
    if (!await_part(site))
        return false;
    if (openmp_task->loop->order == ORDER_OF_PARTS)
        openmp_ask_for_work(site);
    return true;
}

IN_FRONT void GOMP_ordered_start(void);
void GOMP_ordered_start(void)
{
    (void)await_part(SITE);
    BEHIND(GOMP_ordered_start)();
}

/* The order in a loop whose schedule is chosen at run time. */
static enum order order_at_run_time(uintptr_t site)
{
    enum { SCHEDULE_STATIC = 1, SCHEDULE_AUTO = 4, SCHEDULE_KINDS = 0x7fffffff };
    int kind, chunk;

    if (openmp_self(site, NULL) == NULL)
        return ORDER_OF_PARTS;
    BEHIND(omp_get_schedule)(&kind, &chunk);
    kind &= SCHEDULE_KINDS; /* the highest bit says that it is monotonic */
    return kind == SCHEDULE_STATIC || kind == SCHEDULE_AUTO ? ORDER_OF_MEMBERS : ORDER_OF_PARTS;
}

#define ORDERED_START(function, order, parameters, ...)              \
    IN_FRONT bool function parameters;                               \
    bool function parameters                                         \
    {                                                                \
        const bool is_explored =                                     \
            taken_may_be() && begin_ordered(SITE, order);            \
        const bool has_part = BEHIND(function)(__VA_ARGS__);         \
                                                                     \
        if (is_explored && has_part)                                 \
            add_part();                                              \
        return has_part;                                             \
    }

#define ORDERED_NEXT(function, number)                               \
    IN_FRONT bool function(number *from, number *to);                \
    bool function(number *from, number *to)                          \
    {                                                                \
        const bool is_explored = taken_may_be() && await_next_part(SITE); \
        const bool has_part = BEHIND(function)(from, to);            \
                                                                     \
        if (is_explored)                                             \
            pass_part_on(has_part);                                  \
        return has_part;                                             \
    }

#define ORDERED_LOOP(kind, order)                                                             \
    ORDERED_NEXT(GOMP_loop_ordered_##kind##_next, long)                                       \
    ORDERED_NEXT(GOMP_loop_ull_ordered_##kind##_next, ull)                                    \
    ORDERED_START(GOMP_loop_ordered_##kind##_start, order,                                    \
                  (long start, long end, long step, long chunk, long *from, long *to), start, \
                  end, step, chunk, from, to)                                                 \
    ORDERED_START(GOMP_loop_ull_ordered_##kind##_start, order,                                \
                  (bool is_up, ull start, ull end, ull step, ull chunk, ull *from, ull *to),  \
                  is_up, start, end, step, chunk, from, to)

ORDERED_LOOP(static, ORDER_OF_MEMBERS)
ORDERED_LOOP(dynamic, ORDER_OF_PARTS)
ORDERED_LOOP(guided, ORDER_OF_PARTS)
ORDERED_NEXT(GOMP_loop_ordered_runtime_next, long)
ORDERED_NEXT(GOMP_loop_ull_ordered_runtime_next, ull)
ORDERED_START(GOMP_loop_ordered_runtime_start, order_at_run_time(SITE),
              (long start, long end, long step, long *from, long *to), start, end, step, from, to)
ORDERED_START(GOMP_loop_ull_ordered_runtime_start, order_at_run_time(SITE),
              (bool is_up, ull start, ull end, ull step, ull *from, ull *to), is_up, start, end,
              step, from, to)

/* ---- iterations that wait for others -------------------------------------------------------- */

static bool is_unended(void *subject)
{
    const struct loop_wait *wait = subject;
    const struct team_loop *loop = wait->loop;
    const size_t bytes = loop->depth * sizeof loop->ended[0];
    int i = 0;

    while (i < loop->ended_count &&
           memcmp(&loop->ended[(size_t)i * loop->depth], wait->iteration, bytes) != 0)
        i++;
    return i == loop->ended_count;
}

/* False: no memory. */
static bool add_ended(struct team_loop *loop, const ull iteration[])
{
    enum { ENDED_AT_FIRST = 16 };
    const int room = loop->ended_room == 0 ? ENDED_AT_FIRST : 2 * loop->ended_room;
    ull *ended;

    if (loop->ended_count == loop->ended_room) {
        ended = memory_grow(loop->ended, (size_t)room * loop->depth * sizeof ended[0]);
        if (ended == NULL)
            return false;
        loop->ended = ended;
        loop->ended_room = room;
    }
    memcpy(&loop->ended[(size_t)loop->ended_count++ * loop->depth], iteration,
           loop->depth * sizeof iteration[0]);
    return true;
}

/* A loop whose parts are fixed is not asked for one. */
static void begin_doacross(uintptr_t site, unsigned depth, bool is_asked_for)
{
    if (member_self(site) == NULL)
        return;
    if (begin_loop(openmp_team(), openmp_task, ORDER_OF_PARTS, depth) == NULL)
        openmp_give_up(site, "has no memory for a loop");
    else if (is_asked_for)
        openmp_ask_for_work(site);
}

static void end_iteration(uintptr_t site, const ull iteration[])
{
    if (member_in_loop(site) != NULL && !add_ended(openmp_task->loop, iteration))
        openmp_give_up(site, "has no memory for a loop");
}

static void await_iteration(uintptr_t site, const ull iteration[])
{
    struct rank *self = member_in_loop(site);
    struct loop_wait wait;

    if (self == NULL) {
        openmp_check();
        return;
    }
    wait = (struct loop_wait){.loop = openmp_task->loop, .iteration = iteration};
    (void)await(self, &wait, is_unended, "waits for another iteration of a loop", site);
}

#define DOACROSS_START(function, is_asked_for, parameters, ...)  \
    IN_FRONT bool function parameters;                           \
    bool function parameters                                     \
    {                                                            \
        if (taken_may_be())                                      \
            begin_doacross(SITE, depth, is_asked_for);           \
        return BEHIND(function)(depth, __VA_ARGS__);             \
    }

#define DOACROSS_LOOP(infix, kind, number, is_asked_for)                                        \
    DOACROSS_START(GOMP_loop_##infix##doacross_##kind##_start, is_asked_for,                    \
                   (unsigned depth, number *counts, number chunk, number *from, number *to),    \
                   counts, chunk, from, to)

#define DOACROSS_RUNTIME_LOOP(infix, number)                                                    \
    DOACROSS_START(GOMP_loop_##infix##doacross_runtime_start,                                   \
                   order_at_run_time(SITE) == ORDER_OF_PARTS,                                   \
                   (unsigned depth, number *counts, number *from, number *to), counts, from, to)

DOACROSS_LOOP(, static, long, false)
DOACROSS_LOOP(ull_, static, ull, false)
DOACROSS_LOOP(, dynamic, long, true)
DOACROSS_LOOP(ull_, dynamic, ull, true)
DOACROSS_LOOP(, guided, long, true)
DOACROSS_LOOP(ull_, guided, ull, true)
DOACROSS_RUNTIME_LOOP(, long)
DOACROSS_RUNTIME_LOOP(ull_, ull)

/* An iteration is as many words as the loop is deep, which OpenMP knows. Words beyond those that
 * the caller has passed are whatever lies there. */
enum { DEPTH_MAX = 16 };

static_assert(sizeof(long) == sizeof(ull), "both are one word");

#define POST(function, number)                             \
    IN_FRONT void function(number *iteration);             \
    void function(number *iteration)                       \
    {                                                      \
        if (taken_may_be())                                \
            end_iteration(SITE, (const ull *)iteration);   \
        BEHIND(function)(iteration);                       \
    }

#define WAIT(function, number)                                                           \
    IN_FRONT void function(number first, ...);                                           \
    void function(number first, ...)                                                     \
    {                                                                                    \
        number w[DEPTH_MAX] = {first};                                                   \
        va_list rest;                                                                    \
                                                                                         \
        va_start(rest, first);                                                           \
        for (int i = 1; i < DEPTH_MAX; i++)                                              \
            w[i] = va_arg(rest, number);                                                 \
        va_end(rest);                                                                    \
        if (taken_may_be())                                                              \
            await_iteration(SITE, (const ull *)w);                                       \
        BEHIND(function)(first, w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9],    \
                         w[10], w[11], w[12], w[13], w[14], w[15]);                      \
    }

POST(GOMP_doacross_post, long)
POST(GOMP_doacross_ull_post, ull)
WAIT(GOMP_doacross_wait, long)
WAIT(GOMP_doacross_ull_wait, ull)
