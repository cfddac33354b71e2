/* SPDX-License-Identifier: MIT */
/* A tally adds up calls and waits. The tests tell it the times. */
#include "rank/observe/tally.h"

#include <heddle/criterion.h>

#include <string.h>

#include "base/memory.h"
#include "rank/observe/stretches.h"

enum { SEND_SITE = 100, RECEIVE_SITE, WAIT_SITE, THERE = 500 };

static struct tally *tally;
static const char send_name[] = "MPI_Send", receive_name[] = "MPI_Recv", wait_name[] = "MPI_Wait";

static void begin(void)
{
    tally = tally_create(0);
    cr_assert_not_null(tally);
}

static void end(void)
{
    tally_destroy(tally);
}

TestSuite(tally, .init = begin, .fini = end);

static const struct tally_call *call_at(uint32_t site)
{
    for (int i = 0; i < TALLY_CALLS; i++)
        if (tally_calls(tally)[i].is_used && tally_calls(tally)[i].site == site)
            return &tally_calls(tally)[i];
    return NULL;
}

/* The only link of that kind. */
static const struct tally_link *link_of(enum tally_kind kind)
{
    const struct tally_link *found = NULL;

    for (int i = 0; i < TALLY_LINKS; i++) {
        const struct tally_link *link = &tally_links(tally)[i];

        if (link->is_used && link->kind == kind) {
            cr_assert_null(found);
            found = link;
        }
    }
    return found;
}

static bool is_link(enum tally_kind kind, uint32_t there, uint32_t who, uint64_t count,
                    uint64_t sum)
{
    const struct tally_link *link = link_of(kind);

    return link != NULL && link->there == there && link->who == who && link->count == count &&
           link->sum == sum;
}

static struct tally_message message_of(int64_t bytes)
{
    return (struct tally_message){
        .site = RECEIVE_SITE, .there = THERE, .who = 7, .context = 1, .tag = 3, .bytes = bytes};
}

Test(tally, a_wait_that_a_message_ends_is_for_its_sender_until_then)
{
    const struct tally_message message = message_of(8);

    for (uint64_t time = 1000; time <= 2000; time += 1000) {
        tally_begin_call(tally, receive_name, RECEIVE_SITE, time);
        tally_begin_wait(tally, time + 10);
        tally_matched(tally, &message, time + 200);
        tally_end_wait(tally, time + 300);
        tally_end_call(tally, time + 310);
    }
    cr_assert(is_link(TALLY_FOR_SENDER, THERE, 7, 2, 380));
    cr_assert(is_link(TALLY_MATCHED, THERE, 7, 2, 16));
    cr_assert(call_at(RECEIVE_SITE)->calls == 2 && call_at(RECEIVE_SITE)->ticks == 620);
    cr_assert_eq(call_at(RECEIVE_SITE)->waited, 380);
    cr_assert_null(link_of(TALLY_FOR_OTHERS));
}

Test(tally, a_message_that_a_rank_does_not_wait_for_costs_no_wait)
{
    const struct tally_message message = message_of(8);

    tally_begin_call(tally, receive_name, RECEIVE_SITE, 1000);
    tally_matched(tally, &message, 1001);
    tally_end_call(tally, 1002);
    cr_assert(is_link(TALLY_MATCHED, THERE, 7, 1, 8));
    cr_assert_null(link_of(TALLY_FOR_SENDER));
}

Test(tally, a_send_waits_for_its_receiver_whatever_comes_meanwhile)
{
    const struct tally_message received = message_of(8);
    struct tally_message sent = message_of(2000);

    sent.is_offered = true;
    tally_begin_call(tally, send_name, SEND_SITE, 1000);
    tally_sent(tally, &sent);
    tally_begin_wait(tally, 2000);
    tally_matched(tally, &received, 3000);
    tally_end_wait(tally, 7000);
    tally_end_call(tally, 7000);
    /* A part of it is copying: a tick for two bytes. */
    cr_assert(is_link(TALLY_FOR_RECEIVER, 0, 7, 1, 4000));
    cr_assert_null(link_of(TALLY_FOR_SENDER));
}

/* A wait for requests from 200 on, which ends at `until` because that is done. */
static void wait_for(const struct tally_awaited *awaited, uint32_t site, uint64_t until)
{
    tally_begin_call(tally, wait_name, site, 200);
    tally_begin_wait(tally, 200);
    tally_waited(tally, awaited, until);
    tally_end_wait(tally, until + 1);
    tally_end_call(tally, until + 1);
}

Test(tally, a_later_call_waits_for_the_receiver_of_what_was_sent_before)
{
    struct tally_message sent = message_of(2);

    sent.is_offered = true;
    for (uint32_t who = 7; who <= 9; who++) {
        tally_begin_call(tally, "MPI_Isend", SEND_SITE, 100);
        sent.who = who > 8 ? 8 : who; /* 7, then 8 and 8 */
        sent.site = SEND_SITE;
        tally_sent(tally, &sent);
        tally_end_call(tally, 110);
        if (who != 8)
            wait_for(&(struct tally_awaited){.site = SEND_SITE, .who = sent.who}, WAIT_SITE + who,
                     300);
    }
    for (int i = 0, found = 0; i < TALLY_LINKS; i++) {
        const struct tally_link *link = &tally_links(tally)[i];

        if (!link->is_used)
            continue;
        found++;
        cr_assert(link->kind == TALLY_FOR_RECEIVER && link->there == SEND_SITE && found <= 2);
        cr_assert_eq(link->who, link->site == WAIT_SITE + 7 ? 7 : 8);
    }
}

Test(tally, a_wait_for_several_is_for_each_that_it_finds_undone_in_turn)
{
    struct tally_message sent = message_of(20);

    sent.is_offered = true;
    tally_begin_call(tally, "MPI_Startall", SEND_SITE, 100);
    for (sent.who = 7; sent.who <= 8; sent.who++) {
        sent.site = SEND_SITE;
        tally_sent(tally, &sent);
    }
    tally_end_call(tally, 110);
    tally_begin_call(tally, "MPI_Waitall", WAIT_SITE, 200);
    tally_begin_wait(tally, 200);
    tally_waited(tally, &(struct tally_awaited){.site = 1, .who = 8}, 300); /* made elsewhere */
    tally_matched(tally, &(struct tally_message){.there = THERE, .who = 9}, 350);
    tally_waited(tally, &(struct tally_awaited){.who = tally_nobody}, 360);
    tally_waited(tally, &(struct tally_awaited){.who = tally_nobody}, 400);
    tally_end_wait(tally, 410);
    tally_end_call(tally, 410);
    cr_assert(is_link(TALLY_FOR_RECEIVER, SEND_SITE, 8, 1, 90));
    cr_assert(is_link(TALLY_FOR_SENDER, THERE, 9, 1, 50));
    cr_assert(is_link(TALLY_FOR_OTHERS, 0, tally_nobody, 1, 40));
    cr_assert_eq(call_at(WAIT_SITE)->waited, 180);
}

Test(tally, members_wait_until_the_last_one_enters)
{
    struct tally *others = tally_create(0);
    const char board = 0;

    cr_assert_not_null(others);
    tally_begin_call(tally, "MPI_Barrier", WAIT_SITE, 100);
    tally_enter(tally, &board, 5, 1, false, 100);
    tally_begin_wait(tally, 100);
    tally_begin_call(others, "MPI_Barrier", WAIT_SITE, 150);
    tally_enter(others, &board, 6, 9, false, 150); /* another operation */
    tally_end_call(others, 151);
    tally_begin_call(others, "MPI_Barrier", WAIT_SITE, 160);
    tally_enter(others, &board, 5, 2, false, 160);
    tally_begin_wait(others, 161);
    tally_end_wait(others, 170); /* for no other: it was the last */
    tally_end_call(others, 170);
    tally_end_wait(tally, 200);
    tally_end_call(tally, 201);
    cr_assert(is_link(TALLY_FOR_MEMBER, 0, 2, 1, 60));
    cr_assert_eq(call_at(WAIT_SITE)->waited, 60);
    for (int i = 0; i < TALLY_LINKS; i++)
        cr_assert(!tally_links(others)[i].is_used);
    tally_destroy(others);
}

Test(tally, an_operation_that_was_only_started_is_waited_for_later)
{
    struct tally *others = tally_create(0);
    const char board = 0;

    cr_assert_not_null(others);
    tally_begin_call(tally, "MPI_Ibarrier", SEND_SITE, 100);
    tally_enter(tally, &board, 9, 4, true, 100);
    tally_enter(tally, &board, 10, 4, true, 101);
    tally_end_call(tally, 101);
    tally_enter(others, &board, 10, 6, true, 290);
    tally_enter(others, &board, 9, 5, true, 260);
    wait_for(&(struct tally_awaited){.who = tally_nobody, .board = &board, .number = 9}, WAIT_SITE,
             270);
    cr_assert(is_link(TALLY_FOR_MEMBER, 0, 5, 1, 60));
    tally_destroy(others);
}

/* A send that is not known to be received, then an operation that was only started. */
static void begin_both(const char *board)
{
    struct tally_message sent = message_of(2);

    sent.is_offered = true;
    sent.site = SEND_SITE;
    tally_begin_call(tally, "MPI_Isend", SEND_SITE, 100);
    tally_sent(tally, &sent);
    tally_end_call(tally, 110);
    tally_begin_call(tally, "MPI_Ibarrier", RECEIVE_SITE, 120);
    tally_enter(tally, board, 10, 4, true, 120);
    tally_end_call(tally, 130);
}

static void wait_in(const char *name)
{
    tally_begin_call(tally, name, WAIT_SITE, 200);
    tally_begin_wait(tally, 200);
    tally_waited(tally, &(struct tally_awaited){.site = SEND_SITE, .who = 7}, 260);
    tally_end_wait(tally, 260);
    tally_end_call(tally, 260);
}

Test(tally, only_calls_that_complete_requests_wait_for_them)
{
    const char board = 0;

    begin_both(&board);
    wait_in("MPI_Comm_split");
    cr_assert(is_link(TALLY_FOR_OTHERS, 0, tally_nobody, 1, 60));
    cr_assert_null(link_of(TALLY_FOR_RECEIVER));
    cr_assert_null(link_of(TALLY_FOR_MEMBER));
}

/* One is copied where it comes, the other by its sender, who does not want to wait for the receive:
 * that is known when it is received. */
Test(tally, an_unexpected_message_has_its_bytes_if_they_are_copied_for_that)
{
    struct tally_message message = message_of(8);

    message.who = tally_nobody;
    message.is_copied = true;
    tally_unexpected(tally, &message, 100);
    message.is_copied = false;
    message.bytes = 1000;
    tally_unexpected(tally, &message, 110);
    cr_assert(is_link(TALLY_UNEXPECTED, THERE, tally_nobody, 2, 8));
    tally_matched(tally, &message, 120);
    cr_assert(is_link(TALLY_UNEXPECTED, THERE, tally_nobody, 2, 8));
    message.is_copied = true;
    tally_matched(tally, &message, 130);
    cr_assert(is_link(TALLY_UNEXPECTED, THERE, tally_nobody, 2, 1008));
}

Test(tally, making_a_window_is_no_epoch)
{
    wait_in("MPI_Win_create");
    wait_in("MPI_Win_allocate");
    cr_assert_null(link_of(TALLY_FOR_EPOCH));
    wait_in("MPI_Win_wait");
    cr_assert(is_link(TALLY_FOR_EPOCH, 0, tally_nobody, 1, 60));
}

Test(tally, epochs_and_what_nobody_knows_have_kinds_of_their_own)
{
    tally_begin_call(tally, "MPI_Win_lock", SEND_SITE, 100);
    tally_begin_wait(tally, 100);
    tally_end_wait(tally, 150);
    tally_end_call(tally, 150);
    tally_begin_call(tally, "MPI_Comm_split", WAIT_SITE, 200);
    tally_begin_wait(tally, 200);
    tally_end_wait(tally, 230);
    tally_end_call(tally, 230);
    cr_assert(is_link(TALLY_FOR_EPOCH, 0, tally_nobody, 1, 50));
    cr_assert(is_link(TALLY_FOR_OTHERS, 0, tally_nobody, 1, 30));
}

Test(tally, a_call_inside_another_one_belongs_to_that)
{
    tally_begin_call(tally, "MPI_Comm_dup", WAIT_SITE, 100);
    tally_begin_call(tally, receive_name, RECEIVE_SITE, 110);
    tally_begin_wait(tally, 110);
    tally_end_wait(tally, 120);
    tally_end_call(tally, 130);
    tally_end_call(tally, 150);
    tally_end_call(tally, 160); /* of nothing */
    cr_assert_null(call_at(RECEIVE_SITE));
    cr_assert(call_at(WAIT_SITE)->ticks == 50 && call_at(WAIT_SITE)->waited == 10);
}

/* How many of two messages in a row were found to be alike. */
static uint64_t count_similar(struct tally_message one, struct tally_message other)
{
    uint64_t before;

    tally_begin_call(tally, send_name, SEND_SITE, 1);
    before = call_at(SEND_SITE)->similar;
    tally_sent(tally, &(struct tally_message){.bytes = TALLY_SMALL_MESSAGE + 1});
    tally_sent(tally, &one);
    tally_sent(tally, &other);
    tally_end_call(tally, 2);
    return call_at(SEND_SITE)->similar - before;
}

Test(tally, small_messages_are_alike_if_only_their_sizes_differ)
{
    const struct tally_message one = message_of(8);
    struct tally_message other = message_of(TALLY_SMALL_MESSAGE);

    cr_assert_eq(count_similar(one, other), 1);
    other.bytes++;
    cr_assert_eq(count_similar(one, other), 0);
    other = one;
    other.tag++;
    cr_assert_eq(count_similar(one, other), 0);
    other = one;
    other.who++;
    cr_assert_eq(count_similar(one, other), 0);
    other = one;
    other.context++;
    cr_assert_eq(count_similar(one, other), 0);
    other = one;
    other.site++;
    cr_assert_eq(count_similar(one, other), 0);
}

Test(tally, what_is_received_in_between_parts_messages)
{
    const struct tally_message one = message_of(8);

    tally_begin_call(tally, send_name, SEND_SITE, 1);
    tally_sent(tally, &one);
    tally_matched(tally, &one, 2);
    tally_sent(tally, &one);
    tally_end_call(tally, 3);
    cr_assert_eq(call_at(SEND_SITE)->similar, 0);
}

Test(tally, small_accesses_are_strided_if_two_steps_are_equal)
{
    const int file = 0;

    tally_begin_call(tally, "MPI_File_write", SEND_SITE, 1);
    for (int i = 0; i < 5; i++)
        tally_access(tally, &file, 100 * i, 8); /* the first two make the step */
    tally_access(tally, &file, 450, 8);
    tally_access(tally, &file, 450, 8);
    tally_access(tally, &file, 450, 8);
    tally_access(tally, &file, 500, TALLY_SMALL_ACCESS + 1);
    tally_access(tally, &file, 550, TALLY_SMALL_ACCESS + 1);
    tally_end_call(tally, 2);
    cr_assert_eq(call_at(SEND_SITE)->strided, 3);
    cr_assert_eq(call_at(SEND_SITE)->adjacent, 0);
}

Test(tally, small_accesses_are_adjacent_if_one_begins_where_the_other_has_ended)
{
    const int file = 0, another = 0;

    tally_begin_call(tally, "MPI_File_write", SEND_SITE, 1);
    tally_access(tally, &file, 100, 8);
    tally_access(tally, &file, 108, 8);
    tally_access(tally, &file, 117, 8);
    tally_access(tally, &another, 125, 8);
    tally_access(tally, &another, 133, TALLY_SMALL_ACCESS + 1);
    tally_end_call(tally, 2);
    cr_assert_eq(call_at(SEND_SITE)->adjacent, 1);
}

Test(tally, what_finds_no_room_is_counted)
{
    const struct tally_message message = message_of(8);
    int used = 0;

    for (uint32_t i = 0; i < 2 * TALLY_LINKS; i++) {
        struct tally_message other = message;

        other.site = i;
        tally_begin_call(tally, receive_name, i, i);
        tally_matched(tally, &other, i);
        tally_end_call(tally, i);
    }
    for (int i = 0; i < TALLY_LINKS; i++)
        used += tally_links(tally)[i].is_used;
    cr_assert_eq(used, TALLY_LINKS * 3 / 4);
    cr_assert_eq(tally_lost(tally), 4 * TALLY_LINKS - TALLY_LINKS * 3 / 4 - TALLY_CALLS * 3 / 4);
}

Test(tally, work_that_is_skipped_is_before_no_call_and_in_no_stretch)
{
    enum { LONG = 1000000 };
    struct stretch stretches[STRETCHES_MAX];
    uint64_t since;

    tally_begin_call(tally, send_name, SEND_SITE, LONG);
    tally_skip(tally, 2 * LONG); /* a call is not left out */
    tally_end_call(tally, 3 * LONG);
    tally_skip(tally, 7 * LONG);
    tally_begin_call(tally, send_name, SEND_SITE, 8 * LONG);
    tally_end_call(tally, 8 * LONG);
    cr_assert_eq(call_at(SEND_SITE)->before, 2 * LONG);
    cr_assert_eq(call_at(SEND_SITE)->ticks, 2 * LONG);
    cr_assert_eq(stretches_copy(tally_stretches(tally), stretches, &since), 3);
    cr_assert(stretches[2].kind == STRETCH_WORK && stretches[2].begin == 7 * LONG);
}
