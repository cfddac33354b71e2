/* SPDX-License-Identifier: MIT */
/* The advice of a summary, from tables made by hand: nothing here takes time. */
#include "timeline/advice.h"

#include <heddle/criterion.h>

enum { RANKS = 4, SECOND = 1000000000, ROOM = 16 };

static struct summary_call calls[ROOM];
static struct summary_time times[ROOM];
static struct summary_link links[ROOM];
static struct summary summary;
static struct summary_advice advice[ADVICE_MAX];

/* A job of ten seconds whose ranks have done nothing. */
static void begin(void)
{
    summary = (struct summary){
        .ns = UINT64_C(10) * SECOND,
        .ranks = RANKS,
        .calls = calls,
        .times = times,
        .links = links};
}

static void add_call(const char *name, uint32_t site, uint64_t count, uint64_t ns)
{
    calls[summary.call_count++] = (struct summary_call){
        .name = name, .site = site, .ranks = RANKS, .calls = count, .ns = ns};
}

static void add_wait(enum tally_kind kind, int rank, int other, uint64_t ns)
{
    links[summary.link_count++] = (struct summary_link){.kind = kind,
                                                        .site = 10,
                                                        .there = 20,
                                                        .name = "MPI_Wait",
                                                        .rank = rank,
                                                        .other = other,
                                                        .count = 1,
                                                        .sum = ns};
}

static void add_messages(enum tally_kind kind, uint32_t site, uint32_t there, uint64_t count,
                         uint64_t bytes)
{
    links[summary.link_count++] = (struct summary_link){.kind = kind,
                                                        .site = site,
                                                        .there = there,
                                                        .rank = 1,
                                                        .other = 0,
                                                        .count = count,
                                                        .sum = bytes};
}

Test(advice, a_job_that_waits_less_than_a_twentieth_gets_none)
{
    begin();
    cr_assert_eq(advice_find(&summary, advice), 0);
    for (int i = 0; i < RANKS; i++)
        add_wait(TALLY_FOR_SENDER, i, (i + 1) % RANKS, UINT64_C(499999999));
    cr_assert_eq(advice_find(&summary, advice), 0);
    links[0].sum += 1000000;
    cr_assert_eq(advice_find(&summary, advice), 1);
}

Test(advice, a_late_sender_is_named_with_both_places_and_who_waits_longest)
{
    begin();
    add_wait(TALLY_FOR_SENDER, 1, 0, UINT64_C(1) * SECOND);
    add_wait(TALLY_FOR_SENDER, 2, 0, UINT64_C(3) * SECOND);
    add_wait(TALLY_FOR_SENDER, 3, 1, UINT64_C(1) * SECOND);
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert(advice[0].kind == ADVICE_LATE_SENDER && advice[0].ns == UINT64_C(5) * SECOND);
    cr_assert(advice[0].late == 0 && advice[0].site == 10 && advice[0].there == 20);
    cr_assert(advice[0].waiters == 3 && advice[0].longest == 2);
    cr_assert_eq(advice[0].longest_ns, UINT64_C(3) * SECOND);
}

Test(advice, nobody_is_named_if_no_rank_is_to_blame_for_half_of_it)
{
    begin();
    for (int i = 0; i < RANKS; i++)
        add_wait(TALLY_FOR_RECEIVER, i, (i + 1) % RANKS, UINT64_C(2) * SECOND);
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert(advice[0].kind == ADVICE_LATE_RECEIVER && advice[0].late == SUMMARY_NO_RANK);
}

Test(advice, a_late_receiver_is_named_with_the_receive_that_gets_most_of_the_messages)
{
    begin();
    add_wait(TALLY_FOR_RECEIVER, 0, 1, UINT64_C(4) * SECOND);
    add_messages(TALLY_MATCHED, 31, 20, 5, 100);
    add_messages(TALLY_MATCHED, 32, 20, 7, 100);
    add_messages(TALLY_MATCHED, 33, 21, 9, 100);
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert(advice[0].there == 32 && advice[0].late == 1);
}

Test(advice, a_rank_that_waits_least_comes_last_where_all_wait_and_nobody_knows_for_whom)
{
    begin();
    add_call("MPI_Wait", 10, 4, UINT64_C(9) * SECOND);
    for (int i = 0; i < RANKS; i++)
        if (i != 2)
            add_wait(TALLY_FOR_OTHERS, i, SUMMARY_NO_RANK, UINT64_C(3) * SECOND);
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert(advice[0].kind == ADVICE_IMBALANCE && advice[0].late == 2);
    calls[0].ranks = RANKS - 1;
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert_eq(advice[0].late, SUMMARY_NO_RANK);
}

Test(advice, most_comes_first_and_only_so_much_is_said)
{
    begin();
    for (int i = 0; i < ADVICE_MAX + 3; i++) {
        add_wait(TALLY_FOR_EPOCH, 0, SUMMARY_NO_RANK, UINT64_C(1) * SECOND * (3 + i * 5 % 8));
        links[i].site = (uint32_t)(100 + i);
    }
    cr_assert_eq(advice_find(&summary, advice), ADVICE_MAX);
    for (int i = 0; i < ADVICE_MAX; i++)
        cr_assert_eq(advice[i].ns, UINT64_C(1) * SECOND * (10 - i));
}

Test(advice, waits_for_small_messages_are_part_of_what_these_cost)
{
    begin();
    add_call("MPI_Send", 20, 40000, UINT64_C(2) * SECOND);
    calls[0].similar = 39999;
    add_wait(TALLY_FOR_SENDER, 1, 0, UINT64_C(3) * SECOND);
    add_messages(TALLY_MATCHED, 10, 20, 40000, 160000);
    add_messages(TALLY_UNEXPECTED, 0, 20, 4000000, 16000);
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert(advice[0].kind == ADVICE_SMALL_MESSAGES && advice[0].count == 39999);
    cr_assert(advice[0].site == 20 && advice[0].there == 10);
    cr_assert(advice[0].ns > UINT64_C(4990000000) && advice[0].ns <= UINT64_C(5) * SECOND);
}

Test(advice, a_sender_that_does_other_work_between_small_messages_is_late)
{
    begin();
    add_call("MPI_Send", 20, 2000, UINT64_C(1) * SECOND);
    calls[0].similar = 1999;
    add_wait(TALLY_FOR_SENDER, 1, 0, UINT64_C(3) * SECOND);
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert(advice[0].kind == ADVICE_LATE_SENDER && advice[0].late == 0);
}

Test(advice, few_small_messages_are_none)
{
    begin();
    add_call("MPI_Send", 20, 1000, UINT64_C(9) * SECOND);
    calls[0].similar = 999;
    cr_assert_eq(advice_find(&summary, advice), 0);
}

Test(advice, unexpected_messages_of_one_call_are_added_up)
{
    begin();
    add_messages(TALLY_UNEXPECTED, 0, 20, 2000000, UINT64_C(4000000000));
    add_messages(TALLY_UNEXPECTED, 0, 20, 1000000, UINT64_C(2000000000));
    add_messages(TALLY_UNEXPECTED, 0, 21, 999, UINT64_C(9000000000));
    add_messages(TALLY_MATCHED, 30, 20, 3000000, UINT64_C(6000000000));
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert(advice[0].kind == ADVICE_UNEXPECTED_MESSAGES && advice[0].count == 3000000);
    cr_assert(advice[0].bytes == UINT64_C(6000000000));
    cr_assert(advice[0].site == 20 && advice[0].there == 30);
}

/* A hundred thousand messages cost some 30 ms. Those are a fifth of the processor time, and so of
 * the six seconds that their calls take without waiting. */
Test(advice, unexpected_messages_cost_more_time_where_processors_have_too_much_to_do)
{
    begin();
    add_messages(TALLY_UNEXPECTED, 0, 20, 100000, 0);
    add_messages(TALLY_MATCHED, 30, 20, 100000, 0);
    add_call("MPI_Send", 20, 100000, UINT64_C(4) * SECOND);
    add_call("MPI_Recv", 30, 100000, UINT64_C(5) * SECOND);
    calls[1].waited = UINT64_C(3) * SECOND;
    cr_assert_eq(advice_find(&summary, advice), 0);
    summary.processor_ns = SECOND * UINT64_C(15) / 100;
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert_eq(advice[0].ns, UINT64_C(6) * SECOND / 5);
}

Test(advice, small_accesses_that_go_on_are_told_with_their_part_of_the_time)
{
    begin();
    add_call("MPI_File_write", 10, 1000, UINT64_C(4) * SECOND);
    calls[0].adjacent = 500;
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert(advice[0].kind == ADVICE_SMALL_ACCESSES && advice[0].count == 500);
    cr_assert_eq(advice[0].ns, UINT64_C(2) * SECOND);
}

Test(advice, strided_accesses_are_told_with_the_ranks_that_make_them)
{
    begin();
    add_call("MPI_File_write_at", 10, 1000, UINT64_C(4) * SECOND);
    calls[0].strided = 750;
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert(advice[0].kind == ADVICE_STRIDED_ACCESSES && advice[0].count == 750);
    cr_assert(advice[0].ns == UINT64_C(3) * SECOND && advice[0].ranks == RANKS);
    calls[0].strided = 99;
    cr_assert_eq(advice_find(&summary, advice), 0);
}

/* Rank 1 waits so long for a message of rank 0, and the others then for rank 1, elsewhere. */
static void wait_for_one_that_waits(uint64_t for_message, uint64_t for_member)
{
    begin();
    add_wait(TALLY_FOR_SENDER, 1, 0, for_message);
    times[summary.time_count++] = (struct summary_time){10, 1, for_message};
    for (int i = 0; i < RANKS; i++) {
        if (i == 1)
            continue;
        add_wait(TALLY_FOR_MEMBER, i, 1, for_member);
        links[summary.link_count - 1].site = 30;
        links[summary.link_count - 1].there = 0;
    }
}

Test(advice, a_rank_is_not_late_if_what_made_it_late_is_told)
{
    wait_for_one_that_waits(UINT64_C(3) * SECOND, UINT64_C(3) * SECOND);
    cr_assert_eq(advice_find(&summary, advice), 1);
    cr_assert(advice[0].kind == ADVICE_LATE_SENDER && advice[0].site == 10);
}

Test(advice, a_rank_is_late_if_what_is_told_explains_a_part_of_it)
{
    wait_for_one_that_waits(UINT64_C(3) * SECOND, UINT64_C(6) * SECOND);
    cr_assert_eq(advice_find(&summary, advice), 2);
    cr_assert(advice[0].kind == ADVICE_IMBALANCE && advice[0].late == 1);
    cr_assert_eq(advice[0].ns, UINT64_C(18) * SECOND);
    cr_assert(advice[1].kind == ADVICE_LATE_SENDER);
}

Test(advice, what_all_ranks_do_too_often_explains_no_imbalance)
{
    wait_for_one_that_waits(UINT64_C(3) * SECOND, UINT64_C(3) * SECOND);
    for (int i = 0; i < RANKS; i++)
        if (i != 1)
            times[summary.time_count++] = (struct summary_time){10, i, UINT64_C(3) * SECOND};
    cr_assert_eq(advice_find(&summary, advice), 2);
}

Test(advice, waits_for_nobody_knows_whom_are_explained_by_the_rank_that_is_told_of_most)
{
    wait_for_one_that_waits(UINT64_C(3) * SECOND, UINT64_C(3) * SECOND);
    for (int i = 0; i < summary.link_count; i++)
        if (links[i].kind == TALLY_FOR_MEMBER) {
            links[i].kind = TALLY_FOR_OTHERS;
            links[i].other = SUMMARY_NO_RANK;
        }
    cr_assert_eq(advice_find(&summary, advice), 1);
}

Test(advice, every_kind_has_a_word)
{
    for (int i = 0; i < ADVICE_KINDS; i++)
        cr_assert_not_null(advice_word((enum advice_kind)i));
}
