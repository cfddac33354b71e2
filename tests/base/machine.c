/* SPDX-License-Identifier: MIT */
#include "base/machine.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/cpu.h"
#include "base/note.h"

#ifdef HEDDLE_HWLOC

static struct machine *describe(const char *description, enum machine_unit unit)
{
    struct machine *machine = machine_describe(description, unit);

    cr_assert_not_null(machine, "%s", description);
    return machine;
}

Test(machine, cores_are_in_the_order_of_what_they_share)
{
    struct machine *machine = describe("package:2 l3:2 core:4 pu:1", MACHINE_CORES);

    cr_assert_eq(machine->core_count, 16);
    for (int one = 0; one < 16; one++) {
        for (int other = 0; other < 16; other++) {
            int distance = machine_distance(machine, one, other);
            int expected = (one != other) + (one / 4 != other / 4) + (one / 8 != other / 8);

            cr_assert_eq(distance, expected, "%d and %d: %d", one, other, distance);
        }
    }
    machine_give(machine);
}

Test(machine, a_core_has_all_its_hardware_threads)
{
    struct machine *cores = describe("core:3 pu:2", MACHINE_CORES);
    struct machine *threads = describe("core:3 pu:2", MACHINE_THREADS);

    cr_assert_eq(cores->core_count, 3);
    cr_assert_eq(CPU_COUNT(&cores->cores[1].cpus), 2);
    cr_assert_eq(threads->core_count, 6);
    cr_assert_eq(CPU_COUNT(&threads->cores[1].cpus), 1);
    cr_assert_lt(machine_distance(threads, 0, 1), machine_distance(threads, 1, 2));
    machine_give(threads);
    machine_give(cores);
}

Test(machine, nonsense_describes_none)
{
    cr_assert_null(machine_describe("a lot of cores", MACHINE_CORES));
    cr_assert_not_null(strstr(note_text(), "\"a lot of cores\""));
}

Test(machine, nobody_is_bound_to_a_machine_that_was_only_described)
{
    struct machine *machine = describe("package:64 core:64 pu:1", MACHINE_CORES);
    int before = cpu_count();

    cr_assert_eq(machine_bind(machine, 4000), 0);
    cr_assert_eq(cpu_count(), before);
    machine_give(machine);
}

Test(machine, the_threads_of_this_one_are_those_that_may_be_used)
{
    struct machine *machine = machine_read(MACHINE_THREADS);

    cr_assert_not_null(machine);
    cr_assert_eq(machine->core_count, cpu_count());
    machine_give(machine);
}

Test(machine, who_is_bound_runs_there_only)
{
    struct machine *machine = machine_read(MACHINE_CORES);
    cpu_set_t allowed;
    int last;

    cr_assert_not_null(machine);
    last = machine->core_count - 1;
    cr_assert_eq(machine_bind(machine, last), 0);
    cr_assert_eq(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    cr_assert(CPU_EQUAL(&allowed, &machine->cores[last].cpus));
    cr_assert(CPU_ISSET(sched_getcpu(), &allowed));
    machine_give(machine);
    machine = machine_read(MACHINE_CORES);
    cr_assert_eq(machine->core_count, 1, "what is left to the thread");
    machine_give(machine);
}

#else

Test(machine, it_is_said_that_the_library_does_not_know_it)
{
    cr_assert_null(machine_read(MACHINE_CORES));
    cr_assert_not_null(strstr(note_text(), "without hwloc"));
}

#endif
