/* SPDX-License-Identifier: MIT */
#include "image/whole/own_libc.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/container.h"
#include "base/loader.h"
#include "base/memory.h"
#include "base/page.h"
#include "image/module/dynamic.h"
#include "image/processor.h"

struct own {
    const char *name;
    char *address;
};

static struct {
    const struct link_map *map; /* of program.so */
    struct own *list;           /* ascending */
    size_t count;
    bool are_used;
} owns;

static int compare_symbols(const void *left, const void *right)
{
    const struct own *a = left, *b = right;

    return strcmp(a->name, b->name);
}

bool own_libc_is_there(void)
{
    return owns.list != NULL;
}

bool own_libc_is_used(void)
{
    return owns.are_used;
}

char *own_libc_find(const char *name)
{
    struct own key = {.name = name};
    const struct own *found =
        owns.count > 0 ? bsearch(&key, owns.list, owns.count, sizeof key, compare_symbols) : NULL;

    return found != NULL ? found->address : NULL;
}

char *own_libc_used(const char *name)
{
    return owns.are_used ? own_libc_find(name) : NULL;
}

static const char *object_of(const void *address)
{
    Dl_info info;

    return address != NULL && loader_owner(address, &info) ? info.dli_fname : "";
}

/* The linker moves a variable into a program that names it (R_COPY). program.so then uses that one.
 * Its offsets are written before anybody has called it. */
static void lead_to(const struct link_map *map, const struct dynamic_tables *tables,
                    const char *name, char *moved)
{
    size_t i;

    for (i = 0; i < tables->rela.count; i++) {
        const ElfW(Rela) *entry = &tables->rela.entries[i];
        const ElfW(Sym) *named = &tables->symbols[ELF64_R_SYM(entry->r_info)];

        if (ELF64_R_TYPE(entry->r_info) == R_GLOB_DAT &&
            strcmp(tables->names + named->st_name, name) == 0)
            *(char **)(map->l_addr + entry->r_offset) = moved;
    }
}

/* libc uses the moved variable, too, which is the first slot's then. Leads libc's code to its own
 * one, which gets the value. Its table of offsets stays writable. */
static void give_back(const char *moved)
{
    const struct link_map *map = loader_map_at(loader_symbol(RTLD_DEFAULT, "gnu_get_libc_version"));
    struct dynamic_tables tables = {0};
    size_t i;

    if (map != NULL)
        tables = dynamic_tables_of(map->l_ld, map->l_addr);
    for (i = 0; i < tables.rela.count; i++) {
        const ElfW(Rela) *entry = &tables.rela.entries[i];
        const ElfW(Sym) *symbol = &tables.symbols[ELF64_R_SYM(entry->r_info)];
        char **word = (char **)(map->l_addr + entry->r_offset);

        if (ELF64_R_TYPE(entry->r_info) != R_GLOB_DAT || *word != moved ||
            symbol->st_shndx == SHN_UNDEF ||
            mprotect(page_start((char *)word), page_bytes(), PROT_READ | PROT_WRITE) != 0)
            continue;
        *word = (char *)map->l_addr + symbol->st_value;
        memcpy(*word, moved, symbol->st_size);
    }
}

static bool is_of(const struct link_map *map, const char *address)
{
    return loader_map_at(address) == map;
}

static void add_symbol(const struct dynamic_tables *tables, const ElfW(Sym) *symbol)
{
    const char *name = tables->names + symbol->st_name;
    char *used = loader_symbol(RTLD_DEFAULT, name);
    bool is_libcs = strstr(object_of(used), "/libc.so.") != NULL;

    if (is_libcs)
        owns.list[owns.count++] =
            (struct own){.name = name, .address = (char *)owns.map->l_addr + symbol->st_value};
    else if (used != NULL && ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT)
        owns.list[owns.count++] = (struct own){.name = name, .address = used};
}

static void *open_program(void)
{
    static const char name[] = "heddle/program.so";
    const char *own = object_of((const void *)(uintptr_t)own_libc_open);
    char path[PATH_MAX + sizeof name];

    if (realpath(own, path) == NULL)
        return NULL;
    memcpy(strrchr(path, '/') + 1, name, sizeof name);
    return loader_open(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
}

void own_libc_open(void)
{
    void *handle = open_program();
    struct dynamic_tables tables;
    size_t count, i;

    owns.map = handle != NULL ? loader_map(handle) : NULL;
    if (owns.map == NULL)
        return;
    tables = dynamic_tables_of(owns.map->l_ld, owns.map->l_addr);
    count = tables.hash != NULL ? tables.hash[1] : 0;
    owns.list = memory_take((count + 1) * sizeof *owns.list);
    for (i = 0; i < count && owns.list != NULL; i++)
        if (tables.symbols[i].st_shndx != SHN_UNDEF &&
            strncmp(tables.names + tables.symbols[i].st_name, "heddle_", 7) != 0)
            add_symbol(&tables, &tables.symbols[i]);
    if (owns.list != NULL)
        qsort(owns.list, owns.count, sizeof *owns.list, compare_symbols);
}

/* The streams that all slots share: libc uses the variables that are moved. */
static void lead_to_streams(const struct dynamic_tables *tables)
{
    static const char *const names[] = {"stdout", "stderr"};
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(names); i++) {
        char *used = loader_symbol(RTLD_DEFAULT, names[i]);

        if (used != NULL)
            lead_to(owns.map, tables, names[i], used);
    }
}

void own_libc_use(void)
{
    struct dynamic_tables tables;
    size_t i;

    if (owns.list == NULL || owns.are_used)
        return;
    owns.are_used = true;
    tables = dynamic_tables_of(owns.map->l_ld, owns.map->l_addr);
    *(char ***)(void *)own_libc_find("environ") = environ; /* a rank that spawns runs already */
    lead_to_streams(&tables);
    for (i = 0; i < owns.count; i++)
        if (!is_of(owns.map, owns.list[i].address)) {
            lead_to(owns.map, &tables, owns.list[i].name, owns.list[i].address);
            give_back(owns.list[i].address);
        }
}
