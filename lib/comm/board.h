/* SPDX-License-Identifier: MIT */
/* Where the members of a communicator show each other what a collective operation needs.
 *
 * Each collective operation of a communicator has an epoch, 1, 2, 3, ..., the same at all members,
 * since they call collectives in the same order. In an epoch each member has a card of one cache
 * line, which it may fill once and all may read, and there is one more card, the table's, that
 * whoever the operation chooses may fill; and a counter at which members arrive.
 *
 * A card is used again BOARD_EPOCHS epochs later. Before a member fills a card of epoch e, all
 * members must be done with epoch e - BOARD_EPOCHS: board_is_clear. Members that are done with an
 * epoch say so with board_leave, unless the operation makes its end known by itself: one in which
 * each hears from all of them (an allreduce, a barrier) tells every member that all others have
 * left the epoch before (board_all_entered). So a root of broadcasts may run ahead of its
 * receivers.
 *
 * Who fills a card, arrives or leaves rouses those who may wait for it: the caller knows whom.
 *
 * Laws
 *   1. A member's epochs start in order; it leaves epoch e only after its own use of e has ended.
 *   2. card.epoch is the epoch whose contents the card holds; it only grows.
 *   3. The counter of an epoch is 0 when the last member has left that epoch.
 *
 * Edges
 *   board.card     filling a card publishes its body, and what that points to.
 *   board.arrival  an arrival publishes what the member has written to whoever arrives last.
 *   board.left     leaving publishes that the member reads that epoch's cards no more. */
#ifndef COMM_BOARD_H
#define COMM_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/atomic.h"
#include "base/container.h"

enum { BOARD_EPOCHS = 4, CARD_BYTES = 56 };

struct card {
    alignas(CACHE_LINE) _Atomic(uint64_t) epoch;
    unsigned char body[CARD_BYTES];
};

struct board_seat {
    alignas(CACHE_LINE) _Atomic(uint64_t) left; /* the newest epoch that this member has left */
};

struct board {
    int seats;
    struct board_seat *members;
    struct card *cards; /* [BOARD_EPOCHS][seats + 1]; the last of a row is the table's */
    struct {
        alignas(CACHE_LINE) _Atomic(int) count;
    } arrived[BOARD_EPOCHS];
    /* Members that wait for others to leave: then those rouse everyone. */
    alignas(CACHE_LINE) _Atomic(int) held_up;
};

struct board *board_create(int seats); /* NULL: no memory */
void board_destroy(struct board *board);

static inline struct card *board_card(const struct board *board, int seat, uint64_t epoch)
{
    return &board->cards[(size_t)(epoch % BOARD_EPOCHS) * (size_t)(board->seats + 1) +
                         (size_t)seat];
}

/* Fills a card; the seat after the last is the table's. */
static inline void board_fill(const struct board *board, int seat, uint64_t epoch,
                              const void *body, size_t bytes)
{
    struct card *card = board_card(board, seat, epoch);

    if (bytes > 0)
        memcpy(card->body, body, bytes);
    store_seq_cst(&card->epoch, epoch); /* edge board.card */
}

/* The card's body, or NULL while it has not been filled. */
static inline const void *board_read(const struct board *board, int seat, uint64_t epoch)
{
    const struct card *card = board_card(board, seat, epoch);

    return load_acquire(&card->epoch) == epoch ? card->body : NULL; /* edge board.card */
}

/* True for the last of `expected` arrivals, which finds the counter ready for its next use. */
static inline bool board_arrive(struct board *board, uint64_t epoch, int expected)
{
    _Atomic(int) *count = &board->arrived[epoch % BOARD_EPOCHS].count;

    if (fetch_add_seq_cst(count, 1) + 1 < expected) /* edge board.arrival */
        return false;
    store_relaxed(count, 0);
    return true;
}

/* True when all members are known to have left `epoch`; *all_left remembers what is known. */
bool board_have_all_left(const struct board *board, uint64_t epoch, uint64_t *all_left);

/* True when someone waits for that and must be roused. */
static inline bool board_leave(struct board *board, int seat, uint64_t epoch)
{
    store_seq_cst(&board->members[seat].left, epoch); /* edge board.left */
    return unlikely(load_seq_cst(&board->held_up) != 0); /* edge board.left */
}

#endif
