/* SPDX-License-Identifier: MIT */
/* An inbox: many threads push small items, one pops them.
 *
 * A ring of cells of one cache line each, so that pushing an item moves one line from the
 * producer's core to the consumer's; behind it a list that takes what the ring has no room for, so
 * that a push never waits.
 *
 *             | push        pop, peek, doze   is_dozing, wake
 *   push      | lock-free   yes               yes
 *   pop, doze | yes         no (one thread)   yes
 *
 * An item may have a tail, which then lies in the cells behind it: several lines move, one stamp.
 *
 * Order: what one thread pushes is popped in that order; so is what several threads push one after
 * another, when they agree on that order by other means. Progress: push is lock-free, and takes
 * memory only when the ring is full; pop is wait-free. A producer that stops between its ticket and
 * its stamp holds up those behind it.
 *
 * Laws
 *   1. head <= tail.ticket; a cell is full when its stamp is its ticket + 1.
 *   2. Tickets are handed out only as long as tail.ticket - freed <= MPSC_CELLS afterwards. The
 *      cells of an item's tail have tickets too; their stamps stay what they were, and nobody reads
 *      them.
 *   3. A producer that has an item in the spill list pushes to the list only: it uses the ring when
 *      `spilled` is zero, and then its own items have all been popped.
 *   4. The consumer pops a batch of spilled items after the cells whose tickets were handed out
 *      before it took the batch.
 *   5. The dozing bit lives in `tail`: a producer's ticket is taken either before the bit is set,
 *      and mpsc_prepare_sleep sees it, or after, and the producer sees the bit.
 *
 * Edges
 *   mpsc.stamp  push publishes the item in its cell to pop.
 *   mpsc.freed  the consumer's license to write the cell again: its item has been read.
 *   mpsc.spill  push publishes an item of the spill list to pop.
 *   mpsc.spilled  pop of a producer's last spilled item lets it use the ring again.
 *   mpsc.doze   a consumer that dozes, or finds that something has come, against producers. */
#ifndef SYNC_MPSC_H
#define SYNC_MPSC_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/cpu.h"

enum {
    MPSC_CELLS = 128,      /* a power of two; two rings fit a level-1 cache beside other things */
    MPSC_ITEM_BYTES = 56,
    MPSC_FREED_EVERY = 32, /* cells popped before their license is passed on */
};

struct mpsc_cell {
    alignas(CACHE_LINE) _Atomic(uint64_t) stamp;
    unsigned char item[MPSC_ITEM_BYTES];
};

struct mpsc_overflow {
    struct mpsc_overflow *next;
    unsigned char item[MPSC_ITEM_BYTES];
};

struct mpsc {
    /* Producers: ticket << 1 | dozing. */
    alignas(CACHE_LINE) _Atomic(uint64_t) tail;

    /* Rarely written. */
    alignas(CACHE_LINE) _Atomic(uint64_t) freed; /* the consumer's: tickets below are popped */
    _Atomic(uint64_t) spilled;                   /* items in the list and in the batch */
    _Atomic(struct mpsc_overflow *) overflow;          /* newest first */
    struct mpsc_cell *cells;

    /* Consumer only. */
    alignas(CACHE_LINE) uint64_t head;
    struct mpsc_overflow *batch; /* oldest first */
    uint64_t batch_after;     /* pop the batch when head has come here */
};

enum mpsc_pushed {
    MPSC_PUSHED,
    MPSC_PUSHED_TO_DOZING, /* the caller has taken the bit and must wake the consumer */
    MPSC_NO_MEMORY,        /* the ring is full and there is no memory: nothing was pushed */
};

bool mpsc_init(struct mpsc *queue); /* false: no memory */
void mpsc_fini(struct mpsc *queue);

/* The item is copied; bytes <= MPSC_ITEM_BYTES. */
static inline enum mpsc_pushed mpsc_push(struct mpsc *queue, const void *item, size_t bytes);

/* The same in three steps, so that an item can be written where it will lie: places for it and its
 * tail, NULL when the ring has no room for them; the tail; and at once, since what is pushed behind
 * it waits for that, its publication. */
struct mpsc_places {
    uint64_t state; /* of the queue's tail before */
};
static inline void *mpsc_reserve(struct mpsc *queue, size_t tail_bytes,
                                 struct mpsc_places *places);
static inline void mpsc_write_tail(struct mpsc *queue, const struct mpsc_places *places,
                                   const void *tail, size_t tail_bytes);
static inline enum mpsc_pushed mpsc_publish(struct mpsc *queue, const struct mpsc_places *places);

/* The oldest item, or NULL; it stays in place, the caller's to read, until mpsc_pop. */
static inline const void *mpsc_peek(struct mpsc *queue);
static inline void mpsc_pop(struct mpsc *queue);
/* Of an item that was pushed with a tail: copies the tail, then pops both. */
void mpsc_pop_with_tail(struct mpsc *queue, void *tail, size_t tail_bytes);

/* What has been pushed by now, but for what was spilled. */
static inline uint64_t mpsc_mark(const struct mpsc *queue)
{
    return load_relaxed(&queue->tail) >> 1;
}

/* By the consumer: how much of that has been popped. */
static inline uint64_t mpsc_popped(const struct mpsc *queue)
{
    return queue->head;
}

/* By the consumer: has all been popped that had been pushed at the mark, and all that was spilled?
 * If not and peek returns NULL, a producer that came earlier is in the middle of a push. */
static inline bool mpsc_has_popped(const struct mpsc *queue, uint64_t mark)
{
    return queue->head >= mark && queue->batch == NULL && load_relaxed(&queue->overflow) == NULL;
}

/* The consumer, or one of several threads that take turns in being it, wants to sleep: true when
 * it may. False: something has come, or is about to. The bit then stays set until someone wakes;
 * that costs whoever does a call that wakes nobody. */
bool mpsc_prepare_sleep(struct mpsc *queue);

/* For those who tell the consumer of something else than an item: true when the consumer dozes and
 * it falls to the caller to wake it. What is told must have been stored with seq_cst. */
static inline bool mpsc_wake(struct mpsc *queue);

/* Does the consumer doze, and has nothing come since? For a look while neither consumer nor
 * producers can go on. */
bool mpsc_is_asleep(const struct mpsc *queue);

/* For the consumer: is it dozing, so that what it looks at now it looks at before it sleeps? */
static inline bool mpsc_is_dozing(const struct mpsc *queue)
{
    return (load_relaxed(&queue->tail) & 1) != 0;
}

/* Slow paths of the functions below. */
enum mpsc_pushed mpsc_push_overflow(struct mpsc *queue, const void *item, size_t bytes);
const void *mpsc_peek_overflow(struct mpsc *queue);
void mpsc_pop_overflow(struct mpsc *queue);
bool mpsc_clear_dozing(struct mpsc *queue);

static inline uint64_t mpsc_cells_of_tail(size_t tail_bytes)
{
    return (tail_bytes + MPSC_ITEM_BYTES - 1) / MPSC_ITEM_BYTES;
}

static inline struct mpsc_cell *mpsc_cell_of(const struct mpsc *queue, uint64_t ticket)
{
    return &queue->cells[ticket % MPSC_CELLS];
}

static inline void *mpsc_reserve(struct mpsc *queue, size_t tail_bytes,
                                 struct mpsc_places *places)
{
    uint64_t cells = 1 + mpsc_cells_of_tail(tail_bytes), state, ticket;

    if (unlikely(load_acquire(&queue->spilled) != 0)) /* edge mpsc.spilled */
        return NULL;
    state = load_relaxed(&queue->tail);
    do {
        ticket = state >> 1;
        /* edge mpsc.freed */
        if (unlikely(ticket + cells - load_acquire(&queue->freed) > MPSC_CELLS))
            return NULL;
    } while (!compare_exchange_weak_seq_cst(&queue->tail, &state,
                                            state + 2 * cells)); /* edge mpsc.doze */
    places->state = state;
    for (; cells > 1; cells--) /* all lines at the same time */
        cpu_prefetch_to_write(mpsc_cell_of(queue, ticket + cells - 1));
    return mpsc_cell_of(queue, ticket)->item;
}

static inline void mpsc_write_tail(struct mpsc *queue, const struct mpsc_places *places,
                                   const void *tail, size_t tail_bytes)
{
    uint64_t ticket = places->state >> 1;
    const char *from = tail;

    for (; tail_bytes > MPSC_ITEM_BYTES; tail_bytes -= MPSC_ITEM_BYTES, from += MPSC_ITEM_BYTES)
        memcpy(mpsc_cell_of(queue, ++ticket)->item, from, MPSC_ITEM_BYTES);
    memcpy(mpsc_cell_of(queue, ++ticket)->item, from, tail_bytes);
}

static inline enum mpsc_pushed mpsc_publish(struct mpsc *queue, const struct mpsc_places *places)
{
    uint64_t ticket = places->state >> 1;

    store_release(&mpsc_cell_of(queue, ticket)->stamp, ticket + 1); /* edge mpsc.stamp */
    if (unlikely(places->state & 1) && mpsc_clear_dozing(queue))
        return MPSC_PUSHED_TO_DOZING;
    return MPSC_PUSHED;
}

static inline enum mpsc_pushed mpsc_push(struct mpsc *queue, const void *item, size_t bytes)
{
    struct mpsc_places places;
    void *place = mpsc_reserve(queue, 0, &places);

    if (unlikely(place == NULL))
        return mpsc_push_overflow(queue, item, bytes);
    memcpy(place, item, bytes);
    return mpsc_publish(queue, &places);
}

static inline const void *mpsc_peek(struct mpsc *queue)
{
    const struct mpsc_cell *cell = mpsc_cell_of(queue, queue->head);

    if (likely(queue->batch == NULL)) {
        if (load_acquire(&cell->stamp) == queue->head + 1) /* edge mpsc.stamp */
            return cell->item;
        if (likely(load_relaxed(&queue->overflow) == NULL))
            return NULL;
    }
    return mpsc_peek_overflow(queue);
}

static inline void mpsc_pop(struct mpsc *queue)
{
    if (unlikely(queue->batch != NULL) && queue->head == queue->batch_after) {
        mpsc_pop_overflow(queue);
        return;
    }
    queue->head++;
    if (queue->head % MPSC_FREED_EVERY == 0)
        store_release(&queue->freed, queue->head); /* edge mpsc.freed */
}

static inline bool mpsc_wake(struct mpsc *queue)
{
    if (likely((load_seq_cst(&queue->tail) & 1) == 0)) /* edge mpsc.doze */
        return false;
    return mpsc_clear_dozing(queue);
}

#endif
