/* SPDX-License-Identifier: MIT */
/* Groups. */
#include "api/communicator/group.h"

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/groups.h"
#include "base/memory.h"
#include "base/note.h"

int group_give(struct group *group, struct session *session, MPI_Group *handle)
{
    struct group_handle *made;

    if (group == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a group");
    if (group->size == 0) {
        *handle = MPI_GROUP_EMPTY;
        return MPI_SUCCESS;
    }
    made = object_create(handle_store(), OBJECT_GROUP);
    if (made == NULL) {
        group_drop(group);
        return note(MPI_ERR_NO_MEM, "no memory for a group");
    }
    made->group = group;
    made->session = session;
    if (session != NULL)
        object_hold(&session->object);
    *handle = (MPI_Group)(void *)made;
    return MPI_SUCCESS;
}

static int check_one(MPI_Group handle, struct group_argument *argument, const void *output,
                     const char *name)
{
    int err = check_group(handle, "group", argument);

    return err == MPI_SUCCESS ? check_pointer(output, name) : err;
}

int api_group_size(const struct call *call, MPI_Group handle, int *size)
{
    struct group_argument group;
    int err = check_one(handle, &group, size, "size");

    if (err != MPI_SUCCESS)
        return raise_session(call, group.session, err);
    *size = group.group->size;
    return MPI_SUCCESS;
}

int api_group_rank(const struct call *call, MPI_Group handle, int *rank)
{
    struct group_argument group;
    int err = check_one(handle, &group, rank, "rank");

    if (err != MPI_SUCCESS)
        return raise_session(call, group.session, err);
    *rank = group_rank_of(group.group, rank_self());
    return MPI_SUCCESS;
}

static int check_two(MPI_Group group1, MPI_Group group2, struct group_argument *one,
                     struct group_argument *other)
{
    int err = check_group(group1, "group1", one);

    *other = (struct group_argument){0};
    return err == MPI_SUCCESS ? check_group(group2, "group2", other) : err;
}

int api_group_compare(const struct call *call, MPI_Group group1, MPI_Group group2, int *result)
{
    struct group_argument one, other;
    int err = check_two(group1, group2, &one, &other);

    if (err == MPI_SUCCESS)
        err = check_pointer(result, "result");
    if (err != MPI_SUCCESS)
        return raise_session(call, one.session, err);
    *result = group_compare(one.group, other.group);
    return MPI_SUCCESS;
}

static int check_members(const struct group *group, int n, const int ranks[], const char *name,
                         bool null_allowed)
{
    int i, err = check_array(ranks, name, n);

    if (err != MPI_SUCCESS)
        return err;
    for (i = 0; i < n; i++)
        if ((ranks[i] < 0 || ranks[i] >= group->size) &&
            !(null_allowed && ranks[i] == MPI_PROC_NULL))
            return note(MPI_ERR_RANK, "%s[%d] %d is outside 0..%d", name, i, ranks[i],
                        group->size - 1);
    return MPI_SUCCESS;
}

int api_group_translate_ranks(const struct call *call, MPI_Group group1, int n, const int ranks1[],
                              MPI_Group group2, int ranks2[])
{
    struct group_argument from, to;
    int err = check_two(group1, group2, &from, &to);

    if (err == MPI_SUCCESS)
        err = check_length(n, "n");
    if (err == MPI_SUCCESS)
        err = check_members(from.group, n, ranks1, "ranks1", true);
    if (err == MPI_SUCCESS)
        err = check_array(ranks2, "ranks2", n);
    if (err == MPI_SUCCESS)
        err = group_translate(from.group, n, ranks1, to.group, ranks2);
    return err == MPI_SUCCESS ? err : raise_session(call, from.session, err);
}

/* ---- sets ---------------------------------------------------------------------------------- */

typedef int set_operation(const struct group *one, const struct group *other, struct group **made);

static int combine(const struct call *call, set_operation *operation, MPI_Group group1,
                   MPI_Group group2, MPI_Group *newgroup)
{
    struct group_argument one, other;
    struct group *made;
    int err = check_two(group1, group2, &one, &other);

    if (err == MPI_SUCCESS)
        err = check_pointer(newgroup, "newgroup");
    if (err == MPI_SUCCESS)
        err = operation(one.group, other.group, &made);
    if (err == MPI_SUCCESS)
        err = group_give(made, one.session != NULL ? one.session : other.session, newgroup);
    return err == MPI_SUCCESS ? err : raise_session(call, one.session, err);
}

int api_group_union(const struct call *call, MPI_Group group1, MPI_Group group2,
                    MPI_Group *newgroup)
{
    return combine(call, group_unite, group1, group2, newgroup);
}

int api_group_intersection(const struct call *call, MPI_Group group1, MPI_Group group2,
                           MPI_Group *newgroup)
{
    return combine(call, group_intersect, group1, group2, newgroup);
}

int api_group_difference(const struct call *call, MPI_Group group1, MPI_Group group2,
                         MPI_Group *newgroup)
{
    return combine(call, group_subtract, group1, group2, newgroup);
}

/* ---- lists and ranges ---------------------------------------------------------------------- */

typedef int list_operation(const struct group *group, int count, const int ranks[],
                           struct group **made);

static int check_distinct(const struct group *group, int n, const int ranks[], const char *name)
{
    bool *seen = memory_take_zeroed((size_t)group->size + 1);
    int i, err = MPI_SUCCESS;

    if (seen == NULL)
        return note(MPI_ERR_NO_MEM, "no memory to check a list of ranks");
    for (i = 0; i < n && err == MPI_SUCCESS; i++) {
        if (seen[ranks[i]])
            err = note(MPI_ERR_RANK, "%s lists rank %d twice", name, ranks[i]);
        seen[ranks[i]] = true;
    }
    memory_give(seen);
    return err;
}

static int choose(const struct call *call, list_operation *operation, MPI_Group handle, int n,
                  const int ranks[], MPI_Group *newgroup)
{
    struct group_argument group;
    struct group *made;
    int err = check_group(handle, "group", &group);

    if (err == MPI_SUCCESS)
        err = check_length(n, "n");
    if (err == MPI_SUCCESS)
        err = check_members(group.group, n, ranks, "ranks", false);
    if (err == MPI_SUCCESS)
        err = check_distinct(group.group, n, ranks, "ranks");
    if (err == MPI_SUCCESS)
        err = check_pointer(newgroup, "newgroup");
    if (err == MPI_SUCCESS)
        err = operation(group.group, n, ranks, &made);
    if (err == MPI_SUCCESS)
        err = group_give(made, group.session, newgroup);
    return err == MPI_SUCCESS ? err : raise_session(call, group.session, err);
}

int api_group_incl(const struct call *call, MPI_Group group, int n, const int ranks[],
                   MPI_Group *newgroup)
{
    return choose(call, group_include, group, n, ranks, newgroup);
}

int api_group_excl(const struct call *call, MPI_Group group, int n, const int ranks[],
                   MPI_Group *newgroup)
{
    return choose(call, group_exclude, group, n, ranks, newgroup);
}

enum { FIRST, LAST, STRIDE };

/* Members that a range names, less one. */
static int64_t steps_of(const int range[3])
{
    return ((int64_t)range[LAST] - range[FIRST]) / range[STRIDE];
}

static int check_range(const struct group *group, int index, const int range[3])
{
    int64_t steps;

    if (range[FIRST] < 0 || range[FIRST] >= group->size)
        return note(MPI_ERR_RANK, "the first rank %d of ranges[%d] is outside 0..%d", range[FIRST],
                    index, group->size - 1);
    if (range[STRIDE] == 0)
        return note(MPI_ERR_RANK, "the stride of ranges[%d] is 0", index);
    steps = steps_of(range);
    if (steps < 0 || ((range[LAST] < range[FIRST]) != (range[STRIDE] < 0) &&
                      range[LAST] != range[FIRST]))
        return note(MPI_ERR_RANK, "the stride %d of ranges[%d] leads from %d away from %d",
                    range[STRIDE], index, range[FIRST], range[LAST]);
    if (range[FIRST] + steps * range[STRIDE] < 0 ||
        range[FIRST] + steps * range[STRIDE] >= group->size)
        return note(MPI_ERR_RANK, "the last rank of ranges[%d] is outside 0..%d", index,
                    group->size - 1);
    return MPI_SUCCESS;
}

/* The ranks that the ranges name, for the caller to give back. */
static int expand(const struct group *group, int n, int ranges[][3], int *count, int **ranks)
{
    int64_t total = 0;
    int i, rank, err = check_array(ranges, "ranges", n);

    *ranks = NULL;
    *count = 0;
    for (i = 0; i < n && err == MPI_SUCCESS; i++) {
        err = check_range(group, i, ranges[i]);
        if (err == MPI_SUCCESS)
            total += steps_of(ranges[i]) + 1;
    }
    if (err != MPI_SUCCESS)
        return err;
    if (total > group->size)
        return note(MPI_ERR_RANK, "ranges name %lld ranks of %d: some are named twice",
                    (long long)total, group->size);
    *ranks = memory_take(((size_t)total + 1) * sizeof **ranks);
    if (*ranks == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a list of ranks");
    for (i = 0; i < n; i++) {
        int last = (int)steps_of(ranges[i]);

        for (rank = 0; rank <= last; rank++)
            (*ranks)[(*count)++] = ranges[i][FIRST] + rank * ranges[i][STRIDE];
    }
    return check_distinct(group, *count, *ranks, "ranges");
}

static int choose_ranges(const struct call *call, list_operation *operation, MPI_Group handle,
                         int n, int ranges[][3], MPI_Group *newgroup)
{
    struct group_argument group;
    struct group *made;
    int *ranks = NULL;
    int count, err = check_group(handle, "group", &group);

    if (err == MPI_SUCCESS)
        err = check_length(n, "n");
    if (err == MPI_SUCCESS)
        err = check_pointer(newgroup, "newgroup");
    if (err == MPI_SUCCESS)
        err = expand(group.group, n, ranges, &count, &ranks);
    if (err == MPI_SUCCESS)
        err = operation(group.group, count, ranks, &made);
    memory_give(ranks);
    if (err == MPI_SUCCESS)
        err = group_give(made, group.session, newgroup);
    return err == MPI_SUCCESS ? err : raise_session(call, group.session, err);
}

int api_group_range_incl(const struct call *call, MPI_Group group, int n, int ranges[][3],
                         MPI_Group *newgroup)
{
    return choose_ranges(call, group_include, group, n, ranges, newgroup);
}

int api_group_range_excl(const struct call *call, MPI_Group group, int n, int ranges[][3],
                         MPI_Group *newgroup)
{
    return choose_ranges(call, group_exclude, group, n, ranges, newgroup);
}

int api_group_free(const struct call *call, MPI_Group *handle)
{
    struct group_argument group = {0};
    struct group_handle *object;
    int err = check_pointer(handle, "group");

    if (err == MPI_SUCCESS)
        err = check_group(*handle, "group", &group);
    if (err != MPI_SUCCESS)
        return raise_session(call, group.session, err);
    object = handle_group(*handle);
    if (object != NULL) { /* not MPI_GROUP_EMPTY */
        group_drop(object->group);
        session_drop(object->session);
        object_destroy(handle_store(), &object->object);
    }
    *handle = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}
