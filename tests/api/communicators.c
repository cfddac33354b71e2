/* SPDX-License-Identifier: MIT */
/* Communicators: size, rank, comparison, duplication, splitting, names. */
#include "check.h"

static void self_has_one_member(void)
{
    int size = -1, rank = -1;

    check_ok(MPI_Comm_size(MPI_COMM_SELF, &size));
    check_ok(MPI_Comm_rank(MPI_COMM_SELF, &rank));
    check_equal(size, 1);
    check_equal(rank, 0);
}

static void every_rank_of_the_world_is_there_once(void)
{
    int mask[64] = {0}, sum[64], i;

    mask[check_rank] = 1;
    MPI_Allreduce(mask, sum, 64, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (i = 0; i < 64; i++)
        check_equal(sum[i], i < check_size);
}

static void a_communicator_is_identical_to_itself(void)
{
    int result = -1;

    check_ok(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result));
    check_equal(result, MPI_IDENT);
}

static void a_duplicate_is_congruent(void)
{
    MPI_Comm dup = MPI_COMM_NULL;
    int result = -1, size, rank;

    check_ok(MPI_Comm_dup(MPI_COMM_WORLD, &dup));
    check_ok(MPI_Comm_compare(MPI_COMM_WORLD, dup, &result));
    check_equal(result, MPI_CONGRUENT);
    MPI_Comm_size(dup, &size);
    MPI_Comm_rank(dup, &rank);
    check_equal(size, check_size);
    check_equal(rank, check_rank);
    check_ok(MPI_Comm_free(&dup));
    check(dup == MPI_COMM_NULL);
}

static void the_reversed_world_is_similar(void)
{
    MPI_Comm reversed;
    int result = -1, rank = -1;

    check_ok(MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &reversed));
    check_ok(MPI_Comm_compare(MPI_COMM_WORLD, reversed, &result));
    check_equal(result, check_size == 1 ? MPI_CONGRUENT : MPI_SIMILAR);
    MPI_Comm_rank(reversed, &rank);
    check_equal(rank, check_size - 1 - check_rank);
    MPI_Comm_free(&reversed);
}

static void self_and_a_larger_world_are_unequal(void)
{
    int result = -1;

    check_ok(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_SELF, &result));
    check_equal(result, check_size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL);
}

static void a_split_puts_equal_colors_together(void)
{
    MPI_Comm part;
    int size = -1, rank = -1, sum = -1, expected = 0, i;

    check_ok(MPI_Comm_split(MPI_COMM_WORLD, check_rank % 3, 0, &part));
    MPI_Comm_size(part, &size);
    MPI_Comm_rank(part, &rank);
    check_equal(size, (check_size - check_rank % 3 + 2) / 3);
    check_equal(rank, check_rank / 3);
    MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, part);
    for (i = check_rank % 3; i < check_size; i += 3)
        expected += i;
    check_equal(sum, expected);
    MPI_Comm_free(&part);
}

static void a_split_orders_by_key_and_then_by_rank(void)
{
    MPI_Comm part;
    int rank = -1;
    int high = check_rank % 2; /* odd ranks after even ones */

    check_ok(MPI_Comm_split(MPI_COMM_WORLD, 7, high ? 5 : -5, &part));
    MPI_Comm_rank(part, &rank);
    check_equal(rank, high ? (check_size + 1) / 2 + check_rank / 2 : check_rank / 2);
    MPI_Comm_free(&part);
}

static void an_undefined_color_gets_no_communicator(void)
{
    MPI_Comm part = MPI_COMM_WORLD;
    int size;

    check_ok(MPI_Comm_split(MPI_COMM_WORLD, check_rank == 0 ? MPI_UNDEFINED : 1, 0, &part));
    if (check_rank == 0) {
        check(part == MPI_COMM_NULL);
        return;
    }
    MPI_Comm_size(part, &size);
    check_equal(size, check_size - 1);
    MPI_Comm_free(&part);
}

static void contexts_keep_messages_apart(void)
{
    int right = (check_rank + 1) % check_size, left = (check_rank + check_size - 1) % check_size;
    int out[2] = {check_rank, check_rank + 1000}, in[2] = {-1, -1};
    MPI_Request requests[2];
    MPI_Comm dup;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Isend(&out[0], 1, MPI_INT, right, 4, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&out[1], 1, MPI_INT, right, 4, dup, &requests[1]);
    /* The later one first, by any source and any tag: only the communicator tells them apart. */
    MPI_Recv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, dup, MPI_STATUS_IGNORE);
    MPI_Recv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check_equal(in[0], left);
    check_equal(in[1], left + 1000);
    MPI_Comm_free(&dup);
}

static void a_receive_posted_before_dup_is_not_disturbed(void)
{
    int in = -1, out = check_rank;
    MPI_Request request;
    MPI_Comm dup;

    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Barrier(dup);
    MPI_Send(&out, 1, MPI_INT, (check_rank + 1) % check_size, 9, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(in, (check_rank + check_size - 1) % check_size);
    MPI_Comm_free(&dup);
}

static void a_freed_communicator_lets_pending_receives_end(void)
{
    int in = -1, out = 42;
    MPI_Request request;
    MPI_Comm dup;

    MPI_Comm_dup(MPI_COMM_SELF, &dup);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, dup, &request);
    MPI_Send(&out, 1, MPI_INT, 0, 0, dup);
    MPI_Comm_free(&dup);
    check(dup == MPI_COMM_NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(in, 42);
}

static void many_communicators_come_and_go(void)
{
    int i, sum;

    for (i = 0; i < 200; i++) {
        MPI_Comm dup, part;

        MPI_Comm_dup(MPI_COMM_WORLD, &dup);
        MPI_Comm_split(dup, (check_rank + i) % 2, 0, &part);
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_MAX, part);
        check_equal(sum, i);
        MPI_Comm_free(&part);
        MPI_Comm_free(&dup);
    }
}

static void the_predefined_communicators_have_names(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;

    check_ok(MPI_Comm_get_name(MPI_COMM_WORLD, name, &length));
    check_text(name, "MPI_COMM_WORLD");
    check_equal(length, (int)strlen("MPI_COMM_WORLD"));
    check_ok(MPI_Comm_get_name(MPI_COMM_SELF, name, &length));
    check_text(name, "MPI_COMM_SELF");
}

static void a_new_communicator_has_no_name_until_it_is_given_one(void)
{
    char name[MPI_MAX_OBJECT_NAME] = "?";
    int length = -1;
    MPI_Comm dup;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    check_ok(MPI_Comm_get_name(dup, name, &length));
    check_text(name, "");
    check_equal(length, 0);
    check_ok(MPI_Comm_set_name(dup, "columns"));
    check_ok(MPI_Comm_set_name(dup, "rows"));
    check_ok(MPI_Comm_get_name(dup, name, &length));
    check_text(name, "rows");
    check_equal(length, 4);
    MPI_Comm_free(&dup);
}

static void a_long_name_is_cut(void)
{
    char name[2 * MPI_MAX_OBJECT_NAME], kept[MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Comm dup;

    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    MPI_Comm_dup(MPI_COMM_SELF, &dup);
    check_ok(MPI_Comm_set_name(dup, name));
    check_ok(MPI_Comm_get_name(dup, kept, &length));
    check_equal(length, MPI_MAX_OBJECT_NAME - 1);
    check_equal((int)strlen(kept), MPI_MAX_OBJECT_NAME - 1);
    MPI_Comm_free(&dup);
}

static void a_window_that_is_none_has_a_name(void)
{
#ifndef MPICH_VERSION /* 4.0 has not: that is of MPI 4.1 */
    char name[MPI_MAX_OBJECT_NAME] = "?";
    int length = -1;

    check_ok(MPI_Win_get_name(MPI_WIN_NULL, name, &length));
    check_text(name, "MPI_WIN_NULL");
    check_equal(length, (int)strlen("MPI_WIN_NULL"));
#endif
}

static void children_inherit_the_error_handler(void)
{
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm parent, child;

    MPI_Comm_dup(MPI_COMM_WORLD, &parent);
    check_ok(MPI_Comm_get_errhandler(parent, &handler));
    check(handler == MPI_ERRORS_ARE_FATAL);
    check_ok(MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN));
    MPI_Comm_dup(parent, &child);
    check_ok(MPI_Comm_get_errhandler(child, &handler));
    check(handler == MPI_ERRORS_RETURN);
    MPI_Comm_free(&child);
    MPI_Comm_split(parent, 0, 0, &child);
    check_ok(MPI_Comm_get_errhandler(child, &handler));
    check(handler == MPI_ERRORS_RETURN);
    MPI_Comm_free(&child);
    MPI_Comm_free(&parent);
}

CASES(self_has_one_member, every_rank_of_the_world_is_there_once,
      a_communicator_is_identical_to_itself, a_duplicate_is_congruent,
      the_reversed_world_is_similar, self_and_a_larger_world_are_unequal,
      a_split_puts_equal_colors_together, a_split_orders_by_key_and_then_by_rank,
      an_undefined_color_gets_no_communicator, contexts_keep_messages_apart,
      a_receive_posted_before_dup_is_not_disturbed, a_freed_communicator_lets_pending_receives_end,
      many_communicators_come_and_go, the_predefined_communicators_have_names,
      a_new_communicator_has_no_name_until_it_is_given_one, a_long_name_is_cut,
      a_window_that_is_none_has_a_name, children_inherit_the_error_handler)
