/* SPDX-License-Identifier: MIT */
#include "comm/round.h"

#include <stdio.h>

#include "base/note.h"
#include "rank/name.h"
#include "rank/sleep/wake.h"
#include "rank/wait.h"
#include "sync/membarrier.h"

int round_seat_of(const struct comm *comm)
{
    return context_first_seat(comm->context, comm->side) + comm->rank;
}

static void begin_at(struct comm *comm, struct board *board, struct round *round)
{
    round->comm = comm;
    round->board = board;
    round->seat = round_seat_of(comm);
    round->is_held_up = false;
    guard_enter(&comm->self->guard);
    round->seqno = load_relaxed(&board->members[round->seat].begun) + 1;
    store_relaxed(&board->members[round->seat].begun, round->seqno);
    guard_leave(&comm->self->guard);
}

int round_begin(struct comm *comm, struct round *round)
{
    struct board *board = context_board(comm->context);

    if (board == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for the board of a communicator of %d",
                    context_seats(comm->context));
    begin_at(comm, board, round);
    return MPI_SUCCESS;
}

static bool look_at_others(const struct round *round, uint64_t before)
{
    bool have_left;

    guard_enter(&round->comm->self->guard);
    have_left = board_have_all_left(round->board, round->seat, before);
    guard_leave(&round->comm->self->guard);
    return have_left;
}

/* Counts this member as held up. A member that is about to sleep has already run its membarrier.
 * Peers publish without a fence, so the count would not be ordered against what they publish: run
 * another membarrier. */
void round_hold_up(struct round *round)
{
    if (round->is_held_up)
        return;
    fetch_add_seq_cst(&round->board->held_up, 1); /* edge board.held_up */
    round->is_held_up = true;
    if (round->board->has_fenced_sleep && mpsc_is_dozing(&round->comm->self->inbox))
        membarrier_run(); /* edge board.held_up */
}

static void let_go(struct round *round)
{
    if (!round->is_held_up)
        return;
    fetch_add_seq_cst(&round->board->held_up, -1); /* edge board.held_up */
    round->is_held_up = false;
}

/* Have all left that sequence number? Check, register as held up, check again: a peer that leaves
 * in between would not wake us, and this may be the last check before we sleep. */
static bool have_all_left(struct round *round, uint64_t before)
{
    bool is_clear = look_at_others(round, before);

    if (!is_clear && !round->is_held_up) {
        round_hold_up(round);
        is_clear = look_at_others(round, before);
    }
    if (is_clear)
        let_go(round);
    return is_clear;
}

bool round_is_clear(struct round *round)
{
    const unsigned distance = round->board->seqnos;

    return round->seqno <= distance || have_all_left(round, round->seqno - distance);
}

bool round_is_slot_clear(struct round *round, size_t bytes)
{
    struct guard *guard = &round->comm->self->guard;
    uint64_t before;

    guard_enter(guard);
    before = board_room_before(round->board, round->seat, round->seqno, bytes);
    guard_leave(guard);
    return before == 0 || have_all_left(round, before);
}

unsigned char *round_slot(const struct round *round, size_t bytes)
{
    struct guard *guard = &round->comm->self->guard;
    unsigned char *slot;

    guard_enter(guard);
    slot = board_room(round->board, round->seat, round->seqno, bytes);
    guard_leave(guard);
    return slot;
}

struct rank *round_member(const struct round *round, int seat)
{
    return context_member(round->comm->context, seat);
}

static void wake_all(const struct round *round)
{
    struct group *const *groups = round->comm->context->groups;

    rank_wake_many(groups[0]->members, groups[0]->size);
    if (groups[1] != NULL)
        rank_wake_many(groups[1]->members, groups[1]->size);
}

/* All is broken: another thread of this member's rank may wait, too. */
static void wake_everyone(const struct round *round)
{
    wake_all(round);
    rank_wake(round_member(round, round->seat));
}

void round_describe_call(struct places *places, const char *call, const void *site,
                        char text[CALL_TEXT_BYTES])
{
    char place[PLACE_TEXT_BYTES] = "";

    if (site != NULL && (uintptr_t)site <= UINT32_MAX)
        site = place_complete((uint32_t)(uintptr_t)site);
    if (site != NULL)
        place_describe(places, site, place);
    snprintf(text, CALL_TEXT_BYTES, "%s%s%s", call, place[0] != '\0' ? " in " : "", place);
}

void round_break(const struct round *round, int seat, const char *ours, const char *others,
                const char *difference)
{
    char sentence[REPORT_BYTES];

    snprintf(sentence, sizeof sentence, "%s calls %s while %s calls %s%s, and these must match",
             rank_name(round_member(round, round->seat)).text, ours,
             rank_name(round_member(round, seat)).text, others, difference);
    board_report(round->board, round->seqno, true, MPI_ERR_OTHER, sentence);
    wake_everyone(round);
}

bool round_pin(const struct round *round)
{
    if (likely(board_pin(round->board, round->seat)))
        return true;
    wake_everyone(round);
    return false;
}

void round_unpin(const struct round *round)
{
    if (unlikely(board_unpin(round->board, round->seat)))
        wake_everyone(round);
}

void round_publish(const struct round *round, const void *body, size_t bytes)
{
    unsigned lag = board_own_lag(round->board, round->seat, round->seqno);

    board_fill(round->board, round->seat, round->seqno, lag, body, bytes);
}

void round_publish_table(const struct round *round, const void *body, size_t bytes)
{
    board_fill(round->board, round_table(round), round->seqno,
               board_laggards(round->board, round->seqno), body, bytes);
    wake_all(round);
}

void round_end(struct round *round, bool is_heard)
{
    struct guard *guard = &round->comm->self->guard;
    bool must_wake;

    let_go(round);
    guard_enter(guard);
    must_wake = board_leave(round->board, round->seat, round->seqno, is_heard);
    guard_leave(guard);
    /* The next cell will be written soon, and others have read its line. */
    __builtin_prefetch(board_cell(round->board, round->seat, round->seqno + 1), 1);
    if (must_wake)
        wake_all(round);
}

/* Lists the members that have not come to this sequence number, or else those that have not left
 * the one whose cells are to be used again. */
static void await_missing(const struct round *round, int only, struct wait_report *wait_report)
{
    const struct board *board = round->board;
    uint64_t before = round->seqno > board->seqnos ? round->seqno - board->seqnos : 0;
    bool is_any = false;
    int seat;

    if (only >= 0 && load_relaxed(&board->members[only].begun) < round->seqno) {
        wait_report_await(wait_report, round_member(round, only));
        return;
    }
    for (seat = 0; seat < board->seats; seat++) {
        if (load_relaxed(&board->members[seat].begun) < round->seqno) {
            wait_report_await(wait_report, round_member(round, seat));
            is_any = true;
        }
    }
    for (seat = 0; seat < board->seats && !is_any && wait_report->is_frozen; seat++)
        if (load_relaxed(&board->members[seat].left) < before)
            wait_report_await(wait_report, round_member(round, seat));
}

/* The member at that seat, or all, have come, and something is still to be done. */
static void tell_present(const struct round *round, int seat, struct wait_report *wait_report)
{
    if (seat < 0) {
        fputs("others, which have all come, to go on", wait_report->words);
        return;
    }
    fprintf(wait_report->words, "%s, which has come, to go on",
            rank_name(round_member(round, seat)).text);
    wait_report_await(wait_report, round_member(round, seat));
}

void round_describe(const struct round *round, int seat, const char *in,
                   struct wait_report *wait_report)
{
    struct wait_report part;

    if (!wait_report_begin_part(wait_report, &part))
        return;
    await_missing(round, seat, &part);
    if (wait_report_end_part(wait_report, &part))
        fputs(" to take part", wait_report->words);
    else
        tell_present(round, seat, wait_report);
    fprintf(wait_report->words, "%s%s,", in != NULL ? " in " : "", in != NULL ? in : "");
    comm_tell(round->comm, wait_report);
}

void round_describe_wait(const struct round *round, int seat, struct wait_report *wait_report)
{
    wait_report->needs_all = true;
    round_describe(round, seat, NULL, wait_report);
}
