/* SPDX-License-Identifier: MIT */
#include "sync/slab.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

#include "../base/broken_law.h"
#include "../type/random.h"

enum { SLOT_BYTES = 64, SLOTS_MAX = 1000, THREADS = 6, ROUNDS = 20000, HELD_MAX = 40 };

static struct slab slab;

static void open_slab(void)
{
    cr_assert(slab_init(&slab, SLOT_BYTES, SLOTS_MAX));
}

static void close_slab(void)
{
    slab_fini(&slab);
}

TestSuite(slab, .init = open_slab, .fini = close_slab);

Test(slab, hands_out_each_slot_once_and_then_none)
{
    char *slots[SLOTS_MAX];

    for (int i = 0; i < SLOTS_MAX; i++) {
        slots[i] = slab_take(&slab);
        cr_assert_not_null(slots[i]);
        memset(slots[i], 1, SLOT_BYTES);
        for (int j = 0; j < i; j++)
            cr_assert(slots[i] >= slots[j] + SLOT_BYTES || slots[j] >= slots[i] + SLOT_BYTES);
    }
    cr_assert_null(slab_take(&slab));
    slab_give(&slab, slots[500]);
    cr_assert_eq(slab_take(&slab), slots[500]);
    cr_assert_null(slab_take(&slab));
}

Test(slab, starts_with_zeroed_slots_aligned_to_their_size)
{
    static const char zeros[SLOT_BYTES];

    for (int i = 0; i < SLOTS_MAX; i++) {
        char *slot = slab_take(&slab);

        cr_assert_eq((uintptr_t)slot % SLOT_BYTES, 0);
        cr_assert_arr_eq(slot, zeros, SLOT_BYTES);
    }
}

Test(slab, keeps_what_a_slot_held_but_for_the_word_of_the_free_list)
{
    unsigned char *first = slab_take(&slab), *second = slab_take(&slab), kept[SLOT_BYTES];

    memset(first, 7, SLOT_BYTES);
    memset(second, 7, SLOT_BYTES);
    slab_give(&slab, first);
    slab_give(&slab, second);
    memcpy(kept, first, SLOT_BYTES);
    memset(kept + 8, 7, 4);
    for (int i = 0; i < SLOT_BYTES; i++)
        cr_assert_eq(kept[i], 7);
}

Test(slab, takes_no_value_for_a_slot_that_was_never_one)
{
    struct random random = random_start();
    char *slots[10];

    cr_assert_not(slab_holds(&slab, slab.start));
    for (int i = 0; i < 10; i++)
        slots[i] = slab_take(&slab);
    for (int i = 0; i < 10; i++) {
        cr_assert(slab_holds(&slab, slots[i]));
        for (int inside = 1; inside < SLOT_BYTES; inside++)
            cr_assert_not(slab_holds(&slab, slots[i] + inside));
    }
    cr_assert_not(slab_holds(&slab, NULL));
    cr_assert_not(slab_holds(&slab, (void *)UINTPTR_MAX));
    cr_assert_not(slab_holds(&slab, slab.start + 10 * SLOT_BYTES), "not handed out yet");
    cr_assert_not(slab_holds(&slab, slab.start - SLOT_BYTES));
    cr_assert_not(slab_holds(&slab, slab.start + (size_t)SLOTS_MAX * SLOT_BYTES));
    for (int i = 0; i < 1000000; i++) {
        uintptr_t value = random_bits(&random) >> random_in(&random, 0, 63);
        uintptr_t offset = value - (uintptr_t)slab.start;

        cr_assert_eq(slab_holds(&slab, (void *)value),
                     offset < 10 * SLOT_BYTES && offset % SLOT_BYTES == 0);
    }
}

/* ---- many threads --------------------------------------------------------------------------- */

struct user {
    pthread_t thread;
    struct random random;
    int mistakes;
};

/* The owner's mark fills the slot but for the free list's word. */
static void mark(unsigned char *slot, unsigned char with)
{
    memset(slot, with, 8);
    memset(slot + 12, with, SLOT_BYTES - 12);
}

static int count_foreign(const unsigned char *slot, unsigned char with)
{
    int foreign = 0;

    for (int i = 0; i < SLOT_BYTES; i++)
        foreign += (i < 8 || i >= 12) && slot[i] != with;
    return foreign;
}

static void *use_slots(void *argument)
{
    struct user *self = argument;
    unsigned char *held[HELD_MAX], marks[HELD_MAX];
    int count = 0;

    for (int i = 0; i < ROUNDS; i++) {
        if (count < HELD_MAX && random_in(&self->random, 0, 1) == 0) {
            held[count] = slab_take(&slab);
            marks[count] = (unsigned char)random_bits(&self->random);
            mark(held[count], marks[count]);
            count++;
        } else if (count > 0) {
            int which = (int)random_in(&self->random, 0, --count);

            self->mistakes += count_foreign(held[which], marks[which]);
            slab_give(&slab, held[which]);
            held[which] = held[count];
            marks[which] = marks[count];
        }
    }
    while (count > 0)
        slab_give(&slab, held[--count]);
    return NULL;
}

Test(slab, gives_no_slot_to_two_threads_at_once)
{
    struct random random = random_start();
    struct user users[THREADS] = {0};
    int slots = 0;

    for (int i = 0; i < THREADS; i++) {
        users[i].random.state = random_bits(&random) | 1;
        pthread_create(&users[i].thread, NULL, use_slots, &users[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(users[i].thread, NULL);
        cr_assert_eq(users[i].mistakes, 0);
    }
    /* None was lost: all that were ever out come again. */
    cr_assert_leq(load_relaxed(&slab.fresh), THREADS * HELD_MAX);
    while (slab_take(&slab) != NULL)
        slots++;
    cr_assert_eq(slots, SLOTS_MAX);
}

/* ---- the laws ------------------------------------------------------------------------------- */

Test(slab, obeys_the_laws_while_slots_come_and_go)
{
    char *slots[SLOTS_MAX];

    for (int i = 0; i < SLOTS_MAX; i++) {
        slots[i] = slab_take(&slab);
        slab_check_count(&slab, (uint32_t)i + 1);
    }
    for (int i = 0; i < SLOTS_MAX; i++) {
        slab_give(&slab, slots[(i * 7) % SLOTS_MAX]);
        slab_check_count(&slab, (uint32_t)(SLOTS_MAX - i - 1));
    }
}

static void give_twice(void)
{
    void *slot = slab_take(&slab);

    slab_give(&slab, slot);
    slab_give(&slab, slot);
    slab_check_count(&slab, 0);
}

Test(slab, finds_a_slot_that_was_given_twice)
{
    cr_assert(is_caught(give_twice, "++free <= fresh"));
}

static void lose_slot(void)
{
    slab_take(&slab);
    slab_check_count(&slab, 0);
}

Test(slab, finds_a_slot_that_nobody_has)
{
    cr_assert(is_caught(lose_slot, "out + free == fresh"));
}

static void give_what_is_none(void)
{
    slab_give(&slab, (char *)slab_take(&slab) + SLOT_BYTES);
}

Test(slab, takes_back_its_own_slots_only)
{
    cr_assert(is_caught(give_what_is_none, "slab_holds(slab, slot)"));
}
