/* SPDX-License-Identifier: MIT */
/* A thread's list of stretches. The tests tell it the times. */
#include "rank/observe/stretches.h"

#include <heddle/criterion.h>

#include <string.h>

enum { LONG = 1 << 20, SHORT = 1 << 13 };

static struct stretches stretches;
static struct stretch copied[STRETCHES_MAX];
static uint64_t now, since;
static const char name[] = "MPI_Send";

static void begin(void)
{
    memset(&stretches, 0, sizeof stretches);
    now = 1000;
    stretches_init(&stretches, now);
}

TestSuite(stretches, .init = begin);

static void work(uint64_t ticks)
{
    stretches_end(&stretches, STRETCH_WORK, name, 7, now += ticks);
}

static int copy(void)
{
    return stretches_copy(&stretches, copied, &since);
}

Test(stretches, are_copied_in_order)
{
    work(LONG);
    stretches_end(&stretches, STRETCH_CALL, name, 8, now += LONG);
    cr_assert_eq(copy(), 2);
    cr_assert(copied[0].kind == STRETCH_WORK && copied[0].begin == 1000 && copied[0].site == 7);
    cr_assert(copied[1].kind == STRETCH_CALL && copied[1].begin == copied[0].end);
    cr_assert(copied[1].end == now && since == 0);
}

Test(stretches, of_a_microsecond_are_not_kept)
{
    work(2000);
    work(LONG);
    cr_assert_eq(copy(), 1);
    cr_assert_eq(copied[0].begin, 3000);
}

/* Far more than there is room for: only the long ones matter. */
Test(stretches, that_are_short_and_little_of_the_time_are_left_out_when_there_is_no_room)
{
    int longer = 0, count;

    for (int i = 0; i < 40 * STRETCHES_MAX; i++) {
        work(i % 100 == 0 ? 100 * LONG : SHORT);
        longer += i % 100 == 0;
    }
    count = copy();
    cr_assert(count >= longer && since == 0);
    for (int i = 0; i < count; i++)
        longer -= copied[i].end - copied[i].begin > LONG;
    cr_assert_eq(longer, 0);
}

Test(stretches, that_are_all_alike_are_complete_from_some_time_on)
{
    int count;

    for (int i = 0; i < 10 * STRETCHES_MAX; i++)
        work(LONG + i % 3);
    count = copy();
    cr_assert(count >= STRETCHES_MAX / 2 && since > 0 && copied[0].begin >= since);
    cr_assert_eq(copied[count - 1].end, now);
    for (int i = 1; i < count; i++)
        cr_assert_eq(copied[i].begin, copied[i - 1].end);
}

/* Part of the time that the copied ones tell of. */
static double part_told(int count)
{
    uint64_t sum = 0;

    for (int i = 0; i < count; i++)
        sum += copied[i].end - copied[i].begin;
    return (double)sum / (double)(now - (since > 0 ? since : 1000));
}

Test(stretches, that_are_short_are_kept_again_when_there_are_no_longer_ones)
{
    int count;

    for (int i = 0; i < 2 * STRETCHES_MAX; i++)
        work(i % 3 == 0 ? LONG : 40 * LONG);
    for (int i = 0; i < 200 * STRETCHES_MAX; i++)
        work(LONG / 2 + i % 3);
    count = copy();
    cr_assert(count >= STRETCHES_MAX / 2 && since > 0);
    cr_assert_eq(copied[count - 1].end, now);
    cr_assert(part_told(count) > 0.96);
}

/* Ever longer ones are left out. A length of four times as much comes half as often. */
Test(stretches, that_are_left_out_are_little_of_the_time_all_together)
{
    int count;

    for (unsigned i = 1; i < 64 * STRETCHES_MAX; i++) {
        int power = __builtin_ctz(i | 1U << 8);

        work((uint64_t)SHORT << 2 * power);
    }
    count = copy();
    cr_assert(part_told(count) > 0.96, "%.3f since %lu", part_told(count), (unsigned long)since);
}
