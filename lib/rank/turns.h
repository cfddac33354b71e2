/* SPDX-License-Identifier: MIT */
/* Turns: a job whose ranks run one at a time, so that its run depends on nothing but the answers to
 * its choices (option explore of heddle_run(3)).
 *
 * One rank has the turn. It keeps the turn until it waits, polls in vain or pauses (enum
 * turn_kind), and then hands it to the next rank, in the order of their numbers, that can go on:
 * one that has not begun, or one that has been woken since it began to wait. If there is none,
 * ranks that poll get the turn a few times each. If that moves nothing, the job is at rest:
 * everything that follows without a choice has happened. Then `decide` makes one event happen, such
 * as the delivery of a message to a receive of any source, and names the rank that goes on.
 *
 * If there is nothing to decide, a rank that looks in vain for something (rank_look), or in vain at
 * memory, may be chosen: it goes on without it.
 *
 * If there is no such rank either, the turns end: all ranks run freely, wait as in any job,
 * and a deadlock is found and reported as in any job (rank/sleep/waiter.h).
 *
 * Only a rank's main thread takes turns. Other threads run when they like, so a job with
 * MPI_THREAD_MULTIPLE cannot have turns.
 *
 * The rank that has the turn may read and change the state of all ranks of its world: the others
 * are blocked in turns_pass or turns_enter.
 *
 * Edges
 *   turns.state    who hands the turn on publishes everything that it has done.
 *   turns.entered  the last rank to enter sees that all others have.
 *   turns.freed    the end of the turns is published to the ranks that wait for one. */
#ifndef RANK_TURNS_H
#define RANK_TURNS_H

#include <stdbool.h>

#include "rank/choice.h"

struct rank;
struct turns;
struct world;

/* Makes one event happen in a job at rest and returns the rank that goes on; NULL: there is nothing
 * to decide. Runs in the thread that has the turn. May abort the world. */
typedef struct rank *turns_decider(struct world *world, void *subject);

/* Before the world's ranks start. False: no memory. */
bool turns_create(struct world *world, turns_decider *decide, void *subject);

/* Around what the calling rank does by turns. */
void turns_enter(struct rank *self);
void turns_leave(struct rank *self);

/* Does the calling thread take turns? */
bool turns_are_taken(const struct rank *self);

/* Have the turns of the world ended, so that its ranks run freely? */
bool turns_have_ended(const struct world *world);

/* For a chooser's `pass` (rank/choice.h). */
bool turns_pass(const struct turn *turn);

/* Does the rank wait for the job to be at rest (TURN_CHOOSE, TURN_ACCESS)? */
bool turns_is_at_rest(const struct rank *rank);

/* The access for which it waits then; NULL: it waits for something else. */
const struct turn_access *turns_access(const struct rank *rank);

/* Not 0: the rank has made that access before, it has changed nothing, and nothing has changed
 * those bytes since, so it would change nothing again: the rank polls. The number rises with each
 * time that it does so. */
long turns_vain(const struct rank *rank);

/* The calling rank has made its access, or is about to take the lock. In a job without turns this
 * does nothing. */
void turns_end_access(struct rank *self, bool has_changed);

/* Lets others run until what the calling rank looks for is there: true. False: it is chosen to go
 * on without it, or the turns have ended. */
bool turns_look(struct rank *self, const struct look *look);

/* The rank that looks in vain, or in vain at memory, and was chosen the fewest times, since
 * something last happened, to go on. Counts that it is. `times` is how often any was, in a row.
 * NULL: there is none. */
struct rank *turns_choose_vain(struct world *world, int *times);
/* Something has happened: what was vain may be so no longer. */
void turns_forget_vain(struct world *world);

/* Lets all ranks look whether the world is aborted. */
void turns_rouse(struct world *world);

#endif
