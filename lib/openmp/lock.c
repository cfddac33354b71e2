/* SPDX-License-Identifier: MIT */
/* Critical sections and locks. OpenMP's own words say whether one is free. Critical parts without a
 * name have one of the program (runtime/program/openmp.c). */
#include "openmp/team.h"
#include "rank/choice.h"

/* OpenMP's library locks by the first word of the object. */
static bool is_locked(void *word)
{
    return load_relaxed((const _Atomic(int) *)word) != 0;
}

static __attribute__((noinline)) void await_by_turn(void *word, uintptr_t site)
{
    struct rank *self = openmp_self(site, word);
    const struct turn_block block = {
        .is_pending = is_locked, .subject = word, .site = (const void *)site};

    if (self != NULL && taken_stand(self, TURN_PART, word, TURN_TAKE, &block))
        taken_end(self, true);
    else
        openmp_check();
}

static __attribute__((noinline)) void give_by_turn(void *word, enum turn_way way, uintptr_t site)
{
    struct rank *self = openmp_self(site, word);
    const struct turn_block none = {.site = (const void *)site};

    if (self != NULL && taken_stand(self, TURN_PART, word, way, &none))
        taken_end(self, true);
}

/* Programs call these functions often, so what is only for explored jobs stands apart. */
static inline void await(void *word, uintptr_t site)
{
    if (taken_may_be())
        await_by_turn(word, site);
}

static inline void give(void *word, enum turn_way way, uintptr_t site)
{
    if (taken_may_be())
        give_by_turn(word, way, site);
}

IN_FRONT void GOMP_critical_name_start(void **name);
void GOMP_critical_name_start(void **name)
{
    await(name, SITE);
    BEHIND(GOMP_critical_name_start)(name);
}

IN_FRONT void GOMP_critical_name_end(void **name);
void GOMP_critical_name_end(void **name)
{
    give(name, TURN_GIVE, SITE);
    BEHIND(GOMP_critical_name_end)(name);
}

/* The program does nothing else between GOMP_atomic_start and GOMP_atomic_end, so that both are one
 * act. */
IN_FRONT void GOMP_atomic_start(void);
void GOMP_atomic_start(void)
{
    static const char all;

    if (openmp_task != NULL)
        give((void *)(uintptr_t)&all, TURN_TRY, SITE);
    BEHIND(GOMP_atomic_start)();
}

/* A lock that is set again by the task that has it. */
struct nest_lock {
    int lock, count;
    void *owner;
};

/* The lock is tried, without a wait. */
#define TEST_LOCK(kind, word)                   \
    IN_FRONT int omp_test_##kind(void *lock);   \
    int omp_test_##kind(void *lock)             \
    {                                           \
        give(word(lock), TURN_TRY, SITE);       \
        return BEHIND(omp_test_##kind)(lock);   \
    }

/* Functions of locks for C, and for Fortran, whose names end in an underscore. */
#define LOCK(kind, word)                             \
    TEST_LOCK(kind, word)                            \
    IN_FRONT void omp_set_##kind(void *lock);        \
    IN_FRONT void omp_unset_##kind(void *lock);      \
    void omp_set_##kind(void *lock)                  \
    {                                                \
        await(word(lock), SITE);                     \
        BEHIND(omp_set_##kind)(lock);                \
    }                                                \
    void omp_unset_##kind(void *lock)                \
    {                                                \
        give(word(lock), TURN_GIVE, SITE);           \
        BEHIND(omp_unset_##kind)(lock);              \
    }

/* omp_test_nest_lock returns how often the calling task has the lock. The task does not wait for a
 * lock that it has. */
#define NEST_LOCK(kind, word)                                                   \
    TEST_LOCK(kind, word)                                                       \
    IN_FRONT void omp_set_##kind(void *lock);                                   \
    IN_FRONT void omp_unset_##kind(void *lock);                                 \
    void omp_set_##kind(void *lock)                                             \
    {                                                                           \
        int count = openmp_task != NULL ? BEHIND(omp_test_##kind)(lock) : 0;    \
                                                                                \
        if (count > 1)                                                          \
            return;                                                             \
        if (count == 1)                                                         \
            BEHIND(omp_unset_##kind)(lock);                                     \
        await(word(lock), SITE);                                                \
        BEHIND(omp_set_##kind)(lock);                                           \
    }                                                                           \
    void omp_unset_##kind(void *lock)                                           \
    {                                                                           \
        if (((const struct nest_lock *)word(lock))->count == 1)                 \
            give(word(lock), TURN_GIVE, SITE);                                  \
        BEHIND(omp_unset_##kind)(lock);                                         \
    }

#define ITSELF(lock) (lock)
#define BEHIND_POINTER(lock) (*(void **)(lock))

LOCK(lock, ITSELF)
LOCK(lock_, ITSELF)
NEST_LOCK(nest_lock, ITSELF)
NEST_LOCK(nest_lock_, BEHIND_POINTER)
