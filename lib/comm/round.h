/* SPDX-License-Identifier: MIT */
/* A member's part in one collective operation: a sequence number of its communicator's board, and
 * the waking of those that wait there. Nothing here blocks. */
#ifndef COMM_ROUND_H
#define COMM_ROUND_H

#include "base/place.h"
#include "board/arrivals.h"
#include "comm/comm.h"
#include "rank/sleep/wait_report.h"

struct round {
    struct comm *comm;
    struct board *board;
    uint64_t seqno;
    int seat;
    bool is_held_up; /* counted in board->held_up */
};

/* Takes the next sequence number of the communicator; MPI_ERR_NO_MEM when there is no board to be
 * had. */
int round_begin(struct comm *comm, struct round *round);

/* Whether the cells and the counter of this sequence number may be used yet. */
bool round_is_clear(struct round *round);
/* Whether the cell and `bytes` (at most SLOT_BYTES) of the member's slot may be used yet. */
bool round_is_slot_clear(struct round *round, size_t bytes);
/* The bytes of the slot, once round_is_slot_clear. NULL: no memory. */
unsigned char *round_slot(const struct round *round, size_t bytes);

static inline int round_table(const struct round *round)
{
    return round->board->seats; /* the seat whose cell is the table's */
}

/* Fills and publishes this member's cell. The last member to arrive wakes all. */
void round_publish(const struct round *round, const void *body, size_t bytes);
/* Fills and publishes the table's cell, and wakes all. */
void round_publish_table(const struct round *round, const void *body, size_t bytes);

static inline const void *round_see(const struct round *round, int seat)
{
    return board_read(round->board, seat, round->seqno);
}

/* Have all that are expected come, and have they said the same word? */
static inline enum board_arrival round_arrive(const struct round *round, int expected,
                                              uint32_t word)
{
    return board_arrive(round->board, round->seat, round->seqno, expected, word);
}

/* Where the member sits. */
int round_seat_of(const struct comm *comm);
/* The member at that seat. */
struct rank *round_member(const struct round *round, int seat);

/* For reports: "rank 2 to take part" and the communicator; only the seat's member counts when it is
 * missing (-1: all do). `in`: in what, or NULL. */
void round_describe(const struct round *round, int seat, const char *in,
                   struct wait_report *wait_report);
/* Describes a wait for that round alone. */
void round_describe_wait(const struct round *round, int seat, struct wait_report *wait_report);

enum { CALL_TEXT_BYTES = 240 };

/* "MPI_Gather, root 0 in main (a.c:12)"; of the call's site perhaps only the lower half is known,
 * or nothing. */
void round_describe_call(struct places *places, const char *call, const void *site,
                        char text[CALL_TEXT_BYTES]);
/* The caller calls something else than the member at that seat, and how it differs if that is not
 * clear from the calls, else "": the board is broken. */
void round_break(const struct round *round, int seat, const char *ours, const char *others,
                const char *difference);

/* The caller waits for others, which do not know that it does: until the round ends they wake
 * all when board_holds_up. They may have done it before: it is to look once more. */
void round_hold_up(struct round *round);

/* A pin to what others' cells point to (board_pin); the member that waits for its end is woken. */
bool round_pin(const struct round *round);
void round_unpin(const struct round *round);

/* The end of this member's part. Heard: it has heard from all members in this sequence number, and
 * all from it, by everybody's cells or by the table's that the last to arrive has filled. */
void round_end(struct round *round, bool is_heard);

#endif
