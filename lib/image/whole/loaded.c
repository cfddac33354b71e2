/* SPDX-License-Identifier: MIT */
#include "image/whole/loaded.h"

#include <stdint.h>
#include <string.h>

#include "base/container.h"
#include "base/loader.h"
#include "base/memory.h"
#include "base/must.h"
#include "image/module/module.h"
#include "image/module/objects.h"
#include "image/start.h"
#include "image/whole/single.h"

static void add_object(struct loaded_list *objects, const struct link_map *map)
{
    struct loaded *grown;

    if (objects->count == objects->capacity) {
        objects->capacity = 2 * objects->capacity + 16;
        grown = memory_grow(objects->list, objects->capacity * sizeof *grown);
        must(grown != NULL);
        objects->list = grown;
    }
    objects->list[objects->count++] =
        (struct loaded){.map = map, .needed = needed_find((void *)(uintptr_t)map)};
}

static int describe_loaded(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    struct loaded_list *objects = argument;
    size_t i;

    (void)bytes;
    for (i = 0; i < objects->count; i++)
        if (objects->list[i].map->l_name == info->dlpi_name)
            objects->list[i].info = *info;
    return 0;
}

static const struct link_map *first_map(void)
{
    void *program = loader_open(NULL, RTLD_LAZY);
    const struct link_map *map = program != NULL ? loader_map(program) : NULL;

    while (map != NULL && map->l_prev != NULL)
        map = map->l_prev;
    return map;
}

/* Finds what the loader has mapped. Only the thread that starts the process exists. */
struct loaded_list loaded_find_all(void)
{
    struct loaded_list objects = {0};
    const struct link_map *map;

    for (map = first_map(); map != NULL; map = map->l_next)
        add_object(&objects, map);
    loader_walk(describe_loaded, &objects);
    return objects;
}

const struct link_map *loaded_herald(const char *name)
{
    const struct link_map *map = first_map();

    while (map != NULL && strcmp(map->l_name, name) != 0)
        map = map->l_next;
    must(map != NULL);
    return map;
}

struct loaded_list loaded_find_with(const struct link_map *herald)
{
    struct loaded_list objects = {0};
    struct needed needed = needed_find((void *)(uintptr_t)herald);
    size_t i;

    for (i = 1; i < needed.count; i++) /* the first is the herald */
        add_object(&objects, needed.maps[i]);
    loader_walk(describe_loaded, &objects);
    needed_drop(&needed);
    return objects;
}

void loaded_drop(struct loaded_list *objects)
{
    size_t i;

    for (i = 0; i < objects->count; i++)
        needed_drop(&objects->list[i].needed);
    memory_give(objects->list);
}

/* True if the name is among those of the object's symbols. */
static bool has_name(const struct loaded *object, const char *name)
{
    const ElfW(Dyn) *names = module_dynamic(object->map->l_ld, DT_STRTAB);
    const ElfW(Dyn) *bytes = module_dynamic(object->map->l_ld, DT_STRSZ);

    return names != NULL && bytes != NULL && names->d_un.d_ptr > object->map->l_addr &&
           memmem((const char *)names->d_un.d_ptr, bytes->d_un.d_val, name, strlen(name) + 1) !=
               NULL;
}

/* True for the object whose allocator the C library uses, too. All copies share that. */
bool loaded_allocates(const struct loaded *object)
{
    Dl_info owner;
    void *allocator = loader_symbol(RTLD_DEFAULT, "malloc");

    return allocator != NULL && loader_owner(allocator, &owner) &&
           owner.dli_fbase == (void *)object->map->l_addr;
}

static bool is_program(const struct loaded *object)
{
    return object->map->l_prev == NULL;
}

static bool is_ours(const struct loaded *object)
{
    return object->map->l_ld == _DYNAMIC;
}

/* Objects that are not copied, for good: another library that needs one uses it as it is. */
static struct {
    const ElfW(Dyn) **list; /* their dynamic sections */
    size_t count, capacity;
} singles;

static bool is_kept_single(const struct link_map *map)
{
    size_t i;

    for (i = 0; i < singles.count; i++)
        if (singles.list[i] == map->l_ld)
            return true;
    return false;
}

static bool is_known_object(const struct loaded *object)
{
    return module_of_map(object->map) != NULL || is_kept_single(object->map);
}

void loaded_keep_single(const struct loaded_list *objects)
{
    const ElfW(Dyn) **grown;
    size_t i;

    for (i = 0; i < objects->count; i++) {
        if (is_known_object(&objects->list[i]))
            continue;
        if (singles.count == singles.capacity) {
            singles.capacity = 2 * singles.capacity + 16;
            grown = memory_grow(singles.list, singles.capacity * sizeof *grown);
            must(grown != NULL);
            singles.list = grown;
        }
        singles.list[singles.count++] = objects->list[i].map->l_ld;
    }
}

static bool is_of_programs(const struct loaded *object)
{
    return single_is_of_programs(object->map->l_name);
}

static bool is_needed_by_us(const struct loaded_list *objects, const struct loaded *object)
{
    size_t i;

    for (i = 0; i < objects->count; i++)
        if (is_ours(&objects->list[i]) &&
            needed_has_map(&objects->list[i].needed, object->map))
            return true;
    return false;
}

/* ---- objects that stay single ---------------------------------------------------------------- */

static const char *wishes = ""; /* beginnings of file names, with commas between them */

void loaded_read_wishes(char *const *environment)
{
    static const char name[] = "HEDDLE_SINGLE=";

    for (; *environment != NULL; environment++)
        if (strncmp(*environment, name, strlen(name)) == 0)
            wishes = *environment + strlen(name);
}

static bool is_wanted_single(const char *path)
{
    const char *file = single_file_of(path), *wish = wishes;

    while (*wish != '\0') {
        size_t length = strcspn(wish, ",");

        if (length > 0 && strncmp(file, wish, length) == 0)
            return true;
        wish += length + (wish[length] == ',');
    }
    return false;
}

static bool has_wrapped_program(void)
{
    return &heddle_program != NULL;
}

static bool is_single_by_name(const char *path)
{
    return single_is_of_process(path) || (has_wrapped_program() && single_is_of_wrapped(path)) ||
           (start_runs_main_once() && single_is_of_tests(path)) || is_wanted_single(path);
}

static bool is_single(const struct loaded_list *objects, const struct loaded *object)
{
    return is_known_object(object) || object->is_registered ||
           (loaded_allocates(object) && !is_program(object)) ||
           (is_needed_by_us(objects, object) && !is_of_programs(object)) ||
           is_single_by_name(object->map->l_name);
}

bool loaded_is_shared(const struct link_map *map)
{
    return module_of_map(map) == NULL && !is_kept_single(map) && !is_single_by_name(map->l_name) &&
           objects_has_variables(map->l_name);
}

static bool has_variables(const struct loaded *object)
{
    return objects_has_variables(object->map->l_name);
}

/* True if the object, or one that it needs and that is copied, has variables. */
static bool needs_copies(const struct loaded_list *objects, const bool *have_variables,
                         const struct loaded *object)
{
    size_t i;

    for (i = 0; i < objects->count; i++)
        if (have_variables[i] && needed_has_map(&object->needed, objects->list[i].map))
            return true;
    return false;
}

/* Copies cost time and mappings, so objects without variables have none where that is possible:
 * only code that is copied, or was led to thunks, calls the rank's own copy of another object. */
static void settle_without_variables(struct loaded_list *objects)
{
    bool *have = memory_take_zeroed((objects->count + 1) * sizeof *have);
    size_t i;

    must(have != NULL);
    for (i = 0; i < objects->count; i++)
        have[i] = !objects->list[i].is_settled && has_variables(&objects->list[i]);
    for (i = 0; i < objects->count; i++)
        objects->list[i].is_settled |= !needs_copies(objects, have, &objects->list[i]);
    memory_give(have);
}

void loaded_settle_single(struct loaded_list *objects)
{
    size_t i;

    for (i = 0; i < objects->count; i++) {
        objects->list[i].is_registered = has_name(&objects->list[i], "heddle_register");
        objects->list[i].is_settled = is_single(objects, &objects->list[i]);
    }
    if (has_wrapped_program())
        settle_without_variables(objects);
}

/* True for what the wrapper has linked, if an object that is used needs this one or may open a
 * library that does, or if none needs it: the program, or what a user has the loader put before all
 * others. */
static bool is_used(const struct loaded_list *objects, const struct loaded *object)
{
    bool is_named = false;
    size_t i;

    if (object->is_registered)
        return true;
    for (i = 0; i < objects->count; i++) {
        const struct loaded *other = &objects->list[i];

        if (other->is_used && is_of_programs(object) && has_name(other, "dlopen"))
            return true;
        if (!needed_is_named(other->map, object->map))
            continue;
        if (other->is_used)
            return true;
        is_named = true;
    }
    return !is_named;
}

void loaded_settle_unused(struct loaded_list *objects)
{
    bool has_changed;
    size_t i;

    do {
        has_changed = false;
        for (i = 0; i < objects->count; i++) {
            struct loaded *object = &objects->list[i];

            if (object->is_used || (object->is_settled && !object->is_registered) ||
                !is_used(objects, object))
                continue;
            object->is_used = true;
            has_changed = true;
        }
    } while (has_changed);
    for (i = 0; i < objects->count; i++)
        objects->list[i].is_settled |= !objects->list[i].is_used;
}

static const struct link_map *map_of(const struct module *module)
{
    const struct link_map *map = first_map();

    while (map != NULL && map->l_ld != module->dynamic)
        map = map->l_next;
    return map;
}

struct module *loaded_first_user(const struct module *library)
{
    struct module *module;

    for (module = module_first(); module != NULL; module = module_next(module)) {
        struct needed needed = {0};
        bool is_user;

        if (!module->is_whole)
            continue;
        needed = needed_find((void *)(uintptr_t)map_of(module));
        is_user = needed_has(&needed, library);
        needed_drop(&needed);
        if (is_user)
            return module;
    }
    return NULL;
}

/* True if the object needs another one that has not become a module, and is not needed by it. */
static bool waits(const struct loaded_list *objects, const struct loaded *object)
{
    size_t i;

    for (i = 0; i < objects->count; i++) {
        const struct loaded *other = &objects->list[i];

        if (other != object && !other->is_settled &&
            needed_has_map(&object->needed, other->map) &&
            !needed_has_map(&other->needed, object->map))
            return true;
    }
    return false;
}

struct loaded *loaded_next(struct loaded_list *objects)
{
    struct loaded *chosen = NULL;
    size_t i;

    for (i = objects->count; i-- > 0;) {
        struct loaded *object = &objects->list[i];

        if (object->is_settled)
            continue;
        if (!waits(objects, object))
            return object;
        if (chosen == NULL)
            chosen = object; /* they need each other in a circle */
    }
    return chosen;
}
