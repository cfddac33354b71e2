/* SPDX-License-Identifier: MIT */
/* Explores all executions of a program.
 *
 * An execution is a list of steps. Each is an atomic operation of one thread; a load also has a
 * number, that of the store that it reads. The explorer repeats the list of the last execution up
 * to the last step that can be taken otherwise, takes it otherwise, and goes on from there.
 *
 * Two operations of different threads are dependent if they are at one location and one of them
 * writes; if both are sequentially consistent, and each is a fence or one of them and the other a
 * store; and if one is a barrier. Where an operation is dependent on an earlier step, and nothing
 * orders the two, they are tried the other way round: one of the threads that can be first then is
 * tried where the step was (source-DPOR: Abdulla, Aronis, Jonsson and Sagonas 2014). Sleep sets
 * leave out what is as an execution before. A load that comes after a store may read the stores
 * before it, so that these two are not turned round. */
#ifndef MODEL_EXPLORE_H
#define MODEL_EXPLORE_H

#include <stdbool.h>
#include <stdint.h>

#include "memory.h"
#include "model.h"

enum op_kind { OP_LOAD, OP_STORE, OP_UPDATE, OP_SLEEP, OP_WAKE, OP_YIELD, OP_FENCE, OP_BARRIER };

struct op {
    enum op_kind kind;
    int location; /* NOWHERE: none */
    int orders;   /* ORDER_... */
    const void *site;
    uint64_t value; /* that was read or written, for the report */
    uint64_t expected; /* OP_SLEEP: what the location has to have; OP_WAKE: how many */
};

struct outcome {
    uint64_t executions; /* that ended, or were found to be as others */
    uint64_t cut;        /* of these: found to be as others before they ended */
    uint64_t outcomes; /* as bits */
    bool has_failed;
    bool is_complete; /* false: there are more executions than the limit */
};

/* Explores until something is wrong, or all has been seen. is_reduced: false tries each thread at
 * each step, to check the reduction. */
struct outcome explore(const struct model_program *program, uint64_t executions_max,
                       bool is_reduced);

/* The thread that runs now; 0 while begin and end run. */
int explore_self(void);

/* Before the calling thread does the operation, the explorer decides who goes on. Does nothing in
 * thread 0. */
void explore_stop(const struct op *op);

/* After explore_stop: returns a number below `count`; in thread 0, 0. */
int explore_choose(int count);

/* Ends the process: the program has more of something than the checker has room for. */
void explore_must_fit(bool fits, const char *what);

/* For the report of the step that goes on; and an update that has only read. */
void explore_note(uint64_t value);
void explore_note_load(void);

#endif
