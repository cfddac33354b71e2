/* SPDX-License-Identifier: MIT */
#include "image/module/watch.h"

#include <stdint.h>

#include "base/lock_order.h"
#include "base/memory.h"
#include "base/must.h"
#include "image/module/module.h"
#include "image/start.h"

/* The layout that the compiler writes and the sanitizer's runtime reads. */
struct global {
    char *start;
    size_t bytes;
    size_t bytes_with_red_zone;
    const char *name;
    const char *unit;
    uintptr_t is_made_at_run_time;
    const void *location;
    uintptr_t indicator; /* for definitions of one name in several modules */
};

#define NO_INDICATOR UINTPTR_MAX

__attribute__((weak)) void __asan_register_globals(void *globals, ptrdiff_t count);

struct unit {
    struct list entry;
    const struct global *globals;
    size_t count;
};

struct copies {
    struct list entry;
    struct global globals[];
};

void watch_init(struct watched *watched)
{
    *watched = (struct watched){.lock = PTHREAD_MUTEX_INITIALIZER};
    list_init(&watched->units);
    list_init(&watched->copies);
}

/* The function is not instrumented: the sanitizer reports accesses to such lists but its own. */
__attribute__((no_sanitize("address"))) static void
report_variable(struct module *module, const struct unit *unit, ptrdiff_t displacement)
{
    struct copies *copies =
        memory_take(sizeof *copies + unit->count * sizeof copies->globals[0]);
    size_t i, count = 0;

    if (copies == NULL)
        return; /* errors at the ends of these variables are not found */
    for (i = 0; i < unit->count; i++)
        if (module_has_private(module, unit->globals[i].start)) {
            struct global *copy = &copies->globals[count++];

            *copy = unit->globals[i];
            copy->start += displacement;
            copy->is_made_at_run_time = false;
            copy->indicator = NO_INDICATOR;
        }
    list_append(&module->watched.copies, &copies->entry);
    __asan_register_globals(copies->globals, (ptrdiff_t)count);
}

static bool is_watched_unit(const struct watched *watched, ptrdiff_t displacement)
{
    size_t i;

    for (i = 0; i < watched->count; i++)
        if (watched->displacements[i] == displacement)
            return true;
    return false;
}

static bool note_displacement(struct watched *watched, ptrdiff_t displacement)
{
    if (watched->count == watched->capacity) {
        size_t capacity = 2 * watched->capacity + 64;
        ptrdiff_t *displacements =
            memory_grow(watched->displacements, capacity * sizeof *displacements);

        if (displacements == NULL)
            return false;
        watched->displacements = displacements;
        watched->capacity = capacity;
    }
    watched->displacements[watched->count++] = displacement;
    return true;
}

void watch_copy(struct module *module, ptrdiff_t displacement)
{
    struct heap *heap = memory_use(NULL); /* the list outlives the job */
    struct watched *watched = &module->watched;
    struct list *each;

    lock_order_enter(LOCK_WATCHED);
    pthread_mutex_lock(&watched->lock);
    if (__asan_register_globals != NULL && !is_watched_unit(watched, displacement) &&
        note_displacement(watched, displacement)) {
        for (each = watched->units.next; each != &watched->units; each = each->next)
            report_variable(module, container_of(each, struct unit, entry), displacement);
    }
    pthread_mutex_unlock(&watched->lock);
    lock_order_leave(LOCK_WATCHED);
    memory_use(heap);
}

static void add_unit(struct module *module, struct unit *unit)
{
    struct watched *watched = &module->watched;
    size_t i;

    lock_order_enter(LOCK_WATCHED);
    pthread_mutex_lock(&watched->lock);
    list_append(&watched->units, &unit->entry);
    for (i = 0; i < watched->count; i++)
        report_variable(module, unit, watched->displacements[i]);
    pthread_mutex_unlock(&watched->lock);
    lock_order_leave(LOCK_WATCHED);
}

/* A unit's constructor calls it. A module that the program has opened may already have copies. A
 * library that will be opened again is none (image/module/misplaced.h). */
void heddle_watch(const void *globals, size_t count)
{
    struct heap *heap = memory_use(NULL);
    struct unit *unit = memory_take(sizeof *unit);
    struct module *module;

    must(unit != NULL);
    *unit = (struct unit){.globals = globals, .count = count};
    modules_lock();
    module = module_of(globals);
    if (module != NULL)
        add_unit(module, unit);
    else
        memory_give(unit);
    modules_unlock();
    memory_use(heap);
}
