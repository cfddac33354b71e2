/* SPDX-License-Identifier: MIT */
/* The programs: each uses a structure as the library does, with as few operations as show its
 * edges. What the threads write plainly into what they share is checked for races. */
#include "programs.h"

#include "base/container.h"
#include "litmus.h"

struct shared *shared;

void programs_begin(void)
{
    shared = model_take(sizeof *shared);
}

/* ---- lock ------------------------------------------------------------------------------------ */

static void count_under_lock(int thread)
{
    (void)thread;
    lock_take(&shared->lock);
    shared->count++;
    lock_release(&shared->lock);
}

static void count_under_lock_twice(int thread)
{
    count_under_lock(thread);
    count_under_lock(thread);
}

static void two_have_counted(void)
{
    model_assert(shared->count == 2);
}

static void three_have_counted(void)
{
    model_assert(shared->count == 3);
    model_assert(!lock_is_taken(&shared->lock));
}

static void four_have_counted(void)
{
    model_assert(shared->count == 4);
}

/* ---- park ------------------------------------------------------------------------------------ */

/* Thread 1 makes the condition true; the others wait for it. */
static void wait_for_count(int thread)
{
    if (thread == 1) {
        shared->count = 7;
        park_wake(&shared->park);
        return;
    }
    while (park_count(&shared->park) == 0)
        park_sleep(&shared->park, 0, PARK_FOREVER);
    model_assert(shared->count == 7);
}

/* The condition is a word of its own, looked at between the count and the sleep. */
static void wait_for_flag(int thread)
{
    uint32_t seen;

    if (thread == 1) {
        store_seq_cst(&shared->flag, 1);
        park_wake(&shared->park);
        return;
    }
    for (;;) {
        seen = park_count(&shared->park);
        if (load_seq_cst(&shared->flag))
            return;
        park_sleep(&shared->park, seen, PARK_FOREVER);
    }
}

/* ---- guard ----------------------------------------------------------------------------------- */

static void begin_guard(void)
{
    programs_begin();
    guard_init(&shared->guard);
}

/* Thread 1 is the owner. */
static void count_under_guard(int thread)
{
    if (thread == 1) {
        guard_enter(&shared->guard);
        shared->count++;
        guard_leave(&shared->guard);
    } else {
        guard_enter_remote(&shared->guard);
        model_assert(guard_is_visiting());
        shared->count++;
        guard_leave_remote(&shared->guard);
    }
    model_assert(!guard_is_visiting());
}

static void owner_counts_twice(int thread)
{
    count_under_guard(thread);
    if (thread == 1)
        count_under_guard(thread);
}

static void begin_shared_guard(void)
{
    begin_guard();
    guard_share(&shared->guard);
}

/* ---- slab ------------------------------------------------------------------------------------ */

enum { SLOT_BYTES = 16, SLOTS = 4 };

/* `freed` slots are in the free list. */
static void begin_slab(int freed)
{
    programs_begin();
    model_assert(slab_init(&shared->slab, SLOT_BYTES, SLOTS));
    for (int i = 0; i < freed; i++)
        shared->slots[i] = slab_take(&shared->slab);
    for (int i = 0; i < freed; i++)
        slab_give(&shared->slab, shared->slots[i]);
}

static void begin_slab_of_1(void)
{
    begin_slab(1);
}

static void begin_slab_of_2(void)
{
    begin_slab(2);
}

static int *take(void)
{
    int *slot = slab_take(&shared->slab);

    model_assert(slot != NULL && slab_holds(&shared->slab, slot));
    ++*slot;
    return slot;
}

static void take_and_give(int thread)
{
    int *slot = take();

    (void)thread;
    ++*slot;
    slab_give(&shared->slab, slot);
}

static void all_are_back(void)
{
    slab_check_count(&shared->slab, 0);
}

/* Thread 2 makes the head what it was, with another slot behind it. Thread 1 would take the slot
 * that thread 2 has kept, if it did not see that. */
static void reuse(int thread)
{
    if (thread == 1) {
        shared->slots[0] = take();
        shared->slots[2] = take();
    } else {
        void *first = take();

        shared->slots[1] = take();
        slab_give(&shared->slab, first);
    }
}

static void three_are_out(void)
{
    model_assert(shared->slots[0] != shared->slots[1]);
    model_assert(shared->slots[2] != shared->slots[1]);
    slab_check_count(&shared->slab, 3);
}

/* ---------------------------------------------------------------------------------------------- */

const struct model_program model_programs[] = {
    {"SB, relaxed", 2, litmus_begin, litmus_sb_relaxed, litmus_end_two, 0xf},
    {"SB, release and acquire", 2, litmus_begin, litmus_sb_acquire, litmus_end_two, 0xf},
    {"SB, sequentially consistent", 2, litmus_begin, litmus_sb_sc, litmus_end_two, 0xe},
    {"SB, one load acquires", 2, litmus_begin, litmus_sb_sc_store_acquire_load,
     litmus_end_two, 0xf},
    {"SB, one fence", 2, litmus_begin, litmus_sb_fence, litmus_end_two, 0xe},
    {"SB, two fences", 2, litmus_begin, litmus_sb_fences, litmus_end_two, 0xe},
    {"MP, relaxed", 2, litmus_begin, litmus_mp_relaxed, litmus_end_two, 0xf},
    {"MP, release and acquire", 2, litmus_begin, litmus_mp_acquire, litmus_end_two, 0xb},
    {"MP, with an update between", 3, litmus_begin, litmus_mp_update,
     litmus_end_two_of_three, 0x9b},
    {"CoRR", 2, litmus_begin, litmus_corr, litmus_end_two, 0xb},
    {"LB, relaxed", 2, litmus_begin, litmus_lb, litmus_end_two, 0x7},
    {"IRIW, acquire", 4, litmus_begin, litmus_iriw_acquire, litmus_end_four, 0xffff},
    {"IRIW, sequentially consistent", 4, litmus_begin, litmus_iriw_sc, litmus_end_four, 0xfbff},
    {"WRC", 3, litmus_begin, litmus_wrc, litmus_end_two, 0xb},
    {"two updates", 2, litmus_begin, litmus_updates, litmus_end_two, 0x6},
    {"MP by the kernel", 2, litmus_begin, litmus_mp_kernel, litmus_end_two, 0xf},
    {"a wake ends a sleep", 2, litmus_begin, litmus_wake, litmus_end_two, 0xa},
    {"lock of three", 3, programs_begin, count_under_lock, three_have_counted, 0},
    {"lock of two, twice", 2, programs_begin, count_under_lock_twice, four_have_counted, 0},
    {"park", 3, programs_begin, wait_for_count, NULL, 0},
    {"park with a flag", 2, programs_begin, wait_for_flag, NULL, 0},
    {"guard with two remote threads", 3, begin_guard, count_under_guard, three_have_counted, 0},
    {"guard entered twice", 2, begin_guard, owner_counts_twice, three_have_counted, 0},
    {"guard with a remote thread", 2, begin_guard, count_under_guard, two_have_counted, 0},
    {"guard that is shared", 2, begin_shared_guard, count_under_guard, two_have_counted, 0},
    {"mpsc with a consumer that polls", 3, begin_queue, two_push_one_polls, end_queue, 0},
    {"mpsc with a consumer that sleeps", 3, begin_queue, two_push_one_sleeps, end_queue, 0},
    {"mpsc with two items", 2, begin_queue, one_pushes_two, end_queue, 0},
    {"mpsc that is woken", 2, begin_queue, flag_is_set_for_a_dozing_consumer, end_queue, 0},
    {"mpsc that is full", 2, begin_full_queue, one_pushes_to_a_full_ring, end_full_queue, 0},
    {"mpsc that has overflowed", 2, begin_overflowed_queue, one_pushes_to_an_overflowed_ring,
     end_overflowed_queue, 0},
    {"mpsc that has overflowed, of three", 3, begin_overflowed_queue,
     two_push_to_an_overflowed_ring, end_overflowed_queue, 0},
    {"shuttle beside a queue", 2, begin_shuttle, item_is_passed_to_a_dozing_consumer, NULL, 0},
    {"shuttle", 2, begin_shuttle, pass_back_and_forth, NULL, 0},
    {"slab of one slot", 2, begin_slab_of_1, take_and_give, all_are_back, 0},
    {"slab of two slots", 2, begin_slab_of_2, take_and_give, all_are_back, 0},
    {"slab of two slots, of three", 3, begin_slab_of_2, take_and_give, all_are_back, 0},
    {"slab with reuse", 2, begin_slab_of_2, reuse, three_are_out, 0},
    {"board of two", 2, begin_board_of_2, two_fill_and_read, NULL, 0},
    {"board that is full", 2, begin_board_that_is_full, root_fills_again, NULL, 0},
    {"board that holds up its root", 2, begin_board_that_is_full, root_is_held_up, NULL, 0},
    {"board whose reader dozes", 2, begin_board_of_2, cell_is_read_by_one_that_dozes, NULL, 0},
    {"board at which three arrive", 3, begin_board_of_3, three_arrive, NULL, 0},
    {"board at which three arrive again", 3, begin_board_of_3, three_arrive_again, NULL, 0},
    {"board with records", 2, begin_board_of_2, one_keeps_one_recalls, NULL, 0},
    {"board with a share", 3, begin_board_of_3, three_claim, NULL, 0},
    {"board with pins", 2, begin_board_with_a_block, one_pins_one_frees, NULL, 0},
};

const int model_program_count = ARRAY_LENGTH(model_programs);
