/* SPDX-License-Identifier: MIT */
#include "fortran/section_cache.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 64 };

struct kept_type {
    bool is_used;
    struct section_key key;
    MPI_Count count;
    MPI_Datatype type;
};

struct cache {
    struct cache **owner; /* the variable of the thread that has it */
    struct kept_type kept[PLACES];
};

static _Thread_local struct cache *own_cache;

static bool is_equal(const struct section_key *a, const struct section_key *b)
{
    return a->how == b->how && a->count == b->count && a->type == b->type &&
           a->loops.count == b->loops.count &&
           memcmp(a->loops.loop, b->loops.loop,
                  (size_t)a->loops.count * sizeof a->loops.loop[0]) == 0;
}

static struct kept_type *kept_of(struct cache *cache, const struct section_key *key)
{
    uint64_t hash = (uint64_t)(uintptr_t)key->type + (uint64_t)key->how * 31 +
                    (uint64_t)key->count * 131;

    for (int i = 0; i < key->loops.count; i++)
        hash = (hash ^ (uint64_t)key->loops.loop[i].turns * 31 ^
                (uint64_t)key->loops.loop[i].stride) *
               UINT64_C(0x9e3779b97f4a7c15);
    return &cache->kept[hash * UINT64_C(0x9e3779b97f4a7c15) >> 58];
}

/* At MPI_Finalize, which is called by the rank's main thread only. */
static int empty(MPI_Comm comm, int keyval, void *attribute, void *extra_state)
{
    struct cache *cache = attribute;

    (void)comm, (void)keyval, (void)extra_state;
    for (int i = 0; i < PLACES; i++)
        if (cache->kept[i].is_used)
            PMPI_Type_free(&cache->kept[i].type);
    if (cache->owner == &own_cache) {
        own_cache = NULL;
        free(cache);
    } else {
        memset(cache->kept, 0, sizeof cache->kept); /* its thread may have ended or go on */
    }
    return MPI_SUCCESS;
}

/* Without MPI_COMM_SELF, as in a program with sessions only, nothing would free the types. */
static bool has_world(void)
{
    int is_initialized = 0, is_finalized = 0;

    PMPI_Initialized(&is_initialized);
    PMPI_Finalized(&is_finalized);
    return is_initialized && !is_finalized;
}

static struct cache *make(void)
{
    struct cache *cache = has_world() ? calloc(1, sizeof *cache) : NULL;
    int keyval, err;

    if (cache == NULL)
        return NULL;
    cache->owner = &own_cache;
    err = PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, empty, &keyval, NULL);
    if (err == MPI_SUCCESS) {
        err = PMPI_Comm_set_attr(MPI_COMM_SELF, keyval, cache);
        PMPI_Comm_free_keyval(&keyval);
    }
    if (err == MPI_SUCCESS)
        return own_cache = cache;
    free(cache);
    return NULL;
}

bool section_cache_find(const struct section_key *key, struct section *section)
{
    const struct kept_type *kept;

    if (own_cache == NULL)
        return false;
    kept = kept_of(own_cache, key);
    if (!kept->is_used || !is_equal(&kept->key, key))
        return false;
    if (key->loops.count != 1)
        section->count = kept->count;
    section->type = kept->type;
    return true;
}

bool section_cache_keep(const struct section_key *key, const struct section *section)
{
    struct kept_type *kept;

    if ((uintptr_t)key->type >= PREDEFINED_END)
        return false;
    if (own_cache == NULL && make() == NULL)
        return false;
    kept = kept_of(own_cache, key);
    if (kept->is_used)
        PMPI_Type_free(&kept->type);
    *kept = (struct kept_type){
        .is_used = true, .key = *key, .count = section->count, .type = section->type};
    return true;
}
