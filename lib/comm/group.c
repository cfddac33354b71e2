/* SPDX-License-Identifier: MIT */
#include "comm/group.h"

#include <string.h>

#include "base/memory.h"
#include "mpi.h"

struct group *group_create(int size)
{
    struct group *group = memory_take(sizeof *group + (size_t)size * sizeof group->members[0]);

    if (group != NULL) {
        store_relaxed(&group->references, 1);
        group->size = size;
    }
    return group;
}

struct group *group_hold(struct group *group)
{
    fetch_add_relaxed(&group->references, 1);
    return group;
}

void group_drop(struct group *group)
{
    if (group != NULL && fetch_sub_acq_rel(&group->references, 1) == 1) /* edge group.drop */
        memory_give(group);
}

int group_rank_of(const struct group *group, const struct rank *member)
{
    int i;

    for (i = 0; i < group->size; i++)
        if (group->members[i] == member)
            return i;
    return MPI_UNDEFINED;
}

int group_compare(const struct group *one, const struct group *other)
{
    int i;

    if (one->size != other->size)
        return MPI_UNEQUAL;
    if (memcmp(one->members, other->members, (size_t)one->size * sizeof one->members[0]) == 0)
        return MPI_IDENT;
    for (i = 0; i < one->size; i++)
        if (group_rank_of(other, one->members[i]) == MPI_UNDEFINED)
            return MPI_UNEQUAL;
    return MPI_SIMILAR;
}
