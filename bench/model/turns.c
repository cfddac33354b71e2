/* SPDX-License-Identifier: MIT */
#include "turns.h"

#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "kernel.h"
#include "lines.h"

/* A thread that polls looks again after this many pauses, whatever is written. */
enum { PAUSES_ASLEEP = 24 };

enum state { ABSENT, RUNNABLE, ASLEEP };

static struct seat {
    struct processor processor;
    enum state state;
    int64_t slept, pause; /* since when it sleeps, and how long its pauses are */
    _Atomic(uint32_t) word; /* 1: the thread runs */
} seats[PROCESSORS_MAX];

static int threads, arrived, departed;
static int64_t limit; /* no other runnable thread's time is before it */
static _Atomic(uint32_t) door, lock_word;

__thread struct processor *turns_self;
const struct machine *turns_machine;

/* The few steps outside of the model are ordered by a plain lock. */
static void lock(void)
{
    while (atomic_exchange(&lock_word, 1) != 0)
        kernel_futex(&lock_word, FUTEX_WAIT, 1);
}

static void unlock(void)
{
    atomic_store(&lock_word, 0);
    kernel_futex(&lock_word, FUTEX_WAKE, 1);
}

static void run(struct seat *seat)
{
    atomic_store(&seat->word, 1);
    kernel_futex(&seat->word, FUTEX_WAKE, 1);
}

static void await_turn(struct seat *seat)
{
    while (atomic_load(&seat->word) == 0)
        kernel_futex(&seat->word, FUTEX_WAIT, 0);
    atomic_store(&seat->word, 0);
}

static bool is_next(const struct seat *seat, const struct seat *best)
{
    return seat->state != ABSENT && (best == NULL || seat->processor.now < best->processor.now);
}

/* The thread whose time is least. A sleeping one's time is when it looks again. Sets the limit of
 * the one that is chosen. */
static struct seat *choose(void)
{
    struct seat *best = NULL;
    int i;

    for (i = 0; i < threads; i++)
        if (is_next(&seats[i], best))
            best = &seats[i];
    limit = INT64_MAX;
    for (i = 0; i < threads; i++)
        if (&seats[i] != best && seats[i].state != ABSENT && seats[i].processor.now < limit)
            limit = seats[i].processor.now;
    return best;
}

static void hand_over(struct seat *own)
{
    struct seat *next = choose();

    next->state = RUNNABLE;
    if (next == own)
        return;
    run(next);
    await_turn(own);
}

void turns_await(struct processor *self)
{
    if (self->now > limit)
        hand_over(&seats[self->number]);
}

void turns_poll(struct processor *self, int64_t pause)
{
    struct seat *own = &seats[self->number];

    self->now += pause;
    if (!self->has_moved && self->seen_count > 0 && lines_watch(self)) {
        own->slept = self->now;
        own->pause = pause;
        own->state = ASLEEP;
        self->now += PAUSES_ASLEEP * pause;
        hand_over(own);
    } else {
        turns_await(self);
    }
    self->has_moved = false;
    self->seen_count = 0;
}

void turns_rouse(int number, int64_t at)
{
    struct seat *seat = &seats[number];
    int64_t looks = seat->slept;

    if (seat->state != ASLEEP)
        return;
    /* The member looks at the end of the pause during which the line was written. */
    seat->state = RUNNABLE;
    if (at > looks)
        looks += (at - looks + seat->pause - 1) / seat->pause * seat->pause;
    if (looks < seat->processor.now)
        seat->processor.now = looks;
    if (seat->processor.now < limit)
        limit = seat->processor.now;
}

static const struct machine *machine_wanted(void)
{
    const char *name = getenv("MODEL_MACHINE");
    const struct machine *machine = machine_find(name == NULL ? "here" : name);

    if (machine == NULL) {
        fprintf(stderr, "model: MODEL_MACHINE=%s is no machine of bench/model/machine.c\n", name);
        exit(2);
    }
    return machine;
}

static void begin_all(void)
{
    int i;

    turns_machine = machine_wanted();
    if (threads > turns_machine->processors) {
        fprintf(stderr, "model: %d threads, and %s has %d processors\n", threads,
                turns_machine->name, turns_machine->processors);
        exit(2);
    }
    lines_forget();
    for (i = 0; i < threads; i++) {
        bool is_slow = i >= turns_machine->processors - turns_machine->slow;

        memset(&seats[i].processor, 0, sizeof seats[i].processor);
        seats[i].processor.number = i;
        seats[i].processor.scale = is_slow ? turns_machine->slow_percent : 100;
        seats[i].state = RUNNABLE;
    }
    arrived = departed = 0;
    limit = 0;
}

void turns_begin(int number, int all)
{
    struct seat *own = &seats[number];

    lock();
    threads = all;
    if (++arrived == threads) {
        begin_all();
        run(&seats[0]);
    }
    unlock();
    await_turn(own);
    turns_self = &own->processor;
}

/* A thread that has come goes to sleep until the last one opens the door. */
void turns_end(void)
{
    struct seat *own = &seats[turns_self->number];
    uint32_t seen = atomic_load(&door);

    turns_self = NULL;
    own->state = ABSENT;
    if (++departed == threads) {
        atomic_fetch_add(&door, 1);
        kernel_futex(&door, FUTEX_WAKE, INT32_MAX);
        return;
    }
    run(choose());
    while (atomic_load(&door) == seen)
        kernel_futex(&door, FUTEX_WAIT, seen);
}
