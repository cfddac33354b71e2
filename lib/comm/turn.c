/* SPDX-License-Identifier: MIT */
#include "comm/turn.h"

#include "base/note.h"
#include "rank/wait.h"

int turn_begin(struct comm *comm, struct turn *turn)
{
    turn->comm = comm;
    turn->epoch = comm->epoch + 1;
    turn->is_held_up = false;
    turn->board = context_board(comm->context);
    if (turn->board == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for the board of a communicator of %d",
                    context_seats(comm->context));
    turn->seat = comm->rank + (comm->side == 1 ? comm->context->groups[0]->size : 0);
    comm->epoch++;
    return MPI_SUCCESS;
}

bool turn_is_clear(struct turn *turn)
{
    struct board *board = turn->board;

    if (turn->epoch <= BOARD_EPOCHS)
        return true;
    if (board_have_all_left(board, turn->epoch - BOARD_EPOCHS, &turn->comm->all_left)) {
        if (turn->is_held_up)
            fetch_add_relaxed(&board->held_up, -1);
        turn->is_held_up = false;
        return true;
    }
    if (!turn->is_held_up)
        fetch_add_seq_cst(&board->held_up, 1); /* edge board.left */
    turn->is_held_up = true;
    return false;
}

struct rank *turn_member(const struct turn *turn, int seat)
{
    const struct context *context = turn->comm->context;
    int first = context->groups[0]->size;

    return seat < first ? context->groups[0]->members[seat]
                        : context->groups[1]->members[seat - first];
}

void turn_rouse(const struct turn *turn, int seat)
{
    rank_rouse(turn_member(turn, seat));
}

void turn_rouse_all(const struct turn *turn)
{
    int seat;

    for (seat = 0; seat < turn->board->seats; seat++)
        if (seat != turn->seat)
            turn_rouse(turn, seat);
}

void turn_lay(const struct turn *turn, const void *body, size_t bytes)
{
    board_fill(turn->board, turn->seat, turn->epoch, body, bytes);
}

void turn_show(const struct turn *turn, const void *body, size_t bytes)
{
    turn_lay(turn, body, bytes);
    turn_rouse_all(turn);
}

void turn_show_to(const struct turn *turn, int seat, const void *body, size_t bytes)
{
    turn_lay(turn, body, bytes);
    turn_rouse(turn, seat);
}

void turn_announce(const struct turn *turn, const void *body, size_t bytes)
{
    board_fill(turn->board, turn_table(turn), turn->epoch, body, bytes);
    turn_rouse_all(turn);
}

void turn_announce_to(const struct turn *turn, int seat)
{
    board_fill(turn->board, turn_table(turn), turn->epoch, NULL, 0);
    turn_rouse(turn, seat);
}

bool turn_see_all(const struct turn *turn, int *seen)
{
    while (*seen < turn->board->seats) {
        if (turn_see(turn, *seen) == NULL)
            return false;
        ++*seen;
    }
    return true;
}

void turn_end(struct turn *turn)
{
    if (board_leave(turn->board, turn->seat, turn->epoch))
        turn_rouse_all(turn);
}

void turn_end_heard(struct turn *turn)
{
    if (turn->comm->all_left < turn->epoch - 1)
        turn->comm->all_left = turn->epoch - 1;
}

static bool is_not_clear(void *subject)
{
    return !turn_is_clear(subject);
}

struct sight {
    const struct turn *turn;
    int seat; /* of the card that is waited for */
};

static bool is_unseen(void *subject)
{
    const struct sight *sight = subject;

    return turn_see(sight->turn, sight->seat) == NULL;
}

int turn_broadcast(struct comm *comm, int root, void *body, size_t bytes)
{
    struct turn turn;
    struct sight sight = {.turn = &turn, .seat = root};
    int err = turn_begin(comm, &turn);

    if (err != MPI_SUCCESS)
        return err;
    if (turn.seat == root) {
        rank_wait(comm->self, is_not_clear, &turn);
        turn_show(&turn, body, bytes);
    } else {
        rank_wait(comm->self, is_unseen, &sight);
        memcpy(body, turn_see(&turn, root), bytes);
    }
    turn_end(&turn);
    return MPI_SUCCESS;
}

int turn_gather_all(struct comm *comm, const void *body, size_t bytes, void *all)
{
    struct turn turn;
    struct sight sight = {.turn = &turn};
    int err = turn_begin(comm, &turn);
    int seat;

    if (err != MPI_SUCCESS)
        return err;
    rank_wait(comm->self, is_not_clear, &turn);
    turn_lay(&turn, body, bytes);
    if (turn_arrive(&turn, turn.board->seats))
        turn_announce(&turn, NULL, 0);
    sight.seat = turn_table(&turn);
    rank_wait(comm->self, is_unseen, &sight);
    for (seat = 0; seat < turn.board->seats; seat++)
        memcpy((char *)all + (size_t)seat * bytes, turn_see(&turn, seat), bytes);
    /* Others may still be reading this epoch's cards; all have left the one before. */
    turn_end(&turn);
    turn_end_heard(&turn);
    return MPI_SUCCESS;
}
