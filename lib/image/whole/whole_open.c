/* SPDX-License-Identifier: MIT */
#include "image/whole/whole_open.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/loader.h"
#include "base/memory.h"
#include "image/guest/guest.h"
#include "image/module/needed.h"
#include "image/slot.h"
#include "image/start.h"
#include "image/whole/herald.h"
#include "image/whole/loaded.h"
#include "image/whole/whole.h"

/* ---- where the loader searches for the caller ------------------------------------------------ */

/* Writes the directory of the caller's file, for which names have $ORIGIN. The loader notes it for
 * libraries when it opens them: their names may begin in a directory that is no longer the current
 * one. */
static void name_origin(const struct link_map *caller, char origin[HERALD_TEXT_MAX])
{
    ssize_t length;
    char *slash;

    if (caller->l_name[0] != '\0') {
        loader_origin(caller, origin);
        return;
    }
    length = readlink("/proc/self/exe", origin, PATH_MAX - 1);
    origin[length > 0 ? length : 0] = '\0';
    slash = strrchr(origin, '/');
    if (slash != NULL)
        *slash = '\0';
}

/* Returns how long the word for the origin is with which the text begins, or 0. */
static size_t origin_length(const char *text)
{
    static const char *const words[] = {"${ORIGIN}", "$ORIGIN"};
    size_t i, length;

    for (i = 0; i < sizeof words / sizeof *words; i++) {
        length = strlen(words[i]);
        if (strncmp(text, words[i], length) == 0)
            return length;
    }
    return 0;
}

/* Copies a text with the caller's origin in it: the herald's own would be another one. */
static bool copy_text(char copy[HERALD_TEXT_MAX], const char *text, const struct link_map *caller)
{
    char origin[HERALD_TEXT_MAX];
    size_t used = 0;

    name_origin(caller, origin);
    while (*text != '\0' && used < HERALD_TEXT_MAX - 1) {
        size_t length = origin_length(text);

        if (length > 0)
            used += (size_t)snprintf(copy + used, HERALD_TEXT_MAX - used, "%s", origin);
        else
            copy[used++] = *text;
        text += length > 0 ? length : 1;
    }
    copy[used < HERALD_TEXT_MAX ? used : 0] = '\0';
    return used < HERALD_TEXT_MAX && *text == '\0';
}

static bool copy_directories(struct herald_wish *wish, const struct link_map *caller)
{
    const ElfW(Dyn) *names = module_dynamic(caller->l_ld, DT_STRTAB);
    const ElfW(Dyn) *path = module_dynamic(caller->l_ld, DT_RUNPATH);

    if (path == NULL)
        path = module_dynamic(caller->l_ld, DT_RPATH);
    if (path == NULL || names == NULL)
        return true;
    wish->directories_tag = path->d_tag;
    return copy_text(wish->directories, (const char *)names->d_un.d_ptr + path->d_un.d_val, caller);
}

/* Why a library has no herald. Such a reason takes the place of the herald's handle. */
static const struct failure {
    const char *text;
} no_caller = {"the loader does not know the code that opens it"},
  no_memory = {"there is no memory for what it needs"},
  too_long = {"its name, or the list of directories (-rpath) of what opens it, is too long"},
  refused = {"the loader does not open it for a file in memory"};

static bool is_failure(const void *announcement)
{
    return announcement == &no_caller || announcement == &no_memory || announcement == &too_long ||
           announcement == &refused;
}

static const void *fill_wish(struct herald_wish *wish, const char *library, const void *caller)
{
    const struct link_map *map = loader_map_at(caller);

    if (wish == NULL)
        return &no_memory;
    if (map == NULL)
        return &no_caller;
    return copy_text(wish->library, library, map) && copy_directories(wish, map) ? NULL : &too_long;
}

static const void *open_by_herald(const char *library, int mode, const void *caller)
{
    struct herald_wish *wish = memory_take_zeroed(sizeof *wish);
    const void *failure = fill_wish(wish, library, caller), *herald;

    herald = failure == NULL ? herald_open(wish, mode) : NULL;
    memory_give(wish);
    if (failure != NULL)
        return failure;
    return herald != NULL ? herald : &refused;
}

/* ---- announcements --------------------------------------------------------------------------- */

/* Most ranks open what another one has opened before. */
static bool library_is_open(const char *library)
{
    void *handle = loader_open(library, RTLD_LAZY | RTLD_NOLOAD);

    if (handle != NULL)
        loader_close(handle);
    return handle != NULL;
}

/* The program's own name is empty, and the loader refuses a mode without one of two flags. */
static bool can_bring(const char *library, int mode)
{
    return library != NULL && *library != '\0' && (mode & RTLD_NOLOAD) == 0 &&
           (mode & (RTLD_LAZY | RTLD_NOW)) != 0;
}

/* Programs beside the first one share the libraries that they open.
 *
 * The loader is asked to bind all names at once, since whole_target has to find those that are
 * bound later, and finds fewer. The loader refuses if a function is nowhere. Then it may bind when
 * functions are called, if the caller permits that. */
void *whole_announce(const char *library, int mode, const void *caller)
{
    const void *herald;

    if (!whole_is_possible() || guest_first() != NULL || !can_bring(library, mode) ||
        library_is_open(library))
        return NULL;
    caller = whole_original(caller);
    herald = open_by_herald(library, (mode & ~RTLD_LAZY) | RTLD_NOW, caller);
    if (herald == &refused && (mode & RTLD_LAZY) != 0)
        herald = open_by_herald(library, mode, caller);
    whole_tell_debugger();
    return (void *)(uintptr_t)herald;
}

/* Libraries that have been announced, by their dynamic sections: each rank opens them. */
static struct {
    pthread_mutex_t lock;
    const ElfW(Dyn) **list;
    size_t count, capacity;
} announced = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Without memory the library is announced again. */
static void keep_announced(const struct link_map *map)
{
    const ElfW(Dyn) **grown = announced.list;
    struct heap *before = memory_use(NULL);

    if (announced.count == announced.capacity) {
        announced.capacity = 2 * announced.capacity + 16;
        grown = memory_grow(announced.list, announced.capacity * sizeof *grown);
    }
    memory_use(before);
    if (grown == NULL) {
        announced.capacity = announced.count;
        return;
    }
    announced.list = grown;
    announced.list[announced.count++] = map->l_ld;
}

static bool is_news(const struct link_map *map)
{
    size_t i = 0;

    pthread_mutex_lock(&announced.lock);
    while (i < announced.count && announced.list[i] != map->l_ld)
        i++;
    if (i < announced.count) {
        pthread_mutex_unlock(&announced.lock);
        return false;
    }
    keep_announced(map);
    pthread_mutex_unlock(&announced.lock);
    return true;
}

/* Reports what the loader has opened without a herald: the libraries behind the handle. */
static void tell_shared(const struct failure *failure, void *handle)
{
    struct needed needed = needed_find(handle);
    size_t i;

    for (i = 0; i < needed.count && slots_are_open(); i++)
        if (loaded_is_shared(needed.maps[i]) && is_news(needed.maps[i]))
            fprintf(stderr, "heddle: all ranks share %s, because %s: link it to the program\n",
                    needed.maps[i]->l_name, failure->text);
    needed_drop(&needed);
}

/* A herald that has made modules stays: their code finds names in what it needs. */
void whole_end_announcement(void *announcement, void *handle)
{
    struct needed needed = {0};
    bool has_modules = false;
    size_t i;

    if (is_failure(announcement)) {
        if (handle != NULL)
            tell_shared(announcement, handle);
        return;
    }
    needed = needed_find(announcement);
    for (i = 0; i < needed.count; i++)
        has_modules |= module_of_map(needed.maps[i]) != NULL;
    if (!has_modules)
        loader_close(announcement);
    needed_drop(&needed);
}

void *whole_open(const char *library, int mode)
{
    void *opening, *handle;

    do {
        opening = heddle_opening(library, mode, __builtin_return_address(0));
        handle = loader_open(library, mode);
    } while (heddle_opens_again(handle, opening));
    heddle_opened(handle, opening);
    return handle;
}
