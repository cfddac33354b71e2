/* SPDX-License-Identifier: MIT */
/* What waiting costs, by how long it lasts and how many ranks there are: one line per point.
 *
 *   wait.ring.N      a token handed round N ranks of one world, per hop: each sleeps, yields or
 *                    spins as rank_wait decides
 *   wait.idle.N      the same between two ranks while N - 2 others wait for the end
 *   wait.late        one hop to a rank that has waited, and fallen asleep, for 2 ms */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/knob.h"
#include "base/note.h"
#include "rank/wait.h"
#include "../by_value.h"

enum { BATCHES = 21 };

struct token {
    _Atomic(int) holder; /* -1: the end */
};

struct bench {
    struct token token;
    int players; /* ranks that hand it on */
    int hops;    /* in a batch */
    long busy_ns; /* before each hop */
    double times[BATCHES];
};

struct wish {
    struct bench *bench;
    int rank;
};

static bool is_elsewhere(void *subject)
{
    const struct wish *wish = subject;
    int holder = load_acquire(&wish->bench->token.holder); /* edge bench.token */

    return holder != wish->rank && holder != -1;
}

static void hand_to(struct rank *self, struct bench *bench, int next)
{
    store_seq_cst(&bench->token.holder, next); /* edge bench.token */
    rank_wake(&self->world->ranks[next]);
}

static void end(struct rank *self, struct bench *bench)
{
    int i;

    store_seq_cst(&bench->token.holder, -1); /* edge bench.token */
    for (i = 0; i < self->world->size; i++)
        rank_wake(&self->world->ranks[i]);
}

static void be_busy(long busy_ns)
{
    uint64_t start_ns = clock_ns();

    while (clock_ns() - start_ns < (uint64_t)busy_ns)
        continue;
}

static void pass_batch(struct rank *self, struct bench *bench, struct wish *wish)
{
    int hop;

    for (hop = 0; hop < bench->hops; hop += bench->players) {
        rank_wait(self, &(const struct wait){.is_pending = is_elsewhere}, wish);
        be_busy(bench->busy_ns);
        hand_to(self, bench, (self->world_rank + 1) % bench->players);
    }
}

static int play(struct rank *self, void *argument)
{
    struct bench *bench = argument;
    struct wish wish = {bench, self->world_rank};
    int batch;

    if (self->world_rank >= bench->players) {
        rank_wait(self, &(const struct wait){.is_pending = is_elsewhere}, &wish);
        return 0;
    }
    for (batch = 0; batch < BATCHES; batch++) {
        uint64_t start_ns = clock_ns();

        pass_batch(self, bench, &wish);
        bench->times[batch] = (double)(clock_ns() - start_ns) / bench->hops - bench->busy_ns;
    }
    if (self->world_rank == 0) {
        rank_wait(self, &(const struct wait){.is_pending = is_elsewhere}, &wish);
        end(self, bench);
    }
    return 0;
}

static void measure(const char *name, int ranks, int players, int hops, long busy_ns)
{
    struct bench bench = {.players = players, .hops = hops, .busy_ns = busy_ns};
    const struct world_options options = {.ranks = ranks, .main = play, .argument = &bench};
    struct world *world;

    if (world_create(&options, &world) != 0 || world_start(world) != 0) {
        fprintf(stderr, "bench/sync/wait: %s\n", note_text());
        exit(1);
    }
    world_join(world, PARK_FOREVER);
    world_destroy(world);
    qsort(bench.times, BATCHES, sizeof bench.times[0], by_value);
    printf("%s.%d %.1f %.1f %.1f ns\n", name, ranks, bench.times[BATCHES / 2],
           bench.times[BATCHES / 10], bench.times[BATCHES * 9 / 10]);
}

int main(void)
{
    static const int rings[] = {2, 4, 16, 64, 512};
    size_t i;

    knob_read_environment(environ);
    printf("point median p10 p90 unit\n");
    for (i = 0; i < ARRAY_LENGTH(rings); i++)
        measure("wait.ring", rings[i], rings[i], rings[i] * (rings[i] > 16 ? 4 : 200), 0);
    measure("wait.idle", 16, 2, 20000, 0);
    measure("wait.idle", 64, 2, 20000, 0);
    measure("wait.late", 2, 2, 20, 2000000);
    return 0;
}
