/* SPDX-License-Identifier: MIT */
#include "base/cpu.h"

#include <criterion/criterion.h>
#include <sched.h>
#include <stdbool.h>

static void allow(const cpu_set_t *processors)
{
    cr_assert_eq(sched_setaffinity(0, sizeof *processors, processors), 0);
}

Test(cpu, that_is_left_is_another_one_afterwards)
{
    bool has_moved = cpu_count() < 2; /* nowhere to go */
    int tries;

    for (tries = 0; tries < 100 && !has_moved; tries++) {
        unsigned before = cpu_current();

        cpu_leave();
        has_moved = cpu_current() != before;
    }
    cr_assert(has_moved);
}

/* Where the system tells of caches. */
Test(cpu, shares_a_cache_with_the_first_of_its_cluster)
{
    for (unsigned processor = 0; processor < CPU_SETSIZE; processor++) {
        const int cluster = cpu_cluster(processor);

        cr_assert_geq(cluster, -1);
        cr_assert_leq(cluster, (int)processor);
        cr_assert_eq(cpu_cluster(processor), cluster);
        if (cluster >= 0)
            cr_assert_eq(cpu_cluster((unsigned)cluster), cluster);
    }
    cr_assert_eq(cpu_cluster(CPU_SETSIZE), -1);
}

Test(cpu, may_be_come_back_to)
{
    cpu_set_t before, after;

    cr_assert_eq(sched_getaffinity(0, sizeof before, &before), 0);
    cpu_leave();
    cr_assert_eq(sched_getaffinity(0, sizeof after, &after), 0);
    cr_assert(CPU_EQUAL(&before, &after));
}

Test(cpu, that_is_the_only_one_allowed_is_not_left)
{
    unsigned only = cpu_current();
    cpu_set_t one, after;

    CPU_ZERO(&one);
    CPU_SET(only, &one);
    allow(&one);
    cpu_leave();
    cr_assert_eq(cpu_current(), only);
    cr_assert_eq(sched_getaffinity(0, sizeof after, &after), 0);
    cr_assert(CPU_EQUAL(&one, &after));
}
