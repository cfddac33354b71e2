/* SPDX-License-Identifier: MIT */
/* Members that disagree while a communicator is made get an error, all of them, with both calls and
 * both places: a member calls something else than MPI_Intercomm_create, or takes another one for
 * the leader, or names another group to MPI_Comm_create. Nothing is made, and nothing hangs. */
/* ranks: 3 4 8 */
/* flags: -g */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { FEW = 1, MANY = 3000, RANKS_MAX = 8 };

static int rank, size, failed, ints[MANY * RANKS_MAX], more[MANY * RANKS_MAX];
static MPI_Comm comm; /* all ranks but the last */
static const char *title;

static void fail(const char *what, const char *text)
{
    fprintf(stderr, "%s, rank %d of %d: %s: %s\n", title, rank, size, what, text);
    failed = 1;
}

/* The call's own error or, where the member had nothing to wait for, that of the next one. */
static void expect_dispute(int code, const char *one, const char *other)
{
    char text[MPI_MAX_ERROR_STRING];
    const char *place;
    int length;

    if (code == MPI_SUCCESS)
        code = MPI_Barrier(comm);
    if (code == MPI_SUCCESS) {
        fail("no error", "");
        return;
    }
    MPI_Error_string(code, text, &length);
    if (strstr(text, one) == NULL || strstr(text, other) == NULL)
        fail("does not name both calls", text);
    place = strstr(text, "communicator_mismatch_errors.c:");
    if (place == NULL || strstr(place + 1, "communicator_mismatch_errors.c:") == NULL)
        fail("does not name both places", text);
}

/* ---- a bridge -------------------------------------------------------------------------------- */

enum { TAG = 5, OTHER_CALLS = 6 };

/* The last rank is a group of its own, and there is nothing wrong with what it calls. */
static int leaders(int leader, MPI_Comm *inter)
{
    return MPI_Intercomm_create(comm, leader, MPI_COMM_WORLD, rank == size - 1 ? 0 : size - 1, TAG,
                                inter);
}

static const char *const other_names[OTHER_CALLS] = {"MPI_Barrier", "MPI_Allgather", "MPI_Gather",
                                                     "MPI_Bcast",   "MPI_Comm_dup",  "MPI_Scan"};

static int call_other(int which, int count)
{
    MPI_Comm made;

    switch (which) {
    case 0:
        return MPI_Barrier(comm);
    case 1:
        return MPI_Allgather(ints, count, MPI_INT, more, count, MPI_INT, comm);
    case 2:
        return MPI_Gather(ints, count, MPI_INT, more, count, MPI_INT, 0, comm);
    case 3:
        return MPI_Bcast(ints, count, MPI_INT, 0, comm);
    case 4:
        return MPI_Comm_dup(comm, &made);
    default:
        return MPI_Scan(ints, more, count, MPI_INT, MPI_SUM, comm);
    }
}

static void other_call(int which, int count)
{
    MPI_Comm inter = MPI_COMM_NULL;
    int is_odd = rank == size - 2, code;

    title = other_names[which];
    code = is_odd ? call_other(which, count) : leaders(0, &inter);
    if (rank < size - 1)
        expect_dispute(code, "MPI_Intercomm_create", other_names[which]);
    else if (code != MPI_SUCCESS)
        fail("the other side fails, too", "");
    if (inter != MPI_COMM_NULL)
        MPI_Comm_free(&inter);
}

/* A member that takes another one for the leader is not the one that is taken for it. */
static void another_leader(void)
{
    MPI_Comm inter = MPI_COMM_NULL;
    int code;

    title = "another leader";
    code = leaders(rank == size - 2, &inter);
    if (rank < size - 1)
        expect_dispute(code, "MPI_Intercomm_create", "with another leader");
    if (inter != MPI_COMM_NULL)
        MPI_Comm_free(&inter);
}

static void split(void)
{
    MPI_Comm_split(MPI_COMM_WORLD, rank == size - 1, rank, &comm);
}

static void run_bridges(void)
{
    int i;

    for (i = 0; i < OTHER_CALLS; i++) {
        split();
        other_call(i, FEW);
        MPI_Comm_free(&comm);
        split();
        other_call(i, MANY);
        MPI_Comm_free(&comm);
    }
    if (size <= 3)
        return;
    split();
    another_leader();
    MPI_Comm_free(&comm);
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* A member leaves itself, or another one, away; or names them in another order. */
enum groups { ALONE, SHIFTED, SWAPPED, BOTH_SWAPPED, GROUPS };

static const char *const group_titles[GROUPS] = {"a member names itself only",
                                                 "overlapping groups", "another order",
                                                 "two orders, no member at the head of its own"};

static int members_named(enum groups kind, int members[2])
{
    int is_second = rank == 1;

    members[0] = 0;
    members[1] = 1;
    if (kind == SHIFTED && rank > 0) {
        members[0] = 1;
        members[1] = 2;
    } else if ((kind == SWAPPED && is_second) || (kind == BOTH_SWAPPED && rank == 0)) {
        members[0] = 1;
        members[1] = 0;
    } else if (kind == ALONE && is_second) {
        members[0] = 1;
        return 1;
    }
    return rank < 2 || (kind == SHIFTED && rank == 2) ? 2 : 0;
}

static void other_groups(enum groups kind)
{
    MPI_Group all, group;
    MPI_Comm made = MPI_COMM_NULL;
    int members[2], count = members_named(kind, members);

    title = group_titles[kind];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_group(comm, &all);
    MPI_Group_incl(all, count, members, &group);
    expect_dispute(MPI_Comm_create(comm, group, &made), "MPI_Comm_create", "with another group");
    if (made != MPI_COMM_NULL)
        fail("there is a communicator", "");
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    MPI_Comm_free(&comm);
}

/* On one side of an intercommunicator. */
static void other_groups_of_a_side(void)
{
    int side = rank >= 2, members[2] = {0, 1}, count = side ? 1 : 2;
    MPI_Comm part, made = MPI_COMM_NULL;
    MPI_Group own, group;

    title = "another group on one side";
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &part);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, side ? 0 : 2, TAG, &comm);
    MPI_Comm_group(comm, &own);
    if (rank == 1)
        count = 1;
    MPI_Group_incl(own, count, members, &group);
    expect_dispute(MPI_Comm_create(comm, group, &made), "MPI_Comm_create", "with another group");
    MPI_Group_free(&group);
    MPI_Group_free(&own);
    MPI_Comm_free(&part);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    run_bridges();
    for (i = 0; i < GROUPS; i++)
        other_groups((enum groups)i);
    other_groups_of_a_side();
    MPI_Finalize();
    return failed;
}
