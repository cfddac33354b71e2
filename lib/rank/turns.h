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
 * A thread that sleeps or yields again and again goes on when another one has done so meanwhile,
 * and does not keep out one that could have gone on since the last time: loops that poll come to an
 * end (fair schedules, Musuvathi and Qadeer 2008). If no other one can go on, it looks in vain.
 *
 * If there is no such rank either, the turns end: all ranks run freely, wait as in any job,
 * and a deadlock is found and reported as in any job (rank/sleep/waiter.h).
 *
 * Threads that a rank creates take turns as well, beside its main thread (rank/thread/taken.h), but
 * for those of the library, which run when they like. Those of OpenMP are away between the regions
 * in which they are members of a team (openmp/team.h). In what follows a rank is its main thread,
 * too, and goes before its other threads.
 *
 * The rank that has the turn may read and change the state of all ranks of its world: the others
 * are blocked in turns_pass or turns_enter.
 *
 * A thread that waits with the turn for something else than a turn is noticed (turns_watch.c), and
 * then the turns end, too.
 *
 * Edges
 *   turns.state    the rank that hands the turn on publishes everything that it has done.
 *   turns.entered  the last rank to enter sees that all others have.
 *   turns.seat     a new thread's seat is published to an abort, which rouses all.
 *   turns.freed    the end of the turns is published to the ranks that wait for one. */
#ifndef RANK_TURNS_H
#define RANK_TURNS_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/call.h"
#include "rank/choice.h"

struct rank;
struct turns;
struct world;

/* Places at which a thread may sleep before it lets others go on even at a new one. */
enum { TAKER_PLACES = 8 };

/* A thread that takes turns. */
struct taker {
    struct rank *rank;
    int thread;       /* its number among the rank's, from 1 on; 0: the main thread */
    int number;       /* among all of the world, from 0 on */
    _Atomic(pid_t) id; /* the kernel's */
    pthread_t self;   /* of a thread beside the main thread, once its creator knows it */
    bool is_member;   /* of teams: it takes turns while it is in one */
    bool opens_team;  /* threads that it creates now are members of that */
    void **way_out;   /* where it goes on when it is unwound, by __builtin_longjmp, because OpenMP's
                       * library has to see the end of its part; NULL: as any thread */
    const void *nap;  /* where it slept last */
    const void *places[TAKER_PLACES]; /* where it has slept */
    int place_count;
    struct call call; /* that it makes (turns_call); not the main thread's, which is in its rank */
};

/* Makes one event happen in a job at rest and returns the thread that goes on; NULL: there is
 * nothing to decide. Runs in the thread that has the turn. May abort the world. */
typedef struct taker *turns_decider(struct world *world, void *subject);

/* Before the world's ranks start. False: no memory. */
bool turns_create(struct world *world, turns_decider *decide, void *subject);

/* Around what the calling rank does by turns. */
void turns_enter(struct rank *self);
void turns_leave(struct rank *self);

/* Does the calling thread take turns? */
bool turns_are_taken(const struct rank *self);

/* Does the calling thread take turns, with others of its rank? A thread that has left counts until
 * another one has joined it: what others do before that could have happened before what it did. */
bool turns_are_shared(const struct rank *self);

/* The calling thread; NULL: it is none that takes turns. */
struct taker *turns_taker(const struct rank *self);

/* The next one, by ranks, in an order that is the same in each run; NULL behind the last. `before`
 * NULL: the first. */
struct taker *turns_next(const struct world *world, const struct taker *before);

/* The thread of the rank that is to take a message: the first one that waits in a call of MPI.
 * NULL: none does, and the message has to wait. */
struct taker *turns_receiver(const struct rank *rank);

/* The call that it makes; its name is NULL if there is none. */
struct call *turns_call(struct taker *taker);

/* Threads of the rank that take turns beside its main thread. */
int turns_count_threads(const struct rank *rank);

/* The calling rank is about to create a thread that takes turns. NULL: no memory. Then either the
 * thread enters first of all, which returns when it has the turn, and leaves at its end, or it is
 * dropped, because it could not be created. Its memory is not given back, as it may outlive all. */
struct taker *turns_add_thread(struct rank *self);
void turns_drop_thread(struct taker *taker);
void turns_enter_thread(struct taker *taker);
void turns_leave_thread(struct taker *taker);

/* A thread of OpenMP, which is about to be created, is away at first. The thread that has the turn
 * lets it in; then it enters by turns_enter_thread, and is away again when it has left its team. */
struct taker *turns_add_member(struct rank *self);
void turns_let_in(struct taker *member);
void turns_leave_team(struct taker *member);

/* Is the thread away? And how many of the rank's are? */
bool turns_are_away(const struct taker *taker);
int turns_count_away(const struct rank *rank);

/* Has it left? By the thread that has the turn. What another thread creates next may take its
 * place, if it has been joined, and no other thread has begun to do so. */
bool turns_have_left(const struct taker *taker);
void turns_join_thread(struct taker *taker, bool begins);
void turns_end_join(struct taker *taker);

/* Have the turns of the world ended, so that its ranks run freely? */
bool turns_have_ended(const struct world *world);

/* For a chooser's `pass` (rank/choice.h). */
bool turns_pass(const struct turn *turn);

/* Does the thread wait for the job to be at rest (TURN_CHOOSE, TURN_ACCESS), or for that and its
 * block to be gone (TURN_STAND)? */
bool turns_is_at_rest(const struct taker *taker);

/* The access for which it waits then; NULL: it waits for something else. */
const struct turn_access *turns_access(const struct taker *taker);

/* Its block in TURN_STAND or TURN_BLOCK; NULL: it does something else. */
const struct turn_block *turns_block(const struct taker *taker);

/* Not 0: the thread has made that access before, it has changed nothing, and nothing has changed
 * those bytes since, so it would change nothing again: the rank polls. The number rises with each
 * time that it does so. */
long turns_vain(const struct taker *taker);

/* The calling thread has made its access, or is about to take the lock. In a job without turns this
 * does nothing. */
void turns_end_access(struct rank *self, bool has_changed);

/* Lets others run until what the calling rank looks for is there: true. False: it is chosen to go
 * on without it, or the turns have ended. */
bool turns_look(struct rank *self, const struct look *look);

/* The thread that looks in vain, or in vain at memory, or waits with a limit of time, and was
 * chosen the fewest times, since something last happened, to go on. Counts that it is. `times` is
 * how often any was, in a row. NULL: there is none. */
struct taker *turns_choose_vain(struct world *world, int *times);
/* Something has happened: what was vain may be so no longer. */
void turns_forget_vain(struct world *world);

/* Lets all ranks look whether the world is aborted. */
void turns_rouse(struct world *world);

#endif
