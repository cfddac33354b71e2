/* SPDX-License-Identifier: MIT */
/* Threads of a rank that take turns (rank/turns.h), in an explored job.
 *
 * Each thread that the program creates takes turns beside the rank's main thread, until it has
 * ended. Those of the library do not. Those of GCC's OpenMP do so while they are in a team
 * (openmp/team.h); of others, and of teams that are not known, the chooser is asked (TURN_OPENMP).
 *
 * A thread acts on an object that threads share, such as a mutex, in an event: it stands at the
 * object (taken_stand) until it is chosen among all threads that can go on. So the order of the
 * events on one object is explored, and events on different objects commute. The objects stay
 * libc's own: the chosen thread calls libc's function, which does not block then, because the
 * thread is chosen only when the object is free. So a thread that takes no turns may share them.
 * Waits for condition variables and barriers are kept here instead, because libc's objects do not
 * show which threads wait. Between two events a thread runs by itself: its accesses to variables
 * without a lock are not controlled.
 *
 * With MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE the threads' calls of MPI are events on one
 * object, because the order in which they post receives counts. Calls that look, such as MPI_Test,
 * are none: they let others go on by themselves (job/looks.h).
 *
 * Objects are numbered in the order in which the rank's threads come to them. Only events that were
 * found in a common beginning of two runs are compared, so the numbers agree.
 *
 * A rank whose main thread is alone, and has joined all others, does none of that.
 *
 * Owner: the rank, by the thread that has the turn. */
#ifndef RANK_TAKEN_H
#define RANK_TAKEN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/call.h"
#include "base/container.h"
#include "base/knob.h"
#include "base/list.h"
#include "rank/choice.h"

struct taken;

/* Where a thread waits for others to end its wait, on its stack. */
struct sleeper {
    struct list link; /* in taken->sleepers */
    const void *object;
    struct taker *taker;
    bool is_woken;
};

/* The calling thread's rank, if the thread takes turns with others of it; else NULL. So it is, too,
 * if the call that returns to the site, or the object, is one of a library that locks for itself:
 * its objects are of all jobs, or not kept for long. `object` may be NULL. */
struct rank *taken_self_slowly(uintptr_t site, const void *object);

/* False in a process that explores nothing. */
static inline bool taken_may_be(void)
{
    return unlikely(load_relaxed(&calls_are_followed));
}

static inline struct rank *taken_self(uintptr_t site, const void *object)
{
    return taken_may_be() ? taken_self_slowly(site, object) : NULL;
}

/* Lets a thread that the calling rank is about to create take turns. NULL: it does not. */
struct taker *taken_admit(struct rank *self, uintptr_t site, void *(*start)(void *));

/* The thread, which may be NULL, has been created; `self` NULL: it could not be. */
void taken_note_created(struct taker *taker, const pthread_t *self);
/* Called by the thread itself: waits for its first turn. False: the job has ended before. */
bool taken_enter(struct taker *taker);

/* The thread, which may be NULL, has ended. */
void taken_leave(struct taker *taker);

/* The calling thread is about to open a team, whose threads may be created by that, or has done so.
 * False: its threads take no turns. */
bool taken_open_team(struct rank *self);
void taken_end_opening(struct rank *self);
/* The thread that has the turn lets a member in. That enters, returns when it has the turn, and
 * leaves at its end. */
void taken_let_in(struct taker *member);
void taken_enter_team(struct taker *member);
void taken_leave_team(struct taker *member);

/* Acts on the object when it is the thread's turn to do so; taken_end says whether that has changed
 * it. False: the turns have ended, and the caller does what it would without them. */
bool taken_stand(struct rank *self, enum turn_object kind, const void *object, enum turn_way way,
                 const struct turn_block *block);
void taken_end(struct rank *self, bool has_changed);

/* Sleeps on the object until another thread wakes the sleeper, or its time is over. False: the
 * turns have ended. */
void taken_sleep_at(struct rank *self, struct sleeper *sleeper, const void *object);
bool taken_sleep_on(struct rank *self, struct sleeper *sleeper, const char *words,
                    uintptr_t site, bool is_timed);
int taken_count_sleepers(const struct rank *self, const void *object);
/* Wakes one, which is chosen, or all. */
void taken_wake_one(struct rank *self, const void *object, uintptr_t site);
void taken_wake_all(struct rank *self, const void *object);

/* The calling thread sleeps for a while, or yields. The first time at a place it goes on at once,
 * because no program can rely on a sleep. Later it lets others go on, as a loop that polls has
 * to. */
void taken_nap(struct rank *self, uintptr_t site);

/* Waits for the end of a thread that takes turns, or until the time of a wait that is timed is
 * over, and returns whether it has left. taken_life does not wait. */
enum taken_life {
    TAKEN_NOT, /* it takes no turns, or they have ended */
    TAKEN_LIVES,
    TAKEN_HAS_LEFT, /* it ends soon, or has ended */
};
enum taken_life taken_join(struct rank *self, pthread_t thread, uintptr_t site, bool is_timed);
enum taken_life taken_life(struct rank *self, pthread_t thread);

/* Waits for all of the rank's threads that take turns. */
void taken_await_all(struct rank *self);

/* The calling thread, which takes turns, does what ends waits of others in ways that no turn
 * knows, in a call that returns to the site: the turns of the job end. */
void taken_end_turns(struct rank *self, uintptr_t site, const char *words);

/* Virtual time (HEDDLE_EXPLORE_TIME): the calling thread's rank, if its clocks depend on choices
 * alone, for a call that returns to the site; else NULL. choice_clock reads the time and lets it
 * pass. A rank that begins is prepared for that. */
struct rank *taken_virtual_slowly(uintptr_t site);
void taken_prepare_time(struct rank *self);

static inline struct rank *taken_virtual(uintptr_t site)
{
    return unlikely(knobs.explore_time != 0) && taken_may_be() ? taken_virtual_slowly(site) : NULL;
}

/* The time by which the clocks of the calling thread's rank are ahead of the machine's, for a call
 * that returns to the site. taken_come_to: a wait has ended at a time that is so far away;
 * taken_pass: one that was so long. */
int64_t taken_ahead_ns(uintptr_t site);
void taken_come_to(struct rank *self, int64_t away_ns);
void taken_pass(struct rank *self, int64_t ns);

/* Its threads' calls of MPI. */
void taken_call(struct rank *self, const struct call *call);

/* The thread of the rank with that number of the kernel; NULL: it takes no turns. */
struct taker *taken_by_id(const struct rank *rank, pid_t id);

void taken_free(struct rank *rank);

#endif
