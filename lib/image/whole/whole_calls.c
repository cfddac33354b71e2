/* SPDX-License-Identifier: MIT */
#include "image/whole/whole_calls.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "base/container.h"
#include "base/loader.h"
#include "image/moved_info.h"
#include "image/processor.h"
#include "image/slot.h"
#include "image/start.h"
#include "image/whole/whole.h"
#include "image/whole/whole_open.h"

static ptrdiff_t own_displacement(void)
{
    return slot_at(slot_current())->displacement;
}

/* Describes an address in a copy as one of the object that the copy is of. */
static int find_address(const void *address, Dl_info *info)
{
    const void *original = whole_original(address);

    return moved_info(loader_owner(original, info), address, original, info);
}

/* The object, or the symbol, is the loader's. */
static int find_address_and_more(const void *address, Dl_info *info, void **more, int flags)
{
    const void *original = whole_original(address);

    return moved_info(loader_owner_and_more(original, info, more, flags), address, original, info);
}

const void *heddle_original(const void *address)
{
    return whole_original(address);
}

/* ---- calls of the loader in the name of a copy's code -----------------------------------------
 *
 * dlsym and dlvsym look where they return to: that object's names are searched, or those behind it.
 * The loader knows the first copy alone. */

/* Lets the function return to the given instruction, which returns here in turn. */
void *heddle_return_by(void *handle, const char *name, const char *version,
                       const void *instruction, void (*function)(void))
    __attribute__((visibility("hidden")));

__asm__(".pushsection .text\n"
        ".hidden heddle_return_by\n"
        ".globl heddle_return_by\n"
        ".type heddle_return_by, @function\n"
        "heddle_return_by:\n"
        "    .cfi_startproc\n"
        RETURN_BY
        "    .cfi_endproc\n"
        ".size heddle_return_by, .-heddle_return_by\n"
        ".popsection\n");

/* Returns a return instruction of the first copy's, or NULL. */
static const void *find_return(const void *caller)
{
    const char *place = whole_original(caller);
    const struct module *module = module_of(place);
    int i;

    for (i = 0; module != NULL && i < module->segment_count; i++) {
        const struct segment *segment = &module->segments[i];

        if ((segment->protection & PROT_EXEC) && place >= segment->start &&
            place < segment->file_end)
            return return_find(place, (size_t)(segment->file_end - place));
    }
    return NULL;
}

/* Looks the name up, of that version unless it is NULL, for the code that the caller's address is
 * in. */
static void *symbol_for(const void *caller, void *handle, const char *name, const char *version)
{
    const void *instruction = find_return(caller);
    void *found;

    if (instruction == NULL)
        return version != NULL ? loader_versioned(handle, name, version)
                               : loader_symbol(handle, name);
    lock_order_enter(LOCK_LOADER);
    found = heddle_return_by(handle, name, version, instruction,
                             version != NULL ? (void (*)(void))dlvsym : (void (*)(void))dlsym);
    lock_order_leave(LOCK_LOADER);
    return found;
}

static void *find_symbol(void *restrict handle, const char *restrict name)
{
    char *instead = whole_call_instead(name);
    void *found;

    if (instead != NULL && handle == RTLD_DEFAULT)
        return instead;
    found = symbol_for(__builtin_return_address(0), handle, name, NULL);
    return found != NULL ? heddle_own(found) : NULL;
}

static void *find_versioned(void *restrict handle, const char *restrict name,
                            const char *restrict version)
{
    void *found = symbol_for(__builtin_return_address(0), handle, name, version);

    return found != NULL ? heddle_own(found) : NULL;
}

struct walk {
    loader_visitor *visitor;
    void *argument;
};

static int visit(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    const struct walk *walk = argument;
    const struct module *module = module_first();
    struct dl_phdr_info shown = *info;

    while (module != NULL && (!module->is_whole || module->base != (ptrdiff_t)info->dlpi_addr))
        module = module_next(module);
    if (module != NULL) {
        shown.dlpi_addr += (ElfW(Addr))own_displacement();
        shown.dlpi_phdr = (const void *)((const char *)shown.dlpi_phdr + own_displacement());
    }
    return walk->visitor(&shown, bytes, walk->argument);
}

/* Shows the caller's own copies in the places of the first ones. */
static int walk_objects(loader_visitor *visitor, void *argument)
{
    struct walk walk = {.visitor = visitor, .argument = argument};

    return loader_walk(visit, &walk);
}

char *whole_call_instead(const char *name)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } calls[] = {
        {"dl_iterate_phdr", (void (*)(void))walk_objects},
        {"dladdr", (void (*)(void))find_address},
        {"dladdr1", (void (*)(void))find_address_and_more},
        {"dlopen", (void (*)(void))whole_open},
        {"dlsym", (void (*)(void))find_symbol},
        {"dlvsym", (void (*)(void))find_versioned},
    };
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(calls); i++)
        if (strcmp(name, calls[i].name) == 0)
            return (char *)(void *)calls[i].function;
    return NULL;
}

bool whole_call_is_everybodys(const char *name)
{
    return strcmp(name, "dlopen") == 0;
}

/* The unwinder's question, for the object that holds an instruction. The unwinder is not copied, so
 * this function stands in front of the loader's. */
__attribute__((visibility("default"), no_sanitize("thread", "address")))
int _dl_find_object(void *address, struct dl_find_object *found)
{
    static int (*_Atomic real)(void *, struct dl_find_object *);
    char *original = (char *)(uintptr_t)whole_original(address);
    ptrdiff_t displacement = (char *)address - original;
    int error;

    if (real == NULL)
        real = (int (*)(void *, struct dl_find_object *))(uintptr_t)loader_symbol(
            RTLD_NEXT, "_dl_find_object");
    error = real(original, found);
    if (error == 0 && displacement != 0) {
        found->dlfo_map_start = (char *)found->dlfo_map_start + displacement;
        found->dlfo_map_end = (char *)found->dlfo_map_end + displacement;
        found->dlfo_eh_frame = (char *)found->dlfo_eh_frame + displacement;
    }
    return error;
}
