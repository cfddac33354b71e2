/* SPDX-License-Identifier: MIT */
#include "image/whole_calls.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "base/container.h"
#include "base/loader.h"
#include "image/image.h"
#include "image/needed.h"
#include "image/start.h"
#include "image/whole.h"
#include "image/whole_open.h"

static ptrdiff_t own_displacement(void)
{
    return image_displacement(image_current());
}

/* Describes an address in a copy as one of the object that the copy is of. */
static int find_address(const void *address, Dl_info *info)
{
    const void *original = whole_original(address);
    ptrdiff_t displacement = (const char *)address - (const char *)original;

    if (!loader_owner(original, info))
        return 0;
    info->dli_fbase = (char *)info->dli_fbase + displacement;
    if (info->dli_saddr != NULL)
        info->dli_saddr = (char *)info->dli_saddr + displacement;
    return 1;
}

const void *heddle_original(const void *address)
{
    return whole_original(address);
}

/* Looks the name up in the objects behind the caller's. */
static void *find_next(const void *caller, const char *name)
{
    const struct module *module = module_of(whole_original(caller));
    const struct link_map *map = loader_map(loader_open(NULL, RTLD_LAZY));
    void *found = NULL;

    while (map != NULL && module != NULL && map->l_ld != module->dynamic)
        map = map->l_next;
    while (map != NULL && found == NULL && (map = map->l_next) != NULL) {
        void *handle = loader_open(map->l_name, RTLD_LAZY | RTLD_NOLOAD);

        if (handle == NULL)
            continue;
        found = loader_symbol(handle, name);
        loader_close(handle);
    }
    return found;
}

static void *find_symbol(void *restrict handle, const char *restrict name)
{
    char *instead = whole_call_instead(name);
    void *found;

    if (instead != NULL && handle == RTLD_DEFAULT)
        return instead;
    found = handle == RTLD_NEXT ? find_next(__builtin_return_address(0), name)
                                : loader_symbol(handle, name);
    return found != NULL ? heddle_own(found) : NULL;
}

struct walk {
    loader_visitor *visitor;
    void *argument;
};

static int visit(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    const struct walk *walk = argument;
    const struct module *module = module_first();
    struct dl_phdr_info shown = *info;

    while (module != NULL && (!module->is_whole || module->base != (ptrdiff_t)info->dlpi_addr))
        module = module_next(module);
    if (module != NULL) {
        shown.dlpi_addr += (ElfW(Addr))own_displacement();
        shown.dlpi_phdr = (const void *)((const char *)shown.dlpi_phdr + own_displacement());
    }
    return walk->visitor(&shown, bytes, walk->argument);
}

/* Shows the caller's own copies in the places of the first ones. */
static int walk_objects(loader_visitor *visitor, void *argument)
{
    struct walk walk = {.visitor = visitor, .argument = argument};

    return loader_walk(visit, &walk);
}

char *whole_call_instead(const char *name)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } calls[] = {
        {"dl_iterate_phdr", (void (*)(void))walk_objects},
        {"dladdr", (void (*)(void))find_address},
        {"dlopen", (void (*)(void))whole_open},
        {"dlsym", (void (*)(void))find_symbol},
    };
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(calls); i++)
        if (strcmp(name, calls[i].name) == 0)
            return (char *)(void *)calls[i].function;
    return NULL;
}

bool whole_call_is_everybodys(const char *name)
{
    return strcmp(name, "dlopen") == 0;
}

/* The unwinder's question, for the object that holds an instruction. The unwinder is not copied, so
 * this function stands in front of the loader's. */
__attribute__((visibility("default"), no_sanitize("thread", "address")))
int _dl_find_object(void *address, struct dl_find_object *found)
{
    static int (*_Atomic real)(void *, struct dl_find_object *);
    char *original = (char *)(uintptr_t)whole_original(address);
    ptrdiff_t displacement = (char *)address - original;
    int error;

    if (real == NULL)
        real = (int (*)(void *, struct dl_find_object *))(uintptr_t)loader_symbol(
            RTLD_NEXT, "_dl_find_object");
    error = real(original, found);
    if (error == 0 && displacement != 0) {
        found->dlfo_map_start = (char *)found->dlfo_map_start + displacement;
        found->dlfo_map_end = (char *)found->dlfo_map_end + displacement;
        found->dlfo_eh_frame = (char *)found->dlfo_eh_frame + displacement;
    }
    return error;
}
