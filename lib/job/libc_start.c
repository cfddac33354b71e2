/* SPDX-License-Identifier: MIT */
/* The begin of a process: two functions that the loader and the C library's startup code call.
 *
 * The loader calls begin before all other constructors, which makes modules of what no wrapper has
 * compiled (image/whole/whole.h).
 *
 * The startup code calls __libc_start_main. In programs that are linked with the library alone,
 * without the wrappers' flags, it finds this one, which runs main in ranks: an older build system
 * may pass nothing but the library, and a program may come from another MPI with the standard ABI.
 * Such a program runs as one rank unless more are asked for. */
#include <stddef.h>
#include <stdlib.h>

#include "base/libc_version.h"
#include "base/loader.h"
#include "base/tsan.h"
#include "image/start.h"
#include "image/whole/loaded.h"
#include "image/whole/whole.h"
#include "job/singleton.h"
#include "job/start.h"

static heddle_user_main *program_main;

static int run_main(int argc, char **argv, char **envp)
{
    return start_without_wrapper(program_main, argc, argv, envp);
}

typedef int start_function(heddle_user_main *user_main, int argc, char **argv, void (*init)(void),
                           void (*fini)(void), void (*loader_fini)(void), void *stack_end);

__attribute__((weak, visibility("default"))) start_function __libc_start_main;

int __libc_start_main(heddle_user_main *user_main, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void *stack_end)
{
    start_function *libc_start;

    *(void **)&libc_start = loader_versioned(RTLD_NEXT, "__libc_start_main", "GLIBC_2.34");
    if (libc_start == NULL)
        *(void **)&libc_start =
            loader_versioned(RTLD_NEXT, "__libc_start_main", LIBC_SINCE("2.2.5"));
    if (libc_start == NULL)
        abort();
    program_main = user_main;
    whole_complete();
    /* Startup code that was linked before version 2.34 of the C library brings a function that runs
     * the program's constructors, which are the ranks' now. */
    if (whole_defers_program())
        init = NULL;
    return libc_start(run_main, argc, argv, init, fini, loader_fini, stack_end);
}

/* Another name of the function, for the library itself: if the library was opened later, the C
 * library's stands in front of the other name. */
extern start_function own_libc_start_main
    __attribute__((alias("__libc_start_main"), visibility("hidden")));

/* True if the process may have ranks: in its main, or in jobs of a program of the wrapper. */
static bool starts_ranks(void)
{
    return &heddle_program != NULL || loader_symbol(RTLD_DEFAULT, "__libc_start_main") ==
           (void *)(uintptr_t)own_libc_start_main;
}

/* The library is linked so that the loader runs this before all other constructors (-z initfirst).
 * If the library was opened later, the program has another start, and may become a singleton. */
__attribute__((constructor)) static void begin(int argc, char **argv, char **envp)
{
    (void)argc, (void)argv;
    loaded_read_wishes(envp);
    if (&__asan_init == NULL && !tsan_is_there() && starts_ranks())
        whole_adopt();
    if (!starts_ranks())
        singleton_prepare();
}
