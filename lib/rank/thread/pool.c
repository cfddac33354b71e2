/* SPDX-License-Identifier: MIT */
#include "rank/thread/pool.h"

#include <string.h>

#include "base/loader.h"
#include "base/memory.h"
#include "base/trace.h"
#include "rank/sleep/waiter.h"
#include "rank/world.h"

static bool is_of_gcc(const Dl_info *library)
{
    static const char name[] = "libgomp.so";
    const char *slash = strrchr(library->dli_fname, '/');

    return strncmp(slash != NULL ? slash + 1 : library->dli_fname, name, strlen(name)) == 0;
}

static struct pool *pool_of(const struct rank *rank)
{
    return load_acquire(&rank->pool); /* edge pool.made */
}

/* Asks for the library's own function, not that of another one of the process. NULL: it has none,
 * or there is no memory. */
static struct pool *make_pool(struct rank *self, const Dl_info *library)
{
    void *level = loader_symbol(RTLD_DEFAULT, "omp_get_level");
    struct pool *pool;
    Dl_info found;

    if (level == NULL || !loader_owner(level, &found) || found.dli_fbase != library->dli_fbase)
        return NULL;
    pool = memory_take_zeroed(sizeof *pool);
    if (pool == NULL)
        return NULL;
    memcpy(&pool->level, &level, sizeof level);
    pool->library = library->dli_fbase;
    store_release(&self->pool, pool); /* edge pool.made */
    return pool;
}

bool pool_admits(struct rank *self, void *(*start)(void *))
{
    struct pool *pool = pool_of(self);
    const void *code;
    Dl_info library;

    memcpy(&code, &start, sizeof code);
    if (!rank_is_main_thread(self) || !loader_owner(code, &library) || !is_of_gcc(&library))
        return false;
    if (pool == NULL)
        pool = make_pool(self, &library);
    if (pool == NULL)
        return false;
    lock_take(&pool->lock);
    pool->threads++;
    lock_release(&pool->lock);
    return true;
}

bool pool_dismiss(struct rank *rank)
{
    struct pool *pool = pool_of(rank);
    bool is_present;

    lock_take(&pool->lock);
    pool->threads--;
    is_present = pool->absent == 0;
    pool->absent -= !is_present;
    lock_release(&pool->lock);
    return is_present;
}

int pool_take_along(struct rank *self)
{
    struct pool *pool = pool_of(self);
    int threads;

    if (pool == NULL || !rank_is_main_thread(self) || pool->level() != 0)
        return 0;
    lock_take(&pool->lock);
    threads = pool->absent = pool->is_in_doubt ? 0 : pool->threads;
    lock_release(&pool->lock);
    return threads;
}

/* Has any of the calls been made by the library? Where the stack does not show it, one may have. */
static bool may_be_in(const struct trace *trace, const void *library)
{
    Dl_info module;
    int i;

    if (trace == NULL)
        return true;
    for (i = 0; i < trace->count; i++)
        if (loader_owner((const void *)trace->frames[i], &module) && module.dli_fbase == library)
            return true;
    return trace->count == TRACE_FRAMES_MAX;
}

bool pool_is_idle(struct rank *rank, const struct trace *trace)
{
    struct pool *pool = pool_of(rank);

    if (pool == NULL)
        return true;
    lock_take(&pool->lock);
    pool->is_in_doubt |= pool->absent > 0 && may_be_in(trace, pool->library);
    lock_release(&pool->lock);
    return !pool->is_in_doubt;
}

/* Under the lock: one that ends meanwhile has its place again, or has not. */
void pool_bring_back(struct rank *self)
{
    struct pool *pool = pool_of(self);

    if (pool == NULL || !rank_is_main_thread(self))
        return;
    lock_take(&pool->lock);
    while (pool->absent > 0) {
        world_add_runnable(self->world);
        pool->absent--;
    }
    lock_release(&pool->lock);
}
