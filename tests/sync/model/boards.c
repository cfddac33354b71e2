/* SPDX-License-Identifier: MIT */
/* Programs of board/board.h. Thread 1 is the member at seat 0, and so on. */
#include "board/relay.h"

#include "base/memory.h"
#include "programs.h"

enum { SEATS_MAX = 3, WINDOW = 4 }; /* a member publishes when it has left this many */

static struct boards {
    struct board *board;
    struct relays *relays;
    int data[SEATS_MAX];
    int *block;
} *boards;

static void begin_board(int seats)
{
    begin_queue();
    boards = model_take(sizeof *boards);
    boards->board = board_create(seats, false);
    model_assert(boards->board != NULL);
}

void begin_board_of_2(void)
{
    begin_board(2);
}

void begin_board_of_3(void)
{
    begin_board(3);
}

static void fill(int seat, uint64_t seqno, int number)
{
    struct board *board = boards->board;

    board_fill(board, seat, seqno, board_own_lag(board, seat, seqno), &number, sizeof number);
}

static int read_cell(int seat, uint64_t seqno)
{
    const void *body;
    int number;

    model_begin_poll();
    while ((body = board_read(boards->board, seat, seqno)) == NULL)
        model_yield();
    memcpy(&number, body, sizeof number);
    return number;
}

/* As an exchange: each fills its cell and reads the other's. */
void two_fill_and_read(int thread)
{
    int seat = thread - 1;

    for (uint64_t seqno = 1; seqno <= 2; seqno++) {
        fill(seat, seqno, 10 * (int)seqno + seat);
        model_assert(read_cell(1 - seat, seqno) == 10 * (int)seqno + 1 - seat);
        board_leave(boards->board, seat, seqno, true);
    }
}

/* As a root of broadcasts that runs ahead: it has filled all its cells, and has left. */
void begin_board_that_is_full(void)
{
    begin_board(2);
    for (uint64_t seqno = 1; seqno <= boards->board->seqnos; seqno++) {
        fill(0, seqno, (int)seqno);
        board_leave(boards->board, 0, seqno, false);
    }
}

void root_fills_again(int thread)
{
    struct board *board = boards->board;
    const uint64_t seqno = board->seqnos + 1;

    if (thread == 1) {
        model_begin_poll();
        while (!board_have_all_left(board, 0, seqno - board->seqnos))
            model_yield();
        fill(0, seqno, (int)seqno);
        return;
    }
    for (uint64_t read = 1; read <= WINDOW; read++) {
        model_assert(read_cell(0, read) == (int)read);
        board_leave(board, 1, read, false);
    }
}

/* The root sleeps until the other has left. What it waits for wakes it, because it is counted. */
void root_is_held_up(int thread)
{
    struct board *board = boards->board;
    const uint64_t seqno = board->seqnos + 1;
    uint32_t seen;

    if (thread == 2) {
        for (uint64_t read = 1; read <= WINDOW; read++)
            if (board_leave(board, 1, read, false))
                park_wake(&shared->park);
        return;
    }
    fetch_add_seq_cst(&board->held_up, 1); /* edge board.held_up */
    for (;;) {
        seen = park_count(&shared->park);
        if (board_have_all_left(board, 0, seqno - board->seqnos))
            break;
        park_sleep(&shared->park, seen, PARK_FOREVER);
    }
    fill(0, seqno, (int)seqno);
}

/* The member at seat 1 sleeps until the other has filled its cell. */
void cell_is_read_by_one_that_dozes(int thread)
{
    uint32_t seen;

    if (thread == 1) {
        fill(0, 1, 7);
        if (mpsc_wake(&shared->queue))
            park_wake(&shared->park);
        return;
    }
    for (;;) {
        seen = park_count(&shared->park);
        if (mpsc_prepare_sleep(&shared->queue) && board_read(boards->board, 0, 1) == NULL)
            park_sleep(&shared->park, seen, PARK_FOREVER);
        if (board_read(boards->board, 0, 1) != NULL)
            break;
    }
    model_assert(read_cell(0, 1) == 7);
}

/* The last to arrive reads what all have written, and fills the table's cell, which all read. */
void three_arrive(int thread)
{
    struct board *board = boards->board;
    int seat = thread - 1, sum = 0;

    boards->data[seat] = 1 << seat;
    if (board_arrive(board, seat, 1, 3, 0) != ARRIVAL_EARLY) {
        for (int i = 0; i < 3; i++)
            sum += boards->data[i];
        board_fill(board, board->seats, 1, board_laggards(board, 1), &sum, sizeof sum);
    }
    model_assert(read_cell(board->seats, 1) == 7);
    board_leave(board, seat, 1, true);
}

/* All have arrived, and arrive once more: the last reads what all have written since. */
void three_arrive_again(int thread)
{
    struct board *board = boards->board;
    int seat = thread - 1, sum = 0;

    boards->data[seat] = 1 << seat;
    if (board_arrive_again(board, 1, 3)) {
        for (int i = 0; i < 3; i++)
            sum += boards->data[i];
        board_fill(board, board->seats, 1, 0, &sum, sizeof sum);
    }
    model_assert(read_cell(board->seats, 1) == 7);
}

/* A record is of one call, or it is said to be of none. */
void one_keeps_one_recalls(int thread)
{
    struct board *board = boards->board;
    const uint64_t later = board->seqnos + 1;
    struct board_call call = {.name = "first"};

    if (thread == 1) {
        board_keep(board, 0, 1, &(struct board_call){.word = 1, .data_sig = 1});
        board_keep(board, 0, later, &(struct board_call){.word = 2, .data_sig = 2});
        return;
    }
    if (board_recall(board, 0, 1, &call))
        model_assert(call.word == 1 && call.data_sig == 1);
    if (board_recall(board, 0, later, &call))
        model_assert(call.word == 2 && call.data_sig == 2);
}

/* A share is done by one at a time. Who cannot do it lets others, who see how far it is. */
void three_claim(int thread)
{
    struct board *board = boards->board;

    if (!board_may_claim(board, 0, 1, 0) || !board_claim(board, 0, 1, 0))
        return;
    boards->data[0]++;
    if (thread == 1)
        board_disclaim(board, 0, 1, 0);
}

/* Thread 1 breaks the board and gives its memory back; thread 2 reads it under a pin. */
void one_pins_one_frees(int thread)
{
    struct board *board = boards->board;

    if (thread == 2) {
        if (board_pin(board, 1)) {
            model_assert(*boards->block == 0);
            board_unpin(board, 1);
        }
        return;
    }
    board_report(board, 1, true, 1, "broken");
    model_begin_poll();
    while (board_is_visited(board))
        model_yield();
    *boards->block = 1;
    memory_give(boards->block);
}

void begin_board_with_a_block(void)
{
    begin_board(2);
    boards->block = memory_take(sizeof *boards->block);
}

/* ---- relays ---------------------------------------------------------------------------------- */

/* Each wants the same number. The first lets others read its own, and then uses that again. */
static void read_by_relay(struct relays *relays, uint64_t seqno, int seat)
{
    const int number = 10 * (int)seqno;
    int *own = &boards->data[seat];
    int relay = relay_join(relays, 0, seqno, seat, (const char *)own), followers;
    uint64_t arrivals;

    if (relay == RELAY_NONE)
        return;
    if (relay == seat) {
        *own = number;
        relay_show(&relays->members[seat], sizeof *own);
        followers = relay_close(relays, 0, seat);
        model_begin_poll();
        while (!relay_is_over(&relays->members[seat], followers, &arrivals))
            model_yield();
        *own = 0;
        return;
    }
    model_begin_poll();
    while (relay_received(&relays->members[relay]) < sizeof *own)
        model_yield();
    model_assert(*(const int *)(const void *)relays->members[relay].bytes == number);
    relay_arrive(&relays->members[relay], 1);
}

void begin_relays_of_2(void)
{
    begin_board(2);
    boards->relays = relay_all(boards->board);
}

void begin_relays_of_3(void)
{
    begin_board(3);
    boards->relays = relay_all(boards->board);
}

void read_by_relay_once(int thread)
{
    read_by_relay(boards->relays, 1, thread - 1);
}

void read_by_relay_twice(int thread)
{
    for (uint64_t seqno = 1; seqno <= 2; seqno++)
        read_by_relay(boards->relays, seqno, thread - 1);
}

void two_make_relays(int thread)
{
    read_by_relay(relay_all(boards->board), 1, thread - 1);
}
