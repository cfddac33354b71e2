/* SPDX-License-Identifier: MIT */
/* Linked into every executable and shared library that the wrappers make: registers what the
 * compiler plugin recorded there. Under an MPI library that knows nothing of it, it does nothing,
 * and the displacement stays zero. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

#include "image/start.h"

/* The bounds of the section, made by the linker, if any unit has one. */
__attribute__((weak, visibility("hidden"))) extern const struct heddle_record
    __start_heddle_records[];
__attribute__((weak, visibility("hidden"))) extern const struct heddle_record
    __stop_heddle_records[];

#pragma weak heddle_register
#pragma weak heddle_opened
#pragma weak heddle_opening
#pragma weak heddle_own
#pragma weak heddle_watch

static struct heddle_module module;

/* For debuggers: DWARF can name thread-local variables of its own module only, and the displacement
 * is the executable's. It lies at this distance from the module's own variable in each thread,
 * unless the module was opened late. */
__attribute__((visibility("hidden"), tls_model("global-dynamic"))) _Thread_local char heddle_anchor;
__attribute__((visibility("hidden"))) ptrdiff_t heddle_distance;
__attribute__((weak)) extern _Thread_local ptrdiff_t heddle_displacement;

/* Priority 0: before all other constructors of the module. */
__attribute__((constructor(0))) static void register_module(void)
{
    module.version = RECORD_VERSION;
    module.records = __start_heddle_records;
    module.records_end = __stop_heddle_records;
    if (heddle_register == NULL)
        return;
    heddle_distance = (char *)&heddle_displacement - &heddle_anchor;
    heddle_register(&module);
}

/* These stand in front of libc's in this module alone: libc looks at who calls. */

extern void *const __dso_handle __attribute__((visibility("hidden")));
int __cxa_atexit(void (*function)(void *), void *argument, void *module);

/* The same as libc's; but a sanitizer's would forget whose the function is. */
__attribute__((weak, visibility("hidden"))) int atexit(void (*function)(void))
{
    return __cxa_atexit((void (*)(void *))(void *)function, NULL, (void *)&__dso_handle);
}

__attribute__((weak, visibility("hidden"))) void *dlopen(const char *file, int mode)
{
    void *(*libc_dlopen)(const char *, int);
    void *handle;

    *(void **)&libc_dlopen = dlvsym(RTLD_NEXT, "dlopen", "GLIBC_2.34");
    if (libc_dlopen == NULL)
        *(void **)&libc_dlopen = dlvsym(RTLD_NEXT, "dlopen", "GLIBC_2.2.5");
    if (heddle_opening != NULL)
        heddle_opening();
    handle = libc_dlopen(file, mode);
    if (heddle_opened != NULL)
        heddle_opened(handle);
    return handle;
}

__attribute__((weak, visibility("hidden"))) void *dlsym(void *restrict handle,
                                                        const char *restrict name)
{
    void *(*libc_dlsym)(void *, const char *);
    void *address;

    *(void **)&libc_dlsym = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    if (libc_dlsym == NULL)
        *(void **)&libc_dlsym = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    address = libc_dlsym(handle, name);
    return address != NULL && heddle_own != NULL ? heddle_own(address) : address;
}

/* AddressSanitizer's: each unit's constructor tells it of the unit's variables. */
void __asan_register_globals(void *globals, ptrdiff_t count);

__attribute__((weak, visibility("hidden"))) void __asan_register_globals(void *globals,
                                                                         ptrdiff_t count)
{
    void (*sanitizer_register)(void *, ptrdiff_t);

    *(void **)&sanitizer_register = dlsym(RTLD_NEXT, "__asan_register_globals");
    if (sanitizer_register != NULL)
        sanitizer_register(globals, count);
    if (heddle_watch != NULL)
        heddle_watch(globals, (size_t)count);
}
