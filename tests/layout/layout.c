/* SPDX-License-Identifier: MIT */
/* Layouts that are equal in part. */
#include "layout/layout.h"

#include <criterion/criterion.h>
#include <string.h>

#include "../type/random.h"
#include "../type/store.h"
#include "type/data.h"

enum { ROUNDS = 3000 };

TestSuite(layout, .init = open_store, .fini = close_store);

/* A list of blocks, which are of one length or not, again and again, in a block of memory. */
enum { BLOCKS_MAX = 40, BLOCK_MAX = 9, TIMES_MAX = 3, LIST_BYTES = TIMES_MAX * BLOCKS_MAX * 20 };

struct list {
    MPI_Count count;
    MPI_Count places[BLOCKS_MAX], lengths[BLOCKS_MAX];
    struct data data;
    unsigned char memory[LIST_BYTES];
};

static void list_draw(struct random *random, struct list *list)
{
    MPI_Count most = random_in(random, 0, 1) == 0 ? 1 : BLOCK_MAX, at = 0;

    list->count = random_in(random, 1, BLOCKS_MAX);
    for (MPI_Count i = 0; i < list->count; i++) {
        list->places[i] = at;
        list->lengths[i] = random_in(random, 1, most);
        at += list->lengths[i] + random_in(random, 2, 9);
    }
}

static void list_make(struct list *list, MPI_Count times)
{
    struct type *type;

    cr_assert_eq(type_hindexed(store, FORM_PLAIN, list->count,
                               view_wide(list->lengths), view_wide(list->places),
                               type_predefined(MPI_CHAR), &type),
                 MPI_SUCCESS);
    list->data = (struct data){.buf = list->memory, .count = times, .type = type};
}

/* Where its bytes are, in their order; how many. */
static int list_bytes(struct list *list, unsigned char *bytes[])
{
    int count = 0;

    for (MPI_Count i = 0; i < list->data.count; i++)
        for (MPI_Count j = 0; j < list->count; j++)
            for (MPI_Count k = 0; k < list->lengths[j]; k++)
                bytes[count++] =
                    &list->memory[i * list->data.type->extent + list->places[j] + k];
    return count;
}

/* Layouts are compared where they are copied: what is equal there may differ elsewhere. */
Test(layout, lists_that_agree_in_part_are_copied_as_the_model_says)
{
    enum { BYTES_MAX = TIMES_MAX * BLOCKS_MAX * BLOCK_MAX };
    static unsigned char *sources[BYTES_MAX], *targets[BYTES_MAX], expected[LIST_BYTES];
    static struct list from, to;
    struct random random = random_start();

    for (int round = 0; round < ROUNDS; round++) {
        MPI_Count times = random_in(&random, 1, TIMES_MAX);
        int bytes, low, high;

        list_draw(&random, &from);
        to = from;
        to.places[random_in(&random, 0, to.count - 1)] += random_in(&random, 0, 1);
        list_make(&from, times);
        list_make(&to, times);
        bytes = list_bytes(&from, sources);
        cr_assert_eq(list_bytes(&to, targets), bytes);
        random_fill(&random, from.memory, sizeof from.memory);
        random_fill(&random, to.memory, sizeof to.memory);
        low = (int)random_in(&random, 0, bytes);
        high = (int)random_in(&random, low, bytes);
        memcpy(expected, to.memory, sizeof expected);
        for (int i = low; i < high; i++)
            expected[targets[i] - to.memory] = *sources[i];
        data_copy_range(&from.data, &to.data, low, high - low);
        cr_assert_eq(memcmp(to.memory, expected, sizeof expected), 0, "round %d", round);
        type_drop(from.data.type);
        type_drop(to.data.type);
    }
}
