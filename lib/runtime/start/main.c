/* SPDX-License-Identifier: MIT */
/* Linked into every executable that the wrappers make, with --wrap=main: main becomes what each
 * rank runs. Under an MPI library that knows nothing of it, it is called once, as ever. */
#include <stddef.h>

/* Where the thread's copy of the private variables is, from the originals. Here, and not only in
 * the library, so that the program's code reaches it at a fixed offset. */
__attribute__((visibility("default"))) _Thread_local ptrdiff_t heddle_displacement;

__attribute__((weak)) int heddle_main(int (*user_main)(int, char **, char **), int argc,
                                      char **argv, char **envp);

/* In programs with a file that includes heddle.h: main runs once, and starts jobs by itself. Hidden
 * there; here it must not be, since gold finds an address for what is hidden and nowhere. */
__attribute__((weak)) extern const char heddle_main_runs_once;

int __real_main(int argc, char **argv, char **envp);
int __wrap_main(int argc, char **argv, char **envp);

int __wrap_main(int argc, char **argv, char **envp)
{
    if (heddle_main != NULL && &heddle_main_runs_once == NULL)
        return heddle_main(__real_main, argc, argv, envp);
    return __real_main(argc, argv, envp);
}

/* ThreadSanitizer does not see how a library that it did not compile synchronises, and would take
 * what that library does in several ranks' threads for races: ours, and Fortran's runtime library.
 * What ranks do themselves it sees. Nor does it see the lock under which libc reads the time
 * zone. */
__attribute__((weak, visibility("default"))) const char *__tsan_default_suppressions(void);

const char *__tsan_default_suppressions(void)
{
    return
#ifndef HEDDLE_IS_SANITIZED
        "called_from_lib:libmpi_abi.so.1\n"
#endif
        "race:libgfortran.so.5\ndeadlock:libgfortran.so.5\nrace:tzset_internal\n";
}
