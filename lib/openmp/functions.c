/* SPDX-License-Identifier: MIT */
#include "openmp/functions.h"

#include <dlfcn.h>

#include "base/loader.h"
#include "base/must.h"
#include "base/sanitizer.h"
#include "image/image.h"
#include "image/whole/whole.h"
#include "rank/rank.h"
#include "rank/thread/code.h"

_Atomic(libc_any *) openmp_functions[OPENMP_COUNT];

_Atomic(bool) openmp_is_copied;

enum { CALLERS_MAX = 1024, IS_BEING_FILLED = 1 };

#define NAME(function) [OPENMP_##function] = #function,
static const char *const names[] = {OPENMP_FUNCTIONS(NAME)};
#undef NAME

/* A linker that drops libraries without use may have dropped OpenMP's, because this one has the
 * functions, too. It is for its caller alone: others may have brought theirs along. */
NOT_INSTRUMENTED static void *load_and_find(const char *name)
{
    void *library = loader_open("libgomp.so.1", RTLD_LAZY);

    return library != NULL ? loader_symbol(library, name) : NULL;
}

/* The function of the library that the caller's object has brought along. */
NOT_INSTRUMENTED static void *find_of_caller(const char *name, uintptr_t site)
{
    const void *caller = whole_original((const void *)site);
    void *object, *found = NULL;
    Dl_info owner;

    if (code_is_own(site) || !loader_owner(caller, &owner) || owner.dli_fname == NULL)
        return NULL;
    object = loader_open(owner.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (object == NULL)
        return NULL;
    found = loader_symbol(object, name);
    loader_close(object);
    return found != NULL && !code_is_own((uintptr_t)found) ? found : NULL;
}

/* Functions that callers were led to, by where their calls return to. A place is filled once. */
static struct {
    _Atomic(uintptr_t) site; /* 0: free; IS_BEING_FILLED */
    _Atomic(libc_any *) found;
} callers[CALLERS_MAX];

static size_t place_of(uintptr_t site)
{
    return (site >> 2) * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (CALLERS_MAX - 1);
}

NOT_INSTRUMENTED static libc_any *find_for(enum openmp_function function, uintptr_t site)
{
    const size_t place = place_of(site);
    uintptr_t expected = 0;
    void *found = find_of_caller(names[function], site);

    if (found == NULL)
        found = load_and_find(names[function]);
    must(found != NULL);
    if (image_has_code(found))
        store_relaxed(&openmp_is_copied, true);
    if (compare_exchange_relaxed(&callers[place].site, &expected, IS_BEING_FILLED)) {
        store_relaxed(&callers[place].found, (libc_any *)(uintptr_t)found);
        store_release(&callers[place].site, site); /* edge openmp.caller */
    }
    return (libc_any *)(uintptr_t)found;
}

NOT_INSTRUMENTED __attribute__((noinline))
libc_any *openmp_look_up(enum openmp_function function, uintptr_t site)
{
    const size_t place = place_of(site);
    void *found;

    if (load_acquire(&callers[place].site) == site) /* edge openmp.caller */
        return load_relaxed(&callers[place].found);
    found = loader_symbol(RTLD_NEXT, names[function]);
    if (found == NULL)
        return find_for(function, site);
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
