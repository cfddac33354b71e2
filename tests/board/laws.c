/* SPDX-License-Identifier: MIT */
/* The laws of the board, broken one by one: board_check finds each. */
#include "board/board.h"

#include <criterion/criterion.h>

#include "../base/broken_law.h"

/* A member that has completed two barriers with another one. */
static struct board *used_board(void)
{
    struct board *board = board_create(2, false);

    for (uint64_t seqno = 1; seqno <= 2; seqno++) {
        for (int seat = 0; seat < 2; seat++) {
            store_relaxed(&board->members[seat].begun, seqno);
            board_fill(board, seat, seqno, board_own_lag(board, seat, seqno), NULL, 0);
        }
        for (int seat = 0; seat < 2; seat++)
            board_leave(board, seat, seqno, true);
    }
    board_check(board, 0);
    board_check(board, 1);
    return board;
}

static void leave_what_was_not_begun(void)
{
    struct board *board = used_board();

    store_relaxed(&board->members[0].left, 3);
    board_check(board, 0);
}

static void publish_more_than_was_left(void)
{
    struct board *board = used_board();

    store_relaxed(&board->members[1].published, 3);
    board_check(board, 1);
}

static void know_too_much_of_others(void)
{
    struct board *board = used_board();

    store_relaxed(&board->members[0].all_left, 3);
    board_check(board, 0);
}

static void fill_a_cell_that_others_still_read(void)
{
    struct board *board = used_board();
    const uint64_t seqno = board->seqnos + 3;

    store_relaxed(&board->members[0].begun, seqno);
    board_fill(board, 0, seqno, 0, NULL, 0);
    board_check(board, 0);
}

static void fill_a_cell_of_another_number(void)
{
    struct board *board = used_board();

    board_stamp(board, board_cell(board, 0, 2), UINT64_C(1) << STAMP_LAG_BITS);
    board_check(board, 0);
}

Test(board_laws, are_missed_when_they_are_broken)
{
    cr_assert(is_caught(leave_what_was_not_begun, "left <= load_relaxed(&own->begun)"));
    cr_assert(is_caught(publish_more_than_was_left, "load_relaxed(&own->published) <= left"));
    cr_assert(is_caught(know_too_much_of_others,
                        "load_relaxed(&own->all_left) <= "
                        "load_relaxed(&board->members[other].left)"));
    cr_assert(is_caught(fill_a_cell_that_others_still_read,
                        "held <= board->seqnos || have_left(board, held - board->seqnos)"));
    cr_assert(is_caught(fill_a_cell_of_another_number,
                        "held == 0 || ((held ^ seqno) & (board->seqnos - 1)) == 0"));
}
