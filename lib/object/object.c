/* SPDX-License-Identifier: MIT */
#include "object/object.h"

#include <string.h>

#include "base/memory.h"
#include "sync/slab.h"

enum { SLOTS_MAX = 1 << 24 }; /* per kind; addresses only, memory as slots are used */

enum { KIND_BITS = 8, KIND_MASK = (1 << KIND_BITS) - 1 };

struct store {
    int (*calling_rank)(void);
    struct slab slabs[OBJECT_KINDS];
    _Atomic(long) living[OBJECT_KINDS];
};

static size_t slot_bytes(enum object_kind kind)
{
    switch (kind) {
    case OBJECT_COMM:
        return OBJECT_COMM_BYTES;
    case OBJECT_CONTEXT:
        return OBJECT_CONTEXT_BYTES;
    case OBJECT_GROUP:
        return OBJECT_GROUP_BYTES;
    case OBJECT_REQUEST:
        return OBJECT_REQUEST_BYTES;
    case OBJECT_TYPE:
        return OBJECT_TYPE_BYTES;
    default:
        return OBJECT_OTHER_BYTES;
    }
}

static int no_rank(void)
{
    return 0;
}

/* The kind word of the calling rank's objects; contexts are everybody's. */
static uint32_t own(const struct store *store, enum object_kind kind)
{
    if (kind == OBJECT_CONTEXT)
        return kind;
    return (uint32_t)store->calling_rank() << KIND_BITS | kind;
}

void store_tell_owner(struct store *store, int (*calling_rank)(void))
{
    store->calling_rank = calling_rank;
}

struct store *store_create(void)
{
    struct store *store = memory_take_aligned(CACHE_LINE, sizeof *store);
    int kind;

    if (store == NULL)
        return NULL;
    store->calling_rank = no_rank;
    for (kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++) {
        if (!slab_init(&store->slabs[kind], slot_bytes(kind), SLOTS_MAX)) {
            store_destroy(store);
            return NULL;
        }
    }
    return store;
}

void store_destroy(struct store *store)
{
    int kind;

    if (store == NULL)
        return;
    for (kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++)
        slab_fini(&store->slabs[kind]);
    memory_give(store);
}

void *object_create(struct store *store, enum object_kind kind)
{
    struct object *object = slab_take(&store->slabs[kind]);

    if (object == NULL)
        return NULL;
    memset((char *)object + sizeof *object, 0, slot_bytes(kind) - sizeof *object);
    object->is_freed = false;
    store_relaxed(&object->references, 1);
    store_relaxed(&object->kind, own(store, kind));
    fetch_add_relaxed(&store->living[kind], 1);
    return object;
}

void object_destroy(struct store *store, struct object *object)
{
    enum object_kind kind = load_relaxed(&object->kind) & KIND_MASK;

    store_relaxed(&object->kind, OBJECT_NONE);
    fetch_add_relaxed(&store->living[kind], -1);
    slab_give(&store->slabs[kind], object);
}

bool object_is(const struct store *store, const void *value, enum object_kind kind)
{
    const struct object *object = value;

    return slab_holds(&store->slabs[kind], value) &&
           load_relaxed(&object->kind) == own(store, kind) && !object->is_freed;
}

int object_number(const struct store *store, const struct object *object)
{
    const struct slab *slab = &store->slabs[load_relaxed(&object->kind) & KIND_MASK];

    return (int)((size_t)((const char *)object - slab->start) / slab->slot_bytes);
}

void *object_of_number(const struct store *store, enum object_kind kind, int number)
{
    const struct slab *slab = &store->slabs[kind];
    void *object = slab->start + (size_t)number * slab->slot_bytes;

    return number >= 0 && number < SLOTS_MAX && object_is(store, object, kind) ? object : NULL;
}

int store_numbers(const struct store *store, enum object_kind kind)
{
    return (int)load_relaxed(&store->slabs[kind].fresh);
}

long store_count(const struct store *store, enum object_kind kind)
{
    return load_relaxed(&store->living[kind]);
}
