/* SPDX-License-Identifier: MIT */
/* The object behind an MPI_Info: texts under keys, in the order in which they were first set. A
 * lock of its own lets threads share it. */
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

/* Marks the object as the library's own, to which no user's handle refers. Accepts NULL. */
static inline void info_keep(struct info *info)
{
    if (info != NULL)
        info->object.is_freed = true;
}

void info_free(struct store *store, struct info *info); /* accepts NULL */
struct info *info_copy(struct store *store, struct info *info); /* NULL: no memory */

int info_set(struct info *info, const char *key, const char *value); /* 0 or MPI_ERR_NO_MEM */
bool info_delete(struct info *info, const char *key); /* false: there is no such key */

int info_count(struct info *info);

/* Copy as much as fits, with a terminating zero, into `room` bytes (0: write nothing). Return how
 * many bytes the whole text needs, or 0 if there is none. */
int info_read(struct info *info, const char *key, char *value, int room);
int info_read_key(struct info *info, int index, char *key, int room);

/* True if the key has this value. */
bool info_says(struct info *info, const char *key, const char *value);
/* As info_says, of a value that is a URI: case makes no difference. */
bool info_names(struct info *info, const char *key, const char *uri);

#endif
