/* SPDX-License-Identifier: MIT */
/* Atomic operations whose name tells their memory order.
 *
 * Every ordered use names its edge in a comment, `edge noun.noun`; a header's `Edges` block says
 * what the edge carries, and the tidy test checks that both of its ends exist. There are no fences:
 * ThreadSanitizer does not understand them, and an order that hangs on no object is hard to
 * name. In a build with --enable-chaos each of them may come late (chaos.h). */
#ifndef BASE_ATOMIC_H
#define BASE_ATOMIC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/chaos.h"

#define load_relaxed(object) atomic_load_explicit((object), memory_order_relaxed)
#define load_acquire(object) \
    (chaos(), atomic_load_explicit((object), memory_order_acquire))
#define load_seq_cst(object) \
    (chaos(), atomic_load_explicit((object), memory_order_seq_cst))

#define store_relaxed(object, value) atomic_store_explicit((object), (value), memory_order_relaxed)
#define store_release(object, value) \
    (chaos(), atomic_store_explicit((object), (value), memory_order_release))
#define store_seq_cst(object, value) \
    (chaos(), atomic_store_explicit((object), (value), memory_order_seq_cst))

#define fetch_add_relaxed(object, value) \
    atomic_fetch_add_explicit((object), (value), memory_order_relaxed)
#define fetch_add_acq_rel(object, value) \
    (chaos(), atomic_fetch_add_explicit((object), (value), memory_order_acq_rel))
#define fetch_sub_acq_rel(object, value) \
    (chaos(), atomic_fetch_sub_explicit((object), (value), memory_order_acq_rel))
#define fetch_sub_release(object, value) \
    (chaos(), atomic_fetch_sub_explicit((object), (value), memory_order_release))
#define fetch_add_seq_cst(object, value) \
    (chaos(), atomic_fetch_add_explicit((object), (value), memory_order_seq_cst))
#define fetch_or_seq_cst(object, value) \
    (chaos(), atomic_fetch_or_explicit((object), (value), memory_order_seq_cst))
#define fetch_and_seq_cst(object, value) \
    (chaos(), atomic_fetch_and_explicit((object), (value), memory_order_seq_cst))
#define exchange_relaxed(object, value) \
    atomic_exchange_explicit((object), (value), memory_order_relaxed)
#define exchange_acq_rel(object, value) \
    (chaos(), atomic_exchange_explicit((object), (value), memory_order_acq_rel))

/* True when *object was *expected and is now value; else *expected is what was found. */
#define compare_exchange_acq_rel(object, expected, value) \
    (chaos(), \
     atomic_compare_exchange_strong_explicit((object), (expected), (value), \
                                             memory_order_acq_rel, memory_order_acquire))
#define compare_exchange_seq_cst(object, expected, value) \
    (chaos(), \
     atomic_compare_exchange_strong_explicit((object), (expected), (value), \
                                             memory_order_seq_cst, memory_order_seq_cst))
/* The same, but it may fail without cause: for loops. */
#define compare_exchange_weak_acq_rel(object, expected, value) \
    (chaos(), \
     atomic_compare_exchange_weak_explicit((object), (expected), (value), \
                                             memory_order_acq_rel, memory_order_relaxed))
#define compare_exchange_weak_seq_cst(object, expected, value) \
    (chaos(), \
     atomic_compare_exchange_weak_explicit((object), (expected), (value), \
                                             memory_order_seq_cst, memory_order_relaxed))

#endif
