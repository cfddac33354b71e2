/* SPDX-License-Identifier: MIT */
/* Atomic operations whose names state their memory order.
 *
 * Every ordered use names its edge in a comment, `edge noun.noun`. A header's `Edges` block says
 * what the edge carries, and the tidy test checks that both of its ends exist. tests/sync/model
 * drops the orders of what it models one by one, and shows what goes wrong without each; edges.tsv
 * there names the edges that it does not have.
 * Builds with --enable-chaos may delay each of these operations (chaos.h).
 *
 * There is one processor fence, fence_seq_cst, for a thread that looks at anything for the last
 * time before it sleeps (sync/mpsc.h). Elsewhere an order that belongs to no object would be hard
 * to name, and ThreadSanitizer does not understand fences. There is one compiler fence,
 * compiler_fence. It is the
 * frequent side of an asymmetric fence; the rare side calls membarrier_run (sync/membarrier.h),
 * which orders the memory of all processors. Both sides name the edge, and the tidy test checks
 * that each compiler_fence has its membarrier_run, and the reverse. */
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
#define fetch_or_relaxed(object, value) \
    atomic_fetch_or_explicit((object), (value), memory_order_relaxed)
#define fetch_and_relaxed(object, value) \
    atomic_fetch_and_explicit((object), (value), memory_order_relaxed)
#define fetch_xor_relaxed(object, value) \
    atomic_fetch_xor_explicit((object), (value), memory_order_relaxed)
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

/* Returns true if *object was *expected and now is value. Otherwise stores the value found in
 * *expected. */
#define compare_exchange_acq_rel(object, expected, value) \
    (chaos(), \
     atomic_compare_exchange_strong_explicit((object), (expected), (value), \
                                             memory_order_acq_rel, memory_order_acquire))
#define compare_exchange_relaxed(object, expected, value) \
    atomic_compare_exchange_strong_explicit((object), (expected), (value), \
                                            memory_order_relaxed, memory_order_relaxed)
#define compare_exchange_seq_cst(object, expected, value) \
    (chaos(), \
     atomic_compare_exchange_strong_explicit((object), (expected), (value), \
                                             memory_order_seq_cst, memory_order_seq_cst))
/* Weak forms may fail spuriously: use them in loops. */
#define compare_exchange_weak_acq_rel(object, expected, value) \
    (chaos(), \
     atomic_compare_exchange_weak_explicit((object), (expected), (value), \
                                             memory_order_acq_rel, memory_order_relaxed))
#define compare_exchange_weak_seq_cst(object, expected, value) \
    (chaos(), \
     atomic_compare_exchange_weak_explicit((object), (expected), (value), \
                                             memory_order_seq_cst, memory_order_relaxed))

/* Loads behind it, in whatever order, are at least as new as each store with seq_cst whose thread
 * has not yet seen the calling thread's own store with seq_cst before. Builds for ThreadSanitizer
 * have none, because it does not understand them; updates on x86 are full fences by themselves. */
#ifdef __SANITIZE_THREAD__
#define fence_seq_cst() chaos()
#else
#define fence_seq_cst() (chaos(), atomic_thread_fence(memory_order_seq_cst))
#endif

/* Keeps the compiler from moving memory accesses across it, in either direction. It does not
 * restrict the processor; the other side's membarrier_run does that. */
#define compiler_fence() (chaos(), atomic_signal_fence(memory_order_seq_cst))

#endif
