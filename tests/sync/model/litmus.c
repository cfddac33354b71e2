/* SPDX-License-Identifier: MIT */
/* Programs whose outcomes are known: the classic tests of memory models, by which the checker is
 * checked (Alglave, Maranget and Tautschnig 2014 for the names). An outcome's number has the values
 * that the loads have read as its digits to the base 2, or 3 where 2 is written. */
#include "base/atomic.h"
#include "litmus.h"
#include "sync/park.h"

static struct shared {
    struct park park;
    _Atomic(int) x, y, z;
    int data, read[4];
} *shared;

void litmus_begin(void)
{
    shared = model_take(sizeof *shared);
}

void litmus_end_two(void)
{
    model_outcome(2 * shared->read[0] + shared->read[1]);
}

void litmus_end_two_of_three(void)
{
    model_outcome(3 * shared->read[0] + shared->read[1]);
}

void litmus_end_four(void)
{
    model_outcome(8 * shared->read[0] + 4 * shared->read[1] + 2 * shared->read[2] +
                  shared->read[3]);
}

/* SB, store buffering. */
void litmus_sb_relaxed(int thread)
{
    if (thread == 1) {
        store_relaxed(&shared->x, 1);
        shared->read[0] = load_relaxed(&shared->y);
    } else {
        store_relaxed(&shared->y, 1);
        shared->read[1] = load_relaxed(&shared->x);
    }
}

void litmus_sb_acquire(int thread)
{
    if (thread == 1) {
        store_release(&shared->x, 1);
        shared->read[0] = load_acquire(&shared->y);
    } else {
        store_release(&shared->y, 1);
        shared->read[1] = load_acquire(&shared->x);
    }
}

void litmus_sb_sc(int thread)
{
    if (thread == 1) {
        store_seq_cst(&shared->x, 1);
        shared->read[0] = load_seq_cst(&shared->y);
    } else {
        store_seq_cst(&shared->y, 1);
        shared->read[1] = load_seq_cst(&shared->x);
    }
}

/* A fence between makes up for relaxed loads, beside stores that are sequentially consistent. */
void litmus_sb_fence(int thread)
{
    if (thread == 1) {
        store_seq_cst(&shared->x, 1);
        fence_seq_cst();
        shared->read[0] = load_relaxed(&shared->y);
    } else {
        store_seq_cst(&shared->y, 1);
        shared->read[1] = load_seq_cst(&shared->x);
    }
}

void litmus_sb_fences(int thread)
{
    if (thread == 1) {
        store_relaxed(&shared->x, 1);
        fence_seq_cst();
        shared->read[0] = load_relaxed(&shared->y);
    } else {
        store_relaxed(&shared->y, 1);
        fence_seq_cst();
        shared->read[1] = load_relaxed(&shared->x);
    }
}

/* A load that only acquires is not in the total order of those that are sequentially consistent. */
void litmus_sb_sc_store_acquire_load(int thread)
{
    if (thread == 1) {
        store_seq_cst(&shared->x, 1);
        shared->read[0] = load_seq_cst(&shared->y);
    } else {
        store_seq_cst(&shared->y, 1);
        shared->read[1] = load_acquire(&shared->x);
    }
}

/* MP, message passing. */
void litmus_mp_relaxed(int thread)
{
    if (thread == 1) {
        store_relaxed(&shared->x, 1);
        store_relaxed(&shared->y, 1);
    } else {
        shared->read[0] = load_relaxed(&shared->y);
        shared->read[1] = load_relaxed(&shared->x);
    }
}

void litmus_mp_acquire(int thread)
{
    if (thread == 1) {
        store_relaxed(&shared->x, 1);
        store_release(&shared->y, 1);
    } else {
        shared->read[0] = load_acquire(&shared->y);
        shared->read[1] = load_relaxed(&shared->x);
    }
}

/* A relaxed update continues the release sequence; thread 3 reads what it has written. */
void litmus_mp_update(int thread)
{
    if (thread == 1) {
        store_relaxed(&shared->x, 1);
        store_release(&shared->y, 1);
    } else if (thread == 2) {
        fetch_add_relaxed(&shared->y, 1);
    } else {
        shared->read[0] = load_acquire(&shared->y);
        shared->read[1] = load_relaxed(&shared->x);
    }
}

/* CoRR: two loads of one location do not go back. */
void litmus_corr(int thread)
{
    if (thread == 1) {
        store_relaxed(&shared->x, 1);
    } else {
        shared->read[0] = load_relaxed(&shared->x);
        shared->read[1] = load_relaxed(&shared->x);
    }
}

/* LB, load buffering: RC11 forbids what no processor here does. */
void litmus_lb(int thread)
{
    if (thread == 1) {
        shared->read[0] = load_relaxed(&shared->x);
        store_relaxed(&shared->y, 1);
    } else {
        shared->read[1] = load_relaxed(&shared->y);
        store_relaxed(&shared->x, 1);
    }
}

/* IRIW, independent reads of independent writes. */
void litmus_iriw_acquire(int thread)
{
    if (thread == 1) {
        store_release(&shared->x, 1);
    } else if (thread == 2) {
        store_release(&shared->y, 1);
    } else if (thread == 3) {
        shared->read[0] = load_acquire(&shared->x);
        shared->read[1] = load_acquire(&shared->y);
    } else {
        shared->read[2] = load_acquire(&shared->y);
        shared->read[3] = load_acquire(&shared->x);
    }
}

void litmus_iriw_sc(int thread)
{
    if (thread == 1) {
        store_seq_cst(&shared->x, 1);
    } else if (thread == 2) {
        store_seq_cst(&shared->y, 1);
    } else if (thread == 3) {
        shared->read[0] = load_seq_cst(&shared->x);
        shared->read[1] = load_seq_cst(&shared->y);
    } else {
        shared->read[2] = load_seq_cst(&shared->y);
        shared->read[3] = load_seq_cst(&shared->x);
    }
}

/* WRC, from write to read by a third thread. */
void litmus_wrc(int thread)
{
    if (thread == 1) {
        store_relaxed(&shared->x, 1);
    } else if (thread == 2) {
        if (load_acquire(&shared->x) == 1)
            store_release(&shared->y, 1);
    } else {
        shared->read[0] = load_acquire(&shared->y);
        shared->read[1] = load_relaxed(&shared->x);
    }
}

/* Two updates lose nothing. */
void litmus_updates(int thread)
{
    shared->read[thread - 1] = fetch_add_relaxed(&shared->x, 1);
}

/* MP by way of the kernel: a sleep that does not begin has read the newest count. */
void litmus_mp_kernel(int thread)
{
    if (thread == 1) {
        store_relaxed(&shared->x, 1);
        fetch_add_relaxed(&shared->park.count, 1);
    } else {
        park_sleep(&shared->park, 7, PARK_FOREVER);
        shared->read[0] = (int)park_count(&shared->park);
        shared->read[1] = load_relaxed(&shared->x);
    }
}

/* A sleep that begins is ended by the wake, or does not begin because the count has changed. */
void litmus_wake(int thread)
{
    if (thread == 1) {
        store_relaxed(&shared->x, 1);
        park_wake(&shared->park);
    } else {
        shared->read[0] = load_relaxed(&shared->x);
        park_sleep(&shared->park, 0, PARK_FOREVER);
        shared->read[1] = (int)park_count(&shared->park);
    }
}
