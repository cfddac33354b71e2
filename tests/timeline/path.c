/* SPDX-License-Identifier: MIT */
/* The critical path, from stretches made by hand: nothing here takes time. Times are seconds. */
#include "timeline/path.h"

#include <heddle/criterion.h>

#include "timeline/advice.h"

enum { THREADS = 4, ROOM = 8, SECOND = 1000000000, AT_WORK = 100, IN_CALL = 200 };

static struct path_stretch stretches[THREADS][ROOM];
static struct path_thread threads[THREADS];
static struct summary_call calls[ROOM];
static struct summary summary;
static struct path path;
static const char send_name[] = "MPI_Send", end_name[] = "MPI_Finalize";

/* A job of ten seconds of that many ranks, which have done nothing. */
static void begin(int ranks)
{
    summary = (struct summary){.ns = UINT64_C(10) * SECOND, .ranks = ranks, .calls = calls};
    for (int i = 0; i < THREADS; i++)
        threads[i] = (struct path_thread){.rank = i, .stretches = stretches[i]};
}

static struct path_stretch *add(int thread, enum stretch_kind kind, int from, int to)
{
    struct path_stretch *added = &stretches[thread][threads[thread].count++];

    *added = (struct path_stretch){.begin = (uint64_t)from * SECOND,
                                   .end = (uint64_t)to * SECOND,
                                   .name = send_name,
                                   .site = kind == STRETCH_WORK ? AT_WORK : IN_CALL,
                                   .other = PATH_NOBODY,
                                   .kind = kind};
    return added;
}

static void add_wait(int thread, int from, int to, int other)
{
    add(thread, STRETCH_WAIT, from, to)->other = other;
}

/* All ranks together have worked so long before the call. */
static void add_call(uint32_t site, uint64_t before)
{
    calls[summary.call_count++] =
        (struct summary_call){.site = site, .name = send_name, .before = before * SECOND};
}

static void find(int count)
{
    cr_assert(path_find(&path, threads, count, &summary));
}

static uint64_t seconds_of(int rank, enum stretch_kind kind)
{
    for (int i = 0; i < path.part_count; i++)
        if (path.parts[i].rank == rank && path.parts[i].kind == kind)
            return path.parts[i].ns / SECOND;
    return 0;
}

Test(path, a_job_without_stretches_has_none)
{
    begin(2);
    find(2);
    cr_assert(path.part_count == 0 && path.end == 0 && path.is_even);
}

Test(path, a_wait_leads_to_the_rank_that_was_waited_for)
{
    begin(3);
    add(0, STRETCH_WORK, 0, 4);
    add_wait(1, 1, 4, 0);
    add(1, STRETCH_WORK, 4, 7);
    add_wait(2, 0, 7, 1);
    add(2, STRETCH_WORK, 7, 9);
    add_call(AT_WORK, 9);
    find(3);
    cr_assert(path.begin == 0 && path.end == UINT64_C(9) * SECOND);
    cr_assert_eq(seconds_of(0, STRETCH_WORK), 4);
    cr_assert_eq(seconds_of(1, STRETCH_WORK), 3);
    cr_assert_eq(seconds_of(2, STRETCH_WORK), 2);
    cr_assert(path.part_count == 3 && path.parts[0].rank == 0 && path.parts[0].stands_out);
}

Test(path, what_the_sender_does_after_its_send_is_not_on_it)
{
    begin(2);
    add(0, STRETCH_WORK, 0, 3);
    add_wait(0, 3, 9, 1); /* for the answer: the message came a little later than this began */
    add_wait(1, 0, 4, 0);
    add(1, STRETCH_WORK, 4, 9);
    find(2);
    cr_assert_eq(seconds_of(0, STRETCH_WORK), 3);
    cr_assert_eq(seconds_of(1, STRETCH_WORK), 5);
    cr_assert_eq(seconds_of(0, STRETCH_CALL), 0);
}

Test(path, of_two_ranks_that_wait_for_each_other_it_has_the_one_that_came_later)
{
    begin(2);
    add(0, STRETCH_WORK, 0, 1);
    add_wait(0, 1, 8, 1);
    add(1, STRETCH_WORK, 0, 6);
    add_wait(1, 6, 8, 0); /* both copy the message */
    add(0, STRETCH_WORK, 8, 9);
    find(2);
    cr_assert_eq(seconds_of(1, STRETCH_WORK), 6);
    cr_assert_eq(seconds_of(1, STRETCH_WAIT), 2);
    cr_assert_eq(seconds_of(0, STRETCH_WORK), 1);
    threads[0].count--;
    add(1, STRETCH_WORK, 8, 9);
    find(2);
    cr_assert_eq(seconds_of(1, STRETCH_WORK), 7);
    cr_assert_eq(seconds_of(1, STRETCH_WAIT), 2);
}

Test(path, two_ranks_that_wait_for_each_other_as_long_do_not_stand_out)
{
    begin(2);
    for (int i = 0; i < 2; i++) {
        add(i, STRETCH_WORK, 0, 1);
        add_wait(i, 1, 9, 1 - i);
        add(i, STRETCH_WORK, 9, 10);
    }
    add_call(AT_WORK, 4);
    add_call(IN_CALL, 0);
    calls[1].ns = calls[1].waited = UINT64_C(16) * SECOND;
    find(2);
    cr_assert(path.is_even);
}

Test(path, its_parts_are_all_of_it_though_ranks_wait_for_each_other_in_turn)
{
    uint64_t sum = 0;

    begin(2);
    add(0, STRETCH_WORK, 0, 1);
    add_wait(0, 1, 7, 1);
    add(0, STRETCH_WORK, 7, 9);
    add(1, STRETCH_WORK, 0, 2);
    add_wait(1, 2, 8, 0);
    add(1, STRETCH_WORK, 8, 10);
    find(2);
    for (int i = 0; i < path.part_count; i++)
        sum += path.parts[i].ns;
    cr_assert(path.begin == 0 && path.end == UINT64_C(10) * SECOND);
    cr_assert_eq(sum, path.end);
    cr_assert_eq(path.known, path.end);
}

Test(path, what_lies_between_stretches_is_not_known)
{
    begin(1);
    add(0, STRETCH_WORK, 0, 2);
    add(0, STRETCH_CALL, 5, 6);
    find(1);
    cr_assert_eq(path.end, UINT64_C(6) * SECOND);
    cr_assert_eq(path.known, UINT64_C(3) * SECOND);
}

Test(path, a_wait_for_nobody_who_is_known_is_on_it)
{
    begin(1);
    add(0, STRETCH_WORK, 0, 2);
    add_wait(0, 2, 5, PATH_NOBODY);
    add(0, STRETCH_WORK, 5, 6);
    find(1);
    cr_assert_eq(seconds_of(0, STRETCH_WAIT), 3);
    cr_assert_eq(seconds_of(0, STRETCH_WORK), 3);
}

Test(path, waits_in_a_circle_end)
{
    begin(3);
    for (int i = 0; i < 3; i++) {
        add(i, STRETCH_WORK, 0, 1);
        add_wait(i, 1, 5, (i + 1) % 3);
        add_wait(i, 5, 8, (i + 2) % 3);
    }
    add(0, STRETCH_WORK, 8, 9);
    find(3);
    cr_assert(path.begin == 0 && path.end == UINT64_C(9) * SECOND);
}

Test(path, the_end_of_a_job_that_only_waits_for_it_is_not_its_end)
{
    begin(2);
    add(0, STRETCH_WORK, 0, 8);
    add(1, STRETCH_WORK, 0, 2);
    add(1, STRETCH_CALL, 2, 9)->name = end_name;
    find(2);
    cr_assert_eq(path.end, UINT64_C(8) * SECOND);
    cr_assert_eq(seconds_of(0, STRETCH_WORK), 8);
}

Test(path, ranks_that_do_the_same_do_not_stand_out)
{
    begin(4);
    for (int i = 0; i < 4; i++)
        add(i, STRETCH_WORK, 0, 9);
    add_call(AT_WORK, 36);
    find(4);
    cr_assert(path.is_even && path.part_count == 1 && !path.parts[0].stands_out);
    cr_assert_eq(path.parts[0].mean, UINT64_C(9) * SECOND);
}

Test(path, a_rank_that_does_more_than_the_others_stands_out)
{
    begin(4);
    add(2, STRETCH_WORK, 0, 9);
    add_call(AT_WORK, 12);
    find(4);
    cr_assert(!path.is_even && path.parts[0].rank == 2 && path.parts[0].stands_out);
    cr_assert_eq(path.parts[0].mean, UINT64_C(3) * SECOND);
}

Test(path, work_that_ranks_do_one_after_the_other_stands_out)
{
    begin(3);
    for (int i = 0; i < 3; i++) {
        if (i > 0)
            add_wait(i, 0, 3 * i, i - 1);
        add(i, STRETCH_WORK, 3 * i, 3 * i + 3);
    }
    add_call(AT_WORK, 9);
    find(3);
    cr_assert(path.part_count == 3 && path.parts[0].stands_out && path.parts[2].stands_out);
    cr_assert_eq(path.parts[0].mean, UINT64_C(3) * SECOND);
}

Test(path, it_begins_where_the_list_of_the_rank_that_it_comes_to_begins)
{
    begin(2);
    threads[0].since = UINT64_C(5) * SECOND;
    add(0, STRETCH_WORK, 5, 8);
    add_wait(1, 2, 8, 0);
    add(1, STRETCH_WORK, 8, 10);
    add_call(AT_WORK, 10);
    find(2);
    cr_assert(path.begin == UINT64_C(5) * SECOND && path.end == UINT64_C(10) * SECOND);
    cr_assert_eq(seconds_of(0, STRETCH_WORK), 3);
    /* The mean of the whole job is five seconds, and the path is half of the job. */
    cr_assert_eq(path.parts[0].mean, UINT64_C(2500000000));
}

Test(path, of_the_threads_of_a_rank_it_goes_on_with_one_that_did_something)
{
    begin(2);
    threads[1].rank = 0;
    threads[2].rank = 1;
    add_wait(0, 0, 9, PATH_NOBODY);
    add(1, STRETCH_WORK, 1, 6);
    add_wait(2, 0, 6, 0);
    add(2, STRETCH_WORK, 6, 10);
    find(3);
    cr_assert_eq(seconds_of(0, STRETCH_WORK), 5);
    cr_assert_eq(seconds_of(1, STRETCH_WORK), 4);
}

Test(path, of_a_job_that_was_spawned_it_goes_on_with_the_rank_that_spawned_it)
{
    begin(2);
    add(0, STRETCH_WORK, 0, 3);
    add(0, STRETCH_CALL, 3, 5);
    threads[1].begin = UINT64_C(4) * SECOND;
    threads[1].parent = 0;
    add(1, STRETCH_WORK, 4, 9);
    find(2);
    cr_assert(path.begin == 0 && path.end == UINT64_C(9) * SECOND);
    cr_assert_eq(seconds_of(0, STRETCH_WORK), 3);
    cr_assert_eq(seconds_of(0, STRETCH_CALL), 1);
    cr_assert_eq(seconds_of(1, STRETCH_WORK), 5);
}

Test(path, of_a_later_thread_whose_rank_has_done_nothing_before_begins_with_it)
{
    begin(1);
    threads[1].rank = threads[1].parent = 0;
    threads[0].begin = UINT64_C(3) * SECOND;
    threads[0].parent = 0;
    threads[1].begin = UINT64_C(2) * SECOND;
    add(0, STRETCH_WORK, 3, 5);
    add(1, STRETCH_WORK, 4, 9);
    find(2);
    cr_assert(path.begin == UINT64_C(2) * SECOND && path.end == UINT64_C(9) * SECOND);
}
