/* SPDX-License-Identifier: MIT */
/* The tables of a loaded object that its dynamic section lists: symbols, their names, and the words
 * that the loader relocates. */
#ifndef IMAGE_DYNAMIC_H
#define IMAGE_DYNAMIC_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>

struct rela_list {
    const ElfW(Rela) *entries;
    size_t count;
};

struct dynamic_tables {
    const ElfW(Sym) *symbols;
    const char *names;
    const ElfW(Half) *versions;      /* of the symbols, or NULL */
    const uint32_t *hash, *gnu_hash; /* one may be NULL */
    struct rela_list rela, plt;      /* linkers may put those of ifuncs among the plt's */
    const uintptr_t *relr;           /* packed relative relocations */
    size_t relr_count;
};

/* Returns the object's dynamic section, or NULL. */
const ElfW(Dyn) *dynamic_section(const struct dl_phdr_info *object);

/* Reads a dynamic section, or NULL, of the object that is loaded at the base. What the section does
 * not list is zero. */
struct dynamic_tables dynamic_tables_of(const ElfW(Dyn) *section, ElfW(Addr) base);

struct module;
struct dynamic_tables module_tables(const struct module *module);

#endif
