/* SPDX-License-Identifier: MIT */
#include "base/must.h"
#include "board/board.h"

static bool have_left(const struct board *board, uint64_t seqno)
{
    int seat;

    for (seat = 0; seat < board->seats && seat < LAWS_STEPS_MAX; seat++)
        if (load_acquire(&board->members[seat].left) < seqno) /* edge board.left */
            return false;
    return true;
}

/* The cells of the sequence numbers that a member has begun last. */
static void check_cells(const struct board *board, int seat)
{
    const uint64_t begun = load_relaxed(&board->members[seat].begun);
    unsigned i;

    for (i = 0; i < LAWS_STEPS_MAX && i < begun; i++) {
        const uint64_t seqno = begun - i;
        const struct cell *cell = board_cell(board, seat, seqno);
        const uint64_t held = load_relaxed(&cell->stamp) >> STAMP_LAG_BITS;

        must(held <= begun);                                                   /* law 2 */
        must(held == 0 || ((held ^ seqno) & (board->seqnos - 1)) == 0);        /* law 2 */
        must(held <= board->seqnos || have_left(board, held - board->seqnos)); /* law 1 */
    }
}

void board_check(const struct board *board, int seat)
{
    const struct board_seat *own = &board->members[seat];
    const uint64_t left = load_relaxed(&own->left);
    int other;

    if (board_is_broken(board)) /* members leave what they have not completed */
        return;
    must(load_relaxed(&own->published) <= left);
    must(left <= load_relaxed(&own->begun));
    must(own->ahead < board->seqnos);
    for (other = 0; other < board->seats && other < LAWS_STEPS_MAX; other++)
        must(load_relaxed(&own->all_left) <= load_relaxed(&board->members[other].left));
    check_cells(board, seat);
}
