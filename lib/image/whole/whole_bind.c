/* SPDX-License-Identifier: MIT */
/* The tables of offsets of modules that are copied whole. */
#include <errno.h>
#include <string.h>

#include "base/loader.h"
#include "base/note.h"
#include "image/processor.h"
#include "image/whole/definition.h"
#include "image/whole/whole.h"
#include "image/whole/whole_calls.h"

enum { VERSION_MASK = 0x7fff };

static const char *version_in(const char *names, const ElfW(Verneed) *needed, size_t count,
                              unsigned version)
{
    for (; count-- > 0; needed = (const void *)((const char *)needed + needed->vn_next)) {
        const ElfW(Vernaux) *aux = (const void *)((const char *)needed + needed->vn_aux);
        size_t i;

        for (i = 0; i < needed->vn_cnt; i++) {
            if (aux->vna_other == version)
                return names + aux->vna_name;
            aux = (const void *)((const char *)aux + aux->vna_next);
        }
    }
    return NULL;
}

static unsigned version_of(const ElfW(Dyn) *dynamic, const ElfW(Sym) *symbol)
{
    const ElfW(Dyn) *symbols = module_dynamic(dynamic, DT_SYMTAB);
    const ElfW(Dyn) *versions = module_dynamic(dynamic, DT_VERSYM);
    size_t index = (size_t)(symbol - (const ElfW(Sym) *)symbols->d_un.d_ptr);

    return versions != NULL ? ((const ElfW(Half) *)versions->d_un.d_ptr)[index] & VERSION_MASK
                            : VER_NDX_GLOBAL;
}

/* True if the object that defines the function gives its name no version. The loader then takes it
 * for each version that is asked for, so a function of the program's stands in front of libc's.
 *
 * A function of the kernel's own object, which libc may have chosen, has a version. The loader does
 * not relocate that object's tables. */
static bool has_no_version(const char *function)
{
    const struct link_map *map = loader_map_at(function);
    const ElfW(Sym) *symbol;
    Dl_info owner;

    if (map == NULL || module_dynamic(map->l_ld, DT_SYMTAB)->d_un.d_ptr < map->l_addr)
        return false;
    symbol = loader_symbol_at(function, &owner);
    return symbol != NULL && version_of(map->l_ld, symbol) <= VER_NDX_GLOBAL;
}

static char *find_in(void *where, const char *name, const char *version)
{
    return version != NULL ? loader_versioned(where, name, version) : loader_symbol(where, name);
}

static char *find_symbol(const char *name, const char *version)
{
    char *found = find_in(RTLD_DEFAULT, name, version);

    if (definition_is_behind(found))
        found = definition_behind(found, name, version);
    return found == NULL && whole_herald() != NULL
               ? find_in((void *)(uintptr_t)whole_herald(), name, version)
               : found;
}

static char *look_up(const struct module *module, const ElfW(Sym) *symbol, const char *names)
{
    const ElfW(Dyn) *needed = module_dynamic(module->dynamic, DT_VERNEED);
    const ElfW(Dyn) *count = module_dynamic(module->dynamic, DT_VERNEEDNUM);
    const char *name = names + symbol->st_name, *version = NULL;
    char *first = find_symbol(name, NULL);

    if (needed != NULL && count != NULL)
        version = version_in(names, (const void *)(module->base + needed->d_un.d_ptr),
                             count->d_un.d_val, version_of(module->dynamic, symbol));
    return version == NULL || (first != NULL && has_no_version(first))
               ? first
               : find_symbol(name, version);
}

static const char *names_of(const struct module *module)
{
    return (const char *)module_dynamic(module->dynamic, DT_STRTAB)->d_un.d_ptr;
}

/* The loader may prefer a module's own function to that of the process: RTLD_DEEPBIND. */
static bool is_own_function(const struct module *module, const ElfW(Sym) *symbol, const char *value)
{
    return symbol->st_shndx != SHN_UNDEF && value == (char *)module->base + symbol->st_value;
}

char *whole_target(const struct module *module, const ElfW(Sym) *symbol, int type, char *value)
{
    bool is_unbound = type == R_JUMP_SLOT && value >= module->start &&
                      value < module->end && !is_own_function(module, symbol, value);
    char *found = is_unbound ? look_up(module, symbol, names_of(module)) : NULL;

    return found != NULL || (is_unbound && symbol->st_shndx == SHN_UNDEF) ? found : value;
}

char *whole_bound(const struct module *module, const ElfW(Sym) *symbol, int type, char *value)
{
    char *instead = whole_call_instead(names_of(module) + symbol->st_name);

    return instead != NULL ? instead : whole_target(module, symbol, type, value);
}

static int bind(const struct module *module, const struct pointer *pointer)
{
    if (!module_begin_write(module, pointer->where, sizeof *pointer->where))
        return note(-1, "the table of offsets of %s cannot be written: %s", module->path,
                    strerror(errno));
    *pointer->where = pointer->value;
    module_end_write(module, pointer->where, sizeof *pointer->where);
    return 0;
}

static int bind_own(const struct module *module, const char *only)
{
    size_t i;

    for (i = 0; i < module->pointer_count; i++) {
        const struct pointer *pointer = &module->pointers[i];

        if (pointer->is_own && (only == NULL || pointer->value == only) &&
            bind(module, pointer) != 0)
            return -1;
    }
    return 0;
}

int whole_bind_first(const struct module *module)
{
    return bind_own(module, NULL);
}

int whole_bind_openers(const struct module *module)
{
    return module->is_whole && module->is_relocatable && whole_has_program()
               ? bind_own(module, whole_call_instead("dlopen"))
               : 0;
}
