/* SPDX-License-Identifier: MIT */
/* The programs: each uses a structure as the library does, with as few operations as show its
 * edges. What the threads write plainly into what they share is checked for races. */
#include "programs.h"

#include "base/container.h"
#include "litmus.h"
#include "ranks.h"

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
    {"relay of two", 2, begin_relays_of_2, read_by_relay_once, NULL, 0},
    {"relay of two, again", 2, begin_relays_of_2, read_by_relay_twice, NULL, 0},
    {"relay of three", 3, begin_relays_of_3, read_by_relay_once, NULL, 0},
    {"relays that two make", 2, begin_board_of_2, two_make_relays, NULL, 0},
    {"rank that waits", 2, begin_two_ranks, one_waits_for_another, NULL, 0},
    {"rank that waits, unfenced", 2, begin_two_ranks_without_fence, one_waits_for_another, NULL,
     0},
    {"rank with two threads that wait", 3, begin_two_ranks_of_threads, two_threads_wait, NULL, 0},
    {"rank that wakes others", 3, begin_ranks_with_a_list, one_wakes_many, NULL, 0},
    {"request that is awaited", 2, begin_request, one_completes_one_waits, NULL, 0},
    {"request that is given up", 2, begin_request, one_completes_one_gives_up, NULL, 0},
    {"object that three drop", 3, begin_object, three_drop, NULL, 0},
    {"rank lock of two", 2, begin_lock_of_two, two_lock, end_lock, 0},
    {"rank lock of two, again", 2, begin_lock_of_two, two_lock_again, end_lock, 0},
    {"rank lock of three", 3, begin_lock_of_three, two_lock, end_lock, 0},
    {"rank lock that is shared", 3, begin_lock_of_three, one_locks_shared, end_lock, 0},
    {"rank lock that is seen", 2, begin_lock_of_two, one_locks_one_watches, NULL, 0},
    {"rank lock that is tried", 2, begin_lock_of_two, one_locks_one_looks, end_lock, 0},
    {"register of worlds", 2, begin_register, two_use_the_register, two_have_counted, 0},
    {"ranks that are watched", 2, begin_ranks_that_are_watched, one_waits_one_ends, one_is_left,
     0},
    {"turns of two", 2, begin_turns, two_take_turns, end_turns_of_two, 0},
    {"turns with one that waits", 2, begin_turns, one_waits_for_its_turn, end_turns_of_two, 0},
    {"turns that end", 2, begin_turns, both_wait_for_a_turn, turns_have_come_to_an_end, 0},
    {"rendezvous", 2, begin_offer, offer_is_received, NULL, 0},
    {"rendezvous, unfenced", 2, begin_offer_without_fence, offer_is_received, NULL, 0},
    {"rendezvous that is buffered", 2, begin_offer, offer_is_buffered, NULL, 0},
    {"rendezvous that is cancelled", 2, begin_offer, offer_is_cancelled, NULL, 0},
    {"rendezvous that is abandoned", 2, begin_offer, offer_is_abandoned, NULL, 0},
    {"rendezvous of two who copy", 2, begin_large_offer, large_offer_is_received, NULL, 0},
    {"mailbox, then inbox", 2, begin_mailbox, answer_is_overtaken_by_none, NULL, 0},
    {"inbox, then mailbox", 2, begin_mailbox, inbox_comes_before_answer, NULL, 0},
    {"mailbox to and fro", 2, begin_mailbox, two_answer_each_other, NULL, 0},
    {"mailboxes of three", 2, begin_ranks_without_mailbox, two_open_mailboxes_with_one, NULL, 0},
    {"accumulate and a whole one", 2, begin_window, one_adds_one_adds_many, both_have_added, 0},
    {"accumulate of threads", 2, begin_window_of_threads, one_adds_one_adds_many,
     both_have_added, 0},
    {"accumulate that ends a mode", 2, begin_window_in_locking_mode, two_add, all_is_added, 0},
    {"accumulate and a swap", 2, begin_window, one_swaps_one_adds_many, one_has_swapped, 0},
    {"region that is attached", 2, begin_dynamic_window, one_attaches_one_looks,
     regions_are_right, 0},
    {"region that is detached", 2, begin_dynamic_window_of_two, one_detaches_one_looks,
     regions_are_right, 0},
    {"region that is replaced", 2, begin_dynamic_window, one_replaces_one_looks,
     region_is_replaced, 0},
    {"region in a full table", 2, begin_dynamic_window_that_is_full,
     one_attaches_to_a_full_table, regions_are_right, 0},
    {"window that is exposed", 2, begin_exposure, one_posts_one_starts, NULL, 0},
    {"window whose exposure ends", 2, begin_access, one_completes_one_ends_exposure, NULL, 0},
    {"window locked at once", 2, begin_locks_of_two, two_lock_a_target, both_have_written, 0},
    {"window locked as a whole", 2, begin_locks_of_two, one_locks_others_lock_all, NULL, 0},
    {"window locked as a whole by two", 3, begin_locks_of_three, one_locks_others_lock_all, NULL,
     0},
    {"merge of two accesses", 2, begin_merge_of_accesses, two_work, one_has_concluded, 0},
    {"merge of two windows", 2, begin_merge_of_windows, two_work, one_has_concluded, 0},
    {"accord of two", 2, begin_file, two_agree, NULL, 0},
    {"file of two accesses", 2, begin_file, two_write_together, NULL, 0},
    {"file of two windows", 2, begin_file_of_windows, two_write_together, NULL, 0},
    {"file with requests", 2, begin_file_with_requests, two_start_to_write_together, NULL, 0},
};

const int model_program_count = ARRAY_LENGTH(model_programs);
