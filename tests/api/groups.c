/* SPDX-License-Identifier: MIT */
/* Groups: queries, lists, ranges, sets, against a model that works on lists of numbers. */
#include "check.h"

#include <stdlib.h>

enum { MEMBERS_MAX = 64 };

/* A group as a list of ranks of MPI_COMM_WORLD. */
struct list {
    int count;
    int ranks[MEMBERS_MAX];
};

static unsigned long state;

static int random_below(int limit)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (int)((state >> 33) % (unsigned long)limit);
}

static MPI_Group world_group(void)
{
    MPI_Group group;

    MPI_Comm_group(MPI_COMM_WORLD, &group);
    return group;
}

static MPI_Group group_of(const struct list *list)
{
    MPI_Group all = world_group(), made;

    check_ok(MPI_Group_incl(all, list->count, list->ranks, &made));
    MPI_Group_free(&all);
    return made;
}

static int place(const struct list *list, int rank)
{
    for (int i = 0; i < list->count; i++)
        if (list->ranks[i] == rank)
            return i;
    return MPI_UNDEFINED;
}

/* Is the group what the list says? */
static void check_group_is(MPI_Group group, const struct list *list)
{
    MPI_Group all = world_group();
    int size = -1, own = -1, i;

    check_ok(MPI_Group_size(group, &size));
    check_equal(size, list->count);
    check_ok(MPI_Group_rank(group, &own));
    check_equal(own, place(list, check_rank));
    for (i = 0; i < size && i < list->count; i++) {
        int there = -1;

        check_ok(MPI_Group_translate_ranks(group, 1, &i, all, &there));
        check_equal(there, list->ranks[i]);
    }
    MPI_Group_free(&all);
}

/* Compares a group with the list, also the empty group, which is a constant. */
static void check_and_free(MPI_Group group, const struct list *list)
{
    check((group == MPI_GROUP_EMPTY) == (list->count == 0));
    check_group_is(group, list);
    check_ok(MPI_Group_free(&group));
    check(group == MPI_GROUP_NULL);
}

static struct list random_list(void)
{
    struct list list = {0};
    int ranks[MEMBERS_MAX], i;

    for (i = 0; i < check_size; i++)
        ranks[i] = i;
    list.count = random_below(check_size + 1);
    for (i = 0; i < list.count; i++) {
        int other = i + random_below(check_size - i), kept = ranks[i];

        ranks[i] = ranks[other];
        ranks[other] = kept;
        list.ranks[i] = ranks[i];
    }
    return list;
}

static void add(struct list *list, int rank)
{
    list->ranks[list->count++] = rank;
}

static void sets_agree_with_the_model(void)
{
    state = 1;
    for (int round = 0; round < 200; round++) {
        struct list one = random_list(), other = random_list();
        struct list both = one, common = {0}, rest = {0};
        MPI_Group first = group_of(&one), second = group_of(&other), made;
        int i, result, expected;

        for (i = 0; i < other.count; i++)
            if (place(&one, other.ranks[i]) == MPI_UNDEFINED)
                add(&both, other.ranks[i]);
        for (i = 0; i < one.count; i++)
            add(place(&other, one.ranks[i]) != MPI_UNDEFINED ? &common : &rest, one.ranks[i]);
        check_ok(MPI_Group_union(first, second, &made));
        check_and_free(made, &both);
        check_ok(MPI_Group_intersection(first, second, &made));
        check_and_free(made, &common);
        check_ok(MPI_Group_difference(first, second, &made));
        check_and_free(made, &rest);
        expected = MPI_UNEQUAL;
        if (one.count == other.count && common.count == one.count)
            expected = memcmp(one.ranks, other.ranks, sizeof(int) * (size_t)one.count) == 0
                           ? MPI_IDENT
                           : MPI_SIMILAR;
        check_ok(MPI_Group_compare(first, second, &result));
        check_equal(result, expected);
        MPI_Group_free(&first);
        MPI_Group_free(&second);
    }
}

static void lists_agree_with_the_model(void)
{
    state = 2;
    for (int round = 0; round < 200; round++) {
        struct list whole = random_list(), chosen = {0}, rest = {0};
        MPI_Group group = group_of(&whole), made;
        int picks[MEMBERS_MAX], count = 0, i;

        for (i = whole.count - 1; i >= 0; i--) {
            if (random_below(2)) {
                picks[count++] = i;
                add(&chosen, whole.ranks[i]);
            }
        }
        for (i = 0; i < whole.count; i++)
            if (place(&chosen, whole.ranks[i]) == MPI_UNDEFINED)
                add(&rest, whole.ranks[i]);
        check_ok(MPI_Group_incl(group, count, picks, &made));
        check_and_free(made, &chosen);
        check_ok(MPI_Group_excl(group, count, picks, &made));
        check_and_free(made, &rest);
        MPI_Group_free(&group);
    }
}

static void ranges_run_upwards_and_downwards(void)
{
    int last = check_size - 1;
    int ranges[2][3] = {{last, 0, -2}, {1, last, 2}};
    int count = check_size > 1 ? 2 : 1, i;
    struct list list = {0}, rest = {0};
    MPI_Group all = world_group(), made;

    for (i = last; i >= 0; i -= 2)
        add(&list, i);
    if (last % 2 == 1)
        ranges[1][0] = 0; /* the downward one takes the odd ranks then */
    for (i = ranges[1][0]; count == 2 && i <= last; i += 2)
        add(&list, i);
    check_ok(MPI_Group_range_incl(all, count, ranges, &made));
    check_and_free(made, &list);
    check_ok(MPI_Group_range_excl(all, 1, ranges, &made));
    for (i = 0; i <= last; i++)
        if ((last - i) % 2 == 1)
            add(&rest, i);
    check_and_free(made, &rest);
    MPI_Group_free(&all);
}

static void a_range_may_end_between_two_steps(void)
{
    int range[1][3] = {{0, check_size - 1, 3}};
    struct list list = {0};
    MPI_Group all = world_group(), made;

    for (int i = 0; i < check_size; i += 3)
        add(&list, i);
    check_ok(MPI_Group_range_incl(all, 1, range, &made));
    check_and_free(made, &list);
    MPI_Group_free(&all);
}

static void no_ranks_make_the_empty_group(void)
{
    MPI_Group all = world_group(), made;
    int size = -1, rank = 0, result;

    check_ok(MPI_Group_incl(all, 0, NULL, &made));
    check(made == MPI_GROUP_EMPTY);
    check_ok(MPI_Group_range_incl(all, 0, NULL, &made));
    check(made == MPI_GROUP_EMPTY);
    check_ok(MPI_Group_size(MPI_GROUP_EMPTY, &size));
    check_equal(size, 0);
    check_ok(MPI_Group_rank(MPI_GROUP_EMPTY, &rank));
    check_equal(rank, MPI_UNDEFINED);
    check_ok(MPI_Group_compare(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY, &result));
    check_equal(result, MPI_IDENT);
    check_ok(MPI_Group_union(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY, &made));
    check(made == MPI_GROUP_EMPTY);
    MPI_Group_free(&all);
}

static void excluding_nobody_leaves_all(void)
{
    MPI_Group all = world_group(), made;
    int result;

    check_ok(MPI_Group_excl(all, 0, NULL, &made));
    check_ok(MPI_Group_compare(all, made, &result));
    check_equal(result, MPI_IDENT);
    MPI_Group_free(&made);
    MPI_Group_free(&all);
}

static void nobody_is_translated_to_nobody(void)
{
    MPI_Group all = world_group();
    int from[2] = {MPI_PROC_NULL, 0}, to[2] = {7, 7};

    check_ok(MPI_Group_translate_ranks(all, 2, from, MPI_GROUP_EMPTY, to));
    check_equal(to[0], MPI_PROC_NULL);
    check_equal(to[1], MPI_UNDEFINED);
    check_ok(MPI_Group_translate_ranks(MPI_GROUP_EMPTY, 0, NULL, all, NULL));
    MPI_Group_free(&all);
}

static void a_communicator_outlives_the_group_it_was_made_of(void)
{
    MPI_Group all = world_group(), again;
    MPI_Comm comm;
    int result;

    check_ok(MPI_Comm_create(MPI_COMM_WORLD, all, &comm));
    MPI_Group_free(&all);
    MPI_Barrier(comm);
    check_ok(MPI_Comm_group(comm, &again));
    MPI_Comm_free(&comm);
    all = world_group();
    check_ok(MPI_Group_compare(all, again, &result));
    check_equal(result, MPI_IDENT);
    MPI_Group_free(&again);
    MPI_Group_free(&all);
}

static void wrong_arguments_are_told(void)
{
    MPI_Group all = world_group(), made = MPI_GROUP_NULL, none = MPI_GROUP_NULL;
    int value, twice[2] = {0, 0}, outside[1] = {check_size}, negative[1] = {-1};
    int no_stride[1][3] = {{0, 0, 0}}, away[1][3] = {{0, check_size, -1}};
    int too_far[1][3] = {{0, check_size, 1}}, overlap[2][3] = {{0, 0, 1}, {0, 0, 1}};

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    check_class(MPI_Group_size(none, &value), MPI_ERR_GROUP);
    check_class(MPI_Group_rank(none, &value), MPI_ERR_GROUP);
    check_class(MPI_Group_compare(none, all, &value), MPI_ERR_GROUP);
    check_class(MPI_Group_compare(all, none, &value), MPI_ERR_GROUP);
    check_class(MPI_Group_union(none, all, &made), MPI_ERR_GROUP);
    check_class(MPI_Group_union(all, none, &made), MPI_ERR_GROUP);
    check_class(MPI_Group_intersection(none, all, &made), MPI_ERR_GROUP);
    check_class(MPI_Group_difference(all, none, &made), MPI_ERR_GROUP);
    check_class(MPI_Group_translate_ranks(none, 0, NULL, all, NULL), MPI_ERR_GROUP);
    check_class(MPI_Group_translate_ranks(all, 0, NULL, none, NULL), MPI_ERR_GROUP);
    check_class(MPI_Group_translate_ranks(all, -1, NULL, all, NULL), MPI_ERR_ARG);
    check_class(MPI_Group_translate_ranks(all, 1, outside, all, &value), MPI_ERR_RANK);
    check_class(MPI_Group_incl(none, 0, NULL, &made), MPI_ERR_GROUP);
    check_class(MPI_Group_incl(all, -1, NULL, &made), MPI_ERR_ARG);
    check_class(MPI_Group_incl(all, 1, outside, &made), MPI_ERR_RANK);
    check_class(MPI_Group_incl(all, 1, negative, &made), MPI_ERR_RANK);
    check_class(MPI_Group_excl(none, 0, NULL, &made), MPI_ERR_GROUP);
    check_class(MPI_Group_excl(all, -1, NULL, &made), MPI_ERR_ARG);
    check_class(MPI_Group_excl(all, 1, outside, &made), MPI_ERR_RANK);
    check_class(MPI_Group_excl(all, 2, twice, &made), MPI_ERR_RANK);
    check_class(MPI_Group_range_incl(none, 0, NULL, &made), MPI_ERR_GROUP);
    check_class(MPI_Group_range_incl(all, -1, NULL, &made), MPI_ERR_ARG);
    check_class(MPI_Group_range_excl(none, 0, NULL, &made), MPI_ERR_GROUP);
    check_class(MPI_Group_free(&none), MPI_ERR_GROUP);
#ifndef MPICH_VERSION /* 4.0 finds some of these, and calls others MPI_ERR_ARG */
    check_class(MPI_Group_incl(all, 2, twice, &made), MPI_ERR_RANK);
    check_class(MPI_Group_range_incl(all, 1, no_stride, &made), MPI_ERR_RANK);
    check_class(MPI_Group_range_incl(all, 1, away, &made), MPI_ERR_RANK);
    check_class(MPI_Group_range_incl(all, 1, too_far, &made), MPI_ERR_RANK);
    check_class(MPI_Group_range_excl(all, 2, overlap, &made), MPI_ERR_RANK);
    check_class(MPI_Group_size(all, NULL), MPI_ERR_ARG);
    check_class(MPI_Group_union(all, all, NULL), MPI_ERR_ARG);
    check_class(MPI_Group_free(NULL), MPI_ERR_ARG);
#endif
    (void)no_stride, (void)away, (void)too_far, (void)overlap;
    check(made == MPI_GROUP_NULL);
    MPI_Group_free(&all);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

CASES(sets_agree_with_the_model, lists_agree_with_the_model, ranges_run_upwards_and_downwards,
      a_range_may_end_between_two_steps, no_ranks_make_the_empty_group,
      excluding_nobody_leaves_all, nobody_is_translated_to_nobody,
      a_communicator_outlives_the_group_it_was_made_of, wrong_arguments_are_told)
