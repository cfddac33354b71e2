/* SPDX-License-Identifier: MIT */
#include "coll/way.h"

#include "base/note.h"
#include "coll/policy.h"

static struct turn turn_of(struct comm *comm, struct board *board, uint64_t epoch)
{
    return (struct turn){.comm = comm, .board = board, .epoch = epoch, .seat = comm->rank};
}

void way_leave_openly(struct comm *comm, struct board *board, uint64_t epoch, bool is_heard)
{
    struct turn turn = turn_of(comm, board, epoch);

    is_heard ? turn_end_heard(&turn) : turn_end(&turn);
}

int way_tell_flaw(struct board *board, uint64_t epoch)
{
    char sentence[REPORT_BYTES];

    return board_find_report(board, epoch, epoch, sentence) ? note(MPI_ERR_OTHER, "%s", sentence)
                                                            : MPI_SUCCESS;
}

int way_continue(const struct straight_call *straight, uint64_t call_word, uint64_t data_word,
                 uint32_t history, uint64_t epoch, int phase)
{
    const struct coll_head head = {.call = call_word, .data = data_word, .history = history};
    const struct blocks none = {.types = NULL};
    struct comm *comm = straight->comm;
    const struct coll_call call = {
        .kind = (enum coll_kind)head.kind,
        .form = COLL_BLOCKING,
        .name = straight->call->name,
        .site = straight->call->site,
        .comm = comm,
        .root = straight->root,
        .op = straight->op,
        .send = straight->send,
        .recv = straight->recv,
        .is_in_place = straight->is_in_place,
        .send_blocks = straight->send_blocks != NULL ? *straight->send_blocks : none,
        .recv_blocks = straight->recv_blocks != NULL ? *straight->recv_blocks : none,
    };
    const bool is_crowded = coll_is_crowded(comm);
    const struct coll_choice choice = coll_choose(&call, is_crowded);
    struct coll coll = {
        .call = &call,
        .head = head,
        .step = choice.step,
        .exchange = choice.exchange,
        .is_crowded = is_crowded,
        .phase = phase,
        .root_seat = call.root,
        .peers = comm_size(comm),
        .turn_count = choice.turns,
    };
    int i;

    for (i = 0; i < choice.turns; i++)
        coll.turns[i] = turn_of(comm, context_board(comm->context), epoch + (unsigned)i);
    return coll_finish(comm->self, &coll);
}
