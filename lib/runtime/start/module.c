/* SPDX-License-Identifier: MIT */
/* Linked into every executable and shared library that the wrappers make: registers what the
 * compiler plugin recorded there. Under an MPI library other than Heddle it does nothing, and the
 * displacement stays zero. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/libc_version.h"
#include "image/moved_info.h"
#include "image/start.h"

/* The bounds of the section of records, which the linker defines if any unit has one. */
__attribute__((weak, visibility("hidden"))) extern const struct heddle_record
    __start_heddle_records[];
__attribute__((weak, visibility("hidden"))) extern const struct heddle_record
    __stop_heddle_records[];

#pragma weak heddle_register
#pragma weak heddle_opened
#pragma weak heddle_opening
#pragma weak heddle_opens_again
#pragma weak heddle_original
#pragma weak heddle_own
#pragma weak heddle_watch

/* The variables are weak, because build systems link this object twice: a project's own flags and
 * those of a dependency both name it. Then there is one of each variable.
 *
 * The start object needs it, so that each executable has a module object. */
__attribute__((weak, visibility("hidden"))) struct heddle_module heddle_module;

/* For debuggers. DWARF can name only thread-local variables of its own module, and the displacement
 * belongs to the executable. In each thread it lies at this distance from the module's own
 * variable, unless the program has opened the module. */
__attribute__((weak, visibility("hidden"), tls_model("global-dynamic"))) _Thread_local char
    heddle_anchor;
__attribute__((weak, visibility("hidden"))) ptrdiff_t heddle_distance;
__attribute__((weak)) extern _Thread_local ptrdiff_t heddle_displacement;

/* Priority 0 runs before all other constructors of the module. */
__attribute__((constructor(0))) static void register_module(void)
{
    bool is_registered = heddle_module.version != 0; /* by another copy of this object */
    char *displacement;

    if (is_registered)
        return;
    heddle_module.version = RECORD_VERSION;
    heddle_module.records = __start_heddle_records;
    heddle_module.records_end = __stop_heddle_records;
    if (heddle_register == NULL)
        return;
    displacement = (char *)&heddle_displacement;
    /* Keeps GCC 16 from an instruction that subtracts and that assemblers refuse. */
    __asm__("" : "+r"(displacement));
    heddle_distance = displacement - &heddle_anchor;
    heddle_register(&heddle_module);
}

/* The following functions interpose libc's in this module only, because libc looks at the
 * caller. */

extern void *const __dso_handle __attribute__((visibility("hidden")));
int __cxa_atexit(void (*function)(void *), void *argument, void *module);

/* Does what libc's atexit does. A sanitizer's replacement would forget which module registered the
 * function. */
__attribute__((weak, visibility("hidden"))) int atexit(void (*function)(void))
{
    return __cxa_atexit((void (*)(void *))(void *)function, NULL, (void *)&__dso_handle);
}

/* libc's dlvsym, of a version that the C library and, before it had the loader's functions, libdl
 * have. */
void *libc_dlvsym(void *handle, const char *name, const char *version);
__asm__(".symver libc_dlvsym, dlvsym@" LIBC_SINCE("2.2.5"));

static void *libc_function(const char *name, const char *first_version)
{
    void *function = libc_dlvsym(RTLD_NEXT, name, "GLIBC_2.34");

    return function != NULL ? function : libc_dlvsym(RTLD_NEXT, name, first_version);
}

static void *own(void *address)
{
    return address != NULL && heddle_own != NULL ? heddle_own(address) : address;
}

__attribute__((weak, visibility("hidden"))) void *dlopen(const char *file, int mode)
{
    void *(*libc_dlopen)(const char *, int);
    void *handle, *opening = NULL;

    *(void **)&libc_dlopen = libc_function("dlopen", LIBC_SINCE("2.2.5"));
    do {
        if (heddle_opening != NULL)
            opening = heddle_opening(file, mode, &heddle_module);
        handle = libc_dlopen(file, mode);
    } while (heddle_opens_again != NULL && heddle_opens_again(handle, opening));
    if (heddle_opened != NULL)
        heddle_opened(handle, opening);
    return handle;
}

__attribute__((weak, visibility("hidden"))) void *dlsym(void *restrict handle,
                                                        const char *restrict name)
{
    void *(*libc_dlsym)(void *, const char *);

    *(void **)&libc_dlsym = libc_function("dlsym", LIBC_SINCE("2.2.5"));
    return own(libc_dlsym(handle, name));
}

__attribute__((weak, visibility("hidden"))) void *dlvsym(void *restrict handle,
                                                         const char *restrict name,
                                                         const char *restrict version)
{
    return own(libc_dlvsym(handle, name, version));
}

static const void *original_of(const void *address)
{
    return heddle_original != NULL ? heddle_original(address) : address;
}

/* Describes an address in a copy of a library as one of the library. */
__attribute__((weak, visibility("hidden"))) int dladdr(const void *address, Dl_info *info)
{
    int (*libc_dladdr)(const void *, Dl_info *);

    *(void **)&libc_dladdr = libc_function("dladdr", LIBC_SINCE("2.2.5"));
    return moved_info(libc_dladdr(original_of(address), info), address, original_of(address),
                      info);
}

__attribute__((weak, visibility("hidden"))) int dladdr1(const void *address, Dl_info *info,
                                                        void **more, int flags)
{
    int (*libc_dladdr1)(const void *, Dl_info *, void **, int);

    *(void **)&libc_dladdr1 = libc_function("dladdr1", LIBC_SINCE("2.3.3"));
    return moved_info(libc_dladdr1(original_of(address), info, more, flags), address,
                      original_of(address), info);
}

/* Interposes AddressSanitizer's function, to which each unit's constructor passes the list of the
 * unit's variables. */
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
