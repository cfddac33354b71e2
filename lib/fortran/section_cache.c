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
    int keyval;           /* of types of the program */
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

static int free_kept(MPI_Datatype type, int keyval, void *attribute, void *extra_state)
{
    struct kept_type *kept = attribute;
    int err = PMPI_Type_free(&kept->type);

    (void)type, (void)keyval, (void)extra_state;
    free(kept);
    return err;
}

/* At MPI_Finalize, which is called by the rank's main thread only. */
static int empty(MPI_Comm comm, int keyval, void *attribute, void *extra_state)
{
    struct cache *cache = attribute;

    (void)comm, (void)keyval, (void)extra_state;
    for (int i = 0; i < PLACES; i++)
        if (cache->kept[i].is_used)
            PMPI_Type_free(&cache->kept[i].type);
    PMPI_Type_free_keyval(&cache->keyval);
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

static struct cache *make_cache(void)
{
    struct cache *cache = has_world() ? calloc(1, sizeof *cache) : NULL;
    int keyval, err;

    if (cache == NULL)
        return NULL;
    cache->owner = &own_cache;
    err = PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, free_kept, &cache->keyval, NULL);
    if (err == MPI_SUCCESS)
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

static bool is_predefined(MPI_Datatype type)
{
    return (uintptr_t)type < PREDEFINED_END;
}

/* Returns where the type of a section is, or NULL. */
static const struct kept_type *find_kept_type(const struct section_key *key)
{
    struct kept_type *kept = NULL;
    int is_set = 0;

    if (own_cache == NULL)
        return NULL;
    if (is_predefined(key->type))
        return kept_of(own_cache, key);
    PMPI_Type_get_attr(key->type, own_cache->keyval, &kept, &is_set);
    return is_set ? kept : NULL;
}

bool section_cache_find(const struct section_key *key, struct section *section)
{
    const struct kept_type *kept = find_kept_type(key);

    if (kept == NULL || !kept->is_used || !is_equal(&kept->key, key))
        return false;
    if (key->loops.count != 1)
        section->count = kept->count;
    section->type = kept->type;
    return true;
}

static bool keep_as_attribute(const struct kept_type *made)
{
    struct kept_type *kept = malloc(sizeof *kept);

    if (kept == NULL)
        return false;
    *kept = *made;
    if (PMPI_Type_set_attr(made->key.type, own_cache->keyval, kept) == MPI_SUCCESS)
        return true;
    free(kept);
    return false;
}

bool section_cache_keep(const struct section_key *key, const struct section *section)
{
    const struct kept_type made = {
        .is_used = true, .key = *key, .count = section->count, .type = section->type};
    struct kept_type *kept;

    if (own_cache == NULL && make_cache() == NULL)
        return false;
    if (!is_predefined(key->type))
        return keep_as_attribute(&made);
    kept = kept_of(own_cache, key);
    if (kept->is_used)
        PMPI_Type_free(&kept->type);
    *kept = made;
    return true;
}
