/* SPDX-License-Identifier: MIT */
/* Followers: where each rank would be if no message were buffered (check/reliance.h), and the
 * circles among them. All functions are for the thread that has the lock. */
#ifndef CHECK_FOLLOWER_H
#define CHECK_FOLLOWER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "check/circle.h"
#include "comm/comm.h"
#include "sync/lock.h"

enum {
    /* Entries of a rank's queue, and its sends and its receives that are remembered; they grow
     * by doubling. */
    ROOM_MIN = 256,
    ROOM_MAX = 1 << 16,
    RANKS_MAX = 1024,
};

/* Numbers of sends and receives go round after this many. */
#define NUMBERS (1u << 31)

/* The other side of a message: a send's receive, or a receive's send. */
struct other_side {
    bool is_known;
    bool is_from_any; /* without this message the receiver might have got or seen another one */
    bool is_chosen;   /* a send that a test, or a wait for one of several, has found complete */
    uint32_t number;  /* of this side, if either is_known or is_chosen */
    uint32_t theirs;
    int rank;
    uint32_t site;
};

enum attendance { IS_NO_MEMBER, IS_MISSING, HAS_REACHED };

/* Members of an intracommunicator in one operation. */
struct assembly {
    struct assembly *next;
    uint32_t context;
    uint64_t number;
    struct list waiters; /* followers whose first entry it is */
    int missing; /* members that have not reached it */
    int users;   /* entries */
    uint8_t ranks[]; /* of the world: enum attendance */
};

/* An operation of those of which a rank waits for any. */
struct option {
    enum circle_step kind;
    bool is_certain;   /* a receive that would get that message in any run */
    uint32_t number;
    const void *start; /* the call that began it */
};

struct waited {
    enum circle_step kind;
    struct call call;
    const void *start;       /* the call that began what this one waits for; NULL: this one */
    uint32_t number;         /* of the send or the receive */
    int options_count;
    struct option *options;  /* of a choice; the entry's own */
    uint32_t sent, received; /* by the rank, so far */
    struct assembly *meeting;
};

/* Messages of another rank that probes have found before the rank received them. */
struct glimpse {
    bool is_known;
    uint32_t number;         /* the latest send among them that the rank has seen */
    uint32_t sent, received; /* by the rank so far, at the first one that is not reached */
};

struct follower {
    struct reliance *all;
    struct list waiters; /* followers whose first entry waits for this rank */
    struct list waits;   /* in such a list, or a meeting's */
    struct list changed, turned; /* in those lists of all */
    int rank, first, count;
    uint32_t latest_send; /* of the rank, when it began its latest blocking call */
    uint32_t room;
    struct waited *queue;                /* [room] */
    struct other_side *sent, *received;  /* [room]: by their numbers modulo room */
    struct glimpse *seen;                /* [size]: messages that probes have found; NULL: none */
    bool has_lost; /* what has led the rank on is forgotten before it was reached */
};

struct reliance {
    struct lock lock;
    bool is_closed;
    int size;
    struct list changed; /* followers whose first entry may be done */
    struct list turned;  /* those whose first entry may wait for another rank than before */
    struct list choosers; /* those whose first entry is a choice */
    struct assembly *meetings;
    struct follower **followers; /* [size]; NULL: is not followed */
    int *path;                   /* [size + 1]: ranks that a search has come to; a circle */
    int *before;                 /* [size]: the rank from which the search came there */
    uint64_t *seen;              /* [size]: the last search that came there */
    bool *is_stuck;              /* [size]: the first entry can never be done, as far as is known */
    uint64_t searches;
};

/* Both accept what is incomplete. NULL: no memory. */
struct reliance *reliance_create(int ranks);
void reliance_destroy(struct reliance *all);

/* A rank's follower, which has no entries. NULL: no memory. Destroy accepts NULL. */
struct follower *follower_create(struct reliance *all, int rank);
void follower_destroy(struct follower *follower);

/* The other side of the message that the entry waits for; NULL: it is not known. */
const struct other_side *follower_other_side(const struct follower *follower,
                                             const struct waited *entry);

/* Returns the first entry, at which the rank would be in a run without buffers. There is one. */
static inline struct waited *follower_head(const struct follower *follower)
{
    return &follower->queue[follower->first];
}

/* The other side of one option of the entry; NULL: it is not known, or without buffers it might be
 * another one. */
const struct other_side *follower_option_side(const struct follower *follower,
                                              const struct option *option);

/* Takes the first entry away. */
void follower_pop(struct follower *follower);

/* Adds an entry behind the others. False: there are too many, and all others have been let go. */
bool follower_push(struct follower *follower, const struct waited *entry);

/* A match: the other side of the rank's send or receive is known. */
void follower_learn(struct follower *follower, enum circle_step kind,
                    const struct other_side *other);

/* Learns that the rank goes on because that send or receive is complete, and that it might have
 * gone on by another one. */
void follower_learn_choice(struct follower *follower, enum circle_step kind, uint32_t number);

/* Learns that the rank goes on because a probe has found that send of another rank. False: no
 * memory. */
bool follower_learn_glimpse(struct follower *follower, int rank, const struct glimpse *glimpse);

/* Has the rank gone on by a message that was not there yet, before its first entry? Without buffers
 * it may have got another one, or have gone elsewhere. */
bool follower_has_guessed(const struct follower *follower);

/* The meeting of that number among those of the communicator, for one more entry. NULL: no
 * memory. */
struct assembly *assembly_join(struct reliance *all, const struct comm *comm, uint64_t number);

/* Takes away all first entries whose sends, receives and meetings are done. */
void reliance_let_go(struct reliance *all);

#endif
