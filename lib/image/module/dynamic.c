/* SPDX-License-Identifier: MIT */
#include "image/module/dynamic.h"

#include "image/module/module.h"

const ElfW(Dyn) *dynamic_section(const struct dl_phdr_info *object)
{
    int i;

    for (i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
            return (const void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    return NULL;
}

/* The loader has added the base to these addresses, but not in the kernel's own object. */
static const void *address_of(const ElfW(Dyn) *entry, ElfW(Addr) base)
{
    return (const void *)(entry->d_un.d_ptr + (entry->d_un.d_ptr < base ? base : 0));
}

struct dynamic_tables dynamic_tables_of(const ElfW(Dyn) *section, ElfW(Addr) base)
{
    struct dynamic_tables tables = {0};
    const ElfW(Dyn) *entry;

    for (entry = section; entry != NULL && entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_SYMTAB:
            tables.symbols = address_of(entry, base);
            break;
        case DT_STRTAB:
            tables.names = address_of(entry, base);
            break;
        case DT_VERSYM:
            tables.versions = address_of(entry, base);
            break;
        case DT_HASH:
            tables.hash = address_of(entry, base);
            break;
        case DT_GNU_HASH:
            tables.gnu_hash = address_of(entry, base);
            break;
        case DT_RELA:
            tables.rela.entries = address_of(entry, base);
            break;
        case DT_RELASZ:
            tables.rela.count = entry->d_un.d_val / sizeof *tables.rela.entries;
            break;
        case DT_JMPREL:
            tables.plt.entries = address_of(entry, base);
            break;
        case DT_PLTRELSZ:
            tables.plt.count = entry->d_un.d_val / sizeof *tables.plt.entries;
            break;
        case DT_RELR:
            tables.relr = address_of(entry, base);
            break;
        case DT_RELRSZ:
            tables.relr_count = entry->d_un.d_val / sizeof *tables.relr;
            break;
        }
    }
    return tables;
}

struct dynamic_tables module_tables(const struct module *module)
{
    return dynamic_tables_of(module->dynamic, (ElfW(Addr))module->base);
}
