/* SPDX-License-Identifier: MIT */
#include "object/info.h"

#include "base/container.h"

#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/note.h"
#include "mpi_types.h"

enum { ROOM_AT_FIRST = 4 };

static_assert(sizeof(struct info) <= OBJECT_OTHER_BYTES, "an info object fits its slot");

struct info *info_create(struct store *store)
{
    return object_create(store, OBJECT_INFO);
}

static void give_entry(const struct info_entry *entry)
{
    memory_give(entry->key);
    memory_give(entry->value);
}

void info_free(struct store *store, struct info *info)
{
    int i;

    if (info == NULL)
        return;
    for (i = 0; i < info->count; i++)
        give_entry(&info->entries[i]);
    memory_give(info->entries);
    object_destroy(store, &info->object);
}

struct info *info_copy(struct store *store, struct info *info)
{
    struct info *copy = info_create(store);
    int i, err = MPI_SUCCESS;

    if (copy == NULL)
        return NULL;
    lock_take(&info->lock);
    for (i = 0; i < info->count && err == MPI_SUCCESS; i++)
        err = info_set(copy, info->entries[i].key, info->entries[i].value);
    lock_release(&info->lock);
    if (err == MPI_SUCCESS)
        return copy;
    info_free(store, copy);
    return NULL;
}

static struct info_entry *find_entry(const struct info *info, const char *key)
{
    int i;

    for (i = 0; i < info->count; i++)
        if (strcmp(info->entries[i].key, key) == 0)
            return &info->entries[i];
    return NULL;
}

static bool grow_info(struct info *info)
{
    int room = info->room == 0 ? ROOM_AT_FIRST : 2 * info->room;
    struct info_entry *entries;

    if (info->count < info->room)
        return true;
    entries = memory_grow(info->entries, (size_t)room * sizeof *entries);
    if (entries == NULL)
        return false;
    info->entries = entries;
    info->room = room;
    return true;
}

static bool append_pair(struct info *info, const char *key, char *value)
{
    char *own_key = memory_copy_text(key);

    if (own_key == NULL || !grow_info(info)) {
        memory_give(own_key);
        return false;
    }
    info->entries[info->count++] = (struct info_entry){.key = own_key, .value = value};
    return true;
}

int info_set(struct info *info, const char *key, const char *value)
{
    char *own_value = memory_copy_text(value);
    struct info_entry *found;
    bool is_done = own_value != NULL;

    if (is_done) {
        lock_take(&info->lock);
        found = find_entry(info, key);
        if (found != NULL) {
            memory_give(found->value);
            found->value = own_value;
        } else {
            is_done = append_pair(info, key, own_value);
        }
        lock_release(&info->lock);
    }
    if (is_done)
        return MPI_SUCCESS;
    memory_give(own_value);
    return note(MPI_ERR_NO_MEM, "no memory for an entry of an info object");
}

bool info_delete(struct info *info, const char *key)
{
    struct info_entry *found;

    lock_take(&info->lock);
    found = find_entry(info, key);
    if (found != NULL) {
        give_entry(found);
        info->count--;
        memmove(found, found + 1, (size_t)(info->entries + info->count - found) * sizeof *found);
    }
    lock_release(&info->lock);
    return found != NULL;
}

int info_count(struct info *info)
{
    int count;

    lock_take(&info->lock);
    count = info->count;
    lock_release(&info->lock);
    return count;
}

static int write_text(const char *text, char *to, int room)
{
    size_t length = strlen(text);

    if (room > 0) {
        size_t kept = length < (size_t)room ? length : (size_t)room - 1;

        memcpy(to, text, kept);
        to[kept] = '\0';
    }
    return (int)length + 1;
}

int info_read(struct info *info, const char *key, char *value, int room)
{
    const struct info_entry *found;
    int bytes = 0;

    lock_take(&info->lock);
    found = find_entry(info, key);
    if (found != NULL)
        bytes = write_text(found->value, value, room);
    lock_release(&info->lock);
    return bytes;
}

int info_read_key(struct info *info, int index, char *key, int room)
{
    int bytes = 0;

    lock_take(&info->lock);
    if (index >= 0 && index < info->count)
        bytes = write_text(info->entries[index].key, key, room);
    lock_release(&info->lock);
    return bytes;
}

static bool holds(struct info *info, const char *key, const char *value,
                  int (*compare)(const char *one, const char *other))
{
    const struct info_entry *found;
    bool is_so;

    lock_take(&info->lock);
    found = find_entry(info, key);
    is_so = found != NULL && compare(found->value, value) == 0;
    lock_release(&info->lock);
    return is_so;
}

bool info_says(struct info *info, const char *key, const char *value)
{
    return holds(info, key, value, strcmp);
}

bool info_names(struct info *info, const char *key, const char *uri)
{
    return holds(info, key, uri, strcasecmp);
}
