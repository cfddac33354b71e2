/* SPDX-License-Identifier: MIT */
#include "image/guest/guest_names.h"


#include "base/loader.h"
#include "base/note.h"
#include "image/module/bindings.h"
#include "image/module/module.h"

/* Start objects stand in front of names of libraries that mpicc has not compiled, in every program
 * alike. */
static bool is_of_another(const struct guest *guest, const char *name)
{
    size_t i;
    bool is_found = false;

    for (i = 1; i < guest->needed.count && !is_found; i++) {
        const struct link_map *map = guest->needed.maps[i];
        void *handle, *address;
        Dl_info info;

        if (module_of_map(map) != NULL)
            continue;
        handle = loader_open(map->l_name, RTLD_LAZY | RTLD_NOLOAD);
        address = handle != NULL ? loader_symbol(handle, name) : NULL;
        is_found = address != NULL && loader_owner(address, &info) && module_of(address) == NULL;
        if (handle != NULL)
            loader_close(handle);
    }
    return is_found;
}

static bool has_name(const struct guest *guest, const char *name)
{
    const char *address = loader_symbol(guest->handle, name);

    return address != NULL && address >= guest->module->start && address < guest->module->end;
}

/* Inline functions of C++ are in the library and in each program, and any of them will do. */
static bool is_foreign(const struct guest *guest, const char *address, const ElfW(Sym) *symbol)
{
    const struct module *owner = module_of(address);

    if (owner == NULL || owner == guest->module || !(owner->is_guest || owner->is_executable))
        return false;
    return symbol->st_shndx == SHN_UNDEF || module_has_private(owner, address);
}

static int check_library(const struct guest *guest, const struct link_map *map)
{
    struct bindings bindings = bindings_of(map);
    struct binding one = {0};

    while (bindings_next(&bindings, &one))
        if (is_foreign(guest, *one.place, one.symbol) && has_name(guest, one.name) &&
            !is_of_another(guest, one.name))
            return note(-1, "%s cannot run beside another program: library %s uses '%s' of the "
                            "program by name, and is bound to that of the other one; hand it to "
                            "the library as an argument", guest->path, map->l_name, one.name);
    return 0;
}

int guest_names_check(const struct guest *guest)
{
    size_t i;
    int error = 0;

    for (i = 1; i < guest->needed.count && error == 0; i++)
        if (module_of_map(guest->needed.maps[i]) != NULL)
            error = check_library(guest, guest->needed.maps[i]);
    return error;
}

/* A name that the library lacks may not be bound before it is called. */
static bool is_of_other_guest(const struct guest *guest, const struct binding *one)
{
    bool is_lacking = one->symbol->st_shndx == SHN_UNDEF;
    const char *found = is_lacking ? loader_symbol(RTLD_DEFAULT, one->name) : NULL;
    const char *address = found != NULL ? found : binding_target(one);
    const struct module *owner = module_of(address);

    return owner != NULL && owner->is_guest && (guest == NULL || owner != guest->module) &&
           (is_lacking || module_has_private(owner, address)) &&
           (guest == NULL || !is_of_another(guest, one->name));
}

static int check_opened(const struct guest *guest, const struct link_map *map)
{
    struct bindings bindings = bindings_of(map);
    struct binding one = {0};

    while (bindings_next(&bindings, &one))
        if (is_of_other_guest(guest, &one))
            return note(-1, "library %s, which a rank has opened, uses '%s' of the program by "
                            "name, and is bound to that of another program; hand it to the "
                            "library as an argument", map->l_name, one.name);
    return 0;
}

int guest_names_check_opened(const struct guest *guest, const struct needed *opened)
{
    size_t i;
    int error = 0;

    for (i = 0; i < opened->count && error == 0; i++)
        if (guest == NULL || !needed_has_map(&guest->needed, opened->maps[i]))
            error = check_opened(guest, opened->maps[i]);
    return error;
}
