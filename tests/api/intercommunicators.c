/* SPDX-License-Identifier: MIT */
/* Intercommunicators: making, asking, dividing, merging. With one rank there is none. */
#include "check.h"

enum { TAG = 17 };

/* Even against odd ranks; MPI_COMM_NULL with one rank. */
static MPI_Comm even_against_odd(void)
{
    MPI_Comm half, inter = MPI_COMM_NULL;

    if (check_size == 1)
        return MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, check_rank, &half);
    check_ok(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - check_rank % 2, TAG, &inter));
    MPI_Comm_free(&half);
    return inter;
}

static int local_size(void)
{
    return (check_size + 1 - check_rank % 2) / 2;
}

static void it_knows_both_groups(void)
{
    MPI_Comm inter = even_against_odd();
    MPI_Group local, remote, world;
    int flag = -1, size = -1, rank = -1, i, there;

    check_ok(MPI_Comm_test_inter(MPI_COMM_WORLD, &flag));
    check_equal(flag, 0);
    if (inter == MPI_COMM_NULL)
        return;
    check_ok(MPI_Comm_test_inter(inter, &flag));
    check_equal(flag, 1);
    check_ok(MPI_Comm_size(inter, &size));
    check_equal(size, local_size());
    check_ok(MPI_Comm_rank(inter, &rank));
    check_equal(rank, check_rank / 2);
    check_ok(MPI_Comm_remote_size(inter, &size));
    check_equal(size, check_size - local_size());
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    check_ok(MPI_Comm_group(inter, &local));
    check_ok(MPI_Comm_remote_group(inter, &remote));
    for (i = 0; i < size; i++) {
        MPI_Group_translate_ranks(remote, 1, &i, world, &there);
        check_equal(there, 2 * i + 1 - check_rank % 2);
    }
    MPI_Group_rank(remote, &rank);
    check_equal(rank, MPI_UNDEFINED);
    MPI_Group_free(&local);
    MPI_Group_free(&remote);
    MPI_Group_free(&world);
    MPI_Comm_free(&inter);
}

static void ranks_are_those_of_the_remote_group(void)
{
    MPI_Comm inter = even_against_odd();
    int partner = check_rank / 2, got = -1, remote;
    MPI_Status status;

    if (inter == MPI_COMM_NULL)
        return;
    MPI_Comm_remote_size(inter, &remote);
    if (partner < remote) {
        check_ok(MPI_Sendrecv(&check_rank, 1, MPI_INT, partner, 5, &got, 1, MPI_INT, partner, 5,
                              inter, &status));
        check_equal(got, check_rank % 2 == 0 ? check_rank + 1 : check_rank - 1);
        check_equal(status.MPI_SOURCE, partner);
    }
    MPI_Comm_free(&inter);
}

static void a_duplicate_is_congruent_and_separate(void)
{
    MPI_Comm inter = even_against_odd(), dup;
    int result, remote, partner = check_rank / 2;

    if (inter == MPI_COMM_NULL)
        return;
    check_ok(MPI_Comm_dup(inter, &dup));
    check_ok(MPI_Comm_compare(inter, dup, &result));
    check_equal(result, MPI_CONGRUENT);
    check_ok(MPI_Comm_compare(inter, inter, &result));
    check_equal(result, MPI_IDENT);
    check_ok(MPI_Comm_compare(inter, MPI_COMM_WORLD, &result));
    check_equal(result, MPI_UNEQUAL);
    MPI_Comm_remote_size(inter, &remote);
    if (partner < remote) {
        int one = 1, two = 2, got[2] = {0};
        MPI_Request requests[2];

        MPI_Irecv(&got[0], 1, MPI_INT, partner, 0, inter, &requests[0]);
        MPI_Irecv(&got[1], 1, MPI_INT, partner, 0, dup, &requests[1]);
        MPI_Send(&two, 1, MPI_INT, partner, 0, dup);
        MPI_Send(&one, 1, MPI_INT, partner, 0, inter);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        check_equal(got[0], 1);
        check_equal(got[1], 2);
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&dup);
}

static void merging_puts_the_high_group_last(void)
{
    MPI_Comm inter = even_against_odd(), merged;
    int rank, size, evens = (check_size + 1) / 2, odds = check_size / 2;

    if (inter == MPI_COMM_NULL)
        return;
    check_ok(MPI_Intercomm_merge(inter, check_rank % 2, &merged));
    MPI_Comm_rank(merged, &rank);
    MPI_Comm_size(merged, &size);
    check_equal(size, check_size);
    check_equal(rank, check_rank / 2 + (check_rank % 2) * evens);
    MPI_Comm_free(&merged);
    check_ok(MPI_Intercomm_merge(inter, check_rank % 2 == 0, &merged));
    MPI_Comm_rank(merged, &rank);
    check_equal(rank, check_rank / 2 + (check_rank % 2 == 0) * odds);
    MPI_Comm_free(&merged);
    check_ok(MPI_Intercomm_merge(inter, 1, &merged));
    check_ok(MPI_Barrier(merged));
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
}

static void a_merged_one_has_the_handler_of_its_local_group(void)
{
    MPI_Comm inter = even_against_odd(), merged;
    MPI_Errhandler handler;

    if (inter == MPI_COMM_NULL)
        return;
    MPI_Comm_set_errhandler(inter, check_rank % 2 ? MPI_ERRORS_RETURN : MPI_ERRORS_ARE_FATAL);
    MPI_Intercomm_merge(inter, 0, &merged);
    MPI_Comm_get_errhandler(merged, &handler);
#ifndef MPICH_VERSION /* 4.0 takes that of the first rank's side */
    check(handler == (check_rank % 2 ? MPI_ERRORS_RETURN : MPI_ERRORS_ARE_FATAL));
#endif
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
}

static void a_split_joins_equal_colors_of_both_sides(void)
{
    MPI_Comm inter = even_against_odd(), part = MPI_COMM_WORLD;
    int local = check_rank / 2, size, remote, rank, flag;

    if (inter == MPI_COMM_NULL)
        return;
    /* Pairs of even and odd neighbours, but for the last even rank of an odd world. */
    check_ok(MPI_Comm_split(inter, local, 0, &part));
    if (check_size % 2 == 1 && check_rank == check_size - 1) {
        check(part == MPI_COMM_NULL);
    } else {
        int got = -1;

        MPI_Comm_test_inter(part, &flag);
        check_equal(flag, 1);
        MPI_Comm_size(part, &size);
        MPI_Comm_remote_size(part, &remote);
        check_equal(size, 1);
        check_equal(remote, 1);
        MPI_Sendrecv(&check_rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, part,
                     MPI_STATUS_IGNORE);
        check_equal(got, check_rank ^ 1);
        MPI_Comm_free(&part);
    }
    /* Keys order each side. */
    check_ok(MPI_Comm_split(inter, 0, -check_rank, &part));
    MPI_Comm_rank(part, &rank);
    check_equal(rank, local_size() - 1 - local);
    MPI_Comm_free(&part);
    /* A color of one side only, and none at all. */
    check_ok(MPI_Comm_split(inter, check_rank % 2, 0, &part));
    check(part == MPI_COMM_NULL);
    check_ok(MPI_Comm_split(inter, MPI_UNDEFINED, 0, &part));
    check(part == MPI_COMM_NULL);
    MPI_Comm_free(&inter);
}

/* The standard's example: the first of the left side with all of the right. */
/* How many ranks of the world are on a side and want a color: all, or those that a split puts
 * before one of them. */
static int count_alike(const int *colors, const int *keys, int side, int color, int before)
{
    int count = 0, i;

    for (i = 0; i < check_size; i++)
        if (i % 2 == side && colors[i] == color &&
            (before < 0 || keys[i] < keys[before] || (keys[i] == keys[before] && i < before)))
            count++;
    return count;
}

static void a_split_by_type_has_both_sides(void)
{
#ifndef MPICH_VERSION /* 4.0 does not take it */
    MPI_Comm inter, made = MPI_COMM_NULL;
    int is_inter = -1, size = -1, whole = -2;

    if (check_size == 1)
        return;
    inter = even_against_odd();
    check_ok(MPI_Comm_split_type(inter, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made));
    MPI_Comm_test_inter(made, &is_inter);
    check_equal(is_inter, 1);
    MPI_Comm_remote_size(made, &size);
    MPI_Comm_remote_size(inter, &whole);
    check_equal(size, whole);
    MPI_Comm_free(&made);
    check_ok(MPI_Comm_split_type(inter, MPI_UNDEFINED, 0, MPI_INFO_NULL, &made));
    check(made == MPI_COMM_NULL);
    MPI_Comm_free(&inter);
#endif
}

static void random_splits_agree_with_a_sort(void)
{
    enum { ROUNDS = 50, RANKS_MAX = 64 };
    MPI_Comm inter = even_against_odd(), part;
    unsigned state = 5;

    for (int round = 0; inter != MPI_COMM_NULL && round < ROUNDS; round++) {
        int colors[RANKS_MAX], keys[RANKS_MAX], side = check_rank % 2, i, rank, size, remote;

        for (i = 0; i < check_size; i++) {
            state = state * 1664525u + 1013904223u;
            colors[i] = state >> 28 == 0 ? MPI_UNDEFINED : (int)(state >> 16) % 2;
            keys[i] = (int)(state >> 20) % 3 - 1;
        }
        check_ok(MPI_Comm_split(inter, colors[check_rank], keys[check_rank], &part));
        remote = count_alike(colors, keys, 1 - side, colors[check_rank], -1);
        if (colors[check_rank] == MPI_UNDEFINED || remote == 0) {
            check(part == MPI_COMM_NULL);
            continue;
        }
        MPI_Comm_size(part, &size);
        check_equal(size, count_alike(colors, keys, side, colors[check_rank], -1));
        MPI_Comm_rank(part, &rank);
        check_equal(rank, count_alike(colors, keys, side, colors[check_rank], check_rank));
        MPI_Comm_remote_size(part, &size);
        check_equal(size, remote);
        MPI_Comm_free(&part);
    }
    if (inter != MPI_COMM_NULL)
        MPI_Comm_free(&inter);
}

enum { COMPARED_MAX = 12 };

/* The ranks of a group, as ranks of the world. */
static int list_world_ranks(MPI_Group group, int ranks[64])
{
    MPI_Group world;
    int numbers[64], size, i;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(group, &size);
    for (i = 0; i < size; i++)
        numbers[i] = i;
    MPI_Group_translate_ranks(group, size, numbers, world, ranks);
    MPI_Group_free(&world);
    MPI_Group_free(&group);
    return size;
}

static int compare_lists(const int *one, int ones, const int *other, int others)
{
    int i, k;

    if (ones != others)
        return MPI_UNEQUAL;
    if (memcmp(one, other, sizeof *one * (size_t)ones) == 0)
        return MPI_CONGRUENT;
    for (i = 0; i < ones; i++) {
        for (k = 0; k < others && one[i] != other[k]; k++)
            continue;
        if (k == others)
            return MPI_UNEQUAL;
    }
    return MPI_SIMILAR;
}

/* As the standard says it, by lists of ranks. */
static int expected_result(MPI_Comm one, MPI_Comm other)
{
    int first[64], second[64], firsts, seconds, is_inter[2], local, remote;
    MPI_Group group;

    MPI_Comm_test_inter(one, &is_inter[0]);
    MPI_Comm_test_inter(other, &is_inter[1]);
    if (is_inter[0] != is_inter[1])
        return MPI_UNEQUAL;
    MPI_Comm_group(one, &group);
    firsts = list_world_ranks(group, first);
    MPI_Comm_group(other, &group);
    seconds = list_world_ranks(group, second);
    local = remote = compare_lists(first, firsts, second, seconds);
    if (is_inter[0]) {
        MPI_Comm_remote_group(one, &group);
        firsts = list_world_ranks(group, first);
        MPI_Comm_remote_group(other, &group);
        seconds = list_world_ranks(group, second);
        remote = compare_lists(first, firsts, second, seconds);
    }
    if (local == MPI_UNEQUAL || remote == MPI_UNEQUAL)
        return MPI_UNEQUAL;
    return local == MPI_CONGRUENT && remote == MPI_CONGRUENT ? MPI_CONGRUENT : MPI_SIMILAR;
}

static void all_pairs_compare_as_their_groups_do(void)
{
    MPI_Comm comms[COMPARED_MAX] = {MPI_COMM_WORLD, MPI_COMM_SELF}, inter = even_against_odd();
    int count = 2, i, k, result;

    MPI_Comm_dup(MPI_COMM_WORLD, &comms[count++]);
    MPI_Comm_dup(MPI_COMM_SELF, &comms[count++]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &comms[count++]);
    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &comms[count++]);
    if (inter != MPI_COMM_NULL) {
        comms[count++] = inter;
        MPI_Comm_dup(inter, &comms[count++]);
        MPI_Comm_split(inter, 0, -check_rank, &comms[count++]);
        MPI_Intercomm_merge(inter, check_rank % 2, &comms[count++]);
        MPI_Intercomm_merge(inter, 1 - check_rank % 2, &comms[count++]);
    }
    for (i = 0; i < count; i++) {
        for (k = 0; k < count; k++) {
            check_ok(MPI_Comm_compare(comms[i], comms[k], &result));
            check_equal(result, i == k ? MPI_IDENT : expected_result(comms[i], comms[k]));
        }
    }
    while (count-- > 2)
        MPI_Comm_free(&comms[count]);
}

static void creating_takes_parts_of_both_sides(void)
{
    MPI_Comm inter = even_against_odd(), made = MPI_COMM_WORLD;
    MPI_Group local, group;
    int first = 0, size;

    if (inter == MPI_COMM_NULL)
        return;
    MPI_Comm_group(inter, &local);
    if (check_rank % 2 == 0)
        MPI_Group_incl(local, 1, &first, &group);
    else
        MPI_Comm_group(inter, &group);
    check_ok(MPI_Comm_create(inter, group, &made));
    if (check_rank % 2 == 0 && check_rank != 0) {
        check(made == MPI_COMM_NULL);
    } else {
        MPI_Comm_remote_size(made, &size);
        check_equal(size, check_rank == 0 ? check_size / 2 : 1);
        MPI_Comm_free(&made);
    }
    MPI_Group_free(&group);
    check_ok(MPI_Comm_create(inter, check_rank % 2 == 0 ? MPI_GROUP_EMPTY : local, &made));
    check(made == MPI_COMM_NULL);
    MPI_Group_free(&local);
    MPI_Comm_free(&inter);
}

static void several_can_be_made_at_once_by_tag(void)
{
    MPI_Comm half, inters[4];
    int i, remote, result;

    if (check_size == 1)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &half);
    for (i = 0; i < 4; i++)
        check_ok(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - check_rank % 2, i, &inters[i]));
    for (i = 0; i < 4; i++) {
        MPI_Comm_remote_size(inters[i], &remote);
        check_equal(remote, check_size - local_size());
        MPI_Comm_compare(inters[i], inters[0], &result);
        check_equal(result, i == 0 ? MPI_IDENT : MPI_CONGRUENT);
    }
    for (i = 0; i < 4; i++)
        MPI_Comm_free(&inters[i]);
    MPI_Comm_free(&half);
}

static void wrong_arguments_are_told(void)
{
    MPI_Comm inter = even_against_odd(), made = MPI_COMM_NULL, half;
    MPI_Group group;
    int value;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_class(MPI_Comm_test_inter(MPI_COMM_NULL, &value), MPI_ERR_COMM);
    check_class(MPI_Comm_remote_size(MPI_COMM_NULL, &value), MPI_ERR_COMM);
#ifndef MPICH_VERSION /* 4.0 does not look, and crashes */
    check_class(MPI_Comm_remote_size(MPI_COMM_WORLD, &value), MPI_ERR_COMM);
    check_class(MPI_Comm_remote_group(MPI_COMM_WORLD, &group), MPI_ERR_COMM);
    check_class(MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &made), MPI_ERR_COMM);
#endif
    check_class(MPI_Intercomm_merge(MPI_COMM_NULL, 0, &made), MPI_ERR_COMM);
    check_class(MPI_Intercomm_create(MPI_COMM_NULL, 0, MPI_COMM_WORLD, 0, 0, &made),
                MPI_ERR_COMM);
    check_class(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 0, -1, &made), MPI_ERR_TAG);
    check_class(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_NULL, 0, 0, &made), MPI_ERR_COMM);
    check_class(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, check_size, 0, &made),
                MPI_ERR_RANK);
    check_class(MPI_Intercomm_create(MPI_COMM_SELF, 1, MPI_COMM_WORLD, 0, 0, &made), MPI_ERR_RANK);
#ifndef MPICH_VERSION
    check_class(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, check_rank, 0, &made),
                MPI_ERR_RANK);
#endif
    if (inter != MPI_COMM_NULL) {
        MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
        check_class(MPI_Intercomm_create(inter, 0, MPI_COMM_WORLD, 0, 0, &made), MPI_ERR_COMM);
#ifndef MPICH_VERSION
        /* What only the leader can see, its members are told too. */
        MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &half);
        MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN);
        check_class(MPI_Intercomm_create(half, 0, MPI_COMM_NULL, 0, 0, &made), MPI_ERR_COMM);
        MPI_Comm_free(&half);
#endif
        MPI_Comm_free(&inter);
    }
    (void)half, (void)group;
    check(made == MPI_COMM_NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

CASES(it_knows_both_groups, ranks_are_those_of_the_remote_group,
      a_duplicate_is_congruent_and_separate, merging_puts_the_high_group_last,
      a_merged_one_has_the_handler_of_its_local_group, a_split_joins_equal_colors_of_both_sides,
      a_split_by_type_has_both_sides,
      random_splits_agree_with_a_sort, all_pairs_compare_as_their_groups_do,
      creating_takes_parts_of_both_sides, several_can_be_made_at_once_by_tag,
      wrong_arguments_are_told)
