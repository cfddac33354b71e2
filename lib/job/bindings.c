/* SPDX-License-Identifier: MIT */
#include "job/bindings.h"

#include <sched.h>
#include <stdio.h>

#include "base/machine.h"
#include "rank/name.h"
#include "rank/world.h"

enum { PROCESSORS_BYTES = 1024 };

/* Writes the set as in "0-3,8". One that is too long ends with dots. */
static void write_processors(const cpu_set_t *set, char text[PROCESSORS_BYTES])
{
    size_t length = 0;
    int cpu;

    text[0] = '\0';
    for (cpu = 0; cpu < CPU_SETSIZE && length < PROCESSORS_BYTES - 32; cpu++) {
        int last = cpu;

        if (!CPU_ISSET(cpu, set))
            continue;
        while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, set))
            last++;
        length += (size_t)snprintf(text + length, PROCESSORS_BYTES - length,
                                   last > cpu ? "%s%d-%d" : "%s%d", length > 0 ? "," : "", cpu,
                                   last);
        cpu = last;
    }
    if (cpu < CPU_SETSIZE)
        snprintf(text + length, PROCESSORS_BYTES - length, ",...");
}

static const char *ending_of(const cpu_set_t *set)
{
    return CPU_COUNT(set) == 1 ? "" : "s";
}

static void print_rank(const struct rank *rank, const struct core *core)
{
    char processors[PROCESSORS_BYTES];

    write_processors(&core->cpus, processors);
    fprintf(stderr, "heddle: %s runs on processor%s %s", rank_name(rank).text,
            ending_of(&core->cpus), processors);
    if (core->number >= 0)
        fprintf(stderr, ": core %d", core->number);
    if (core->number >= 0 && core->package >= 0)
        fprintf(stderr, " of package %d", core->package);
    fputc('\n', stderr);
}

static void print_unbound(const struct rank *rank, const cpu_set_t *all)
{
    char processors[PROCESSORS_BYTES];

    write_processors(all, processors);
    fprintf(stderr, "heddle: %s is not bound, and runs on any processor of %s\n",
            rank_name(rank).text, processors);
}

void bindings_print(const struct world *world)
{
    cpu_set_t all;

    CPU_ZERO(&all);
    if (world->machine == NULL)
        sched_getaffinity(0, sizeof all, &all);
    for (int i = 0; i < world->size; i++) {
        const struct rank *rank = &world->ranks[i];

        if (world->machine != NULL)
            print_rank(rank, &world->machine->cores[rank->core]);
        else
            print_unbound(rank, &all);
    }
}
