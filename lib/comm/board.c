/* SPDX-License-Identifier: MIT */
#include "comm/board.h"

#include "base/memory.h"

static_assert(sizeof(struct card) == CACHE_LINE, "a card is one cache line");

struct board *board_create(int seats)
{
    struct board *board = memory_take_aligned(CACHE_LINE, sizeof *board);
    size_t cards = (size_t)BOARD_EPOCHS * ((size_t)seats + 1);

    if (board == NULL)
        return NULL;
    board->seats = seats;
    board->members = memory_take_aligned(CACHE_LINE, (size_t)seats * sizeof board->members[0]);
    board->cards = memory_take_aligned(CACHE_LINE, cards * sizeof board->cards[0]);
    if (board->members == NULL || board->cards == NULL) {
        board_destroy(board);
        return NULL;
    }
    return board;
}

void board_destroy(struct board *board)
{
    if (board == NULL)
        return;
    memory_give(board->members);
    memory_give(board->cards);
    memory_give(board);
}

bool board_have_all_left(const struct board *board, uint64_t epoch, uint64_t *all_left)
{
    uint64_t least = UINT64_MAX;
    int seat;

    if (epoch <= *all_left)
        return true;
    for (seat = 0; seat < board->seats; seat++) {
        uint64_t left = load_acquire(&board->members[seat].left); /* edge board.left */

        if (left < least)
            least = left;
        if (left < epoch)
            return false;
    }
    *all_left = least;
    return true;
}
