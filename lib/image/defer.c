/* SPDX-License-Identifier: MIT */
#include "image/defer.h"

#include <sys/mman.h>

#include "image/order.h"
#include "image/start.h"

enum { PAGE_BYTES = 4096 };

bool defer_is_possible(void)
{
    return &heddle_runs_main_once != NULL && heddle_runs_main_once == NULL;
}

static void do_nothing(void)
{
}

static bool is_recorded(const struct module *module, const char *function, int kind)
{
    size_t i;

    for (i = 0; i < module->function_count; i++)
        if (record_kind(module->functions[i]) == kind && module->functions[i]->address == function)
            return true;
    return false;
}

static size_t count_recorded(const struct module *module, const struct function_array *array,
                             int kind)
{
    size_t count = 0, i;

    for (i = 0; i < array->count; i++)
        count += is_recorded(module, array->functions[i], kind);
    return count;
}

static char *page_of(char *const *place)
{
    return (char *)((uintptr_t)place & -(uintptr_t)PAGE_BYTES);
}

/* False: the pages cannot be written. */
static bool clear(const struct module *module, const struct function_array *array, int kind)
{
    char *start = page_of(array->functions);
    size_t bytes = (size_t)((char *)(array->functions + array->count) - start), i;
    bool was_protected = start >= module->protected_start && start < module->protected_end;

    if (was_protected && mprotect(start, bytes, PROT_READ | PROT_WRITE) != 0)
        return false;
    for (i = 0; i < array->count; i++)
        if (is_recorded(module, array->functions[i], kind))
            array->functions[i] = (char *)(void *)do_nothing;
    if (was_protected)
        mprotect(start, bytes, PROT_READ);
    return true;
}

bool defer_functions(const struct module *module)
{
    struct function_array constructors = order_constructors(module);
    struct function_array destructors = order_destructors(module);
    size_t begins = count_recorded(module, &constructors, RECORD_CONSTRUCTOR);
    size_t ends = count_recorded(module, &destructors, RECORD_DESTRUCTOR);

    /* Functions that a compiler has merged into another one are not in the lists. */
    if (begins + ends < module->function_count)
        return false;
    if (ends > 0 && !clear(module, &destructors, RECORD_DESTRUCTOR))
        return false;
    return begins == 0 || clear(module, &constructors, RECORD_CONSTRUCTOR);
}
