/* SPDX-License-Identifier: MIT */
#include "image/whole/whole.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/place.h"
#include "image/copy/stride.h"
#include "image/module/register.h"
#include "image/module/relocation.h"
#include "image/whole/loaded.h"
#include "image/whole/valgrind_file.h"
#include "image/whole/own_libc.h"

static struct {
    bool is_possible;       /* modules can be copied whole */
    _Atomic(bool) is_there; /* a module is */
    bool has_program;
    bool has_allocator; /* the program has a malloc of its own */
    const struct link_map *herald; /* of the modules that are being made, or NULL */
} wholes;

bool whole_is_possible(void)
{
    return wholes.is_possible;
}

bool whole_is_there(void)
{
    return load_relaxed(&wholes.is_there);
}

bool whole_has_program(void)
{
    return wholes.has_program;
}

bool whole_defers_program(void)
{
    const struct module *module = module_first();

    while (module != NULL && !(module->is_whole && module->is_executable))
        module = module_next(module);
    return module != NULL && module->is_deferred;
}

static void adopt(const struct loaded *object)
{
    static const struct heddle_module none = {.version = RECORD_VERSION};
    struct module *module = register_create(&none);

    module->is_whole = true;
    register_describe(module, &object->info);
    module->ranges[0] = (struct range){.start = module->start, .end = module->end};
    module->range_count = 1;
    store_relaxed(&wholes.is_there, true);
    wholes.has_program |= module->is_executable;
    register_append(module);
}

static void adopt_all(struct loaded_list *objects)
{
    struct loaded *object;

    for (object = loaded_next(objects); object != NULL; object = loaded_next(objects)) {
        object->is_settled = true;
        adopt(object);
    }
}

void whole_adopt(void)
{
    struct heap *heap = memory_use(NULL);
    struct loaded_list objects;

    wholes.is_possible = true;
    valgrind_look();
    register_require_memory();
    objects = loaded_find_all();
    wholes.has_allocator = loaded_allocates(&objects.list[0]);
    loaded_settle_single(&objects);
    loaded_settle_unused(&objects);
    adopt_all(&objects);
    places_have_copies(whole_original);
    loaded_keep_single(&objects);
    loaded_drop(&objects);
    memory_use(heap);
}

void whole_arrive(const char *name)
{
    const struct link_map *herald = loaded_herald(name);
    struct heap *heap = memory_use(NULL);
    struct loaded_list objects = loaded_find_with(herald);

    wholes.herald = herald;
    loaded_settle_single(&objects);
    adopt_all(&objects);
    wholes.herald = NULL;
    loaded_drop(&objects);
    memory_use(heap);
}

const struct link_map *whole_herald(void)
{
    return wholes.herald;
}

void whole_complete(void)
{
    struct heap *heap = memory_use(NULL);
    struct module *module;

    if (wholes.has_program)
        own_libc_open();
    for (module = module_first(); module != NULL; module = module_next(module)) {
        relocation_lead_to_own(module);
        whole_bind_openers(module); /* a failure is reported when there are copies */
    }
    memory_use(heap);
}

__attribute__((noinline)) void whole_tell_debugger(void)
{
    __asm__ volatile(""); /* the call stays */
}

static int check(const struct module *module)
{
    if (module->is_executable && wholes.has_allocator)
        return note(-1, "the program has a malloc of its own, which the C library uses, too, so "
                        "ranks cannot have copies of it: move malloc into a library, or compile "
                        "the program with mpicc");
    return 0;
}

int whole_check(void)
{
    const struct module *module;

    if (wholes.has_program && !own_libc_is_there())
        return note(-1, "heddle/program.so, which belongs beside libmpi_abi.so.1, cannot be "
                        "opened: install Heddle again");
    for (module = module_first(); module != NULL; module = module_next(module))
        if (module->is_whole && check(module) != 0)
            return -1;
    return 0;
}

const void *whole_original(const void *address)
{
    const struct module *module;
    ptrdiff_t displacement;

    if (!whole_is_there() || module_of(address) != NULL)
        return address;
    for (module = module_first(); module != NULL; module = module_next(module))
        if (module->is_whole && stride_find(module->start, module->end, address, &displacement))
            return (const char *)address - displacement;
    return address;
}
