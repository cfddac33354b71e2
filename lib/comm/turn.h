/* SPDX-License-Identifier: MIT */
/* A member's part in one collective operation: an epoch of its communicator's board, and the
 * waking of those who wait there. Nothing here blocks. */
#ifndef COMM_TURN_H
#define COMM_TURN_H

#include "base/place.h"
#include "comm/comm.h"
#include "rank/wait_report.h"

struct turn {
    struct comm *comm;
    struct board *board;
    uint64_t epoch;
    int seat;
    bool is_held_up; /* counted in board->held_up */
    bool has_ended;  /* other members may use its cards again: they are not to be read any more */
};

/* Takes the next epoch of the communicator; MPI_ERR_NO_MEM when there is no board to be had. */
int turn_begin(struct comm *comm, struct turn *turn);

/* Whether the cards and the counter of this epoch may be used yet. */
bool turn_is_clear(struct turn *turn);
/* The same of the card and of so many bytes, at most SLOT_BYTES, of the member's slot. */
bool turn_is_slot_clear(struct turn *turn, size_t bytes);
/* They, once they are clear. NULL: no memory. */
unsigned char *turn_slot(const struct turn *turn, size_t bytes);

static inline int turn_table(const struct turn *turn)
{
    return turn->board->seats; /* the seat whose card is the table's */
}

/* Fills this member's card and wakes one member, or all. */
void turn_show(const struct turn *turn, const void *body, size_t bytes);
void turn_show_to(const struct turn *turn, int seat, const void *body, size_t bytes);
/* The same without waking anyone: who arrives last will. */
void turn_lay(const struct turn *turn, const void *body, size_t bytes);
/* Fills the table's card and wakes all. */
void turn_announce(const struct turn *turn, const void *body, size_t bytes);

/* The same, empty, for one member to see. */
void turn_announce_to(const struct turn *turn, int seat);

static inline const void *turn_see(const struct turn *turn, int seat)
{
    return board_read(turn->board, seat, turn->epoch);
}

/* Have all who are expected come, and have they said the same word? */
static inline enum board_arrival turn_arrive(const struct turn *turn, int expected, uint32_t word)
{
    return board_arrive(turn->board, turn->seat, turn->epoch, expected, word);
}

/* On behalf of another member, its card and its arrival: how far it lags is not known. */
static inline void turn_lay_for(const struct turn *turn, int seat, const void *body, size_t bytes)
{
    board_fill(turn->board, seat, turn->epoch, LAG_UNKNOWN, body, bytes);
}

static inline enum board_arrival turn_arrive_for(const struct turn *turn, int expected,
                                                 uint32_t word)
{
    return board_arrive_lagging(turn->board, turn->epoch, expected, word, true);
}

/* Where the member sits. */
int turn_seat_of(const struct comm *comm);
/* Who sits there. */
struct rank *turn_member(const struct turn *turn, int seat);

/* For reports: "rank 2 to take part" and the communicator; only the seat's member counts when it is
 * missing (-1: all do). `in`: in what, or NULL. */
void turn_describe(const struct turn *turn, int seat, const char *in,
                   struct wait_report *wait_report);
/* Of a wait for that alone. */
void turn_describe_wait(const struct turn *turn, int seat, struct wait_report *wait_report);

enum { CALL_TEXT_BYTES = 240 };

/* "MPI_Gather, root 0 in main (a.c:12)"; of the call's site perhaps only the lower half is known,
 * or nothing. */
void turn_describe_call(struct places *places, const char *call, const void *site,
                        char text[CALL_TEXT_BYTES]);
/* This member calls something else than the one at that seat, and how it differs if that is not
 * clear from the calls, else "": all is broken. */
void turn_break(const struct turn *turn, int seat, const char *ours, const char *others,
                const char *difference);

void turn_wake(const struct turn *turn, int seat);
void turn_wake_all(const struct turn *turn);

/* This member waits for what others do who do not know that it does: until the turn ends they wake
 * it by turn_wake_held_up. They may have done it before: it is to look once more. */
void turn_hold_up(struct turn *turn);
void turn_wake_held_up(const struct turn *turn); /* all, when someone is */

/* A visit to what others' cards point to (board_visit); who waits for its end is woken. */
bool turn_visit(const struct turn *turn);
void turn_depart(const struct turn *turn);

/* The end of this member's part. Heard: it has heard from all members in this epoch, and all from
 * it, by everybody's cards or by the table's that the last to arrive has filled. */
void turn_end(struct turn *turn);
void turn_end_heard(struct turn *turn);

#endif
