/* SPDX-License-Identifier: MIT */
/* The guard: its owner, visitors and threads that share it keep each other out; who ends inside
 * keeps no thread. */
#include "sync/guard.h"

#include <criterion/criterion.h>
#include <pthread.h>

#include "../base/broken_law.h"

enum { VISITORS = 3, ENTRIES = 200000, VISITS = 300 };

struct counter {
    struct guard guard;
    long inside; /* plain: what the guard protects */
};

static void *visit(void *given)
{
    struct counter *counter = given;

    for (int i = 0; i < VISITS; i++) {
        guard_enter_remote(&counter->guard);
        counter->inside++;
        guard_leave_remote(&counter->guard);
    }
    return NULL;
}

static void *enter(void *given)
{
    struct counter *counter = given;

    for (int i = 0; i < ENTRIES; i++) {
        guard_enter(&counter->guard);
        counter->inside++;
        guard_leave(&counter->guard);
    }
    return NULL;
}

static void enter_among(struct counter *counter, int others, void *(*body)(void *))
{
    pthread_t threads[VISITORS];

    for (int i = 0; i < others; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, body, counter), 0);
    enter(counter);
    for (int i = 0; i < others; i++)
        pthread_join(threads[i], NULL);
}

Test(guard, keeps_its_owner_and_visitors_apart)
{
    struct counter counter = {.inside = 0};

    guard_init(&counter.guard);
    enter_among(&counter, VISITORS, visit);
    cr_assert_eq(counter.inside, ENTRIES + VISITORS * VISITS);
}

Test(guard, keeps_threads_that_share_it_apart)
{
    struct counter counter = {.inside = 0};

    guard_init(&counter.guard);
    guard_share(&counter.guard);
    enter_among(&counter, VISITORS, enter);
    cr_assert_eq(counter.inside, (VISITORS + 1) * ENTRIES);
}

Test(guard, keeps_threads_and_visitors_apart_when_it_is_shared)
{
    struct counter counter = {.inside = 0};

    guard_init(&counter.guard);
    guard_share(&counter.guard);
    enter_among(&counter, VISITORS, visit);
    cr_assert_eq(counter.inside, ENTRIES + VISITORS * VISITS);
}

static void *end_inside(void *given)
{
    struct counter *counter = given;

    guard_enter(&counter->guard);
    if (guard_is_shared(&counter->guard)) /* for a sanitizer: then it is not told */
        guard_leave(&counter->guard);
    guard_abandon(&counter->guard);
    return NULL;
}

Test(guard, lets_visitors_in_when_its_owner_has_ended_inside)
{
    struct counter counter = {.inside = 0};
    pthread_t owner;

    guard_init(&counter.guard);
    cr_assert_eq(pthread_create(&owner, NULL, end_inside, &counter), 0);
    pthread_join(owner, NULL);
    visit(&counter);
    cr_assert_eq(counter.inside, VISITS);
}

static void *end_on_a_visit(void *given)
{
    struct counter *counter = given;
    struct guard own;

    guard_init(&own);
    guard_enter_remote(&counter->guard);
    guard_abandon(&own);
    return NULL;
}

Test(guard, lets_its_owner_in_when_a_visitor_has_ended_there)
{
    struct counter counter = {.inside = 0};
    pthread_t visitor;

    guard_init(&counter.guard);
    cr_assert_eq(pthread_create(&visitor, NULL, end_on_a_visit, &counter), 0);
    pthread_join(visitor, NULL);
    enter(&counter);
    visit(&counter);
    cr_assert_eq(counter.inside, ENTRIES + VISITS);
}

/* ---- the laws ------------------------------------------------------------------------------- */

static struct guard lawful;

static void check_outside(void)
{
    guard_init(&lawful);
    guard_check(&lawful);
}

static void check_outside_shared(void)
{
    guard_init(&lawful);
    guard_share(&lawful);
    guard_check(&lawful);
}

Test(guard, knows_whether_someone_is_inside)
{
    const char *condition = IS_FOR_THREAD_SANITIZER ? "lock_is_taken(&guard->lock)"
                                                    : "load_relaxed(&guard->is_inside)";

    cr_assert(is_caught(check_outside, condition));
    cr_assert(is_caught(check_outside_shared, "lock_is_taken(&guard->lock)"));
    guard_init(&lawful);
    guard_enter(&lawful);
    guard_check(&lawful);
    guard_leave(&lawful);
}

static void visit_two(void)
{
    static struct guard other;

    guard_init(&lawful);
    guard_init(&other);
    guard_enter_remote(&lawful);
    guard_enter_remote(&other);
}

Test(guard, lets_a_thread_visit_one_at_a_time)
{
    cr_assert(is_caught(visit_two, "entered_remotely == NULL"));
}

static void enter_twice(void)
{
    guard_init(&lawful);
    guard_enter(&lawful);
    guard_enter(&lawful);
}

/* A shared guard is a lock, and who enters twice waits for himself. */
Test(guard, finds_who_enters_twice_where_laws_are_checked)
{
    if (LAWS_ARE_CHECKED && !IS_FOR_THREAD_SANITIZER)
        cr_assert(is_caught(enter_twice, "!load_relaxed(&guard->is_inside)"));
}
