/* SPDX-License-Identifier: MIT */
#include "openmp/functions.h"

#include <dlfcn.h>

#include "base/loader.h"
#include "base/must.h"
#include "base/sanitizer.h"
#include "image/image.h"
#include "rank/rank.h"

_Atomic(libc_any *) openmp_functions[OPENMP_COUNT];

_Atomic(bool) openmp_is_copied;

#define NAME(function) [OPENMP_##function] = #function,
static const char *const names[] = {OPENMP_FUNCTIONS(NAME)};
#undef NAME

/* A linker that drops libraries nobody needs may have dropped OpenMP's, because this one has the
 * functions, too. */
NOT_INSTRUMENTED static void *load_and_find(const char *name)
{
    void *library = loader_open("libgomp.so.1", RTLD_LAZY | RTLD_GLOBAL);

    return library != NULL ? loader_symbol(library, name) : NULL;
}

NOT_INSTRUMENTED __attribute__((noinline)) libc_any *openmp_look_up(enum openmp_function function)
{
    void *found = loader_symbol(RTLD_NEXT, names[function]);

    if (found == NULL)
        found = load_and_find(names[function]);
    must(found != NULL);
    if (image_has_code(found))
        store_relaxed(&openmp_is_copied, true);
    store_relaxed(&openmp_functions[function], (libc_any *)(uintptr_t)found);
    return (libc_any *)(uintptr_t)found;
}

libc_any *openmp_copy(libc_any *function)
{
    const struct rank *self = rank_self();

    return self != NULL ? (libc_any *)((uintptr_t)function +
                                       (uintptr_t)image_displacement(self->slot))
                        : function;
}
