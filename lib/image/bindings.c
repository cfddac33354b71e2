/* SPDX-License-Identifier: MIT */
#include "image/bindings.h"

#include <elf.h>

#include "base/container.h"

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

    if (type != R_X86_64_GLOB_DAT && type != R_X86_64_JUMP_SLOT && type != R_X86_64_64)
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
