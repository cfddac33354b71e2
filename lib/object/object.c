/* SPDX-License-Identifier: MIT */
#include "object/object.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

#include "base/memory.h"
#include "base/must.h"

/* For each kind; reserves only addresses. Where these are limited, all kinds together take this
 * part of the limit. */
enum { SLOTS_MAX = 1 << 24, SLOTS_LEAST = 1 << 10, PART_OF_LIMIT = 4 };

enum { STORES_SPARE_MAX = 4, SHELVED_BYTES_MAX = 64 << 10 };

_Thread_local uint32_t object_site;
_Thread_local const struct object *object_lent;

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

/* Stores of jobs that have ended. They are kept because making their address ranges and first pages
 * is expensive. */
static struct {
    pthread_mutex_t lock;
    int count;
    struct store *stores[STORES_SPARE_MAX];
} spare = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void unmake(struct store *store)
{
    struct heap *heap = memory_use(NULL);
    int kind;

    for (kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++)
        slab_fini(&store->slabs[kind]);
    memory_give(store);
    memory_use(heap);
}

static int no_rank(void)
{
    return 0;
}

static int owner_of(const struct store *store, enum object_kind kind)
{
    return object_kind_is_shared(kind) ? OBJECT_OWNER_SHARED : store->calling_rank();
}

void store_tell_owner(struct store *store, int (*calling_rank)(void))
{
    store->calling_rank = calling_rank;
}

/* The shell's limit (ulimit -v) counts addresses. */
static uint32_t slots_in_limit(void)
{
    struct rlimit limit;
    size_t bytes_of_all = 0;
    uint32_t slots = SLOTS_MAX;
    int kind;

    for (kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++)
        bytes_of_all += slot_bytes(kind);
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        while (slots > SLOTS_LEAST && slots * bytes_of_all > limit.rlim_cur / PART_OF_LIMIT)
            slots /= 2;
    return slots;
}

static struct store *make_store(void)
{
    struct store *store = memory_take_aligned(CACHE_LINE, sizeof *store);
    uint32_t slots = slots_in_limit();
    int kind;

    if (store == NULL)
        return NULL;
    store->calling_rank = no_rank;
    for (kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++) {
        if (!slab_init(&store->slabs[kind], slot_bytes(kind), slots)) {
            unmake(store);
            return NULL;
        }
    }
    return store;
}

struct store *store_create(void)
{
    struct store *store = NULL;

    pthread_mutex_lock(&spare.lock);
    if (spare.count > 0)
        store = spare.stores[--spare.count];
    pthread_mutex_unlock(&spare.lock);
    if (store == NULL) {
        struct heap *heap = memory_use(NULL);

        store = make_store();
        memory_use(heap);
    }
    return store;
}

/* Resets the store. Returns false if it is too large to be kept. */
static bool make_new_again(struct store *store)
{
    int kind;

    for (kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++)
        if (!slab_reset(&store->slabs[kind], SHELVED_BYTES_MAX))
            return false;
    store->calling_rank = no_rank;
    return true;
}

static bool keep_spare(struct store *store)
{
    bool is_kept = false;

    if (!make_new_again(store))
        return false;
    pthread_mutex_lock(&spare.lock);
    if (spare.count < STORES_SPARE_MAX) {
        spare.stores[spare.count++] = store;
        is_kept = true;
    }
    pthread_mutex_unlock(&spare.lock);
    return is_kept;
}

/* Checks law 3; no thread may make or destroy objects meanwhile. */
static void check_counts(const struct store *store)
{
    int kind;

    store_check(store);
    for (kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++)
        slab_check_count(&store->slabs[kind], (uint32_t)store_count(store, kind));
}

void store_destroy(struct store *store)
{
    if (LAWS_ARE_CHECKED && store != NULL)
        check_counts(store);
    if (store != NULL && !keep_spare(store))
        unmake(store);
}

void *object_create(struct store *store, enum object_kind kind)
{
    struct object *object = slab_take(&store->slabs[kind]);

    if (object == NULL)
        return NULL;
    memset((char *)object + sizeof *object, 0, slot_bytes(kind) - sizeof *object);
    store_relaxed(&object->site, object_site);
    object->is_freed = false;
    store_relaxed(&object->references, 1); /* a thread that takes a slot may read it */
    store_relaxed(&object->kind, object_kind_of_owner(kind, owner_of(store, kind)));
    return object;
}

void object_destroy(struct store *store, struct object *object)
{
    uint32_t word = load_relaxed(&object->kind);
    enum object_kind kind = word & OBJECT_KIND_MASK;

    must(kind != OBJECT_NONE && kind < OBJECT_KINDS);
    store_relaxed(&object->kind, word - kind + OBJECT_NONE);
    slab_give(&store->slabs[kind], object);
}

/* Checks law 1 for the slots used last; other threads may be making objects in them. */
static void check_kinds(const struct store *store, enum object_kind kind)
{
    int number = store_numbers(store, kind), seen;

    for (seen = 0; seen < LAWS_STEPS_MAX && number-- > 0; seen++) {
        const struct object *object = object_address(store, kind, number);
        uint32_t found = load_relaxed(&object->kind) & OBJECT_KIND_MASK;

        must(found == OBJECT_NONE || found == (uint32_t)kind);
    }
}

void store_check(const struct store *store)
{
    int kind;

    for (kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++) {
        slab_check(&store->slabs[kind]);
        check_kinds(store, kind);
    }
}

bool object_was(const struct store *store, const void *value, enum object_kind kind,
                uint32_t *site)
{
    const struct object *object = value;
    int owner = owner_of(store, kind);
    uint32_t word;

    if (!slab_holds(&store->slabs[kind], value))
        return false;
    word = load_relaxed(&object->kind);
    if (word != object_kind_of_owner(OBJECT_NONE, owner) &&
        !(word == object_kind_of_owner(kind, owner) && object->is_freed))
        return false;
    *site = load_relaxed(&object->site);
    return true;
}

const void *object_address(const struct store *store, enum object_kind kind, int number)
{
    return store->slabs[kind].start + (size_t)number * store->slabs[kind].slot_bytes;
}

int object_number(const struct store *store, const struct object *object)
{
    const struct slab *slab = &store->slabs[load_relaxed(&object->kind) & OBJECT_KIND_MASK];

    return (int)((size_t)((const char *)object - slab->start) / slab->slot_bytes);
}

void *object_of_rank(const struct store *store, enum object_kind kind, int number, int rank)
{
    const void *object;

    if (number < 0 || number >= SLOTS_MAX)
        return NULL;
    object = object_address(store, kind, number);
    return object_is_of(store, object, kind, rank) ? (void *)(uintptr_t)object : NULL;
}

void *object_of_number(const struct store *store, enum object_kind kind, int number)
{
    return object_of_rank(store, kind, number, owner_of(store, kind));
}

void *object_in_use(const struct store *store, enum object_kind kind, int number)
{
    const struct object *object;

    if (number < 0 || number >= store_numbers(store, kind))
        return NULL;
    object = object_address(store, kind, number);
    if (load_relaxed(&object->kind) != object_kind_of_owner(kind, owner_of(store, kind)))
        return NULL;
    return (void *)(uintptr_t)object;
}

int store_numbers(const struct store *store, enum object_kind kind)
{
    return (int)load_relaxed(&store->slabs[kind].fresh);
}

long store_count(const struct store *store, enum object_kind kind)
{
    long count = 0;
    int number;

    for (number = 0; number < store_numbers(store, kind); number++) {
        const struct object *object = object_address(store, kind, number);

        count += (load_relaxed(&object->kind) & OBJECT_KIND_MASK) == (uint32_t)kind;
    }
    return count;
}
