/* SPDX-License-Identifier: MIT */
#include "coll/verify/unmatched.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/note.h"
#include "coll/verify/agree.h"
#include "coll/verify/wording.h"
#include "rank/name.h"
#include "rank/worlds/connected.h"

static uint64_t begun_at(const struct board *board, int seat)
{
    return load_relaxed(&board->members[seat].begun);
}

/* ---- telling --------------------------------------------------------------------------------- */

/* "ranks 1 and 3": those that have not come to that sequence number; in memory of the library. */
static char *list_missing(const struct context *context, const struct board *board, uint64_t seqno)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = memory_open_stream(&text, &bytes);
    bool *marks;
    int seat;

    connected_take();
    connected_view(context->world, SCOPE_TIED);
    marks = memory_take_zeroed((size_t)connected_size() * sizeof *marks);
    for (seat = 0; marks != NULL && seat < board->seats; seat++)
        marks[connected_index(context_member(context, seat))] = begun_at(board, seat) < seqno;
    if (out != NULL) {
        if (marks != NULL)
            wait_report_list(out, marks);
        fclose(out);
    }
    connected_release();
    memory_give(marks);
    return memory_take_over(text);
}

/* The member at that seat has called something in this sequence number, and others nothing; of a
 * persistent operation: has started it. */
static int tell_missing(const struct context *context, const struct board *board, int seat,
                        uint64_t seqno)
{
    bool is_persistent = board != load_relaxed(&context->board);
    char *missing = list_missing(context, board, seqno);
    struct calls_of_two calls;

    wording_of_records(board, seqno, seat, seat, &calls);
    note(MPI_ERR_OTHER, "%s %s %s without %s", rank_name(context_member(context, seat)).text,
         is_persistent ? "starts the operation of" : "calls", calls.one,
         missing != NULL ? missing : "others");
    memory_give(missing);
    return MPI_ERR_OTHER;
}

static int tell_difference(const struct context *context, const struct board *board, int one,
                           int other, uint64_t seqno)
{
    struct calls_of_two calls;

    wording_of_records(board, seqno, one, other, &calls);
    return note(MPI_ERR_OTHER, "%s calls %s while %s calls %s, and these must match",
                rank_name(context_member(context, one)).text, calls.one,
                rank_name(context_member(context, other)).text, calls.other);
}

/* ---- finding --------------------------------------------------------------------------------- */

/* Looks through a board on which no member is in a call. */
static int find_unmatched(const struct context *context, const struct board *board)
{
    int seat, most = 0, least = 0, unlike = -1;
    uint64_t seqno;

    if (board_is_broken(board) || board_is_even(board))
        return MPI_SUCCESS;
    for (seat = 1; seat < board->seats; seat++) {
        if (unlike < 0 && !board_are_alike(board, 0, seat))
            unlike = seat;
        if (begun_at(board, seat) > begun_at(board, most))
            most = seat;
        if (begun_at(board, seat) < begun_at(board, least))
            least = seat;
    }
    seqno = begun_at(board, least) + 1;
    for (seat = 0; seat < board->seats; seat++) {
        uint64_t found = cell_find_difference(context, board, most, seat, 1, seqno + 1);

        if (found != 0)
            return tell_difference(context, board, most, seat, found);
    }
    return most != least ? tell_missing(context, board, most, seqno)
                         : tell_difference(context, board, 0, unlike, 0);
}

/* Have all prepared the same? */
static int find_unprepared(const struct context *context, struct board *board)
{
    struct board_call purpose;
    struct calls_of_two calls;
    int seat, opener, least = 0;
    bool is_even = true;

    for (seat = 1; seat < board->seats; seat++) {
        is_even &= board_prepared(board, seat) == board_prepared(board, 0);
        if (board_prepared(board, seat) < board_prepared(board, least))
            least = seat;
    }
    if (is_even || board_is_broken(board) ||
        !board_find_purpose(board, board_prepared(board, least) + 1, &purpose, &opener))
        return MPI_SUCCESS;
    wording_of_two((struct heard){.call = &purpose}, (struct heard){.call = NULL}, &calls);
    return note(MPI_ERR_OTHER, "%s calls %s without %s",
                rank_name(context_member(context, opener)).text, calls.one,
                rank_name(context_member(context, least)).text);
}

/* Looks through boards of persistent operations: those that all members are done with, or all. */
static int find_offspring(const struct context *context, struct board *board, bool are_done)
{
    const struct list *link;
    int err = find_unprepared(context, board);

    lock_take(&board->offspring_lock);
    for (link = board->offspring.next; link != &board->offspring && err == MPI_SUCCESS;
         link = link->next) {
        const struct board *offspring = container_of(link, struct board, sibling);

        if (are_done || offspring->departed == board->seats)
            err = find_unmatched(context, offspring);
    }
    lock_release(&board->offspring_lock);
    return err;
}

/* The member's last call, in place of what would be its next operation. */
static void leave_word(const struct comm *comm, struct board *board, const struct call *call)
{
    const struct board_call last = {
        .word = AGREE_COMM_FREE, .name = call->name, .site = call->site};
    int seat = round_seat_of(comm);

    board_keep(board, seat, begun_at(board, seat) + 1, &last);
}

/* Wakes the members that have begun or prepared something else than this one. They may sleep since
 * before it did, and look now at what it has called instead. */
static void wake_forsaken(const struct comm *comm, const struct board *board)
{
    int seat = round_seat_of(comm), i;

    for (i = 1; i < board->seats && i <= AUDITED_MEMBERS; i++) {
        int other = (seat + i) % board->seats;

        if (!board_are_alike(board, seat, other) ||
            board_prepared(board, other) > board_prepared(board, seat))
            rank_wake(context_member(comm->context, other));
    }
}

int unmatched_by_free(struct comm *comm, const struct call *call)
{
    struct context *context = comm->context;
    struct board *board = load_acquire(&context->board); /* edge context.board */
    bool is_last;
    int err;

    if (board != NULL)
        leave_word(comm, board, call);
    is_last = fetch_add_seq_cst(&context->departed, 1) + 1 == /* edge context.departed */
              context_seats(context);
    if (board == NULL)
        return MPI_SUCCESS;
    if (!is_last) {
        wake_forsaken(comm, board);
        return MPI_SUCCESS;
    }
    err = find_unmatched(context, board);
    return err == MPI_SUCCESS ? find_offspring(context, board, false) : err;
}

static struct comm *comm_of(const struct rank *self, const struct context *context)
{
    const struct store *store = self->world->store;
    int number, numbers = store_numbers(store, OBJECT_COMM);

    for (number = 0; number < numbers; number++) {
        struct comm *comm = object_of_number(store, OBJECT_COMM, number);

        if (comm != NULL && comm->context == context)
            return comm;
    }
    return NULL;
}

int unmatched_by_finalize(struct rank *self, struct comm **comm)
{
    struct world *world = self->world;
    int number, numbers = store_numbers(world->store, OBJECT_CONTEXT), err = MPI_SUCCESS;
    struct board *board;

    *comm = NULL;
    /* edge world.finalizing */
    if (fetch_add_acq_rel(&world->ending.finalizing, 1) + 1 < world->size)
        return MPI_SUCCESS;
    for (number = 0; number < numbers && err == MPI_SUCCESS; number++) {
        const struct context *context = object_of_number(world->store, OBJECT_CONTEXT, number);

        board = context != NULL ? load_acquire(&context->board) : NULL; /* edge context.board */
        if (board == NULL || context->is_common) /* others may be in a call on it */
            continue;
        if (context != comm_world_context(world)) /* there all are going to meet */
            err = find_unmatched(context, board);
        if (err == MPI_SUCCESS)
            err = find_offspring(context, board, true);
        if (err != MPI_SUCCESS)
            *comm = comm_of(self, context);
    }
    return err;
}
