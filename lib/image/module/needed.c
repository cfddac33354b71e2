/* SPDX-License-Identifier: MIT */
#include "image/module/needed.h"


#include "base/loader.h"
#include "base/memory.h"
#include "base/sanitizer.h"

/* The loader guards its data by a lock that ThreadSanitizer does not know. Functions that read them
 * are therefore not instrumented, and avoid libc's string functions. */

NOT_INSTRUMENTED static bool is_same(const char *one, const char *other)
{
    for (; *one == *other; one++, other++)
        if (*one == '\0')
            return true;
    return false;
}

NOT_INSTRUMENTED static const char *file_of(const char *path)
{
    const char *file = path;

    for (; *path != '\0'; path++)
        if (*path == '/')
            file = path + 1;
    return file;
}

bool needed_has_map(const struct needed *needed, const struct link_map *map)
{
    size_t i;

    for (i = 0; i < needed->count; i++)
        if (needed->maps[i] == map)
            return true;
    return false;
}

static void add_needed(struct needed *needed, const struct link_map *map)
{
    size_t capacity = needed->capacity != 0 ? 2 * needed->capacity : 32;
    const struct link_map **grown;

    if (needed_has_map(needed, map))
        return;
    if (needed->count == needed->capacity) {
        grown = memory_grow(needed->maps, capacity * sizeof *grown);
        if (grown == NULL)
            return;
        needed->maps = grown;
        needed->capacity = capacity;
    }
    needed->maps[needed->count++] = map;
}

/* Returns the library's string table, which the loader relocates for all objects but the kernel's
 * own. */
NOT_INSTRUMENTED static const char *names_of(const struct link_map *map)
{
    const ElfW(Dyn) *entry;

    for (entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_STRTAB && entry->d_un.d_ptr >= map->l_addr)
            return (const char *)entry->d_un.d_ptr;
    return NULL;
}

/* A word such as $LIB, which the loader replaces, stands for directories. */
NOT_INSTRUMENTED static bool has_word(const char *name)
{
    while (*name != '\0' && *name != '$')
        name++;
    return *name == '$';
}

/* Compares names as the loader does: with the library's SONAME, its path, or its file name. */
NOT_INSTRUMENTED static bool is_called(const struct link_map *map, const char *name)
{
    const char *names = names_of(map);
    const ElfW(Dyn) *entry;

    if (has_word(name))
        return is_same(file_of(map->l_name), file_of(name));
    if (is_same(map->l_name, name) || is_same(file_of(map->l_name), name))
        return true;
    for (entry = map->l_ld; names != NULL && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_SONAME)
            return is_same(names + entry->d_un.d_val, name);
    return false;
}

NOT_INSTRUMENTED static void add_called(struct needed *needed, const struct link_map *map,
                                        const char *name)
{
    while (map->l_prev != NULL)
        map = map->l_prev;
    for (; map != NULL; map = map->l_next)
        if (is_called(map, name))
            add_needed(needed, map);
}

/* Returns the name of the library that an entry of a dynamic section asks for, or NULL. Our own
 * library has an auxiliary one (base/heap_kinds.h). */
NOT_INSTRUMENTED static const char *name_in(const ElfW(Dyn) *entry, const char *names)
{
    return entry->d_tag == DT_NEEDED || entry->d_tag == DT_AUXILIARY ? names + entry->d_un.d_val
                                                                     : NULL;
}

/* Runs inside dl_iterate_phdr, during which no library is unloaded. */
NOT_INSTRUMENTED static int find(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    struct needed *needed = argument;
    size_t i;

    (void)info;
    (void)bytes;
    for (i = 0; i < needed->count; i++) {
        const char *names = names_of(needed->maps[i]);
        const ElfW(Dyn) *entry = needed->maps[i]->l_ld;

        for (; names != NULL && entry->d_tag != DT_NULL; entry++)
            if (name_in(entry, names) != NULL)
                add_called(needed, needed->maps[0], name_in(entry, names));
    }
    return 1;
}

NOT_INSTRUMENTED bool needed_is_named(const struct link_map *user, const struct link_map *library)
{
    const char *names = names_of(user);
    const ElfW(Dyn) *entry = user->l_ld;

    for (; names != NULL && entry->d_tag != DT_NULL; entry++)
        if (name_in(entry, names) != NULL && is_called(library, name_in(entry, names)))
            return true;
    return false;
}

struct needed needed_find(void *handle)
{
    struct needed needed = {0};
    struct link_map *opened = loader_map(handle);

    if (opened == NULL)
        return needed;
    add_needed(&needed, opened);
    loader_walk(find, &needed);
    return needed;
}

NOT_INSTRUMENTED bool needed_has(const struct needed *needed, const struct module *module)
{
    size_t i;

    for (i = 0; i < needed->count; i++)
        if (needed->maps[i]->l_ld == module->dynamic)
            return true;
    return false;
}

void needed_drop(struct needed *needed)
{
    memory_give(needed->maps);
}
