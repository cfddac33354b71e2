/* SPDX-License-Identifier: MIT */
/* Linked into every executable that the wrappers make, with --wrap=main, so that each rank runs the
 * program's main. Under an MPI library other than Heddle, main runs once, as usual. */
#include <stddef.h>

/* The distance from the originals to the thread's copies of private variables. It is defined here
 * and not only in the library, so that the program's code reaches it at a fixed offset. */
__attribute__((visibility("default"))) _Thread_local ptrdiff_t heddle_displacement;

__attribute__((weak)) int heddle_main(int (*user_main)(int, char **, char **), int argc,
                                      char **argv, char **envp);

/* Defined in programs with a file that includes heddle.h, in which main runs once and starts jobs
 * itself. It is hidden there, but must not be hidden here: gold gives a nonzero address to a hidden
 * symbol that is defined nowhere. */
__attribute__((weak)) extern const char heddle_main_runs_once;

int __real_main(int argc, char **argv, char **envp);
int __wrap_main(int argc, char **argv, char **envp);

int __wrap_main(int argc, char **argv, char **envp)
{
    if (heddle_main != NULL && &heddle_main_runs_once == NULL)
        return heddle_main(__real_main, argc, argv, envp);
    return __real_main(argc, argv, envp);
}

/* Suppresses false reports about libraries that ThreadSanitizer did not compile, and whose
 * synchronisation it does not see: ours and Fortran's runtime library. It also does not see the
 * lock under which libc reads the time zone. Races between the ranks' own code are still
 * reported. */
__attribute__((weak, visibility("default"))) const char *__tsan_default_suppressions(void);

const char *__tsan_default_suppressions(void)
{
    return
#ifndef HEDDLE_IS_SANITIZED
        "called_from_lib:libmpi_abi.so.1\n"
#endif
        "race:libgfortran.so.5\ndeadlock:libgfortran.so.5\nrace:tzset_internal\n";
}
