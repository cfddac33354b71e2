/* SPDX-License-Identifier: MIT */
#include "image/whole/thunks.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "base/loader.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/page.h"
#include "image/module/dynamic.h"
#include "image/processor.h"
#include "image/whole/whole.h"

enum { WORD_BYTES = sizeof(char *) };

extern _Thread_local ptrdiff_t heddle_displacement;

/* ---- what stands for an address -------------------------------------------------------------- */

struct stand_in {
    char *original;
    char *instead;
};

/* All that there are, ascending by the original. */
static struct {
    struct stand_in *list;
    size_t count, capacity;
} stand_ins;

static size_t place_of_name(const char *original)
{
    size_t low = 0, high = stand_ins.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (stand_ins.list[middle].original < original)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static char *known(const char *original)
{
    size_t place = place_of_name(original);

    return place < stand_ins.count && stand_ins.list[place].original == original
               ? stand_ins.list[place].instead
               : NULL;
}

/* Returns `instead`, or NULL without memory. */
static char *remember(char *original, char *instead)
{
    size_t capacity = stand_ins.capacity > 0 ? 2 * stand_ins.capacity : 64, place;
    struct stand_in *grown;

    if (instead == NULL)
        return NULL;
    if (stand_ins.count == stand_ins.capacity) {
        grown = memory_grow(stand_ins.list, capacity * sizeof *grown);
        if (grown == NULL)
            return NULL;
        stand_ins.list = grown;
        stand_ins.capacity = capacity;
    }
    place = place_of_name(original);
    memmove(&stand_ins.list[place + 1], &stand_ins.list[place],
            (stand_ins.count - place) * sizeof *stand_ins.list);
    stand_ins.list[place] = (struct stand_in){.original = original, .instead = instead};
    stand_ins.count++;
    return instead;
}

/* ---- thunks ---------------------------------------------------------------------------------- */

/* The page that is being filled. It becomes executable when it is full or the module's last word is
 * led, and is then no longer writable. */
static struct {
    unsigned char *start, *next, *end;
} filled;

static bool finish_page(void)
{
    bool is_done = true;

    if (filled.start != NULL) {
        __builtin___clear_cache((char *)filled.start, (char *)filled.end);
        is_done = mprotect(filled.start, (size_t)(filled.end - filled.start),
                           PROT_READ | PROT_EXEC) == 0;
    }
    filled.start = filled.next = filled.end = NULL;
    return is_done;
}

static bool begin_page(void)
{
    void *page;

    if (!finish_page())
        return false;
    page = mmap(NULL, page_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return false;
    filled.start = filled.next = page;
    filled.end = filled.start + page_bytes();
    return true;
}

static char *make_thunk(const char *function)
{
    unsigned char *code;

    if (filled.next == filled.end && !begin_page())
        return NULL;
    code = filled.next;
    filled.next += THUNK_BYTES;
    thunk_write(code, function,
                (char *)&heddle_displacement - (char *)__builtin_thread_pointer());
    return (char *)code;
}

static char *thunk_of(char *function)
{
    char *thunk = known(function);

    return thunk != NULL ? thunk : remember(function, make_thunk(function));
}

/* ---- virtual tables -------------------------------------------------------------------------- */

static const struct module *copied_module_of(const char *address)
{
    const struct module *module = module_of(address);

    return module != NULL && module->is_whole ? module : NULL;
}

static bool is_code(const struct module *module, const char *address)
{
    int i;

    for (i = 0; i < module->segment_count; i++)
        if ((module->segments[i].protection & PROT_EXEC) != 0 &&
            address >= module->segments[i].start && address < module->segments[i].end)
            return true;
    return false;
}

static bool is_virtual_table(const char *name)
{
    return strncmp(name, "_ZTV", 4) == 0 || strncmp(name, "_ZTC", 4) == 0 ||
           strncmp(name, "_ZTT", 4) == 0;
}

static char *stand_in_for_table(char *table, size_t bytes);

/* Returns the word that stands for one that leads to a function or into a table of a copied module,
 * which is the word itself where it leads elsewhere, or NULL without memory. */
static char *stand_in_for(char *word)
{
    const struct module *module = copied_module_of(word);
    const ElfW(Sym) *symbol;
    Dl_info owner;
    char *table;

    if (module == NULL)
        return word;
    if (is_code(module, word))
        return thunk_of(word);
    symbol = loader_symbol_at(word, &owner);
    if (symbol == NULL || owner.dli_sname == NULL || !is_virtual_table(owner.dli_sname))
        return word;
    table = stand_in_for_table(owner.dli_saddr, symbol->st_size);
    return table != NULL ? table + (word - (char *)owner.dli_saddr) : NULL;
}

/* A table of construction tables (_ZTT) leads into other tables. */
static char *stand_in_for_table(char *table, size_t bytes)
{
    char **words, *made = known(table);
    size_t i;

    if (made != NULL)
        return made;
    words = memory_take_zeroed(bytes + WORD_BYTES);
    made = remember(table, (char *)words);
    for (i = 0; made != NULL && i < bytes / WORD_BYTES; i++) {
        words[i] = stand_in_for(((char **)(void *)table)[i]);
        if (words[i] == NULL && ((char **)(void *)table)[i] != NULL)
            made = NULL;
    }
    return made;
}

/* ---- a module's words ------------------------------------------------------------------------ */

struct leading {
    const struct module *module;
    const ElfW(Sym) *symbols;
};

static bool lead(const struct leading *leading, const ElfW(Rela) *entry)
{
    const ElfW(Sym) *symbol = &leading->symbols[ELF64_R_SYM(entry->r_info)];
    int type = (int)ELF64_R_TYPE(entry->r_info);
    char **where = (char **)((char *)leading->module->base + entry->r_offset);
    ptrdiff_t addend = type == R_ADDRESS ? entry->r_addend : 0;
    char *target, *instead;

    if (type != R_GLOB_DAT && type != R_JUMP_SLOT && type != R_ADDRESS)
        return true;
    target = whole_target(leading->module, symbol, type, *where) - addend;
    instead = target != NULL ? stand_in_for(target) : NULL;
    if (instead == target)
        return true;
    if (instead != NULL)
        *where = instead + addend;
    return instead != NULL;
}

static bool lead_all(const struct leading *leading, const struct rela_list *list)
{
    size_t i;

    for (i = 0; i < list->count; i++)
        if (!lead(leading, &list->entries[i]))
            return false;
    return true;
}

int thunks_lead(const struct module *module)
{
    const struct dynamic_tables tables = module_tables(module);
    const struct leading leading = {.module = module, .symbols = tables.symbols};
    size_t protected_bytes = (size_t)(module->protected_end - module->protected_start);
    bool is_done = module_begin_write(module, module->protected_start, protected_bytes) &&
                   lead_all(&leading, &tables.rela) && lead_all(&leading, &tables.plt);

    module_end_write(module, module->protected_start, protected_bytes);
    return finish_page() && is_done
               ? 0
               : note(-1, "no memory for the calls from %s to libraries of which ranks have copies",
                      module->path);
}
