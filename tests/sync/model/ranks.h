/* SPDX-License-Identifier: MIT */
/* A world of few ranks, for programs of the floors above lib/sync. Thread 1 is rank 0, and so
 * on. */
#ifndef MODEL_RANKS_H
#define MODEL_RANKS_H

#include "rank/lock.h"
#include "rank/wait.h"
#include "type/data.h"

enum { RANKS_MAX = 8 };

extern struct world *world;
struct request;

/* No rank spins or yields before it sleeps: other ranks are awake. A rank that goes to sleep fences
 * for all if has_fenced_sleep. */
void begin_ranks(int count, bool has_fenced_sleep);

/* Makes the calling thread a thread of a rank: its own, or of that number. */
struct rank *become_rank(int thread);
struct rank *become(int rank);

/* Waits until the request is done. */
void await_request(struct rank *self, struct request *request);

/* Data of that many bytes. */
struct data data_at(void *start, MPI_Count bytes);

/* ranks.c */
void begin_two_ranks(void);
void begin_two_ranks_without_fence(void);
void begin_two_ranks_of_threads(void);
void begin_ranks_with_a_list(void);
void one_waits_for_another(int thread);
void one_wakes_many(int thread);
void two_threads_wait(int thread);
void begin_request(void);
void one_completes_one_waits(int thread);
void one_completes_one_gives_up(int thread);
void begin_object(void);
void three_drop(int thread);
void begin_lock_of_two(void);
void begin_lock_of_three(void);
void two_lock(int thread);
void two_lock_again(int thread);
void one_locks_one_looks(int thread);
void one_locks_one_watches(int thread);
void one_locks_shared(int thread);
void end_lock(void);
void begin_register(void);
void two_use_the_register(int thread);
void begin_ranks_that_are_watched(void);
void one_waits_one_ends(int thread);
void one_is_left(void);
void begin_turns(void);
void two_take_turns(int thread);
void one_waits_for_its_turn(int thread);
void both_wait_for_a_turn(int thread);
void turns_have_come_to_an_end(void);
void end_turns_of_two(void);

/* messages.c */
void begin_offer(void);
void begin_offer_without_fence(void);
void begin_large_offer(void);
void offer_is_received(int thread);
void offer_is_buffered(int thread);
void offer_is_cancelled(int thread);
void offer_is_abandoned(int thread);
void large_offer_is_received(int thread);
void begin_mailbox(void);
void answer_is_overtaken_by_none(int thread);
void inbox_comes_before_answer(int thread);
void two_answer_each_other(int thread);
void begin_ranks_without_mailbox(void);
void two_open_mailboxes_with_one(int thread);

/* windows.c */
void begin_window(void);
void begin_window_in_locking_mode(void);
void begin_window_of_threads(void);
void one_adds_one_adds_many(int thread);
void two_add(int thread);
void all_is_added(void);
void both_have_added(void);
void one_swaps_one_adds_many(int thread);
void one_has_swapped(void);
void begin_dynamic_window(void);
void begin_dynamic_window_of_two(void);
void begin_dynamic_window_that_is_full(void);
void one_attaches_one_looks(int thread);
void one_detaches_one_looks(int thread);
void one_replaces_one_looks(int thread);
void region_is_replaced(void);
void one_attaches_to_a_full_table(int thread);
void regions_are_right(void);
void begin_exposure(void);
void begin_access(void);
void one_posts_one_starts(int thread);
void one_completes_one_ends_exposure(int thread);
void begin_locks_of_two(void);
void begin_locks_of_three(void);
void one_locks_others_lock_all(int thread);
void two_lock_a_target(int thread);
void both_have_written(void);

/* files.c */
void begin_file(void);
void begin_file_of_windows(void);
void begin_file_with_requests(void);
void two_write_together(int thread);
void begin_merge_of_accesses(void);
void begin_merge_of_windows(void);
void two_work(int thread);
void one_has_concluded(void);
void two_agree(int thread);
void two_start_to_write_together(int thread);

#endif
