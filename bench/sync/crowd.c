/* SPDX-License-Identifier: MIT */
/* What the machine asks of threads that outnumber its processors: one line per point, in ns.
 *
 *   yield       a yield that lets another thread of the same processor run
 *   turns.N     N threads, each let run once: N yields, spread over the processors (of the targets)
 *   yielding.N, looking.N, sleeping.N
 *               N bare threads, bound to the processors by turns, count up to their number and wait
 *               in one of three ways: all yield; the last on a processor looks out for the other
 *               processors' last, and the others yield; or these sleep until it wakes them
 *   barrier.N   the best of these */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/clock.h"
#include "base/container.h"
#include "base/cpu.h"
#include "../by_value.h"

enum { BATCHES = 9, THREADS_MAX = 1024, PROCESSORS_MAX = 8, SWITCHES = 64000, YIELDS = 20000 };

enum way { ALL_YIELD, LAST_LOOKS_OUT, OTHERS_SLEEP, WAYS };

static const char *const way_names[WAYS] = {"yielding", "looking", "sleeping"};

struct processor {
    alignas(CACHE_LINE) _Atomic(int) arrived;
    _Atomic(int) round; /* the newest that is over; of those that sleep here */
    int members;
};

static struct {
    alignas(CACHE_LINE) _Atomic(int) arrived;
    alignas(CACHE_LINE) _Atomic(int) round; /* the newest that is over */
    struct processor processors[PROCESSORS_MAX];
    pthread_barrier_t start;
    double times[BATCHES];
} shared;

static int threads, processors, repeats;
static enum way way;

static void run_on(int cpu)
{
    cpu_set_t one;

    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

static void await(int round, bool yields)
{
    while (load_acquire(&shared.round) < round) /* edge bench.round */
        yields ? (void)sched_yield() : cpu_pause();
}

/* All count at one place; the last one of all ends the round. */
static void meet_at_one(int round, int members)
{
    if (fetch_add_seq_cst(&shared.arrived, 1) + 1 < members * round) /* edge bench.round */
        await(round, way == ALL_YIELD);
    else
        store_seq_cst(&shared.round, round); /* edge bench.round */
}

static void sleep_until(struct processor *own, int round)
{
    int seen;

    while ((seen = load_acquire(&own->round)) < round) /* edge bench.round */
        syscall(SYS_futex, &own->round, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}

/* Threads of one processor count at a place of their own; the last of them meets the last of each
 * other processor. */
static void meet_by_processors(int round, struct processor *own)
{
    if (fetch_add_seq_cst(&own->arrived, 1) + 1 < own->members * round) { /* edge bench.round */
        way == OTHERS_SLEEP ? sleep_until(own, round) : await(round, true);
        return;
    }
    meet_at_one(round, processors);
    store_seq_cst(&own->round, round); /* edge bench.round */
    if (way == OTHERS_SLEEP && own->members > 1)
        syscall(SYS_futex, &own->round, FUTEX_WAKE_PRIVATE, own->members - 1, NULL, NULL, 0);
}

static void *run_thread(void *argument)
{
    int number = *(int *)argument, round = 0, batch, i;
    struct processor *own = &shared.processors[number % processors];

    run_on(number % processors);
    for (batch = 0; batch < BATCHES; batch++) {
        uint64_t start_ns;

        pthread_barrier_wait(&shared.start);
        start_ns = clock_ns();
        for (i = 0; i < repeats; i++) {
            round++;
            way == ALL_YIELD ? meet_at_one(round, threads) : meet_by_processors(round, own);
        }
        if (number == 0)
            shared.times[batch] = (double)(clock_ns() - start_ns) / repeats;
    }
    return NULL;
}

struct figures {
    double median;
    double low;
    double high;
};

static struct figures figures(void)
{
    qsort(shared.times, BATCHES, sizeof shared.times[0], by_value);
    return (struct figures){shared.times[BATCHES / 2], shared.times[BATCHES / 10],
                            shared.times[BATCHES * 9 / 10]};
}

static struct figures measure_barrier(void)
{
    int numbers[THREADS_MAX], i;
    pthread_t others[THREADS_MAX];

    store_relaxed(&shared.arrived, 0);
    store_relaxed(&shared.round, 0);
    for (i = 0; i < processors; i++)
        shared.processors[i] =
            (struct processor){.members = (threads + processors - 1 - i) / processors};
    pthread_barrier_init(&shared.start, NULL, (unsigned)threads);
    for (i = 0; i < threads; i++) {
        numbers[i] = i;
        pthread_create(&others[i], NULL, run_thread, &numbers[i]);
    }
    for (i = 0; i < threads; i++)
        pthread_join(others[i], NULL);
    pthread_barrier_destroy(&shared.start);
    return figures();
}

static void *yield_by_turns(void *argument)
{
    int batch, i;

    run_on(0);
    for (batch = 0; batch < BATCHES; batch++) {
        uint64_t start_ns;

        pthread_barrier_wait(&shared.start);
        start_ns = clock_ns();
        for (i = 0; i < YIELDS; i++)
            sched_yield();
        if (argument == NULL)
            shared.times[batch] = (double)(clock_ns() - start_ns) / (2 * YIELDS);
    }
    return NULL;
}

static struct figures measure_yield(void)
{
    pthread_t one, other;

    pthread_barrier_init(&shared.start, NULL, 2);
    pthread_create(&one, NULL, yield_by_turns, NULL);
    pthread_create(&other, NULL, yield_by_turns, &one);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    pthread_barrier_destroy(&shared.start);
    return figures();
}

static void print(const char *name, const char *of, double times, struct figures found)
{
    printf("%s%s %.1f %.1f %.1f ns\n", name, of, found.median * times, found.low * times,
           found.high * times);
}

int main(void)
{
    static const int crowds[] = {4, 8, 16, 64, THREADS_MAX};
    struct figures yield = measure_yield();
    size_t i;

    processors = cpu_count() < PROCESSORS_MAX ? cpu_count() : PROCESSORS_MAX;
    printf("point median p10 p90 unit\n");
    print("yield", "", 1, yield);
    for (i = 0; i < ARRAY_LENGTH(crowds); i++) {
        struct figures best = {.median = 0};
        char of[16];

        threads = crowds[i];
        repeats = SWITCHES / threads / WAYS / BATCHES + 1;
        snprintf(of, sizeof of, ".%d", threads);
        print("turns", of, (double)threads / processors, yield);
        for (way = 0; way < WAYS; way++) {
            struct figures found = measure_barrier();

            print(way_names[way], of, 1, found);
            if (best.median <= 0 || found.median < best.median)
                best = found;
        }
        print("barrier", of, 1, best);
    }
    return 0;
}
