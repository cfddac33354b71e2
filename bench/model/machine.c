/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <stdio.h>
#include <string.h>

/* Latencies between processors of other machines are those that N. Viennot's core-to-core-latency
 * has measured (github.com/nviennot/core-to-core-latency), on the processors that the words name;
 * `here` is measured by bench/sync/mpsc and bench/base/copy on the machine of docs/SPEED.md. What
 * nobody has measured there, as `access` and `stream`, is scaled from `here` by the clock and by
 * the memory's bandwidth. */
static const struct machine machines[] = {
    {
        .name = "here",
        .words = "2 processors of a Sapphire Rapids server",
        .processors = 2, .cluster = 2, .socket = 2,
        .access = 130, .call = 180, .update = 6000, .pause = 40000, .clock = 11000,
        .latency = {4000, 60000, 60000, 60000, 35000, 110000}, .overlap = 50,
        .stream = {1700, 9000, 9000, 9000, 2500, 5000},
        .occupied = 10000, .told = 2000, .cluster_line = 800, .socket_line = 4000,
        .own_bytes = 2304 << 10, .cluster_bytes = 64 << 20, .buffered = 400000, .migrates = true,
    },
    {
        .name = "desktop8",
        .words = "8 processors, one cluster: Core i9-9900K, 21 ns",
        .processors = 8, .cluster = 8, .socket = 8,
        .access = 110, .call = 150, .update = 4500, .pause = 30000, .clock = 9000,
        .latency = {3500, 21000, 21000, 21000, 10500, 60000}, .overlap = 50,
        .stream = {1500, 5000, 5000, 5000, 2000, 3500},
        .occupied = 5000, .told = 1000, .cluster_line = 500, .socket_line = 2000,
        .own_bytes = 256 << 10, .cluster_bytes = 16 << 20, .buffered = 400000, .migrates = true,
    },
    {
        .name = "desktop16",
        .words = "16 processors, two clusters of 8: Ryzen 9 5950X, 17 and 85 ns",
        .processors = 16, .cluster = 8, .socket = 16,
        .access = 105, .call = 145, .update = 4000, .pause = 15000, .clock = 9000,
        .latency = {3000, 17000, 85000, 85000, 11000, 70000}, .overlap = 50,
        .stream = {1300, 4000, 12000, 12000, 2000, 5000},
        .occupied = 5000, .told = 1000, .cluster_line = 400, .socket_line = 1500,
        .own_bytes = 512 << 10, .cluster_bytes = 32 << 20, .buffered = 400000,
    },
    {
        .name = "server64",
        .words = "64 processors, eight clusters of 8: EPYC 7R13's latencies, 23 and 107 ns",
        .processors = 64, .cluster = 8, .socket = 64,
        .access = 130, .call = 180, .update = 5000, .pause = 18000, .clock = 11000,
        .latency = {3700, 23000, 107000, 107000, 13000, 100000}, .overlap = 50,
        .stream = {1600, 5000, 15000, 15000, 2500, 6000},
        .occupied = 6000, .told = 1200, .cluster_line = 500, .socket_line = 400,
        .own_bytes = 512 << 10, .cluster_bytes = 32 << 20, .buffered = 400000,
    },
    {
        .name = "server128",
        .words = "two sockets of 64 processors, clusters of 8: EPYC 7R13, 23, 107 and 197 ns",
        .processors = 128, .cluster = 8, .socket = 64,
        .access = 130, .call = 180, .update = 5000, .pause = 18000, .clock = 11000,
        .latency = {3700, 23000, 107000, 197000, 13000, 100000}, .overlap = 50,
        .stream = {1600, 5000, 15000, 25000, 2500, 6000},
        .occupied = 6000, .told = 1200, .cluster_line = 500, .socket_line = 400,
        .own_bytes = 512 << 10, .cluster_bytes = 32 << 20, .buffered = 400000,
    },
    {
        .name = "hybrid16",
        .words = "8 fast and 8 slow processors, one cluster: Core i9-12900K, 35 to 50 ns",
        .processors = 16, .cluster = 16, .socket = 16, .slow = 8, .slow_percent = 170,
        .access = 100, .call = 135, .update = 4500, .pause = 30000, .clock = 8000,
        .latency = {3000, 40000, 40000, 40000, 18000, 80000}, .overlap = 50,
        .stream = {1300, 8000, 8000, 8000, 3000, 4000},
        .occupied = 7000, .told = 1200, .cluster_line = 500, .socket_line = 1200,
        .own_bytes = 1280 << 10, .cluster_bytes = 30 << 20, .buffered = 400000, .migrates = true,
    },
    {
        .name = "arm80",
        .words = "80 ARM processors on a mesh: Graviton 2's latency, 47 ns",
        .processors = 80, .cluster = 80, .socket = 80,
        .access = 170, .call = 230, .update = 6000, .pause = 10000, .clock = 10000,
        .latency = {4500, 47000, 47000, 47000, 30000, 95000}, .overlap = 50,
        .stream = {2000, 9000, 9000, 9000, 4000, 6000},
        .occupied = 8000, .told = 1500, .cluster_line = 250, .socket_line = 400,
        .own_bytes = 1 << 20, .cluster_bytes = 32 << 20, .buffered = 400000,
    },
};

const struct machine *machine_find(const char *name)
{
    size_t i;

    for (i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (strcmp(machines[i].name, name) == 0)
            return &machines[i];
    return NULL;
}

void machine_list(void)
{
    size_t i;

    for (i = 0; i < sizeof machines / sizeof machines[0]; i++)
        printf("%s %d %d %s\n", machines[i].name, machines[i].processors, machines[i].cluster,
               machines[i].words);
}

enum place machine_place(const struct machine *machine, int from, int to)
{
    if (from == to)
        return PLACE_OWN;
    if (from / machine->cluster == to / machine->cluster)
        return PLACE_CLUSTER;
    return from / machine->socket == to / machine->socket ? PLACE_SOCKET : PLACE_OTHER;
}
