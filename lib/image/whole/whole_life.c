/* SPDX-License-Identifier: MIT */
/* Constructors and destructors of modules that are copied whole. */
#include <stdint.h>

#include "image/module/order.h"
#include "image/start.h"
#include "image/whole/whole.h"

typedef void constructor(int argc, char **argv, char **envp);
typedef void destructor(void);

static char *function_of(const struct module *module, ElfW(Sxword) tag)
{
    const ElfW(Dyn) *entry = module_dynamic(module->dynamic, tag);

    return entry != NULL ? (char *)((ptrdiff_t)entry->d_un.d_ptr + module->base) : NULL;
}

static void read_lifetime(struct module *module)
{
    struct lifetime *lifetime = &module->lifetime;

    lifetime->init = function_of(module, DT_INIT);
    lifetime->fini = function_of(module, DT_FINI);
    lifetime->constructors = order_constructors(module);
    lifetime->destructors = order_destructors(module);
    if (module->is_executable)
        lifetime->before = order_before(module);
}

static void do_nothing(void)
{
}

/* Lets the loader find no constructor and no destructor in the module's dynamic section, which it
 * reads when it is about to run them. */
static void empty_lifetime(struct module *module)
{
    ElfW(Dyn) *entry = (ElfW(Dyn) *)(uintptr_t)module->dynamic;

    for (; entry->d_tag != DT_NULL; entry++)
        switch (entry->d_tag) {
        case DT_INIT:
        case DT_FINI:
            entry->d_un.d_ptr = (ElfW(Addr))do_nothing - (ElfW(Addr))module->base;
            break;
        case DT_PREINIT_ARRAYSZ:
        case DT_INIT_ARRAYSZ:
        case DT_FINI_ARRAYSZ:
            entry->d_un.d_val = 0;
            break;
        }
}

bool whole_defer(struct module *module)
{
    size_t count = 1; /* the last entry, which is empty */

    while (module->dynamic[count - 1].d_tag != DT_NULL)
        count++;
    read_lifetime(module);
    if (start_runs_main_once())
        return false; /* the process itself uses the first copy */
    if (!module_begin_write(module, module->dynamic, count * sizeof *module->dynamic))
        return false;
    empty_lifetime(module);
    module_end_write(module, module->dynamic, count * sizeof *module->dynamic);
    return true;
}

/* Linkers and old compilers leave 0 and -1 in the lists. */
static bool is_function(const char *place)
{
    return (uintptr_t)place + 1 > 1;
}

/* The list in the copy has the addresses of the copy's functions. */
static void call_all(const struct function_array *array, ptrdiff_t displacement,
                     const struct construct_arguments *given)
{
    char **functions = (char **)((char *)array->functions + displacement);
    size_t i;

    for (i = 0; i < array->count; i++)
        if (is_function(functions[i]))
            ((constructor *)(void *)functions[i])(given->argc, given->argv, given->envp);
}

void whole_construct(const struct module *module, ptrdiff_t displacement,
                     const struct construct_arguments *given)
{
    const struct lifetime *lifetime = &module->lifetime;

    call_all(&lifetime->before, displacement, given);
    if (lifetime->init != NULL)
        ((constructor *)(void *)(lifetime->init + displacement))(given->argc, given->argv,
                                                                 given->envp);
    call_all(&lifetime->constructors, displacement, given);
}

void whole_destruct(const struct module *module, ptrdiff_t displacement)
{
    const struct lifetime *lifetime = &module->lifetime;
    char **functions = (char **)((char *)lifetime->destructors.functions + displacement);
    size_t i;

    for (i = lifetime->destructors.count; i-- > 0;)
        if (is_function(functions[i]))
            ((destructor *)(void *)functions[i])();
    if (lifetime->fini != NULL)
        ((destructor *)(void *)(lifetime->fini + displacement))();
}
