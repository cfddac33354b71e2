/* SPDX-License-Identifier: MIT */
#include "image/whole/definition.h"

#include <stdint.h>
#include <string.h>

#include "base/loader.h"
#include "image/module/dynamic.h"
#include "image/module/module.h"

enum { VERSION_MASK = 0x7fff, VERSION_IS_HIDDEN = 0x8000 };

/* An object in which the loader finds names. */
struct object_names {
    struct dynamic_tables tables;
    const ElfW(Verdef) *defined; /* the versions' names, or NULL */
};

bool definition_is_behind(const char *entry)
{
    Dl_info owner;
    const ElfW(Sym) *symbol = entry != NULL ? loader_symbol_at(entry, &owner) : NULL;

    return symbol != NULL && symbol->st_shndx == SHN_UNDEF;
}

/* The loader adds the base to the address of DT_VERDEF in no object. */
static struct object_names names_of(const struct link_map *map)
{
    const ElfW(Dyn) *defined = module_dynamic(map->l_ld, DT_VERDEF);

    return (struct object_names){
        .tables = dynamic_tables_of(map->l_ld, map->l_addr),
        .defined = defined != NULL ? (const void *)(map->l_addr + defined->d_un.d_ptr) : NULL,
    };
}

static bool has_version(const struct object_names *names, unsigned version, const char *wanted)
{
    const ElfW(Verdef) *defined = names->defined;
    const ElfW(Verdaux) *first;

    while (defined->vd_ndx != version) {
        if (defined->vd_next == 0)
            return false;
        defined = (const void *)((const char *)defined + defined->vd_next);
    }
    first = (const void *)((const char *)defined + defined->vd_aux);
    return strcmp(names->tables.names + first->vda_name, wanted) == 0;
}

static bool defines(const struct object_names *names, uint32_t index, const char *name,
                    const char *version)
{
    const struct dynamic_tables *tables = &names->tables;
    const ElfW(Sym) *symbol = &tables->symbols[index];
    unsigned given = tables->versions != NULL ? tables->versions[index] : VER_NDX_GLOBAL;

    if (symbol->st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbol->st_info) == STB_LOCAL ||
        strcmp(tables->names + symbol->st_name, name) != 0)
        return false;
    if (version == NULL || names->defined == NULL || (given & VERSION_MASK) <= VER_NDX_GLOBAL)
        return !(given & VERSION_IS_HIDDEN);
    return has_version(names, given & VERSION_MASK, version);
}

/* DJB's function, which DT_GNU_HASH uses. */
static uint32_t hash_of(const char *name)
{
    uint32_t hash = 5381;

    for (; *name != '\0'; name++)
        hash = hash * 33 + (unsigned char)*name;
    return hash;
}

/* Returns the symbol's number, or 0, which is none's. The table has a filter of that many words,
 * the first number of each list, and for each symbol its hash, whose lowest bit ends the list. */
static uint32_t find_hashed(const struct object_names *names, const char *name, const char *version)
{
    const uint32_t *table = names->tables.gnu_hash;
    uint32_t lists = table[0], first = table[1], words = table[2];
    const uint32_t *list = &table[4] + words * (sizeof(ElfW(Addr)) / sizeof *list);
    const uint32_t *hashes = list + lists;
    uint32_t hash = hash_of(name), index = list[hash % lists];

    if (index < first)
        return 0;
    for (;; index++) {
        uint32_t found = hashes[index - first];

        if ((found | 1) == (hash | 1) && defines(names, index, name, version))
            return index;
        if (found & 1)
            return 0;
    }
}

static uint32_t find_listed(const struct object_names *names, const char *name, const char *version)
{
    uint32_t index;

    for (index = 1; index < names->tables.hash[1]; index++)
        if (defines(names, index, name, version))
            return index;
    return 0;
}

static char *address_of(const struct link_map *map, const ElfW(Sym) *symbol)
{
    char *address = (char *)(map->l_addr + symbol->st_value);

    if (ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC)
        return ((char *(*)(void))(void *)address)();
    return address;
}

char *definition_behind(const char *entry, const char *name, const char *version)
{
    const struct link_map *map = loader_map_at(entry);

    for (map = map != NULL ? map->l_next : NULL; map != NULL; map = map->l_next) {
        const struct object_names names = names_of(map);
        uint32_t index = names.tables.gnu_hash != NULL ? find_hashed(&names, name, version)
                         : names.tables.hash != NULL   ? find_listed(&names, name, version)
                                                       : 0;

        if (index != 0)
            return address_of(map, &names.tables.symbols[index]);
    }
    return NULL;
}
