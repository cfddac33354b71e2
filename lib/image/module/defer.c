/* SPDX-License-Identifier: MIT */
#include "image/module/defer.h"

#include "image/module/order.h"
#include "image/start.h"

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

/* False: the pages cannot be written. */
static bool clear(const struct module *module, const struct function_array *array, int kind)
{
    size_t bytes = array->count * sizeof *array->functions, i;

    if (!module_begin_write(module, array->functions, bytes))
        return false;
    for (i = 0; i < array->count; i++)
        if (is_recorded(module, array->functions[i], kind))
            array->functions[i] = (char *)(void *)do_nothing;
    module_end_write(module, array->functions, bytes);
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
