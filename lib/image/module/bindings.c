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
    struct bindings found = {.base = (char *)map->l_addr};
    const ElfW(Dyn) *entry;

    for (entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_RELA:
            found.lists[0] = (const ElfW(Rela) *)entry->d_un.d_ptr;
            break;
        case DT_RELASZ:
            found.counts[0] = entry->d_un.d_val / sizeof *found.lists[0];
            break;
        case DT_JMPREL:
            found.lists[1] = (const ElfW(Rela) *)entry->d_un.d_ptr;
            break;
        case DT_PLTRELSZ:
            found.counts[1] = entry->d_un.d_val / sizeof *found.lists[1];
            break;
        case DT_SYMTAB:
            found.symbols = (const ElfW(Sym) *)entry->d_un.d_ptr;
            break;
        case DT_STRTAB:
            found.names = (const char *)entry->d_un.d_ptr;
            break;
        }
    }
    return found;
}

/* False: the entry leads to no name. */
static bool read_entry(const struct bindings *bindings, const ElfW(Rela) *entry,
                       struct binding *binding)
{
    int type = (int)ELF64_R_TYPE(entry->r_info);

    if (type != R_GLOB_DAT && type != R_JUMP_SLOT && type != R_ADDRESS)
        return false;
    binding->place = (char **)(void *)(bindings->base + entry->r_offset);
    binding->symbol = &bindings->symbols[ELF64_R_SYM(entry->r_info)];
    binding->name = bindings->names + binding->symbol->st_name;
    return true;
}

bool bindings_next(const struct bindings *bindings, struct binding *binding)
{
    for (; binding->list < ARRAY_LENGTH(bindings->lists); binding->list++) {
        while (binding->next < bindings->counts[binding->list])
            if (read_entry(bindings, &bindings->lists[binding->list][binding->next++], binding))
                return true;
        binding->next = 0;
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
