/* SPDX-License-Identifier: MIT */
/* An inbox: many threads push small items, one thread pops them.
 *
 * Items lie in a ring of cells of one cache line each, so that pushing an item moves one line from
 * the producer's core to the consumer's. When the ring is full, items go to the overflow list, so
 * that a push never waits.
 *
 *             | push        pop, peek, prepare_sleep   is_dozing, wake
 *   push      | lock-free   yes                        yes
 *   pop       | yes         no (one thread)            yes
 *
 * An item may have a tail, which lies in the cells behind the item's own. All these lines move
 * under one stamp.
 *
 * Order: items of one thread are popped in the order in which it pushed them. Items of several
 * threads are popped in push order if the threads order their pushes by other means. Progress: push
 * is lock-free, and allocates memory only when the ring is full; pop is wait-free. A producer that
 * stops between taking its ticket and writing its stamp delays the items behind its own.
 *
 * Laws
 *   1. head <= tail.ticket; a cell is full when its stamp is its ticket + 1.
 *   2. A producer takes tickets only if tail.ticket - freed <= MPSC_CELLS holds afterwards. The
 *      cells of an item's tail have tickets too, but their stamps are not read or written.
 *   3. A producer that has an item in the overflow list pushes to that list only: it uses the ring
 *      when `overflowed` is zero, and then all its own items have been popped.
 *   4. The consumer pops a batch of overflow items after the cells whose tickets were taken before
 *      it took the batch.
 *   5. The dozing bit lives in `tail`: a producer takes its ticket either before the bit is set, so
 *      that mpsc_prepare_sleep sees it, or after, so that the producer sees the bit.
 *
 * Edges
 *   mpsc.stamp  push publishes the item in its cell to pop.
 *   mpsc.freed  pop permits producers to write the cell again, after it has read the item.
 *   mpsc.overflow  push publishes an item of the overflow list to pop.
 *   mpsc.overflowed  pop of a producer's last overflow item lets that producer use the ring again.
 *   mpsc.doze   a consumer that sets or clears the dozing bit, against producers. */
#ifndef SYNC_MPSC_H
#define SYNC_MPSC_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/cpu.h"
#include "base/must.h"

enum {
    MPSC_CELLS = 128,      /* a power of two; two rings fit a level-1 cache beside other things */
    MPSC_ITEM_BYTES = 56,
    MPSC_FREED_EVERY = 32, /* freed is updated each time this many cells have been popped */
    MPSC_AHEAD = 4, /* a push asks for the line that the push this many cells later will write */
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
    /* Written by producers: ticket << 1 | dozing bit. */
    alignas(CACHE_LINE) _Atomic(uint64_t) tail;

    /* Rarely written. */
    alignas(CACHE_LINE) _Atomic(uint64_t) freed; /* the consumer's: all lower tickets are popped */
    _Atomic(uint64_t) overflowed; /* items in the overflow list and in the batch */
    _Atomic(struct mpsc_overflow *) overflow;          /* newest first */
    struct mpsc_cell *cells;

    /* Consumer only. */
    alignas(CACHE_LINE) uint64_t head;
    struct mpsc_overflow *batch; /* oldest first */
    uint64_t batch_after;     /* pop the batch when head has reached this ticket */
};

enum mpsc_pushed {
    MPSC_PUSHED,
    MPSC_PUSHED_TO_DOZING, /* the push cleared the dozing bit: the caller must wake the consumer */
    MPSC_NO_MEMORY,        /* nothing was pushed: the ring is full and there is no memory */
};

bool mpsc_init(struct mpsc *queue); /* false: no memory */
void mpsc_fini(struct mpsc *queue);

/* Checks the laws as far as the consumer can see them while producers push. */
void mpsc_check(const struct mpsc *queue);

/* Copies the item; bytes <= MPSC_ITEM_BYTES. */
static inline enum mpsc_pushed mpsc_push(struct mpsc *queue, const void *item, size_t bytes);

/* mpsc_reserve, mpsc_write_tail and mpsc_publish push in three steps, so that the caller writes an
 * item directly into its cell. mpsc_reserve returns the place of the item and reserves cells for
 * its tail; it returns NULL if the ring has no room. Call mpsc_publish without delay, because later
 * items wait for it. */
struct mpsc_places {
    uint64_t state; /* value of the queue's tail before the reservation */
};
static inline void *mpsc_reserve(struct mpsc *queue, size_t tail_bytes,
                                 struct mpsc_places *places);
static inline void mpsc_write_tail(struct mpsc *queue, const struct mpsc_places *places,
                                   const void *tail, size_t tail_bytes);
static inline enum mpsc_pushed mpsc_publish(struct mpsc *queue, const struct mpsc_places *places);

/* Returns the oldest item, or NULL. The item stays in place until mpsc_pop, and the caller may read
 * it. */
static inline const void *mpsc_peek(struct mpsc *queue);
static inline void mpsc_pop(struct mpsc *queue);
/* For an item that was pushed with a tail: copies the tail, then pops both. */
void mpsc_pop_with_tail(struct mpsc *queue, void *tail, size_t tail_bytes);

/* Counts the cells pushed so far, without the overflow list. */
static inline uint64_t mpsc_mark(const struct mpsc *queue)
{
    return load_relaxed(&queue->tail) >> 1;
}

/* Consumer only: how many of the cells counted by mpsc_mark have been popped. */
static inline uint64_t mpsc_popped(const struct mpsc *queue)
{
    return queue->head;
}

/* Consumer only: true if everything has been popped that had been pushed at the mark or has gone to
 * the overflow list. If this is false while mpsc_peek returns NULL, an earlier producer is in the
 * middle of a push. */
static inline bool mpsc_has_popped(const struct mpsc *queue, uint64_t mark)
{
    return queue->head >= mark && queue->batch == NULL && load_relaxed(&queue->overflow) == NULL;
}

/* Sets the dozing bit before the consumer sleeps, so that the next push wakes it. Several threads
 * may take turns as the consumer. Returns true if the consumer may sleep, false if an item has come
 * or is about to. The bit stays set until a wake clears it; a bit that is left set costs one wake
 * that wakes no thread. The consumer may look, by loads of any order, at what else it waits for: a
 * thread that has changed that and called mpsc_wake has been seen, or wakes the consumer. */
bool mpsc_prepare_sleep(struct mpsc *queue);

/* For a thread that changed something other than the inbox that the consumer waits for. Returns
 * true if the consumer dozes and the caller must wake it. Store the change with seq_cst before this
 * call. */
static inline bool mpsc_wake(struct mpsc *queue);

/* True if the consumer dozes and nothing has come since. Meaningful only while neither the consumer
 * nor producers can run. */
bool mpsc_is_asleep(const struct mpsc *queue);

/* For the consumer: true if the dozing bit is set, that is, if what it looks at now it looks at for
 * the last time before it sleeps. */
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

/* Copies the last part of a tail, 1 to MPSC_ITEM_BYTES bytes, by moves that may overlap. A memcpy
 * may become a repeated string instruction, which takes 20 ns to begin. */
static inline void mpsc_copy_part(void *to, const void *from, size_t bytes)
{
    char *target = to;
    const char *source = from;

    if (bytes >= 16) {
        memcpy(target, source, 16);
        if (bytes > 32)
            memcpy(target + 16, source + 16, 16);
        if (bytes > 48)
            memcpy(target + 32, source + 32, 16);
        memcpy(target + bytes - 16, source + bytes - 16, 16);
    } else if (bytes >= 8) {
        memcpy(target, source, 8);
        memcpy(target + bytes - 8, source + bytes - 8, 8);
    } else {
        for (; bytes > 0; bytes--)
            *target++ = *source++;
    }
}

static inline void *mpsc_reserve(struct mpsc *queue, size_t tail_bytes,
                                 struct mpsc_places *places)
{
    uint64_t cells = 1 + mpsc_cells_of_tail(tail_bytes), state, ticket, i;

    if (unlikely(load_acquire(&queue->overflowed) != 0)) /* edge mpsc.overflowed */
        return NULL;
    state = load_relaxed(&queue->tail);
    do {
        ticket = state >> 1;
        /* edge mpsc.freed */
        if (unlikely(ticket + cells - load_acquire(&queue->freed) > MPSC_CELLS))
            return NULL;
        /* Before the exchange, which waits until all earlier stores have their lines. The line of
         * the next cell would be in vain: the consumer polls it. */
        for (i = 0; i < cells; i++)
            cpu_prefetch_to_write(mpsc_cell_of(queue, ticket + MPSC_AHEAD + i));
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
    mpsc_copy_part(mpsc_cell_of(queue, ++ticket)->item, from, tail_bytes);
}

static inline enum mpsc_pushed mpsc_publish(struct mpsc *queue, const struct mpsc_places *places)
{
    uint64_t ticket = places->state >> 1;

    law(load_relaxed(&mpsc_cell_of(queue, ticket)->stamp) <= ticket);
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
    law(load_relaxed(&mpsc_cell_of(queue, queue->head)->stamp) == queue->head + 1);
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
