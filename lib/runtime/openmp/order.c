/* SPDX-License-Identifier: MIT */
/* Parallel regions, barriers, and parts that exclude each other. */
#include "runtime/openmp/order.h"

#include <stdbool.h>

#include "openmp/loops.h"

int omp_get_level(void); /* not included, because the compiler of programs may lack the header */

_Thread_local struct running *openmp_running; /* NULL: the thread is in no region */
const char openmp_fulfilled;
static const char atomic_parts, critical_parts; /* names */

/* ---- regions --------------------------------------------------------------------------------- */

static void run_member(void *argument)
{
    struct parallel *region = argument;
    struct running *outer = openmp_running;
    int barriers = 0;
    struct running member = {.region = region, .barriers = &barriers};

    openmp_acquire(&region->forked);
    openmp_running = &member;
    region->run(region->data);
    openmp_running = outer;
    openmp_release(&region->joined);
}

static void open_region(struct parallel *region)
{
    openmp_release(&region->forked);
}

static void close_region(struct parallel *region)
{
    openmp_acquire(&region->joined);
    openmp_acquire(&openmp_fulfilled);
    /* A linker that drops libraries that are not needed must see that this one is needed. */
    (void)omp_get_level();
}

IN_FRONT void GOMP_parallel(body *run, void *data, unsigned threads, unsigned flags);
void GOMP_parallel(body *run, void *data, unsigned threads, unsigned flags)
{
    struct parallel region = {.run = run, .data = data};

    open_region(&region);
    LIBRARYS(GOMP_parallel)(run_member, &region, threads, flags);
    close_region(&region);
}

IN_FRONT unsigned GOMP_parallel_reductions(body *run, void *data, unsigned threads, unsigned flags);
unsigned GOMP_parallel_reductions(body *run, void *data, unsigned threads, unsigned flags)
{
    struct parallel region = {.reductions = *(void **)data, .run = run, .data = data};
    unsigned members;

    open_region(&region);
    members = LIBRARYS(GOMP_parallel_reductions)(run_member, &region, threads, flags);
    close_region(&region);
    return members;
}

IN_FRONT void GOMP_parallel_sections(body *run, void *data, unsigned threads, unsigned count,
                                     unsigned flags);
void GOMP_parallel_sections(body *run, void *data, unsigned threads, unsigned count, unsigned flags)
{
    struct parallel region = {.run = run, .data = data};

    open_region(&region);
    LIBRARYS(GOMP_parallel_sections)(run_member, &region, threads, count, flags);
    close_region(&region);
}

#define PARALLEL_LOOP(function)                                                                    \
    IN_FRONT void function(body *run, void *data, unsigned threads, long start, long end,          \
                           long step, long chunk, unsigned flags);                                 \
    void function(body *run, void *data, unsigned threads, long start, long end, long step,        \
                  long chunk, unsigned flags)                                                      \
    {                                                                                              \
        struct parallel region = {.run = run, .data = data};                                       \
                                                                                                   \
        open_region(&region);                                                                      \
        LIBRARYS(function)(run_member, &region, threads, start, end, step, chunk, flags);          \
        close_region(&region);                                                                     \
    }

OPENMP_PARALLEL_LOOPS(PARALLEL_LOOP)

/* A schedule that is chosen at run time has no chunk. */
#define PARALLEL_RUNTIME_LOOP(function)                                                            \
    IN_FRONT void function(body *run, void *data, unsigned threads, long start, long end,          \
                           long step, unsigned flags);                                             \
    void function(body *run, void *data, unsigned threads, long start, long end, long step,        \
                  unsigned flags)                                                                  \
    {                                                                                              \
        struct parallel region = {.run = run, .data = data};                                       \
                                                                                                   \
        open_region(&region);                                                                      \
        LIBRARYS(function)(run_member, &region, threads, start, end, step, flags);                 \
        close_region(&region);                                                                     \
    }

OPENMP_PARALLEL_RUNTIME_LOOPS(PARALLEL_RUNTIME_LOOP)

/* ---- barriers -------------------------------------------------------------------------------- */

/* Two names by turns: a member that is slow to leave a barrier does not see what others do before
 * the next one. */
static void arrive(void)
{
    if (openmp_running != NULL && openmp_running->barriers != NULL)
        openmp_release(&openmp_running->region->arrived[*openmp_running->barriers % 2]);
}

static void leave_order(void)
{
    if (openmp_running != NULL && openmp_running->barriers != NULL)
        openmp_acquire(&openmp_running->region->arrived[(*openmp_running->barriers)++ % 2]);
    openmp_acquire(&openmp_fulfilled);
}

#define BARRIER(function)         \
    IN_FRONT void function(void); \
    void function(void)           \
    {                             \
        arrive();                 \
        LIBRARYS(function)();     \
        leave_order();            \
    }

BARRIER(GOMP_barrier)
BARRIER(GOMP_loop_end)
BARRIER(GOMP_sections_end)

#define BARRIER_CANCEL(function)             \
    IN_FRONT bool function(void);            \
    bool function(void)                      \
    {                                        \
        bool is_cancelled;                   \
                                             \
        arrive();                            \
        is_cancelled = LIBRARYS(function)(); \
        leave_order();                       \
        return is_cancelled;                 \
    }

BARRIER_CANCEL(GOMP_barrier_cancel)
BARRIER_CANCEL(GOMP_loop_end_cancel)
BARRIER_CANCEL(GOMP_sections_end_cancel)

IN_FRONT void GOMP_workshare_task_reduction_unregister(bool is_cancelled);
void GOMP_workshare_task_reduction_unregister(bool is_cancelled)
{
    arrive();
    LIBRARYS(GOMP_workshare_task_reduction_unregister)(is_cancelled);
    if (!is_cancelled)
        leave_order();
}

/* The member that runs the single part gets NULL, and meets the others in GOMP_single_copy_end. */
IN_FRONT void *GOMP_single_copy_start(void);
void *GOMP_single_copy_start(void)
{
    void *data;

    arrive();
    data = LIBRARYS(GOMP_single_copy_start)();
    if (data != NULL)
        leave_order();
    return data;
}

IN_FRONT void GOMP_single_copy_end(void *data);
void GOMP_single_copy_end(void *data)
{
    arrive();
    LIBRARYS(GOMP_single_copy_end)(data);
    leave_order();
}

/* ---- parts that exclude each other ----------------------------------------------------------- */

IN_FRONT void GOMP_critical_name_start(void **name);
void GOMP_critical_name_start(void **name)
{
    LIBRARYS(GOMP_critical_name_start)(name);
    openmp_acquire(name);
}

IN_FRONT void GOMP_critical_name_end(void **name);
void GOMP_critical_name_end(void **name)
{
    openmp_release(name);
    LIBRARYS(GOMP_critical_name_end)(name);
}

/* All critical parts that have no name are one. */
IN_FRONT void GOMP_critical_start(void);
void GOMP_critical_start(void)
{
    LIBRARYS(GOMP_critical_start)();
    openmp_acquire(&critical_parts);
}

IN_FRONT void GOMP_critical_end(void);
void GOMP_critical_end(void)
{
    openmp_release(&critical_parts);
    LIBRARYS(GOMP_critical_end)();
}

IN_FRONT void GOMP_atomic_start(void);
void GOMP_atomic_start(void)
{
    LIBRARYS(GOMP_atomic_start)();
    openmp_acquire(&atomic_parts);
}

IN_FRONT void GOMP_atomic_end(void);
void GOMP_atomic_end(void)
{
    openmp_release(&atomic_parts);
    LIBRARYS(GOMP_atomic_end)();
}

IN_FRONT void GOMP_ordered_start(void);
void GOMP_ordered_start(void)
{
    LIBRARYS(GOMP_ordered_start)();
    if (openmp_running != NULL)
        openmp_acquire(&openmp_running->region->ordered);
}

IN_FRONT void GOMP_ordered_end(void);
void GOMP_ordered_end(void)
{
    if (openmp_running != NULL)
        openmp_release(&openmp_running->region->ordered);
    LIBRARYS(GOMP_ordered_end)();
}

/* An iteration waits for others by their numbers, of as many words as the loop is deep. */
enum { ITERATION_BYTES_MAX = 512 };

#define DOACROSS(post, wait, number)                                                               \
    IN_FRONT void post(number *iteration);                                                         \
    void post(number *iteration)                                                                   \
    {                                                                                              \
        if (openmp_running != NULL)                                                                \
            openmp_release(&openmp_running->region->ordered);                                      \
        LIBRARYS(post)(iteration);                                                                 \
    }                                                                                              \
    IN_FRONT void wait(number first, ...);                                                         \
    void wait(number first, ...)                                                                   \
    {                                                                                              \
        (void)first;                                                                               \
        __builtin_apply((void (*)(void))LIBRARYS(wait), __builtin_apply_args(),                    \
                        ITERATION_BYTES_MAX);                                                      \
        if (openmp_running != NULL)                                                                \
            openmp_acquire(&openmp_running->region->ordered);                                      \
    }

DOACROSS(GOMP_doacross_post, GOMP_doacross_wait, long)
DOACROSS(GOMP_doacross_ull_post, GOMP_doacross_ull_wait, unsigned long long)

/* For C, and for Fortran, whose names end in an underscore. */
#define LOCK(set, unset, test)                                                                     \
    IN_FRONT void set(void *lock);                                                                 \
    void set(void *lock)                                                                           \
    {                                                                                              \
        LIBRARYS(set)(lock);                                                                       \
        openmp_acquire(lock);                                                                      \
    }                                                                                              \
    IN_FRONT void unset(void *lock);                                                               \
    void unset(void *lock)                                                                         \
    {                                                                                              \
        openmp_release(lock);                                                                      \
        LIBRARYS(unset)(lock);                                                                     \
    }                                                                                              \
    IN_FRONT int test(void *lock);                                                                 \
    int test(void *lock)                                                                           \
    {                                                                                              \
        int taken = LIBRARYS(test)(lock);                                                          \
                                                                                                   \
        if (taken != 0)                                                                            \
            openmp_acquire(lock);                                                                  \
        return taken;                                                                              \
    }

LOCK(omp_set_lock, omp_unset_lock, omp_test_lock)
LOCK(omp_set_nest_lock, omp_unset_nest_lock, omp_test_nest_lock)
LOCK(omp_set_lock_, omp_unset_lock_, omp_test_lock_)
LOCK(omp_set_nest_lock_, omp_unset_nest_lock_, omp_test_nest_lock_)
