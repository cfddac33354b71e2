/* SPDX-License-Identifier: MIT */
#include "image/module/order.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/must.h"

static struct function_array array_of(const struct module *module, ElfW(Sxword) place,
                                      ElfW(Sxword) bytes)
{
    struct function_array found = {0};
    const ElfW(Dyn) *entry;

    for (entry = module->dynamic; entry != NULL && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == place)
            found.functions = (char **)((ptrdiff_t)entry->d_un.d_ptr + module->base);
        else if (entry->d_tag == bytes)
            found.count = entry->d_un.d_val / sizeof *found.functions;
    }
    return found;
}

struct function_array order_before(const struct module *module)
{
    return array_of(module, DT_PREINIT_ARRAY, DT_PREINIT_ARRAYSZ);
}

struct function_array order_constructors(const struct module *module)
{
    return array_of(module, DT_INIT_ARRAY, DT_INIT_ARRAYSZ);
}

struct function_array order_destructors(const struct module *module)
{
    return array_of(module, DT_FINI_ARRAY, DT_FINI_ARRAYSZ);
}

/* Returns the function's place in the loader's list. Functions that a compiler merged into one are
 * not in the list, and keep the order in which they were linked. */
static size_t position_in(const struct function_array *array, const char *function)
{
    size_t i;

    for (i = 0; i < array->count; i++)
        if (array->functions[i] == function)
            return i;
    return SIZE_MAX;
}

struct entry {
    const struct heddle_record *record;
    size_t position;
};

static int compare_entries(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;

    if (a->record->size != b->record->size)
        return a->record->size < b->record->size ? -1 : 1; /* the priority */
    if (a->position != b->position)
        return a->position < b->position ? -1 : 1;
    return (a->record > b->record) - (a->record < b->record);
}

void order_functions(struct module *module)
{
    struct function_array constructors = order_constructors(module);
    struct function_array destructors = order_destructors(module);
    struct entry *entries = memory_take((module->function_count + 1) * sizeof *entries);
    size_t i;

    must(entries != NULL);
    for (i = 0; i < module->function_count; i++) {
        const struct heddle_record *record = module->functions[i];
        bool is_constructor = record_kind(record) == RECORD_CONSTRUCTOR;

        entries[i].record = record;
        entries[i].position =
            position_in(is_constructor ? &constructors : &destructors, record->address);
    }
    qsort(entries, module->function_count, sizeof *entries, compare_entries);
    for (i = 0; i < module->function_count; i++)
        module->functions[i] = entries[i].record;
    memory_give(entries);
}
