/* SPDX-License-Identifier: MIT */
/* The memory that the programs of programs.c share, and the programs in other files. */
#ifndef MODEL_PROGRAMS_H
#define MODEL_PROGRAMS_H

#include "base/atomic.h"
#include "model.h"
#include "sync/guard.h"
#include "sync/lock.h"
#include "sync/mpsc.h"
#include "sync/park.h"
#include "sync/shuttle.h"
#include "sync/slab.h"

enum { ITEMS_MAX = 8 };

struct shared {
    struct lock lock;
    struct guard guard;
    struct park park, other_park;
    struct mpsc queue;
    struct slab slab;
    struct shuttle shuttle;
    struct shuttle_end ends[2];
    _Atomic(uint32_t) flag, is_asleep[2];
    int count;
    int popped[ITEMS_MAX], items;
    void *slots[ITEMS_MAX];
};

extern struct shared *shared;

void programs_begin(void);

/* queues.c */
void begin_queue(void);
void end_queue(void);
void two_push_one_polls(int thread);
void two_push_one_sleeps(int thread);
void one_pushes_two(int thread);
void flag_is_set_for_a_dozing_consumer(int thread);
void item_is_passed_to_a_dozing_consumer(int thread);
void begin_full_queue(void);
void one_pushes_to_a_full_ring(int thread);
void end_full_queue(void);
void begin_overflowed_queue(void);
void end_overflowed_queue(void);
void one_pushes_to_an_overflowed_ring(int thread);
void two_push_to_an_overflowed_ring(int thread);
void begin_shuttle(void);
void pass_back_and_forth(int thread);

/* boards.c */
void begin_board_of_2(void);
void begin_board_of_3(void);
void begin_board_that_is_full(void);
void begin_board_with_a_block(void);
void two_fill_and_read(int thread);
void root_fills_again(int thread);
void root_is_held_up(int thread);
void cell_is_read_by_one_that_dozes(int thread);
void three_arrive(int thread);
void three_arrive_again(int thread);
void one_keeps_one_recalls(int thread);
void three_claim(int thread);
void one_pins_one_frees(int thread);
void begin_relays_of_2(void);
void begin_relays_of_3(void);
void read_by_relay_once(int thread);
void read_by_relay_twice(int thread);
void two_make_relays(int thread);

#endif
