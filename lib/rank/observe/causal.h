/* SPDX-License-Identifier: MIT */
/* Causality: which of two things that threads did happened before the other, by what the standard
 * orders and not by the clock on the wall. HEDDLE_RMA looks for races by it (rma/race.h).
 *
 * Each thread of a rank has a vector clock: how far it knows each thread of the job to have come,
 * itself included (Fidge and Mattern). Threads hand their knowledge on at points, which have names:
 * addresses that are never read. Releasing a point adds the thread's knowledge to the point's, and
 * the thread's own entry rises; acquiring one adds the point's knowledge to the thread's. One thing
 * that a thread does is an epoch, its number and its own entry (as FastTrack has it), so that most
 * questions are one comparison: an epoch happened before what a thread does now if the thread knows
 * that entry.
 *
 *   what hands knowledge on     | released by                    | acquired by
 *   a message                   | its sender                     | who completes its receive
 *   a synchronous message       | its receiver, too              | the sender, when it is complete
 *   a collective operation      | members whose data others get  | members that get data, with its
 *                               |                                | completion
 *   locks of windows and ranks  | who releases                   | who takes it later in another
 *                               |                                | mode
 *   post, start, complete, wait | post, complete                 | start, wait
 *   an accumulate               | its origin                     | who fetches there
 *   threads of a rank           | creator, mutexes, ...          | created thread, join, ...
 *
 * The library gives ThreadSanitizer the same orders by the same calls (base/tsan.h). An order may
 * be recorded that the standard does not give, but not the reverse: races can be missed, and a
 * correct program is accused only if its threads order something by means that are not reported
 * (docs/CHECKING.md names them).
 *
 *   ownership      a job's causality belongs to its root world and goes with it; it is made with
 *                  the first window whose races are looked for. Before that each call is one test.
 *                  A thread's clock is written by that thread alone; if the program does not report
 *                  of its threads, a rank's share one, under a lock. A clock of a rank that is
 *                  gone goes on as that of another
 *   blocking       none; the lock of a bucket of points is held for the length of a clock
 *   memory         a clock has four bytes for each thread that the owner knows of: 4 MB for the
 *                  clocks of a thousand ranks. A point has as many. There are at most BUCKETS *
 *                  POINTS_MAX points, found in lists under a lock: 65 MB in a job of a thousand
 *                  ranks that uses as many names. Names beyond that share points, which orders too
 *                  much. A message that is under way has a point of its own, of 64 MB in all;
 *                  further ones share that of their pair of ranks. Threads that come and go use
 *                  clocks again when there are many
 *   long runs      a thread's own entry rises with each release until it has all its bits set, and
 *                  stays then: what the thread does later counts as ordered
 *   several worlds worlds of one root share it. A window with members of several roots is not
 *                  looked at
 *   an abort       leaves no lock taken, because nothing here waits
 *
 * Edges
 *   causality.made  a job's causality, and a clock that threads share, is whole when a thread sees
 *                   it. */
#ifndef RANK_CAUSAL_H
#define RANK_CAUSAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/container.h"
#include "base/knob.h"
#include "base/tsan.h"
#include "rank/world.h"
#include "sync/lock.h"

/* Threads are numbered below this; what others do is not looked at. */
enum { CAUSAL_THREADS_MAX = UINT16_MAX };

/* How far a thread knows others to have come. Threads that share a clock read it without its lock,
 * so a larger one takes its place, and the smaller one stays. */
struct causal_seen {
    struct causal_seen *smaller;
    _Atomic(uint32_t) clocks[];
};

struct causal_thread {
    struct causal_thread *next;
    struct lock lock; /* if all threads of the rank share it */
    const struct rank *rank;
    uint32_t id;
    _Atomic(uint32_t) room; /* entries of `seen` */
    struct causal_seen *_Atomic seen; /* others beyond the room are unknown */
};

/* Something that a thread did. clock 0: nothing. */
struct causal_epoch {
    uint32_t id, clock;
};

/* Makes the job's causality, if it has none. False: no memory. */
bool causality_make(struct world *root);

/* When nothing of the world runs any more. A root's causality is freed; another world's clocks are
 * for ranks to come, so none of its ranks may be asked for by causal_rank later. A window keeps the
 * worlds of its members, and it alone knows epochs. */
void causality_free(struct world *world);

/* Should new threads use the clocks of threads that have ended, because there are many? */
bool causal_is_crowded(const struct world *root);

/* The calling thread's clock; NULL: it is no thread of a rank, or races are not looked for. */
struct causal_thread *causal_self(void);

/* The rank of the thread that has that number. */
const struct rank *causal_rank(const struct world *root, uint32_t id);

void causal_release_slowly(const void *name);
void causal_acquire_slowly(const void *name);

/* Does a checker want to know of orders, ThreadSanitizer or HEDDLE_RMA? Messages look at one
 * variable for both. True until the first rank is made. */
extern _Atomic(bool) causal_is_wanted;
void causal_look_for_wishes(void);

static inline bool causal_is_there(void)
{
    return unlikely(load_relaxed(&causal_is_wanted));
}

/* All that the thread has done before a release of a name comes before all that a thread does after
 * a later acquire of it. */
static inline void causal_release(const void *name)
{
    if (!causal_is_there())
        return;
    tsan_release(name);
    if (knobs.rma != 0)
        causal_release_slowly(name);
}

static inline void causal_acquire(const void *name)
{
    if (!causal_is_there())
        return;
    tsan_acquire(name);
    if (knobs.rma != 0)
        causal_acquire_slowly(name);
}

/* A message from one rank to another, whose name is `pair`. serial 0: it has no number, and hands
 * on what all of these do. */
struct causal_message {
    const void *pair;
    uint32_t context, serial;
};

void causal_send_slowly(const struct causal_message *message);
void causal_receive_slowly(const struct causal_message *message, bool is_last);

/* All that the thread has done before the send comes before all that a thread does after it has
 * learnt of the receive's completion. is_last: no thread learns of that later. */
static inline void causal_send(const struct causal_message *message)
{
    tsan_release(message->pair);
    if (knobs.rma != 0)
        causal_send_slowly(message);
}

static inline void causal_receive(const struct causal_message *message, bool is_last)
{
    tsan_acquire(message->pair);
    if (knobs.rma != 0)
        causal_receive_slowly(message, is_last);
}

/* The name of what a receiver of that rank's messages has done before it took a synchronous one.
 * ThreadSanitizer does not get it so. */
static inline const void *causal_name_back(const struct rank *receiver, int source)
{
    return (const void *)((uintptr_t)rank_token(receiver, source) ^ (uintptr_t)1 << 62);
}

/* A thread of the rank is about to take a message that may be synchronous; the message has been
 * taken. */
static inline void causal_release_back(const struct rank *self, int source)
{
    if (unlikely(knobs.rma != 0))
        causal_release_slowly(causal_name_back(self, source));
}

static inline void causal_acquire_back(const struct rank *receiver, int source)
{
    if (unlikely(knobs.rma != 0))
        causal_acquire_slowly(causal_name_back(receiver, source));
}

/* The name of a variable of the program: a mutex, a flag, an element of a window. There may
 * be more of them than names; those that share a name are ordered too much. */
enum { CAUSAL_VARIABLES = 4096 };

static inline const void *causal_name_variable(const void *address)
{
    return (const void *)((uintptr_t)address * 0x9e3779b97f4a7c15u % CAUSAL_VARIABLES + 1);
}

/* The rank's program is compiled with -fheddle-races: it reports loads and stores, and what its
 * threads do to each other. The order of a rank's threads is unknown if its program does not report
 * it, so these threads share one clock. Which of the two holds is settled before the rank has
 * threads.
 */
static inline bool causal_tells_accesses(const struct rank *rank)
{
    return load_relaxed(&rank->tells_accesses);
}

/* The rank's program reports loads and stores. A rank that has threads already stays as it is: it
 * has opened a library with the option after that, and its threads go on sharing a clock. */
void causal_note_accesses(struct rank *rank);

/* Loads and stores of either rank may order the two, so a load or store of one and an operation of
 * the other are comparable if both ranks report them, or none. */
static inline bool causal_may_compare(const struct rank *one, const struct rank *other)
{
    return one == other || causal_tells_accesses(one) == causal_tells_accesses(other);
}

static inline struct causal_epoch causal_now(const struct causal_thread *thread)
{
    return (struct causal_epoch){thread->id,
                                 load_relaxed(&load_relaxed(&thread->seen)->clocks[thread->id])};
}

/* The thread's next accesses are of another epoch. */
void causal_step(struct causal_thread *thread);

/* Did that happen before what the thread does now? */
static inline bool causal_knows(const struct causal_thread *thread, struct causal_epoch epoch)
{
    return epoch.id < load_acquire(&thread->room) && /* edge causality.made */
           load_relaxed(&load_relaxed(&thread->seen)->clocks[epoch.id]) >= epoch.clock;
}

#endif
