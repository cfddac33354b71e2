/* SPDX-License-Identifier: MIT */
/* A thread's calls and waits, added up by place: what a summary is made of (timeline/summary.h).
 * Unlike a tape it never fills up, however long the program runs.
 *
 *   writer         the thread to which it happens, so nothing takes a lock. A call inside another
 *                  one, such as that of a user's function, belongs to the outer one
 *   cost           one or two look-ups in small tables for a call, one for a message
 *   memory         two tables of fixed size; what finds no room there is counted. Beside them the
 *                  thread's longer stretches of time (rank/observe/stretches.h)
 *   ownership      the tape's of the thread (rank/observe/tape.h)
 *   reader         any thread, at any time: a line is whole, its numbers may be a call behind
 *
 * A wait is for one rank: the sender of the message that ends it, the receiver of the one that was
 * sent, the member that was the latest to enter a collective operation. What of a wait
 * follows the last message, and what copying takes, is no rank's, and counts as no wait.
 *
 * Edges
 *   tally.line     the place and the names of a line come before its first use is seen.
 *   tally.meeting  the time at which a member enters an operation comes before its name. */
#ifndef RANK_TALLY_H
#define RANK_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "rank/observe/observer.h"
#include "rank/rank.h"
#include "rank/world.h"

enum { TALLY_CALLS = 512, TALLY_LINKS = 2048 };

/* A message or an access of so few bytes takes hardly longer if it has some more. */
enum { TALLY_SMALL_MESSAGE = 1024, TALLY_SMALL_ACCESS = 16384 };

/* Identifies a rank among those of a process: the number of its world, and its own. */
static const uint32_t tally_nobody = UINT32_MAX;

static inline uint32_t tally_who(const struct rank *rank)
{
    return rank != NULL
               ? (uint32_t)rank->world->number << 16 | (uint32_t)(uint16_t)rank->world_rank
               : tally_nobody;
}

/* Calls of one function at one place. */
struct tally_call {
    _Atomic(bool) is_used;
    uint8_t class; /* tally.c's */
    uint32_t site;
    const char *name;
    _Atomic(uint64_t) calls, ticks, waited; /* by tape_now */
    _Atomic(uint64_t) before; /* ticks outside of MPI that ended with such a call */
    _Atomic(uint64_t) similar;  /* small messages that followed one like it, with nothing between */
    _Atomic(uint64_t) adjacent; /* small accesses that went on where the one before had ended */
    _Atomic(uint64_t) strided;  /* small accesses as far from the one before as that from its own */
};

enum tally_kind {
    TALLY_FOR_SENDER,   /* waits: times, ticks; `there` is the sender's call */
    TALLY_FOR_RECEIVER, /* `there` is the call that sent, if it is another one than that waits */
    TALLY_FOR_MEMBER,
    TALLY_FOR_EPOCH,    /* of a window; whose is unknown */
    TALLY_FOR_OTHERS,   /* whose is unknown */
    TALLY_MATCHED,      /* messages: their number, bytes */
    TALLY_UNEXPECTED, /* messages that came before their receive: their number, bytes copied */
};

/* Waits, or messages, of one kind, between the same two places and ranks. */
struct tally_link {
    _Atomic(bool) is_used;
    uint8_t kind;
    uint32_t site;  /* of the rank's own call */
    uint32_t there; /* 0: unknown */
    uint32_t who;   /* tally_nobody: unknown */
    const char *name; /* of the call that waits */
    _Atomic(uint64_t) count, sum;
};

struct stretches;
struct tally;

struct tally *tally_create(uint64_t begin); /* of its thread; NULL: no memory */
void tally_destroy(struct tally *tally);

/* Times are by tape_now, and grow. */
void tally_begin_call(struct tally *tally, const char *name, uint32_t site, uint64_t now);
void tally_end_call(struct tally *tally, uint64_t now);
/* Time until now is left out, unless the thread is in a call. */
void tally_skip(struct tally *tally, uint64_t now);
void tally_begin_wait(struct tally *tally, uint64_t now);
void tally_end_wait(struct tally *tally, uint64_t now);

/* A request that a wait has found done: a message of the call at `site` to `who`, or, if the board
 * is not NULL, an operation, named as in tally_enter; or, if there is neither, something
 * unknown. A receive's message has been counted before (tally_matched). */
struct tally_awaited {
    uint32_t site;
    uint32_t who; /* tally_nobody: no message */
    const void *board;
    uint64_t number;
};

/* The wait was for that until now, and goes on for others, or ends. */
void tally_waited(struct tally *tally, const struct tally_awaited *awaited, uint64_t now);

/* A message. */
struct tally_message {
    uint32_t site;     /* of the call that sent it; of one that has come the receive's */
    uint32_t there;    /* of the sender's */
    uint32_t who;      /* the other rank */
    uint32_t context;
    int tag;
    int64_t bytes;
    bool is_offered;   /* its sender may have to wait for the receiver */
    bool is_copied;    /* of one that has come: it was kept, and is copied once more for that */
};

void tally_sent(struct tally *tally, const struct tally_message *message);
void tally_matched(struct tally *tally, const struct tally_message *message, uint64_t now);
void tally_unexpected(struct tally *tally, const struct tally_message *message, uint64_t now);

/* The rank enters a collective operation now. `number` is that of the operation on its board, for
 * which the address stands. Calls that only start one wait for it later. */
void tally_enter(struct tally *tally, const void *board, uint64_t number, uint32_t self,
                 bool waits_later, uint64_t now);

/* Reads or writes that many bytes of a file, from a place on, counted in bytes of its view. */
void tally_access(struct tally *tally, const void *file, int64_t from, int64_t bytes);

/* An event has happened in that way: one more. */
void tally_add(struct tally *tally, unsigned way);
uint64_t tally_count(const struct tally *tally, unsigned way);

struct stretches *tally_stretches(struct tally *tally);

/* The lines, of which those that are used count. */
const struct tally_call *tally_calls(const struct tally *tally);
const struct tally_link *tally_links(const struct tally *tally);
uint64_t tally_lost(const struct tally *tally); /* calls, waits and messages without a line */

#endif
