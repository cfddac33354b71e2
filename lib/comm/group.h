/* SPDX-License-Identifier: MIT */
/* An ordered set of ranks: the members' structures, in the order of their numbers. Immutable and
 * counted; shared by all members.
 *
 * Edges
 *   group.drop  a drop publishes its holder's last use to whoever frees the group. */
#ifndef COMM_GROUP_H
#define COMM_GROUP_H

#include "base/atomic.h"
#include "rank/rank.h"

struct group {
    _Atomic(int) references;
    int size;
    struct rank *members[];
};

/* A group whose members the caller fills in; one reference. NULL: no memory. */
struct group *group_create(int size);
struct group *group_hold(struct group *group);
void group_drop(struct group *group); /* the last one frees; NULL is fine */

/* The rank's number in the group, MPI_UNDEFINED when it is no member. */
int group_rank_of(const struct group *group, const struct rank *member);

/* MPI_IDENT: the same members in the same order; MPI_SIMILAR: in another; else MPI_UNEQUAL. */
int group_compare(const struct group *one, const struct group *other);

#endif
