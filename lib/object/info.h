/* SPDX-License-Identifier: MIT */
/* The object behind an MPI_Info: texts under keys, in the order in which they were first set. Under
 * a lock of its own, so that threads may share one. */
#ifndef OBJECT_INFO_H
#define OBJECT_INFO_H

#include "object/object.h"
#include "sync/lock.h"

struct info_entry {
    char *key;
    char *value;
};

struct info {
    struct object object;
    struct lock lock;
    bool is_constant; /* the user must not change or free it */
    int count;
    int room;
    struct info_entry *entries;
};

struct info *info_create(struct store *store); /* NULL: no memory */

/* It is the library's own: no handle of the user's refers to it. NULL is fine. */
static inline void info_keep(struct info *info)
{
    if (info != NULL)
        info->object.is_freed = true;
}

void info_free(struct store *store, struct info *info); /* NULL is fine */
struct info *info_copy(struct store *store, struct info *info); /* NULL: no memory */

int info_set(struct info *info, const char *key, const char *value); /* 0, MPI_ERR_NO_MEM */
bool info_delete(struct info *info, const char *key); /* false: there is no such key */

int info_count(struct info *info);

/* Copies what fits, with its zero, into `room` bytes (0: nothing is written), and tells how many
 * bytes the whole needs; 0 when there is none. */
int info_read(struct info *info, const char *key, char *value, int room);
int info_read_key(struct info *info, int index, char *key, int room);

/* Whether the key has this value. */
bool info_says(struct info *info, const char *key, const char *value);

#endif
