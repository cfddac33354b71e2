/* SPDX-License-Identifier: MIT */
#include "image/module/bindings.h"

#include <elf.h>
#include <stdint.h>
#include <sys/mman.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/loader.h"
#include "base/page.h"
#include "image/processor.h"

struct bindings bindings_of(const struct link_map *map)
{
    return (struct bindings){.tables = dynamic_tables_of(map->l_ld, map->l_addr),
                             .base = (char *)map->l_addr};
}

/* False: the entry leads to no name. */
static bool read_entry(const struct bindings *bindings, const ElfW(Rela) *entry,
                       struct binding *binding)
{
    int type = (int)ELF64_R_TYPE(entry->r_info);

    if (type != R_GLOB_DAT && type != R_JUMP_SLOT && type != R_ADDRESS)
        return false;
    binding->place = (char **)(void *)(bindings->base + entry->r_offset);
    binding->symbol = &bindings->tables.symbols[ELF64_R_SYM(entry->r_info)];
    binding->name = bindings->tables.names + binding->symbol->st_name;
    return true;
}

bool bindings_next(const struct bindings *bindings, struct binding *binding)
{
    const struct rela_list *variables = &bindings->tables.rela, *functions = &bindings->tables.plt;

    while (binding->next < variables->count + functions->count) {
        const size_t next = binding->next++;
        const ElfW(Rela) *entry = next < variables->count
                                      ? &variables->entries[next]
                                      : &functions->entries[next - variables->count];

        if (read_entry(bindings, entry, binding))
            return true;
    }
    return false;
}

struct protection {
    const char *address;
    bool is_protected; /* the loader has made it read-only */
};

/* The loader protects whole pages: not that of the last byte if other data follow in it. */
static int find_protection(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    struct protection *found = argument;
    int i;

    (void)bytes;
    for (i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        const char *start = (const char *)info->dlpi_addr + header->p_vaddr;

        if (header->p_type == PT_GNU_RELRO && found->address >= page_start(start) &&
            found->address < page_start(start + header->p_memsz))
            found->is_protected = true;
    }
    return found->is_protected;
}

void binding_lead(const struct binding *binding, void *function)
{
    char *page = page_start((const char *)binding->place);
    struct protection protection = {.address = (const char *)binding->place};

    loader_walk(find_protection, &protection);
    if (protection.is_protected && mprotect(page, page_bytes(), PROT_READ | PROT_WRITE) != 0)
        return;
    store_relaxed((_Atomic(char *) *)binding->place, (char *)function);
    if (protection.is_protected)
        mprotect(page, page_bytes(), PROT_READ);
}
