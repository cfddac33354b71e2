/* SPDX-License-Identifier: MIT */
#include "image/module/instead.h"

#include <link.h>
#include <stdbool.h>
#include <string.h>

#include "base/container.h"
#include "base/loader.h"
#include "image/module/bindings.h"
#include "image/module/module.h"

struct wish {
    const char *name;
    const void *present;
    void *function;
    const struct link_map *own;
};

/* Does the object have the address? */
struct part {
    const struct link_map *map;
    const void *address;
};

/* Parts of the names of objects that keep the function: it is theirs, or they stand below it. */
static bool keeps_it(const struct link_map *map, const struct wish *wish)
{
    static const char *const parts[] = {"/libc.so", "/ld-linux", "linux-vdso", "san.so"};
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(parts); i++)
        if (strstr(map->l_name, parts[i]) != NULL)
            return true;
    return map == wish->own;
}

static int find_part(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    const struct part *part = argument;

    (void)bytes;
    return info->dlpi_addr == part->map->l_addr && info->dlpi_name == part->map->l_name &&
           loader_has_mapped(info, part->address);
}

/* A name that the loader binds at its first call leads into the object until then. */
static bool leads_there(const struct binding *one, const struct link_map *map,
                        const struct wish *wish)
{
    struct part part = {.map = map, .address = binding_target(one)};

    return strcmp(one->name, wish->name) == 0 && one->symbol->st_shndx == SHN_UNDEF &&
           (part.address == wish->present || loader_walk(find_part, &part) != 0);
}

/* Leads a pointer among the initial data, from which ranks get their copies, too. */
static void lead_initial(const struct binding *one, void *function)
{
    const struct module *module = module_of((const char *)one->place);
    size_t i;

    if (module == NULL || module->is_whole)
        return;
    modules_lock_to_change();
    for (i = 0; i < module->pointer_count; i++)
        if (module->pointers[i].where == one->place)
            module->pointers[i].value = function;
    modules_unlock();
}

static int put_instead(void *argument)
{
    const struct wish *wish = argument;
    const struct link_map *map = wish->own;

    while (map->l_prev != NULL)
        map = map->l_prev;
    for (; map != NULL; map = map->l_next) {
        struct bindings bindings = bindings_of(map);
        struct binding one = {0};

        while (!keeps_it(map, wish) && bindings_next(&bindings, &one))
            if (leads_there(&one, map, wish)) {
                binding_lead(&one, wish->function);
                lead_initial(&one, wish->function);
            }
    }
    return 0;
}

void instead_put(const char *name, const void *present, void *function)
{
    struct wish wish = {.name = name,
                        .present = present,
                        .function = function,
                        .own = loader_map_at((const void *)put_instead)};

    if (wish.own != NULL)
        loader_hold(put_instead, &wish);
}
