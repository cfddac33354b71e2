/* SPDX-License-Identifier: MIT */
#include "comm/group.h"

#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "mpi_types.h"
#include "rank/world.h"

/* Only read: holding and dropping leave a group of none alone. */
static const struct group none = {.references = 1, .size = 0};

/* A member of several jobs may keep a group longer than its maker's job lives. */
static struct group *take_group(int size, bool is_of_process)
{
    size_t bytes = sizeof(struct group) + (size_t)size * sizeof(struct rank *);
    struct heap *heap = is_of_process ? memory_use(NULL) : NULL;
    struct group *group = memory_take(bytes);

    if (is_of_process)
        memory_use(heap);
    if (group != NULL)
        group->is_of_process = is_of_process;
    return group;
}

static void give_group(struct group *group)
{
    struct heap *heap;

    if (!group->is_of_process) {
        memory_give(group);
        return;
    }
    heap = memory_use(NULL);
    memory_give(group);
    memory_use(heap);
}

struct group *group_create(int size)
{
    struct group *group;

    if (size == 0)
        return (struct group *)(uintptr_t)&none;
    group = take_group(size, memory_is_mixed());
    if (group != NULL) {
        store_relaxed(&group->references, 1);
        group->size = size;
    }
    return group;
}

struct group *group_hold(struct group *group)
{
    if (group->size > 0)
        fetch_add_relaxed(&group->references, 1);
    return group;
}

struct group *group_share(struct group *group)
{
    struct group *copy;

    if (!memory_is_mixed() || group->size == 0 || group->is_of_process)
        return group_hold(group);
    copy = group_create(group->size);
    if (copy != NULL)
        memcpy(copy->members, group->members, (size_t)group->size * sizeof group->members[0]);
    return copy;
}

void group_drop(struct group *group)
{
    if (group == NULL || group->size == 0)
        return;
    if (fetch_sub_acq_rel(&group->references, 1) == 1) /* edge group.drop */
        give_group(group);
}

struct group *group_of_world(struct world *world)
{
    struct group *group = group_create(world->size);
    int i;

    for (i = 0; group != NULL && i < world->size; i++)
        group->members[i] = &world->ranks[i];
    return group;
}

struct group *group_of_one(struct rank *rank)
{
    struct group *group = group_create(1);

    if (group != NULL)
        group->members[0] = rank;
    return group;
}

int group_rank_of(const struct group *group, const struct rank *member)
{
    int i;

    for (i = 0; i < group->size; i++)
        if (group->members[i] == member)
            return i;
    return MPI_UNDEFINED;
}

/* ---- maps ------------------------------------------------------------------------------------ */

/* An open-addressing hash table, at most half full: members may belong to several worlds, and a
 * group may be small beside its world. */
struct group_map {
    const struct group *group;
    uint32_t mask;      /* length of the table - 1 */
    int places[];       /* a member's number + 1; 0: free */
};

/* Members are elements of arrays, so the lower bits of their addresses differ little (Fibonacci
 * hashing; Knuth, The Art of Computer Programming 3, 6.4). */
static uint32_t hash(const struct rank *rank)
{
    return (uint32_t)((uint64_t)(uintptr_t)rank * 0x9e3779b97f4a7c15u >> 32);
}

static void put_place(struct group_map *map, int place)
{
    uint32_t at = hash(map->group->members[place]) & map->mask;

    while (map->places[at] != 0)
        at = (at + 1) & map->mask;
    map->places[at] = place + 1;
}

struct group_map *group_map_create(const struct group *group)
{
    struct group_map *map;
    uint32_t length = 2;
    int i;

    while (length < 2 * (uint32_t)group->size)
        length *= 2;
    map = memory_take_zeroed(sizeof *map + length * sizeof map->places[0]);
    if (map == NULL) {
        note(MPI_ERR_NO_MEM, "no memory to compare groups");
        return NULL;
    }
    map->group = group;
    map->mask = length - 1;
    for (i = 0; i < group->size; i++)
        put_place(map, i);
    return map;
}

int group_map_find(const struct group_map *map, const struct rank *member)
{
    uint32_t at;

    for (at = hash(member) & map->mask; map->places[at] != 0; at = (at + 1) & map->mask)
        if (map->group->members[map->places[at] - 1] == member)
            return map->places[at] - 1;
    return MPI_UNDEFINED;
}

void group_map_destroy(struct group_map *map)
{
    memory_give(map);
}

static bool is_mapped(const struct group_map *map, const struct rank *member)
{
    return group_map_find(map, member) != MPI_UNDEFINED;
}

/* ---- comparing ------------------------------------------------------------------------------- */

bool group_is_identical(const struct group *one, const struct group *other)
{
    if (one == other || one == NULL || other == NULL)
        return one == other;
    return one->size == other->size &&
           memcmp(one->members, other->members, (size_t)one->size * sizeof one->members[0]) == 0;
}

int group_compare(const struct group *one, const struct group *other)
{
    struct group_map *map;
    int i, result = MPI_SIMILAR;

    if (one->size != other->size)
        return MPI_UNEQUAL;
    if (group_is_identical(one, other))
        return MPI_IDENT;
    map = group_map_create(other);
    for (i = 0; i < one->size && result == MPI_SIMILAR; i++)
        if (map != NULL ? !is_mapped(map, one->members[i])
                        : group_rank_of(other, one->members[i]) == MPI_UNDEFINED)
            result = MPI_UNEQUAL;
    group_map_destroy(map);
    return result;
}

/* In a group of a whole world each member has the place that it has in the world. */
static bool has_own_place(const struct group *group, const struct rank *member)
{
    return member->world_rank < group->size && group->members[member->world_rank] == member;
}

/* Returns the member's place in `to`. The map is made when a member is elsewhere for the first
 * time: to make one of many members takes longer than all else. */
static int find_place(const struct group *to, const struct rank *member, struct group_map **map)
{
    if (has_own_place(to, member))
        return member->world_rank;
    if (*map == NULL)
        *map = group_map_create(to);
    return *map != NULL ? group_map_find(*map, member) : MPI_UNDEFINED;
}

int group_translate(const struct group *from, int count, const int ranks[],
                    const struct group *to, int translated[])
{
    struct group_map *map = NULL;
    bool lacks_map = false;
    int i;

    for (i = 0; i < count && !lacks_map; i++) {
        translated[i] = ranks[i] == MPI_PROC_NULL
                            ? MPI_PROC_NULL
                            : find_place(to, from->members[ranks[i]], &map);
        lacks_map = translated[i] == MPI_UNDEFINED && map == NULL;
    }
    group_map_destroy(map);
    return lacks_map ? MPI_ERR_NO_MEM : MPI_SUCCESS;
}

/* Counts the members of `one` that are mapped. */
static int count_mapped(const struct group *one, const struct group_map *map)
{
    int i, count = 0;

    for (i = 0; i < one->size; i++)
        count += is_mapped(map, one->members[i]);
    return count;
}

/* Counts the members of `one` that are members of `other`; -1: no memory. */
static int count_common(const struct group *one, const struct group *other)
{
    struct group_map *map = group_map_create(other);
    int common = map != NULL ? count_mapped(one, map) : -1;

    group_map_destroy(map);
    return common;
}

int group_is_part(const struct group *part, const struct group *whole, bool *is_part)
{
    int common = count_common(part, whole);

    *is_part = common == part->size;
    return common >= 0 ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

int group_overlaps(const struct group *one, const struct group *other, bool *overlaps)
{
    int common = count_common(one, other);

    *overlaps = common > 0;
    return common >= 0 ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

static int no_memory_for_group(int size)
{
    return note(MPI_ERR_NO_MEM, "no memory for a group of %d", size);
}

int group_include(const struct group *group, int count, const int ranks[], struct group **made)
{
    struct group *part = group_create(count);
    int i;

    if (part == NULL)
        return no_memory_for_group(count);
    for (i = 0; i < count; i++)
        part->members[i] = group->members[ranks[i]];
    *made = part;
    return MPI_SUCCESS;
}

int group_exclude(const struct group *group, int count, const int ranks[], struct group **made)
{
    struct group *out = NULL, *rest = NULL;
    int err = group_include(group, count, ranks, &out);

    if (err == MPI_SUCCESS) {
        err = group_subtract(group, out, &rest);
        group_drop(out);
    }
    if (err == MPI_SUCCESS)
        *made = rest;
    return err;
}

/* Makes a group of all of `before`, then those of `one` that are, or are not, in `other`. */
static int choose(const struct group *before, const struct group *one, const struct group *other,
                  bool want_common, struct group **made)
{
    int i, common, size, kept = before != NULL ? before->size : 0;
    struct group_map *map = group_map_create(other);
    struct group *chosen;

    if (map == NULL)
        return MPI_ERR_NO_MEM;
    common = count_mapped(one, map);
    size = kept + (want_common ? common : one->size - common);
    chosen = group_create(size);
    if (chosen == NULL) {
        group_map_destroy(map);
        return no_memory_for_group(size);
    }
    if (kept > 0)
        memcpy(chosen->members, before->members, (size_t)kept * sizeof chosen->members[0]);
    for (i = 0; i < one->size; i++)
        if (is_mapped(map, one->members[i]) == want_common)
            chosen->members[kept++] = one->members[i];
    group_map_destroy(map);
    *made = chosen;
    return MPI_SUCCESS;
}

int group_unite(const struct group *one, const struct group *other, struct group **made)
{
    return choose(one, other, one, false, made);
}

int group_intersect(const struct group *one, const struct group *other, struct group **made)
{
    return choose(NULL, one, other, true, made);
}

int group_subtract(const struct group *one, const struct group *other, struct group **made)
{
    return choose(NULL, one, other, false, made);
}
