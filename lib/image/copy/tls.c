/* SPDX-License-Identifier: MIT */
#include "image/copy/tls.h"

#include <pthread.h>

#include "base/sanitizer.h"
#include "base/tsan.h"

/* The loader's function: it makes the calling thread's block of a module that was loaded after the
 * start. */
struct tls_place {
    size_t module;
    size_t offset;
};
void *__tls_get_addr(struct tls_place *place);

NOT_INSTRUMENTED static bool has_displaced(const struct module *module)
{
    size_t i;

    for (i = 0; i < module->tls_pointer_count; i++)
        if (module->tls_pointers[i].is_displaced)
            return true;
    return false;
}

/* Returns the calling thread's block. Modules that were there when the process started, and guests,
 * have it at a fixed distance from the thread pointer. */
NOT_INSTRUMENTED static char *block_of(const struct module *module)
{
    struct tls_place place = {.module = module->tls_module};

    return module->is_opened && !module->is_guest ? __tls_get_addr(&place)
                                                : (char *)pthread_self() + module->tls_offset;
}

NOT_INSTRUMENTED void tls_move(const struct module *module, ptrdiff_t from, ptrdiff_t to)
{
    char *block;
    size_t i;

    if (!has_displaced(module))
        return;
    block = block_of(module);
    for (i = 0; i < module->tls_pointer_count; i++) {
        const struct pointer *pointer = &module->tls_pointers[i];
        char **where = (char **)(block + ((char *)pointer->where - module->tls_start));

        if (pointer->is_displaced &&
            (*where == pointer->value + from || *where == pointer->value))
            *where = pointer->value + to;
    }
}

/* The thread's entry of a block, as the loader keeps it. Guests are of x86-64 so far. */
struct tls_entry {
    char *start;
    void *memory; /* the loader's, freed when the thread ends */
};

/* Debuggers look for a guest's variables in the block that the loader has made for the thread, and
 * find this one instead. Sanitizers keep account of the loader's blocks. */
NOT_INSTRUMENTED static void show(const struct module *guest)
{
    struct tls_place place = {.module = guest->tls_module};
    struct tls_entry *entries;
    char *made;

    if (place.module == 0 || tsan_is_there() || &__asan_init != NULL)
        return;
    made = __tls_get_addr(&place);
    entries = ((struct tls_entry **)pthread_self())[1];
    if (entries[place.module].start == made)
        entries[place.module].start = block_of(guest);
}

NOT_INSTRUMENTED void tls_install(const struct module *guest)
{
    /* Volatile, so that no call of libc comes of it, which a sanitizer would track. */
    volatile char *block = block_of(guest);
    size_t initial = (size_t)(guest->tls_end - guest->tls_start), i;

    for (i = 0; i < guest->tls_bytes; i++)
        block[i] = i < initial ? guest->tls_start[i] : 0;
    show(guest);
}
