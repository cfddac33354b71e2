/* SPDX-License-Identifier: MIT */
/* An ordered set of ranks: the members' structures, in the order of their numbers. A group is
 * immutable, counted, and shared by all members. Members may belong to several connected worlds.
 *
 * Edges
 *   group.drop  a drop publishes its holder's last use to the thread that frees the group. */
#ifndef COMM_GROUP_H
#define COMM_GROUP_H

#include "base/atomic.h"
#include "object/object.h"
#include "object/session.h"
#include "rank/rank.h"

struct group {
    _Atomic(int) references;
    bool is_of_process; /* its memory, not a job's: it may outlive the job that made it */
    int size;
    struct rank *members[];
};

/* The object behind an MPI_Group: one rank's handle to a group. */
struct group_handle {
    struct object object;
    struct group *group;
    struct session *session; /* that it is derived from, held; NULL: from none */
};

/* A group whose members the caller fills in; one reference. NULL: no memory. There is one group
 * of none, which belongs to no rank and is not counted. */
struct group *group_create(int size);
struct group *group_hold(struct group *group);
/* As group_hold, for members of several jobs: a copy, if jobs have memory of their own and the
 * group lies there. NULL: no memory. */
struct group *group_share(struct group *group);
void group_drop(struct group *group); /* the last one frees; NULL is fine */

/* NULL: no memory. */
struct group *group_of_world(struct world *world);
struct group *group_of_one(struct rank *rank);

/* The rank's number in the group, MPI_UNDEFINED when it is no member. */
int group_rank_of(const struct group *group, const struct rank *member);

/* Finds members' numbers in constant time, for as long as the group lives. NULL, with a note: no
 * memory. */
struct group_map;

struct group_map *group_map_create(const struct group *group);
int group_map_find(const struct group_map *map, const struct rank *member); /* MPI_UNDEFINED */
void group_map_destroy(struct group_map *map); /* NULL is fine */

/* MPI_IDENT: the same members in the same order; MPI_SIMILAR: in another; else MPI_UNEQUAL. */
int group_compare(const struct group *one, const struct group *other);

/* True if both have the same members in the same order; NULL is identical to NULL. */
bool group_is_identical(const struct group *one, const struct group *other);

/* Translates ranks of `from` into ranks of `to`: MPI_UNDEFINED for members that are not in `to`.
 * MPI_PROC_NULL stays what it is. 0, MPI_ERR_NO_MEM. */
int group_translate(const struct group *from, int count, const int ranks[],
                    const struct group *to, int translated[]);

/* 0, MPI_ERR_NO_MEM; *is_part: all members of the one are members of the other. */
int group_is_part(const struct group *part, const struct group *whole, bool *is_part);
int group_overlaps(const struct group *one, const struct group *other, bool *overlaps);

/* All: 0, MPI_ERR_NO_MEM. The numbers are of members, none twice. */
int group_include(const struct group *group, int count, const int ranks[], struct group **made);
int group_exclude(const struct group *group, int count, const int ranks[], struct group **made);
/* All of the one, in its order, then what only the other has, in its order. */
int group_unite(const struct group *one, const struct group *other, struct group **made);
/* Make a group of the members of `one` that are in `other` (intersect) or are not (subtract), in
 * the order of `one`. */
int group_intersect(const struct group *one, const struct group *other, struct group **made);
int group_subtract(const struct group *one, const struct group *other, struct group **made);

#endif
