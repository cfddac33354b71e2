/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <string.h>

#include "explore.h"

enum { STORES_MAX = 4096, STORES_EACH_MAX = 128, ARENA_BYTES = 256 << 10, BLOCKS_MAX = 256,
       BUCKETS = 1024 };

struct view {
    uint16_t least[LOCATIONS_MAX];
};

struct clock {
    uint32_t of[THREADS_MAX];
};

struct store {
    uint64_t value;
    struct clock clock;
    struct view view;
};

struct location {
    uintptr_t address;
    int bytes;
    int count;
    int newest_sc; /* NOWHERE: none */
    int writer;    /* the thread that has written plainly since; NOWHERE: none */
    struct store *stores[STORES_EACH_MAX];
};

struct thread {
    struct clock clock;
    struct view view;
    struct view announced; /* by barriers, to be seen after the next compiler fence */
    struct view settled;   /* what a barrier of another thread takes over */
    int looked[LOCATIONS_MAX]; /* the store loaded last, counted from 1; 0: none */
};

/* A byte of the arena. What is of an earlier execution counts as never accessed. */
struct shadow {
    uint32_t execution;
    uint32_t written; /* the writer's clock */
    uint32_t read[THREADS_MAX];
    uint8_t writer;
    bool is_freed;
};

static struct location locations[LOCATIONS_MAX];
static int by_address[BUCKETS]; /* number + 1; one that is not of this execution is none */
static struct store stores[STORES_MAX];
static struct thread threads[THREADS_MAX];
static struct view at_fences; /* that are sequentially consistent */
static struct shadow shadows[ARENA_BYTES];
static _Alignas(4096) unsigned char arena[ARENA_BYTES];
static struct {
    uintptr_t address;
    size_t bytes;
} blocks[BLOCKS_MAX];
static int location_count, store_count, block_count;
static bool is_forked;

/* The memory as it is when the threads begin. */
static struct {
    unsigned char arena[ARENA_BYTES];
    size_t used;
    uint64_t values[LOCATIONS_MAX];
    int locations, blocks;
} at_fork;
static size_t arena_used;
static uint32_t execution;

/* ---- views and clocks ------------------------------------------------------------------------ */

static uint64_t memory_now(const struct location *location)
{
    uint64_t value = 0;

    memcpy(&value, (const void *)location->address, (size_t)location->bytes);
    return value;
}

static void join_views(struct view *view, const struct view *other)
{
    for (int i = 0; i < location_count; i++)
        if (view->least[i] < other->least[i])
            view->least[i] = other->least[i];
}

static void join_clocks(struct clock *clock, const struct clock *other)
{
    for (int i = 0; i < THREADS_MAX; i++)
        if (clock->of[i] < other->of[i])
            clock->of[i] = other->of[i];
}

static void forget_threads(void)
{
    memset(threads, 0, sizeof threads);
    memset(&at_fences, 0, sizeof at_fences);
    for (int i = 0; i < THREADS_MAX; i++)
        threads[i].clock.of[i] = 1;
}

void memory_reset(void)
{
    memset(arena, 0, arena_used);
    forget_threads();
    location_count = store_count = block_count = 0;
    arena_used = 0;
    is_forked = false;
    execution++;
}

void memory_fork(void)
{
    for (int i = 0; i < location_count; i++)
        at_fork.values[i] = memory_now(&locations[i]);
    memcpy(at_fork.arena, arena, arena_used);
    at_fork.used = arena_used;
    at_fork.locations = location_count;
    at_fork.blocks = block_count;
    is_forked = true;
}

void memory_fork_again(void)
{
    memset(arena + at_fork.used, 0, arena_used - at_fork.used);
    memcpy(arena, at_fork.arena, at_fork.used);
    forget_threads();
    arena_used = at_fork.used;
    block_count = at_fork.blocks;
    store_count = location_count = at_fork.locations;
    for (int i = 0; i < location_count; i++) {
        locations[i].count = 1;
        locations[i].newest_sc = locations[i].writer = NOWHERE;
        locations[i].stores[0] = &stores[i];
        stores[i] = (struct store){.value = at_fork.values[i]};
    }
    execution++;
}

void memory_join(int count)
{
    for (int i = 1; i <= count; i++) {
        join_clocks(&threads[0].clock, &threads[i].clock);
        join_views(&threads[0].view, &threads[i].view);
    }
}

/* ---- locations ------------------------------------------------------------------------------- */

static struct store *append(struct location *location, uint64_t value)
{
    struct store *store = &stores[store_count];

    explore_must_fit(++store_count < STORES_MAX && location->count + 1 < STORES_EACH_MAX, "stores");
    location->stores[location->count++] = store;
    memset(store, 0, sizeof *store);
    store->value = value;
    return store;
}

/* A value that a thread has written plainly is the newest store, and any thread may read it.
 * memory_access tells whether the write was ordered. */
static void take_plain_write(struct location *location)
{
    int number = (int)(location - locations);

    if (memory_now(location) != location->stores[location->count - 1]->value) {
        append(location, memory_now(location))->view.least[number] =
            (uint16_t)(location->count - 1);
        threads[location->writer].view.least[number] = (uint16_t)(location->count - 1);
    }
    location->writer = NOWHERE;
}

int memory_location(uintptr_t address, int bytes)
{
    unsigned bucket = address * 0x9e3779b1u >> 16;

    for (;; bucket++) {
        int found = by_address[bucket %= BUCKETS] - 1;

        if (found < 0 || found >= location_count)
            break;
        if (locations[found].address == address) {
            if (locations[found].writer != NOWHERE)
                take_plain_write(&locations[found]);
            return found;
        }
    }
    explore_must_fit(location_count < LOCATIONS_MAX, "locations");
    by_address[bucket] = location_count + 1;
    for (int i = 0; i < THREADS_MAX; i++)
        threads[i].view.least[location_count] = threads[i].announced.least[location_count] =
            threads[i].settled.least[location_count] = 0;
    at_fences.least[location_count] = 0;
    locations[location_count] = (struct location){
        .address = address, .bytes = bytes, .newest_sc = NOWHERE, .writer = NOWHERE};
    append(&locations[location_count], memory_now(&locations[location_count]));
    return location_count++;
}

/* ---- atomic operations ----------------------------------------------------------------------- */

static int least_index(int thread, int number, int orders)
{
    int least = threads[thread].view.least[number];

    if ((orders & ORDER_SC) && locations[number].newest_sc > least)
        least = locations[number].newest_sc;
    return least;
}

int memory_choices(int thread, int location, int orders)
{
    return locations[location].count - least_index(thread, location, orders);
}

static int index_of(int location, int choice)
{
    return locations[location].count - 1 - choice;
}

int memory_stores(int location)
{
    return locations[location].count;
}

uint64_t memory_value(int location, int choice)
{
    return locations[location].stores[index_of(location, choice)]->value;
}

void memory_load(int thread, int location, int orders, int choice)
{
    struct thread *self = &threads[thread];
    int index = index_of(location, choice);
    const struct store *store = locations[location].stores[index];

    self->view.least[location] = (uint16_t)index;
    if (orders & ORDER_ACQUIRE) {
        join_views(&self->view, &store->view);
        join_clocks(&self->clock, &store->clock);
    }
    self->looked[location] = index + 1;
}

void memory_store(int thread, int location, int orders, uint64_t value, bool is_update)
{
    struct thread *self = &threads[thread];
    struct location *at = &locations[location];
    const struct store *before = at->stores[at->count - 1];
    struct store *store;

    if (!is_forked) { /* what was before will not be read */
        at->stores[0]->value = value;
        memcpy((void *)at->address, &value, (size_t)at->bytes);
        return;
    }
    if (orders & ORDER_RELEASE)
        self->settled = self->view;
    store = append(at, value);
    self->view.least[location] = (uint16_t)(at->count - 1);
    if (self->looked[location] > 0)
        self->looked[location] = at->count; /* its own store is no news */
    store->view.least[location] = (uint16_t)(at->count - 1);
    if (orders & ORDER_RELEASE) {
        store->view = self->view;
        store->clock = self->clock;
    }
    if (is_update) { /* it continues the release sequence of the store that it has read */
        join_views(&store->view, &before->view);
        join_clocks(&store->clock, &before->clock);
    }
    if (orders & ORDER_SC)
        at->newest_sc = at->count - 1;
    self->clock.of[thread]++;
    memcpy((void *)at->address, &value, (size_t)at->bytes);
}

void memory_begin_poll(int thread)
{
    memset(threads[thread].looked, 0, sizeof threads[thread].looked);
}

bool memory_has_news(int thread)
{
    const struct thread *self = &threads[thread];
    bool has_looked = false;

    for (int i = 0; i < location_count; i++) {
        if (self->looked[i] > 0 && locations[i].count > self->looked[i])
            return true;
        has_looked |= self->looked[i] > 0;
    }
    return !has_looked;
}

void memory_look(int thread)
{
    struct thread *self = &threads[thread];

    for (int i = 0; i < location_count; i++) {
        if (self->looked[i] > 0 && locations[i].count > self->looked[i] &&
            self->view.least[i] < self->looked[i])
            self->view.least[i] = (uint16_t)self->looked[i];
        self->looked[i] = 0;
    }
}

/* ---- fences ---------------------------------------------------------------------------------- */

void memory_fence(int thread)
{
    join_views(&threads[thread].view, &threads[thread].announced);
    threads[thread].settled = threads[thread].view;
}

void memory_barrier(int thread, int count)
{
    struct view all = threads[0].view;

    for (int i = 1; i <= count; i++)
        join_views(&all, i == thread ? &threads[i].view : &threads[i].settled);
    for (int i = 1; i <= count; i++)
        join_views(&threads[i].announced, &all);
    memory_fence(thread);
}

void memory_fence_sc(int thread)
{
    struct view *view = &threads[thread].view;

    for (int i = 0; i < location_count; i++)
        if (locations[i].newest_sc > view->least[i])
            view->least[i] = (uint16_t)locations[i].newest_sc;
    join_views(view, &at_fences);
    join_views(&at_fences, view);
}

/* ---- plain accesses -------------------------------------------------------------------------- */

static struct shadow *shadow_of(uintptr_t address)
{
    struct shadow *shadow = &shadows[address - (uintptr_t)arena];

    if (shadow->execution != execution)
        *shadow = (struct shadow){.execution = execution};
    return shadow;
}

static const char *access_byte(int thread, uintptr_t address, bool is_write)
{
    const struct clock *clock = &threads[thread].clock;
    struct shadow *shadow = shadow_of(address);

    if (shadow->is_freed)
        return "memory that has been freed";
    if (shadow->written > clock->of[shadow->writer])
        return is_write ? "a race with a write" : "a race of a read with an earlier write";
    for (int i = 0; is_write && i < THREADS_MAX; i++)
        if (shadow->read[i] > clock->of[i])
            return "a race of a write with an earlier read";
    if (is_write) {
        shadow->writer = (uint8_t)thread;
        shadow->written = clock->of[thread];
    } else {
        shadow->read[thread] = clock->of[thread];
    }
    return NULL;
}

static void mark_written(int thread, uintptr_t address, size_t bytes)
{
    for (int i = 0; i < location_count; i++)
        if (locations[i].address < address + bytes &&
            address < locations[i].address + (uintptr_t)locations[i].bytes)
            locations[i].writer = thread;
}

const char *memory_access(int thread, uintptr_t address, size_t bytes, bool is_write)
{
    const char *wrong = NULL;

    if (address < (uintptr_t)arena || address + bytes > (uintptr_t)arena + arena_used)
        return NULL; /* a stack, or a constant */
    for (size_t i = 0; is_forked && i < bytes && wrong == NULL; i++)
        wrong = access_byte(thread, address + i, is_write);
    if (is_write)
        mark_written(thread, address, bytes);
    return wrong;
}

void *memory_arena_take(size_t alignment, size_t bytes)
{
    size_t start = (arena_used + alignment - 1) / alignment * alignment;

    explore_must_fit(start + bytes <= ARENA_BYTES && block_count < BLOCKS_MAX, "memory");
    arena_used = start + bytes;
    blocks[block_count].address = (uintptr_t)&arena[start];
    blocks[block_count++].bytes = bytes;
    return &arena[start];
}

/* Its bytes count as written by the thread that frees them, so that an access by another thread
 * that nothing orders before is a race, and every later one an error. */
const char *memory_free(int thread, uintptr_t address)
{
    const char *wrong = NULL;

    for (int i = 0; i < block_count; i++)
        for (size_t j = 0; blocks[i].address == address && j < blocks[i].bytes; j++) {
            if (wrong == NULL)
                wrong = access_byte(thread, address + j, true);
            shadow_of(address + j)->is_freed = true;
        }
    return wrong;
}
