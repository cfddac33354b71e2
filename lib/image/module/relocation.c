/* SPDX-License-Identifier: MIT */
#include "image/module/relocation.h"

#include <elf.h>
#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "image/module/dynamic.h"
#include "image/processor.h"
#include "image/whole/own_libc.h"
#include "image/whole/whole.h"
#include "image/whole/whole_calls.h"

struct pointers {
    struct pointer *list;
    size_t count;
    size_t capacity;
    bool is_short_of_memory;
};

static void add_pointer(struct pointers *pointers, char *where, char *value)
{
    struct pointer *grown;

    if (pointers->count == pointers->capacity) {
        pointers->capacity = pointers->capacity != 0 ? 2 * pointers->capacity : 64;
        grown = memory_grow(pointers->list, pointers->capacity * sizeof *grown);
        if (grown == NULL) {
            pointers->is_short_of_memory = true;
            pointers->count = 0;
            pointers->capacity = 0;
            return;
        }
        pointers->list = grown;
    }
    pointers->list[pointers->count++] = (struct pointer){.where = (char **)where, .value = value};
}

struct collection {
    const struct module *module;
    struct dynamic_tables tables;
    struct pointers data;
    struct pointers tls;
};

static void collect(struct collection *collection, char *where, char *value)
{
    const struct module *module = collection->module;

    if (where >= module->tls_start && where < module->tls_end)
        add_pointer(&collection->tls, where, value);
    else if (module_has_private(module, where))
        add_pointer(&collection->data, where, value);
}

/* Collects what the loader has written and the file does not have. */
static void collect_words(struct collection *collection, char *where, size_t bytes)
{
    size_t i;

    for (i = 0; i < bytes; i += sizeof(char *))
        collect(collection, where + i, *(char **)(where + i));
}

/* True for the variable by which C++'s library and headers learn that a process has one thread, as
 * it has when the loader writes its words. Code of a slot that has copies never runs in such a
 * process. */
static bool means_one_thread(const char *name)
{
    return strcmp(name, "__libc_single_threaded") == 0;
}

/* Collects what only a module needs whose code is copied, too: its table of offsets, and variables
 * of libraries that the linker has moved into the program. */
static void collect_of_code(struct collection *collection, const ElfW(Rela) *entry, char *where)
{
    const struct module *module = collection->module;
    const ElfW(Sym) *symbol = &collection->tables.symbols[ELF64_R_SYM(entry->r_info)];
    int type = (int)ELF64_R_TYPE(entry->r_info);

    switch (type) {
    case R_GLOB_DAT:
    case R_JUMP_SLOT:
        collect(collection, where, whole_bound(module, symbol, type, *(char **)where));
        break;
    case R_DTPMOD:
    case R_DTPOFF:
    case R_TPOFF:
        collect_words(collection, where, sizeof(char *));
        break;
    case R_TLSDESC:
        collect_words(collection, where, 2 * sizeof(char *));
        break;
    case R_COPY:
        if (!means_one_thread(collection->tables.names + symbol->st_name))
            collect_words(collection, where, symbol->st_size);
        break;
    }
}

static void collect_rela(struct collection *collection, const struct rela_list *list)
{
    ptrdiff_t base = collection->module->base;
    size_t i;

    for (i = 0; i < list->count; i++) {
        const ElfW(Rela) *entry = &list->entries[i];
        char *where = (char *)base + entry->r_offset;

        switch (ELF64_R_TYPE(entry->r_info)) {
        case R_RELATIVE:
            collect(collection, where, (char *)base + entry->r_addend);
            break;
        case R_ADDRESS:
        case R_IRELATIVE: /* the loader has called the resolver */
            collect(collection, where, *(char **)where);
            break;
        default:
            if (collection->module->is_whole)
                collect_of_code(collection, entry, where);
        }
    }
}

/* Leads the words of one table that name something of libc's to the slots' own. The pointers are in
 * the order in which they were collected. */
static size_t lead_to_own(struct module *module, const struct dynamic_tables *tables,
                          const struct rela_list *list, size_t next)
{
    size_t i;

    for (i = 0; i < list->count; i++) {
        const ElfW(Rela) *entry = &list->entries[i];
        int type = (int)ELF64_R_TYPE(entry->r_info);
        const ElfW(Sym) *symbol = &tables->symbols[ELF64_R_SYM(entry->r_info)];
        char *where = (char *)module->base + entry->r_offset, *own;
        const char *name = tables->names + symbol->st_name;

        if (type != R_GLOB_DAT && type != R_JUMP_SLOT)
            continue;
        own = own_libc_find(name);
        while (next < module->pointer_count && (char *)module->pointers[next].where != where)
            next++;
        if (next == module->pointer_count || (own == NULL && !whole_call_is_everybodys(name)))
            continue;
        if (own != NULL)
            module->pointers[next].value = own;
        module->pointers[next].is_own = true;
    }
    return next;
}

void relocation_lead_to_own(struct module *module)
{
    const struct dynamic_tables tables = module_tables(module);
    size_t next;

    if (!module->is_whole)
        return;
    next = lead_to_own(module, &tables, &tables.rela, 0);
    lead_to_own(module, &tables, &tables.plt, next);
}

/* Decodes packed relocations: an even word is an address; each bit of an odd word says whether one
 * of the next 63 words is a pointer. */
static void collect_relr(struct collection *collection)
{
    enum { WORDS_PER_BITMAP = 63 };
    char **next = NULL;
    size_t i;
    int bit;

    for (i = 0; i < collection->tables.relr_count; i++) {
        uintptr_t word = collection->tables.relr[i];

        if ((word & 1) == 0) {
            next = (char **)((char *)collection->module->base + word);
            collect(collection, (char *)next, *next);
            next++;
            continue;
        }
        for (bit = 0; bit < WORDS_PER_BITMAP; bit++)
            if (word >> (bit + 1) & 1)
                collect(collection, (char *)&next[bit], next[bit]);
        next += WORDS_PER_BITMAP;
    }
}

int relocation_collect(struct module *module)
{
    struct collection collection = {.module = module, .tables = module_tables(module)};

    collect_rela(&collection, &collection.tables.rela);
    collect_rela(&collection, &collection.tables.plt);
    collect_relr(&collection);
    if (collection.data.is_short_of_memory || collection.tls.is_short_of_memory)
        return note(-1, "no memory for the relocations of %s", module->path);
    module->pointers = collection.data.list;
    module->pointer_count = collection.data.count;
    module->tls_pointers = collection.tls.list;
    module->tls_pointer_count = collection.tls.count;
    return 0;
}

/* True if the pointer moves with a private variable. A pointer may be one past a variable's end: it
 * then moves with that variable, unless a shared variable begins right there. */
static bool leads_to_private(const char *value)
{
    const struct module *module = module_of(value);

    if (module != NULL && module_has_private(module, value))
        return true;
    if (module != NULL && module_has_shared(module, value))
        return false;
    module = module_of(value - 1);
    return module != NULL && module_has_private(module, value - 1);
}

static void classify(struct pointer *pointers, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        pointers[i].is_displaced = leads_to_private(pointers[i].value);
}

static void set_masks(const struct module *module)
{
    size_t i;

    for (i = 0; i < module->record_count; i++) {
        const struct heddle_record *record = &module->records[i];
        const struct module *owner;

        if (record_kind(record) != RECORD_USED_AS_DEFINED)
            continue;
        owner = module_of(record->address);
        *(ptrdiff_t *)record->size =
            owner != NULL && module_has_private(owner, record->address) ? -1 : 0;
    }
}

void relocation_classify(struct module *module)
{
    set_masks(module);
    classify(module->pointers, module->pointer_count);
    classify(module->tls_pointers, module->tls_pointer_count);
}
