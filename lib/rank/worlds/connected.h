/* SPDX-License-Identifier: MIT */
/* Connected worlds: worlds whose ranks can communicate with each other (MPI 5.0, 11.10.4).
 *
 * All worlds of the process are on one list, the register. Two worlds are tied as long as there is
 * a communicator with members of both, and for good once such a communicator was freed rather than
 * disconnected. The tie is loose when all such communicators have been disconnected, but some
 * member is not done with that yet. Worlds are connected if a chain of ties that are not loose
 * leads from one to the other. Worlds that run can be tied and untied at any time. Connected worlds
 * have these things in common:
 *   - the detection of deadlocks (rank/sleep/waiter.h): a world that waits for another one is not
 *     dead while a rank of the other can still do something. This goes for loose ties, too: members
 *     of one world may still have to be woken by the other to leave MPI_Comm_disconnect;
 *   - aborts (rank/abort.h): the abort of one is the abort of all;
 *   - their ends: ranks finalize MPI together, and the worlds, also those with loose ties, are
 *     destroyed when all of them have ended, because each may hold what another has made.
 *
 * A world with a rank that waits at a port can be met by any world of the process. A deadlock of it
 * is therefore one of all worlds.
 *
 * To look at connected worlds, a thread takes the register and opens a view. The view numbers the
 * ranks of these worlds through, until the register is released.
 *
 * Context ids: a communicator with members of several worlds takes its id from a supply of the
 * process, the upper half of all ids; others take theirs from the supply of their world, the lower
 * half. A rank thus never meets one id twice, and connecting worlds changes no id.
 *
 * Edges
 *   register.taken  a release publishes what was done with the register to the thread that takes it
 *                   next.
 *   register.turn   a thread that is about to sleep for the register against the release.
 *   register.tied   tying two worlds publishes that to their ranks.
 *   register.port   a thread that comes to a port, or leaves it, against a look for a deadlock. */
#ifndef RANK_CONNECTED_H
#define RANK_CONNECTED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/list.h"

struct rank;
struct world;

/* A world's place among the worlds of the process. `is_tied` and `at_port` may be read at any time,
 * the rest by the thread that has the register. */
struct connected {
    struct list registered;
    struct tie *ties;
    uint64_t stamp;            /* of the latest view that the world is in */
    struct world *next_viewed; /* in that view */
    int first_index;           /* of its ranks among those of the view */
    _Atomic(bool) is_tied;     /* it is or was tied */
    _Atomic(int) at_port;      /* threads that wait at ports */
};

/* One world's side of a tie. */
struct tie {
    struct tie *next;
    struct world *world; /* the other one */
    long contexts;       /* communicators with members of both */
    long parted;         /* those of them that were disconnected */
    bool stays;          /* one of them was freed and not disconnected */
};

/* ---- the register ---------------------------------------------------------------------------- */

/* A new world comes on the list, and leaves it, with its ties, when it is destroyed. */
void connected_enlist(struct world *world);
void connected_delist(struct world *world);

/* Only the thread that has taken the register uses it, for a short time. */
void connected_take(void);
bool connected_try(void);
void connected_release(void);

/* For a thread that has something else to do while it waits for the register: tries, and sleeps
 * unless that succeeds or connected_stir is called after connected_turn. */
uint32_t connected_turn(void);
void connected_await_turn(uint32_t seen);
void connected_sleep(uint32_t seen, uint64_t timeout_ns); /* by the thread that has it */
void connected_stir(void);

/* ---- ties ------------------------------------------------------------------------------------ */

/* True if the world is or was tied to another one. */
bool connected_is_tied(const struct world *world);

/* How the members have left a communicator that goes. */
enum untying {
    UNTIED,        /* none of them was disconnected or freed it */
    UNTIED_PARTED, /* connected_part was called */
    UNTIED_STAYS,  /* one of them has freed it: the worlds stay connected */
};

/* A communicator of `hub`, and of the worlds of those members. False, and nothing has changed: no
 * memory. If one of the worlds is aborted, all are. */
bool connected_tie(struct world *hub, int count, struct rank *const members[]);

/* The thread that has the register calls it, once for each communicator: all members have called
 * MPI_Comm_disconnect. */
void connected_part(struct world *hub, int count, struct rank *const members[]);

/* The thread that has the register calls it: the communicator is about to go. A world that is tied
 * no longer may be destroyed as soon as the register is released. */
void connected_untie(struct world *hub, int count, struct rank *const members[],
                     enum untying untying);

/* The world of the process with that serial, tied as by connected_tie_world; NULL: there is none,
 * or no memory. */
struct world *connected_tie_serial(struct world *one, uint64_t serial);

/* Ties two worlds, or unties them, for a time in which one waits for the other. */
bool connected_tie_world(struct world *one, struct world *other);
void connected_untie_world(struct world *one, struct world *other);

/* An id for a communicator with members of several worlds; `is_used` says whether a world knows a
 * communicator with that id. */
uint32_t connected_take_id(bool (*is_used)(const struct world *world, uint32_t id));

/* ---- views: while the caller has the register ------------------------------------------------ */

enum scope {
    SCOPE_TIED,      /* the worlds that are connected with the given one */
    SCOPE_HELD,      /* also those with loose ties */
    SCOPE_REACHABLE, /* with loose ties to what runs; all if one has a rank that waits at a port */
    SCOPE_ALL,       /* all worlds of the process */
};

/* Opens a view in place of the one before. */
void connected_view(struct world *world, enum scope scope);

/* The worlds of the view, oldest first; NULL behind the last. */
struct world *connected_first(void);
struct world *connected_next(const struct world *world);

bool connected_is_viewed(const struct world *world);

/* Ranks of all worlds of the view are numbered through: how many there are, and a rank's number. */
int connected_size(void);
int connected_index(const struct rank *rank);

/* The rank of that number. */
struct rank *connected_rank(int index);

/* ---- at any time ----------------------------------------------------------------------------- */

/* A thread of the world begins and ends to wait at a port. */
void connected_come_to_port(struct world *world);
void connected_leave_port(struct world *world);
bool connected_is_any_at_port(void);

#endif
