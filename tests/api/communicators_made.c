/* SPDX-License-Identifier: MIT */
/* Communicators made of parts of others: split against a sort, groups, duplicates without waiting,
 * kinds of hardware, hints; and that messages never cross from one to another. */
#include "check.h"

#include <stdlib.h>

enum { ROUNDS = 50, MANY = 200, LOOP = 20000 };

static unsigned long state;

static int random_below(int limit)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (int)((state >> 33) % (unsigned long)limit);
}

/* Everybody knows everybody's choice, so everybody knows what must come out. */
static void splits_agree_with_a_sort(void)
{
    state = 3;
    for (int round = 0; round < ROUNDS; round++) {
        int colors[64], keys[64], rank = -1, size = -1, expected_rank = 0, expected_size = 0, i;
        MPI_Comm part;

        for (i = 0; i < check_size; i++) {
            colors[i] = random_below(4) == 0 ? MPI_UNDEFINED : random_below(3);
            keys[i] = random_below(5) - 2;
        }
        check_ok(MPI_Comm_split(MPI_COMM_WORLD, colors[check_rank], keys[check_rank], &part));
        if (colors[check_rank] == MPI_UNDEFINED) {
            check(part == MPI_COMM_NULL);
            continue;
        }
        for (i = 0; i < check_size; i++) {
            if (colors[i] != colors[check_rank])
                continue;
            expected_size++;
            if (keys[i] < keys[check_rank] || (keys[i] == keys[check_rank] && i < check_rank))
                expected_rank++;
        }
        MPI_Comm_rank(part, &rank);
        MPI_Comm_size(part, &size);
        check_equal(rank, expected_rank);
        check_equal(size, expected_size);
        MPI_Comm_free(&part);
    }
}

static void creating_takes_disjoint_groups_at_once(void)
{
    MPI_Group world, mine;
    MPI_Comm comm;
    int range[1][3] = {{check_rank % 2, check_size - 1, 2}}, rank, size, sum = 0;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &mine);
    check_ok(MPI_Comm_create(MPI_COMM_WORLD, mine, &comm));
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    check_equal(rank, check_rank / 2);
    check_equal(size, (check_size + 1 - check_rank % 2) / 2);
    MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, comm);
    check_equal(sum, size);
    MPI_Comm_free(&comm);
    check_ok(MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &comm));
    check(comm == MPI_COMM_NULL);
    MPI_Group_free(&mine);
    MPI_Group_free(&world);
}

/* The document's example: all but rank 0 have a communicator, and reduce in it. */
static void all_but_the_first_have_one_of_their_own(void)
{
    MPI_Group world, others;
    MPI_Comm comm;
    int first = 0, sum = -1, all = -1;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_excl(world, 1, &first, &others);
    check_ok(MPI_Comm_create(MPI_COMM_WORLD, others, &comm));
    if (check_rank != 0) {
        MPI_Reduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, 0, comm);
        if (check_rank == 1)
            check_equal(sum, check_size * (check_size - 1) / 2);
        MPI_Comm_free(&comm);
    } else {
        check(comm == MPI_COMM_NULL);
    }
    MPI_Reduce(&check_rank, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (check_rank == 0)
        check_equal(all, check_size * (check_size - 1) / 2);
    MPI_Group_free(&others);
    MPI_Group_free(&world);
}

static void members_alone_create_of_a_group(void)
{
    MPI_Group world, half;
    MPI_Comm comm = MPI_COMM_WORLD;
    int range[1][3] = {{check_size - 1, 0, -2}}, rank, member;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &half);
    MPI_Group_rank(half, &member);
    if (member != MPI_UNDEFINED) { /* the others do not call */
        check_ok(MPI_Comm_create_group(MPI_COMM_WORLD, half, 5, &comm));
        MPI_Comm_rank(comm, &rank);
        check_equal(rank, member);
        MPI_Barrier(comm);
        MPI_Comm_free(&comm);
    }
    check_ok(MPI_Comm_create_group(MPI_COMM_WORLD, MPI_GROUP_EMPTY, 5, &comm));
    check(comm == MPI_COMM_NULL);
    MPI_Group_free(&half);
    MPI_Group_free(&world);
}

static void duplicates_need_not_be_waited_for(void)
{
    MPI_Comm dups[3];
    MPI_Request requests[3];
    int result, sum, i;

    for (i = 0; i < 3; i++)
        check_ok(MPI_Comm_idup(MPI_COMM_WORLD, &dups[i], &requests[i]));
    /* Other operations go on meanwhile. */
    MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check_equal(sum, check_size);
    check_ok(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    for (i = 0; i < 3; i++) {
        check_ok(MPI_Comm_compare(MPI_COMM_WORLD, dups[i], &result));
        check_equal(result, MPI_CONGRUENT);
        MPI_Allreduce(&(int){i}, &sum, 1, MPI_INT, MPI_SUM, dups[i]);
        check_equal(sum, i * check_size);
        MPI_Comm_free(&dups[i]);
    }
}

static void a_duplicate_is_made_with_messages_under_way(void)
{
    int next = (check_rank + 1) % check_size, got = -1, i;
    MPI_Request request;
    MPI_Comm dup;

    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    for (i = 0; i < 3; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &dup);
        MPI_Send(&(int){-2}, 1, MPI_INT, next, 0, dup); /* must not land in the wildcard receive */
        MPI_Recv(&(int){0}, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, dup, MPI_STATUS_IGNORE);
        MPI_Comm_free(&dup);
    }
    MPI_Send(&check_rank, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(got, (check_rank + check_size - 1) % check_size);
}

static void equal_tags_on_many_communicators_never_cross(void)
{
    MPI_Comm comms[MANY];
    MPI_Request requests[MANY];
    int got[MANY], next = (check_rank + 1) % check_size, i;

    for (i = 0; i < MANY; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        got[i] = -1;
        MPI_Irecv(&got[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comms[i], &requests[i]);
    }
    for (i = MANY - 1; i >= 0; i--)
        MPI_Send(&i, 1, MPI_INT, next, 7, comms[i]);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < MANY; i++) {
        check_equal(got[i], i);
        MPI_Comm_free(&comms[i]);
    }
}

static void a_freed_communicator_lives_while_messages_are_pending(void)
{
    MPI_Comm dup;
    MPI_Request requests[2];
    int next = (check_rank + 1) % check_size, got = -1;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 3, dup, &requests[0]);
    MPI_Issend(&check_rank, 1, MPI_INT, next, 3, dup, &requests[1]);
    check_ok(MPI_Comm_free(&dup));
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check_equal(got, (check_rank + check_size - 1) % check_size);
}

static void communicators_come_and_go(void)
{
    MPI_Comm dup;
    int i;

    for (i = 0; i < LOOP / check_size; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &dup);
        MPI_Comm_free(&dup);
        MPI_Comm_dup(MPI_COMM_SELF, &dup);
        MPI_Comm_free(&dup);
    }
}

static void all_share_their_memory(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Info info;
    int size = -1, rank = -1;

    check_ok(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -check_rank, MPI_INFO_NULL,
                                 &comm));
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    check_equal(size, check_size);
    check_equal(rank, check_size - 1 - check_rank);
    MPI_Comm_free(&comm);
    check_ok(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, &comm));
    check(comm == MPI_COMM_NULL);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_hw_resource_type", "mpi_shared_memory");
    check_ok(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &comm));
#ifndef MPICH_VERSION /* 4.0 does not know it */
    MPI_Comm_size(comm, &size);
    check_equal(size, check_size);
#endif
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Info_set(info, "mpi_hw_resource_type", "nowhere://Nothing");
    check_ok(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &comm));
    check(comm == MPI_COMM_NULL);
    MPI_Info_free(&info);
#ifndef MPICH_VERSION
    check_ok(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL,
                                 &comm));
    check(comm == MPI_COMM_NULL);
    check_ok(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, MPI_INFO_NULL,
                                 &comm));
    check(comm == MPI_COMM_NULL);
#endif
}

static void hints_stay_with_their_communicator(void)
{
    char value[8] = "";
    int flag = -1;
    MPI_Info hints, used;
    MPI_Comm dup, again;

    MPI_Info_create(&hints);
    MPI_Info_set(hints, "mpi_assert_no_any_tag", "true");
    MPI_Info_set(hints, "nobody_knows_this", "true");
    check_ok(MPI_Comm_dup_with_info(MPI_COMM_WORLD, hints, &dup));
    check_ok(MPI_Comm_get_info(dup, &used));
    MPI_Info_get(used, "mpi_assert_no_any_tag", 7, value, &flag);
    check(flag);
    check_text(value, "true");
#ifndef MPICH_VERSION
    MPI_Info_get(used, "nobody_knows_this", 7, value, &flag);
    check(!flag);
    MPI_Info_get(used, "mpi_assert_exact_length", 7, value, &flag);
    check(flag);
    check_text(value, "false");
#endif
    MPI_Info_free(&used);
    MPI_Info_set(hints, "mpi_assert_no_any_tag", "false");
    check_ok(MPI_Comm_set_info(dup, hints));
    check_ok(MPI_Comm_get_info(dup, &used));
    MPI_Info_get(used, "mpi_assert_no_any_tag", 7, value, &flag);
    check_text(value, "false");
    MPI_Info_free(&used);
    MPI_Info_set(hints, "mpi_assert_no_any_tag", "true");
    check_ok(MPI_Comm_set_info(dup, hints));
    check_ok(MPI_Comm_dup(dup, &again));
    check_ok(MPI_Comm_get_info(again, &used));
#ifndef MPICH_VERSION /* 4.0 copies hints, as the standard had it before */
    MPI_Info_get(used, "mpi_assert_no_any_tag", 7, value, &flag);
    check_text(value, "false");
#endif
    MPI_Info_free(&used);
    MPI_Info_free(&hints);
    MPI_Comm_free(&dup);
    MPI_Comm_free(&again);
}

static void wrong_arguments_are_told(void)
{
    MPI_Group world, one;
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Request request;
    MPI_Info used;
    int zero = 0;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &zero, &one);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_class(MPI_Comm_create(MPI_COMM_NULL, world, &made), MPI_ERR_COMM);
    check_class(MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &made), MPI_ERR_GROUP);
    check_class(MPI_Comm_create_group(MPI_COMM_NULL, world, 0, &made), MPI_ERR_COMM);
    check_class(MPI_Comm_create_group(MPI_COMM_WORLD, MPI_GROUP_NULL, 0, &made), MPI_ERR_GROUP);
    check_class(MPI_Comm_create_group(MPI_COMM_WORLD, world, -1, &made), MPI_ERR_TAG);
    if (check_size > 1) {
        check_class(MPI_Comm_create(MPI_COMM_SELF, world, &made), MPI_ERR_GROUP);
        check_class(MPI_Comm_create_group(MPI_COMM_SELF, world, 0, &made), MPI_ERR_GROUP);
    }
    check_class(MPI_Comm_dup_with_info(MPI_COMM_NULL, MPI_INFO_NULL, &made), MPI_ERR_COMM);
    check_class(MPI_Comm_idup(MPI_COMM_NULL, &made, &request), MPI_ERR_COMM);
    check_class(MPI_Comm_split_type(MPI_COMM_NULL, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made),
                MPI_ERR_COMM);
    check_class(MPI_Comm_get_info(MPI_COMM_NULL, &used), MPI_ERR_COMM);
    check_class(MPI_Comm_set_info(MPI_COMM_NULL, MPI_INFO_NULL), MPI_ERR_COMM);
    check_class(MPI_Comm_group(MPI_COMM_NULL, &one), MPI_ERR_COMM);
#ifndef MPICH_VERSION
    check_class(MPI_Comm_split_type(MPI_COMM_WORLD, 1, 0, MPI_INFO_NULL, &made), MPI_ERR_ARG);
    check_class(MPI_Comm_idup(MPI_COMM_WORLD, &made, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_idup_with_info(MPI_COMM_WORLD, (MPI_Info)(void *)&zero, &made, &request),
                MPI_ERR_INFO);
    check_class(MPI_Comm_dup_with_info(MPI_COMM_WORLD, (MPI_Info)(void *)&zero, &made),
                MPI_ERR_INFO);
    check_class(MPI_Comm_set_info(MPI_COMM_WORLD, (MPI_Info)(void *)&zero), MPI_ERR_INFO);
#endif
    check(made == MPI_COMM_NULL);
    MPI_Group_free(&one);
    MPI_Group_free(&world);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

CASES(splits_agree_with_a_sort, creating_takes_disjoint_groups_at_once,
      all_but_the_first_have_one_of_their_own, members_alone_create_of_a_group,
      duplicates_need_not_be_waited_for, a_duplicate_is_made_with_messages_under_way,
      equal_tags_on_many_communicators_never_cross,
      a_freed_communicator_lives_while_messages_are_pending, communicators_come_and_go,
      all_share_their_memory, hints_stay_with_their_communicator, wrong_arguments_are_told)
