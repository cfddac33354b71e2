/* SPDX-License-Identifier: MIT */
#include "comm/turn.h"

#include <stdio.h>

#include "base/note.h"
#include "rank/wait.h"
#include "sync/membarrier.h"

int turn_seat_of(const struct comm *comm)
{
    return context_first_seat(comm->context, comm->side) + comm->rank;
}

static void begin_at(struct comm *comm, struct board *board, struct turn *turn)
{
    turn->comm = comm;
    turn->board = board;
    turn->seat = turn_seat_of(comm);
    turn->is_held_up = false;
    turn->has_ended = false;
    guard_enter(&comm->self->guard);
    turn->epoch = load_relaxed(&board->members[turn->seat].begun) + 1;
    store_relaxed(&board->members[turn->seat].begun, turn->epoch);
    guard_leave(&comm->self->guard);
}

int turn_begin(struct comm *comm, struct turn *turn)
{
    struct board *board = context_board(comm->context);

    if (board == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for the board of a communicator of %d",
                    context_seats(comm->context));
    begin_at(comm, board, turn);
    return MPI_SUCCESS;
}

static bool look_at_others(const struct turn *turn, uint64_t before)
{
    bool have_left;

    guard_enter(&turn->comm->self->guard);
    have_left = board_have_all_left(turn->board, turn->seat, before);
    guard_leave(&turn->comm->self->guard);
    return have_left;
}

/* Who has done all to sleep but for this look comes too late with the count for those who have done
 * without a fence what it waits for. */
void turn_hold_up(struct turn *turn)
{
    if (turn->is_held_up)
        return;
    fetch_add_seq_cst(&turn->board->held_up, 1); /* edge board.held_up */
    turn->is_held_up = true;
    if (turn->board->has_fenced_sleep && mpsc_is_dozing(&turn->comm->self->inbox))
        membarrier_run(); /* edge board.held_up */
}

static void let_go(struct turn *turn)
{
    if (!turn->is_held_up)
        return;
    fetch_add_seq_cst(&turn->board->held_up, -1); /* edge board.held_up */
    turn->is_held_up = false;
}

/* Have all left that epoch? Who is not counted as held up is not woken by those who leave: so it
 * looks once more when it has been counted, for this may be its last look before it sleeps. */
static bool have_all_left(struct turn *turn, uint64_t before)
{
    bool is_clear = look_at_others(turn, before);

    if (!is_clear && !turn->is_held_up) {
        turn_hold_up(turn);
        is_clear = look_at_others(turn, before);
    }
    if (is_clear)
        let_go(turn);
    return is_clear;
}

bool turn_is_clear(struct turn *turn)
{
    const unsigned distance = turn->board->epochs;

    return turn->epoch <= distance || have_all_left(turn, turn->epoch - distance);
}

bool turn_is_slot_clear(struct turn *turn, size_t bytes)
{
    struct guard *guard = &turn->comm->self->guard;
    uint64_t before;

    guard_enter(guard);
    before = board_room_before(turn->board, turn->seat, turn->epoch, bytes);
    guard_leave(guard);
    return before == 0 || have_all_left(turn, before);
}

unsigned char *turn_slot(const struct turn *turn, size_t bytes)
{
    struct guard *guard = &turn->comm->self->guard;
    unsigned char *slot;

    guard_enter(guard);
    slot = board_room(turn->board, turn->seat, turn->epoch, bytes);
    guard_leave(guard);
    return slot;
}

struct rank *turn_member(const struct turn *turn, int seat)
{
    return context_member(turn->comm->context, seat);
}

void turn_wake(const struct turn *turn, int seat)
{
    rank_wake(turn_member(turn, seat));
}

void turn_wake_all(const struct turn *turn)
{
    int seat;

    for (seat = 0; seat < turn->board->seats; seat++)
        if (seat != turn->seat)
            turn_wake(turn, seat);
}

void turn_wake_held_up(const struct turn *turn)
{
    if (board_holds_up(turn->board))
        turn_wake_all(turn);
}

/* All is broken: another thread of this member's rank may wait, too. */
static void wake_everyone(const struct turn *turn)
{
    turn_wake_all(turn);
    turn_wake(turn, turn->seat);
}

void turn_describe_call(struct places *places, const char *call, const void *site,
                        char text[CALL_TEXT_BYTES])
{
    char place[PLACE_TEXT_BYTES] = "";

    if (site != NULL && (uintptr_t)site <= UINT32_MAX)
        site = place_complete((uint32_t)(uintptr_t)site);
    if (site != NULL)
        place_describe(places, site, place);
    snprintf(text, CALL_TEXT_BYTES, "%s%s%s", call, place[0] != '\0' ? " in " : "", place);
}

void turn_break(const struct turn *turn, int seat, const char *ours, const char *others,
                const char *difference)
{
    char sentence[REPORT_BYTES];

    snprintf(sentence, sizeof sentence, "rank %d calls %s while rank %d calls %s%s",
             turn_member(turn, turn->seat)->world_rank, ours, turn_member(turn, seat)->world_rank,
             others, difference);
    board_report(turn->board, turn->epoch, true, MPI_ERR_OTHER, sentence);
    wake_everyone(turn);
}

bool turn_visit(const struct turn *turn)
{
    if (likely(board_visit(turn->board, turn->seat)))
        return true;
    wake_everyone(turn);
    return false;
}

void turn_depart(const struct turn *turn)
{
    if (unlikely(board_depart(turn->board, turn->seat)))
        wake_everyone(turn);
}

void turn_lay(const struct turn *turn, const void *body, size_t bytes)
{
    unsigned lag = board_own_lag(turn->board, turn->seat, turn->epoch);

    board_fill(turn->board, turn->seat, turn->epoch, lag, body, bytes);
}

void turn_show(const struct turn *turn, const void *body, size_t bytes)
{
    turn_lay(turn, body, bytes);
    turn_wake_all(turn);
}

void turn_show_to(const struct turn *turn, int seat, const void *body, size_t bytes)
{
    turn_lay(turn, body, bytes);
    turn_wake(turn, seat);
}

/* Fills the table's card. */
static void announce(const struct turn *turn, const void *body, size_t bytes)
{
    board_fill(turn->board, turn_table(turn), turn->epoch,
               board_laggards(turn->board, turn->epoch), body, bytes);
}

void turn_announce(const struct turn *turn, const void *body, size_t bytes)
{
    announce(turn, body, bytes);
    turn_wake_all(turn);
}

void turn_announce_to(const struct turn *turn, int seat)
{
    announce(turn, NULL, 0);
    turn_wake(turn, seat);
}

static void leave(struct turn *turn, bool is_heard)
{
    struct guard *guard = &turn->comm->self->guard;
    bool must_wake;

    turn->has_ended = true;
    let_go(turn);
    guard_enter(guard);
    must_wake = board_leave(turn->board, turn->seat, turn->epoch, is_heard);
    guard_leave(guard);
    /* The next card will be written soon, and others have read its line. */
    __builtin_prefetch(board_card(turn->board, turn->seat, turn->epoch + 1), 1);
    if (must_wake)
        turn_wake_all(turn);
}

void turn_end(struct turn *turn)
{
    leave(turn, false);
}

void turn_end_heard(struct turn *turn)
{
    leave(turn, true);
}

/* Those who have not come to this epoch; else those who have not left the one whose cards are to be
 * used again. */
static void await_missing(const struct turn *turn, int only, struct wait_report *wait_report)
{
    const struct board *board = turn->board;
    uint64_t before = turn->epoch > board->epochs ? turn->epoch - board->epochs : 0;
    bool is_any = false;
    int seat;

    if (only >= 0 && load_relaxed(&board->members[only].begun) < turn->epoch) {
        wait_report_await(wait_report, turn_member(turn, only));
        return;
    }
    for (seat = 0; seat < board->seats; seat++) {
        if (load_relaxed(&board->members[seat].begun) < turn->epoch) {
            wait_report_await(wait_report, turn_member(turn, seat));
            is_any = true;
        }
    }
    for (seat = 0; seat < board->seats && !is_any && wait_report->is_frozen; seat++)
        if (load_relaxed(&board->members[seat].left) < before)
            wait_report_await(wait_report, turn_member(turn, seat));
}

/* The member at that seat, or all, have come, and something is still to be done. */
static void tell_present(const struct turn *turn, int seat, struct wait_report *wait_report)
{
    if (seat < 0) {
        fputs("others, who have all come, to go on", wait_report->words);
        return;
    }
    fprintf(wait_report->words, "rank %d, which has come, to go on",
            turn_member(turn, seat)->world_rank);
    wait_report_await(wait_report, turn_member(turn, seat));
}

void turn_describe(const struct turn *turn, int seat, const char *in,
                   struct wait_report *wait_report)
{
    struct wait_report part;

    if (!wait_report_begin_part(wait_report, &part))
        return;
    await_missing(turn, seat, &part);
    if (wait_report_end_part(wait_report, &part))
        fputs(" to take part", wait_report->words);
    else
        tell_present(turn, seat, wait_report);
    fprintf(wait_report->words, "%s%s,", in != NULL ? " in " : "", in != NULL ? in : "");
    comm_tell(turn->comm, wait_report);
}

void turn_describe_wait(const struct turn *turn, int seat, struct wait_report *wait_report)
{
    wait_report->needs_all = true;
    turn_describe(turn, seat, NULL, wait_report);
}
