/* SPDX-License-Identifier: MIT */
#include "image/whole/definition.h"

#include <stdint.h>
#include <string.h>

#include "base/loader.h"
#include "image/module/module.h"

enum { VERSION_MASK = 0x7fff, VERSION_IS_HIDDEN = 0x8000 };

/* The tables of an object by which the loader finds names. */
struct name_tables {
    const struct link_map *map;
    const ElfW(Sym) *symbols;
    const char *text;
    const ElfW(Half) *versions; /* of the symbols, or NULL */
    const ElfW(Verdef) *defined; /* the versions' names, or NULL */
    const uint32_t *hash, *gnu_hash; /* one may be NULL */
};

bool definition_is_behind(const char *entry)
{
    Dl_info owner;
    const ElfW(Sym) *symbol = entry != NULL ? loader_symbol_at(entry, &owner) : NULL;

    return symbol != NULL && symbol->st_shndx == SHN_UNDEF;
}

/* The loader has added the object's base to the addresses of these tables, but not in the kernel's
 * object. To the address of DT_VERDEF it adds the base in no object. */
static const void *table(const struct link_map *map, ElfW(Sxword) tag)
{
    const ElfW(Dyn) *entry = module_dynamic(map->l_ld, tag);

    if (entry == NULL)
        return NULL;
    return (const void *)(entry->d_un.d_ptr + (entry->d_un.d_ptr < map->l_addr ? map->l_addr : 0));
}

static struct name_tables tables_of(const struct link_map *map)
{
    const ElfW(Dyn) *defined = module_dynamic(map->l_ld, DT_VERDEF);

    return (struct name_tables){
        .map = map,
        .symbols = table(map, DT_SYMTAB),
        .text = table(map, DT_STRTAB),
        .versions = table(map, DT_VERSYM),
        .defined = defined != NULL ? (const void *)(map->l_addr + defined->d_un.d_ptr) : NULL,
        .hash = table(map, DT_HASH),
        .gnu_hash = table(map, DT_GNU_HASH),
    };
}

static bool has_version(const struct name_tables *tables, unsigned version, const char *wanted)
{
    const ElfW(Verdef) *defined = tables->defined;

    while (defined->vd_ndx != version) {
        if (defined->vd_next == 0)
            return false;
        defined = (const void *)((const char *)defined + defined->vd_next);
    }
    return strcmp(tables->text + ((const ElfW(Verdaux) *)(const void *)((const char *)defined +
                                                                        defined->vd_aux))
                                     ->vda_name,
                  wanted) == 0;
}

static bool defines(const struct name_tables *tables, uint32_t index, const char *name,
                    const char *version)
{
    const ElfW(Sym) *symbol = &tables->symbols[index];
    unsigned given = tables->versions != NULL ? tables->versions[index] : VER_NDX_GLOBAL;

    if (symbol->st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbol->st_info) == STB_LOCAL ||
        strcmp(tables->text + symbol->st_name, name) != 0)
        return false;
    if (version == NULL || tables->defined == NULL || (given & VERSION_MASK) <= VER_NDX_GLOBAL)
        return !(given & VERSION_IS_HIDDEN);
    return has_version(tables, given & VERSION_MASK, version);
}

/* DJB's function, which DT_GNU_HASH uses. */
static uint32_t hash_of(const char *name)
{
    uint32_t hash = 5381;

    for (; *name != '\0'; name++)
        hash = hash * 33 + (unsigned char)*name;
    return hash;
}

/* Returns the symbol's number, or 0, which is none's. The table has a filter of so many words, the
 * first number of each list, and for each symbol its hash, whose lowest bit ends the list. */
static uint32_t find_hashed(const struct name_tables *tables, const char *name,
                            const char *version)
{
    uint32_t lists = tables->gnu_hash[0], first = tables->gnu_hash[1], words = tables->gnu_hash[2];
    const uint32_t *list = &tables->gnu_hash[4] + words * (sizeof(ElfW(Addr)) / sizeof *list);
    const uint32_t *hashes = list + lists;
    uint32_t hash = hash_of(name), index = list[hash % lists];

    if (index < first)
        return 0;
    for (;; index++) {
        uint32_t found = hashes[index - first];

        if ((found | 1) == (hash | 1) && defines(tables, index, name, version))
            return index;
        if (found & 1)
            return 0;
    }
}

static uint32_t find_listed(const struct name_tables *tables, const char *name,
                            const char *version)
{
    uint32_t index;

    for (index = 1; index < tables->hash[1]; index++)
        if (defines(tables, index, name, version))
            return index;
    return 0;
}

static char *address_of(const struct name_tables *tables, const ElfW(Sym) *symbol)
{
    char *address = (char *)(tables->map->l_addr + symbol->st_value);

    if (ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC)
        return ((char *(*)(void))(void *)address)();
    return address;
}

char *definition_behind(const char *entry, const char *name, const char *version)
{
    const struct link_map *map = loader_map_at(entry);

    for (map = map != NULL ? map->l_next : NULL; map != NULL; map = map->l_next) {
        struct name_tables tables = tables_of(map);
        uint32_t index = tables.gnu_hash != NULL ? find_hashed(&tables, name, version)
                         : tables.hash != NULL   ? find_listed(&tables, name, version)
                                                 : 0;

        if (index != 0)
            return address_of(&tables, &tables.symbols[index]);
    }
    return NULL;
}
