/* SPDX-License-Identifier: MIT */
/* Relays: who opens one, who follows it, and when it is over. */
#include "board/relay.h"

#include <criterion/criterion.h>

enum { SEATS = 5, SEQNO = 7, CLUSTER = 3 };

static char blocks[SEATS][64];

struct relayed {
    struct board *board;
    struct relays *relays;
};

static struct relayed begin(void)
{
    struct board *board = board_create(SEATS, false);

    return (struct relayed){board, relay_all(board)};
}

static int join(struct relayed relayed, unsigned cluster, uint64_t seqno, int seat)
{
    return relay_join(relayed.relays, cluster, seqno, seat, blocks[seat]);
}

static int close_own(struct relayed relayed, int seat)
{
    return relay_close(relayed.relays, CLUSTER, seat);
}

Test(relay, is_opened_by_the_first_of_a_cluster_and_followed_by_the_others)
{
    struct relayed relayed = begin();

    cr_assert_eq(join(relayed, CLUSTER, SEQNO, 2), 2);
    cr_assert_eq(join(relayed, CLUSTER, SEQNO, 0), 2);
    cr_assert_eq(join(relayed, CLUSTER, SEQNO, 4), 2);
    cr_assert_eq(join(relayed, CLUSTER + 1, SEQNO, 1), 1);
    cr_assert_eq(relayed.relays->members[2].bytes, blocks[2]);
    cr_assert_eq(close_own(relayed, 2), 2);
    board_destroy(relayed.board);
}

Test(relay, of_a_board_is_found_by_all_members)
{
    struct relayed relayed = begin();

    cr_assert_eq(relay_all(relayed.board), relayed.relays);
    board_destroy(relayed.board);
}

Test(relay, that_is_closed_has_no_more_followers_but_a_successor)
{
    struct relayed relayed = begin();

    cr_assert_eq(join(relayed, CLUSTER, SEQNO, 2), 2);
    cr_assert_eq(close_own(relayed, 2), 0);
    cr_assert_eq(join(relayed, CLUSTER, SEQNO, 3), 3);
    cr_assert_eq(join(relayed, CLUSTER, SEQNO, 4), 3);
    board_destroy(relayed.board);
}

Test(relay, of_another_operation_is_left_alone)
{
    struct relayed relayed = begin();

    cr_assert_eq(join(relayed, CLUSTER, SEQNO, 2), 2);
    cr_assert_eq(join(relayed, CLUSTER, SEQNO + 1, 3), RELAY_NONE);
    cr_assert_eq(join(relayed, CLUSTER + RELAY_PLACES, SEQNO + 1, 3), RELAY_NONE);
    cr_assert_eq(close_own(relayed, 2), 0);
    cr_assert_eq(join(relayed, CLUSTER, SEQNO + 1, 3), 3);
    board_destroy(relayed.board);
}

/* Beyond what the word of a place can hold. */
Test(relay, of_a_high_sequence_number_is_distinct_from_those_around)
{
    const uint64_t late = (UINT64_C(1) << 40) + SEQNO;
    struct relayed relayed = begin();

    cr_assert_eq(join(relayed, CLUSTER, late, SEATS - 1), SEATS - 1);
    for (uint64_t i = 1; i <= BOARD_SEQNOS_MAX; i++) {
        cr_assert_eq(join(relayed, CLUSTER, late - i, 0), RELAY_NONE);
        cr_assert_eq(join(relayed, CLUSTER, late + i, 0), RELAY_NONE);
    }
    cr_assert_eq(join(relayed, CLUSTER, late, 0), SEATS - 1);
    board_destroy(relayed.board);
}

/* The relay counts, at the counter of the sequence number, for those who have followed it. */
Test(relay, is_over_when_all_followers_have_arrived_and_arrives_for_them)
{
    struct relayed relayed = begin();
    struct relay *own = &relayed.relays->members[0];
    uint64_t arrivals;
    int followers;

    for (int seat = 0; seat < SEATS; seat++)
        cr_assert_eq(join(relayed, CLUSTER, SEQNO, seat), 0);
    relay_show(own, 32);
    cr_assert_eq(relay_received(own), 32);
    followers = close_own(relayed, 0);
    cr_assert_eq(followers, SEATS - 1);
    for (int seat = 1; seat < SEATS; seat++) {
        cr_assert_not(relay_is_over(own, followers, &arrivals));
        relay_arrive(own, board_arrival_word(seat == 3 ? 12 : 11, seat == 4));
    }
    cr_assert(relay_is_over(own, followers, &arrivals));
    cr_assert_eq(board_arrivals_count(arrivals), SEATS - 1);
    cr_assert_eq(board_arrive_together(relayed.board, SEQNO, SEATS, 11,
                                       arrivals + board_arrival_word(11, false)),
                 ARRIVAL_LAST_UNLIKE);
    cr_assert(relayed.board->arrived[SEQNO].has_laggards);
    board_destroy(relayed.board);
}
