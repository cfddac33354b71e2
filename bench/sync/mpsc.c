/* SPDX-License-Identifier: MIT */
/* The inbox against the machine: one line per point, median of batches.
 *
 *   line.bounce    one cache line handed to and fro: one way (the P1 of the targets)
 *   line.hasty     the same without a pause between two looks
 *   line.pair      one line per direction: one way (P2)
 *   block.1024     the same behind that many bytes of each side, of which the sender writes each
 *                  line before; the receiver copies them, and reads each line of its copy
 *   mpsc.latency   an item through an inbox and one back: one way
 *   mpsc.rate      items per microsecond from one producer to the consumer
 *   mpsc.overflow     the same when the consumer starts late, so that items go to the spill list
 *
 *   mpsc [point]   only that one, in fewer batches */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "sync/mpsc.h"
#include "../by_value.h"

enum { BATCHES = 31, BATCHES_FEW = 7 };
enum { TRIPS = 20000, ITEMS = 100000, SPILLED = 2000, ITEM_BYTES = 40, BLOCK = 1024 };

static struct {
    alignas(CACHE_LINE) _Atomic(uint64_t) there;
    alignas(2 * CACHE_LINE) _Atomic(uint64_t) back;
    alignas(4096) char blocks[2][4096], copies[2][4096];
    alignas(2 * CACHE_LINE) struct mpsc inboxes[2];
    pthread_barrier_t start;
} shared;

static const char *only; /* the point that is wanted; NULL: all */

static void run_on(int cpu)
{
    cpu_set_t one;

    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

static void await(_Atomic(uint64_t) *word, uint64_t value)
{
    while (load_acquire(word) != value) /* edge bench.word */
        cpu_pause();
}

static void await_hastily(_Atomic(uint64_t) *word, uint64_t value)
{
    while (load_acquire(word) != value) /* edge bench.word */
        continue;
}

static inline __attribute__((always_inline)) void
hand_over(int side, void (*wait_for)(_Atomic(uint64_t) *word, uint64_t value))
{
    uint64_t i;

    for (i = 0; i < TRIPS; i++) {
        if (side == 0) {
            store_release(&shared.there, 2 * i + 1); /* edge bench.word */
            wait_for(&shared.there, 2 * i + 2);
        } else {
            wait_for(&shared.there, 2 * i + 1);
            store_release(&shared.there, 2 * i + 2); /* edge bench.word */
        }
    }
}

static void bounce(int side)
{
    hand_over(side, await);
}

static void hasty(int side)
{
    hand_over(side, await_hastily);
}

static void pair(int side)
{
    uint64_t i;

    for (i = 1; i <= TRIPS; i++) {
        if (side == 0) {
            store_release(&shared.there, i); /* edge bench.word */
            await(&shared.back, i);
        } else {
            await(&shared.there, i);
            store_release(&shared.back, i); /* edge bench.word */
        }
    }
}

static void write_block(int side)
{
    int i;

    for (i = 0; i < BLOCK; i += CACHE_LINE)
        shared.blocks[side][i]++;
}

static void copy_block(int side)
{
    int i, sum = 0;

    memcpy(shared.copies[side], shared.blocks[1 - side], BLOCK);
    for (i = 0; i < BLOCK; i += CACHE_LINE)
        sum += ((volatile char *)shared.copies[side])[i];
}

static void exchange_blocks(int side)
{
    uint64_t i;

    for (i = 1; i <= TRIPS; i++) {
        if (side == 1) {
            await(&shared.there, i);
            copy_block(side);
        }
        write_block(side);
        store_release(side == 0 ? &shared.there : &shared.back, i); /* edge bench.word */
        if (side == 0) {
            await(&shared.back, i);
            copy_block(side);
        }
    }
}

static void take_one(struct mpsc *inbox)
{
    while (mpsc_peek(inbox) == NULL)
        cpu_pause();
    mpsc_pop(inbox);
}

static void latency(int side)
{
    const char item[ITEM_BYTES] = {0};
    int i;

    for (i = 0; i < TRIPS; i++) {
        if (side == 1)
            take_one(&shared.inboxes[1]);
        mpsc_push(&shared.inboxes[1 - side], item, sizeof item);
        if (side == 0)
            take_one(&shared.inboxes[0]);
    }
}

static void rate(int side)
{
    const char item[ITEM_BYTES] = {0};
    int i;

    for (i = 0; i < ITEMS; i++) {
        if (side == 0)
            mpsc_push(&shared.inboxes[1], item, sizeof item);
        else
            take_one(&shared.inboxes[1]);
    }
}

static void spill(int side)
{
    const char item[ITEM_BYTES] = {0};
    int i;

    for (i = 0; side == 0 && i < SPILLED; i++)
        mpsc_push(&shared.inboxes[1], item, sizeof item);
    pthread_barrier_wait(&shared.start);
    for (i = 0; side == 1 && i < SPILLED; i++)
        take_one(&shared.inboxes[1]);
}

static const struct point {
    const char *name;
    void (*run)(int side);
    double per_batch; /* what the time is divided by, or what is divided by it */
    const char *unit;
} points[] = {
    {"line.bounce", bounce, 2.0 * TRIPS, "ns"}, {"line.hasty", hasty, 2.0 * TRIPS, "ns"},
    {"line.pair", pair, 2.0 * TRIPS, "ns"},     {"block.1024", exchange_blocks, 2.0 * TRIPS, "ns"},
    {"mpsc.latency", latency, 2.0 * TRIPS, "ns"}, {"mpsc.rate", rate, ITEMS, "ns"},
    {"mpsc.overflow", spill, SPILLED, "ns"},
};

static void measure(const struct point *point, int side)
{
    int batches = only == NULL ? BATCHES : BATCHES_FEW, batch;
    double times[BATCHES];

    for (batch = 0; batch < batches; batch++) {
        uint64_t start_ns;

        pthread_barrier_wait(&shared.start);
        if (side == 0) {
            store_relaxed(&shared.there, 0);
            store_relaxed(&shared.back, 0);
        }
        pthread_barrier_wait(&shared.start);
        start_ns = clock_ns();
        point->run(side);
        pthread_barrier_wait(&shared.start);
        times[batch] = (double)(clock_ns() - start_ns) / point->per_batch;
    }
    if (side != 0)
        return;
    qsort(times, (size_t)batches, sizeof times[0], by_value);
    printf("%s %.1f %.1f %.1f %s\n", point->name, times[batches / 2], times[batches / 10],
           times[batches * 9 / 10], point->unit);
}

static void *run_side(void *argument)
{
    int side = *(int *)argument;
    size_t i;

    run_on(side);
    for (i = 0; i < ARRAY_LENGTH(points); i++)
        if (only == NULL || strcmp(only, points[i].name) == 0)
            measure(&points[i], side);
    return NULL;
}

int main(int argc, char **argv)
{
    int sides[] = {0, 1};
    pthread_t other;

    if (cpu_count() < 2) {
        fprintf(stderr, "bench/sync/mpsc: needs two processors\n");
        return 0;
    }
    only = argc > 1 ? argv[1] : NULL;
    pthread_barrier_init(&shared.start, NULL, 2);
    if (!mpsc_init(&shared.inboxes[0]) || !mpsc_init(&shared.inboxes[1]))
        return 1;
    printf("point median p10 p90 unit\n");
    pthread_create(&other, NULL, run_side, &sides[1]);
    run_side(&sides[0]);
    pthread_join(other, NULL);
    mpsc_fini(&shared.inboxes[0]);
    mpsc_fini(&shared.inboxes[1]);
    return 0;
}
