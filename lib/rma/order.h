/* SPDX-License-Identifier: MIT */
/* The order of operations on windows in a job that is explored: which rank accesses memory first is
 * a choice, asked for when the job is at rest (rank/turns.h). In a job with journals the order of
 * atomic operations and locks is written, or followed (rank/journal_place.h). In any other job
 * these functions cost a test. */
#ifndef RMA_ORDER_H
#define RMA_ORDER_H

#include <stdbool.h>

#include "rank/choice.h"
#include "rank/journal_place.h"
#include "rma/access.h"

/* Accesses of at most this many bytes are found to have changed nothing. */
enum { ORDER_BYTES = 64 };

struct ordered_access {
    struct rank *self; /* NULL: the order is as it comes */
    struct journal_order *place; /* in a journal; NULL: none */
    bool changes;
    const void *memory; /* NULL: it may have changed */
    int64_t bytes;
    unsigned char before[ORDER_BYTES];
};

void order_await(struct ordered_access *order, const struct access *access, bool writes,
                 bool is_atomic);
void order_tell(const struct ordered_access *order);

/* Around an operation on the target's data, which are found. */
static inline void order_begin_of(struct ordered_access *order, const struct access *access,
                                  bool writes, bool is_atomic)
{
    order->self = NULL;
    order->place = NULL;
    if (choice_is_open(access->window->self))
        order_await(order, access, writes, is_atomic);
}

static inline void order_begin(struct ordered_access *order, const struct access *access,
                               bool writes)
{
    order_begin_of(order, access, writes, false);
}

/* An atomic operation has a place in journals, too; it changes its target, or only looks. */
void order_begin_place(struct ordered_access *order, const struct access *access, bool changes);
void order_end_place(const struct ordered_access *order);

static inline void order_begin_atomic(struct ordered_access *order, const struct access *access,
                                      bool changes)
{
    order_begin_of(order, access, changes, true);
    if (unlikely(access->window->self->journal != NULL))
        order_begin_place(order, access, changes);
}

static inline void order_end(const struct ordered_access *order)
{
    if (unlikely(order->self != NULL))
        order_tell(order);
    if (unlikely(order->place != NULL))
        order_end_place(order);
}

/* Before a lock of the member, or of all members (ORDER_ALL_TARGETS), is taken. */
enum { ORDER_ALL_TARGETS = -1 };

void order_await_lock(const struct window *window, int target, bool is_exclusive,
                      const void *site);

static inline void order_lock(const struct window *window, int target, bool is_exclusive,
                              const void *site)
{
    if (choice_is_open(window->self))
        order_await_lock(window, target, is_exclusive, site);
}

#endif
