/* SPDX-License-Identifier: MIT */
/* Linked into every executable whose flags come from the wrappers: it stands in front of the
 * function by which the C library's startup code calls main, so that each rank runs the program's
 * main. Under an MPI library other than Heddle, main runs once, as usual.
 *
 * The object is in an archive that linkers open for executables only (archive.sh). The wrappers
 * have the linker lead the startup code to the name with __wrap_ (--wrap): the library has a
 * function of the C library's name, and where the library comes first, the linker would take that
 * and leave the object out. A build system may drop that flag, so the object has both names. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/libc_version.h"
#include "image/record.h"
#include "image/start.h"

/* The distance from the originals to the thread's copies of private variables. It is defined here
 * and not only in the library, so that the program's code reaches it at a fixed offset.
 *
 * When several programs run in one process, their thread-local variables share the bytes below the
 * thread pointer (image/guest/guest.h), and this one must lie in one place in all of them. Size and
 * alignment put it there, the last 64 bytes, if no thread-local variable is linked behind it. */
__attribute__((visibility("default"), aligned(64))) _Thread_local ptrdiff_t heddle_displacement;

typedef int main_function(int argc, char **argv, char **envp);

__attribute__((weak)) int heddle_main(main_function *user_main, int argc, char **argv, char **envp);

/* Defined in programs with a file that includes heddle.h, in which main runs once and starts jobs
 * itself. It is hidden there, but must not be hidden here: gold gives a nonzero address to a hidden
 * symbol that is defined nowhere. */
__attribute__((weak)) extern const char heddle_main_runs_once;

/* Read by the library before main: the constructors are the ranks', or the process's. */
__attribute__((visibility("default"))) extern const char *const heddle_runs_main_once;
const char *const heddle_runs_main_once = &heddle_main_runs_once;

/* The module object's. It registers the variables of this object, too. */
extern char heddle_module[] __attribute__((visibility("hidden")));
__attribute__((used)) static char *const heddle_needed_module = heddle_module;

/* Another program's process finds main by it, when it runs this program beside its own. */
extern main_function main;
__attribute__((visibility("default"), used)) const struct heddle_program heddle_program = {
    .version = RECORD_VERSION,
    .main = main,
    .runs_main_once = &heddle_main_runs_once,
};

static main_function *heddle_program_main;

static int run_main(int argc, char **argv, char **envp)
{
    if (heddle_main != NULL && &heddle_main_runs_once == NULL)
        return heddle_main(heddle_program_main, argc, argv, envp);
    return heddle_program_main(argc, argv, envp);
}

/* The last four arguments are the startup code's own affair. */
typedef int start_function(main_function *user_main, int argc, char **argv, void (*init)(void),
                           void (*fini)(void), void (*loader_fini)(void), void *stack_end);

__attribute__((visibility("hidden"))) start_function __wrap___libc_start_main;
__attribute__((visibility("hidden"), alias("__wrap___libc_start_main"))) start_function
    __libc_start_main;

int __wrap___libc_start_main(main_function *user_main, int argc, char **argv, void (*init)(void),
                             void (*fini)(void), void (*loader_fini)(void), void *stack_end)
{
    start_function *libc_start;

    *(void **)&libc_start = dlvsym(RTLD_NEXT, "__libc_start_main", "GLIBC_2.34");
    if (libc_start == NULL)
        *(void **)&libc_start = dlvsym(RTLD_NEXT, "__libc_start_main", LIBC_SINCE("2.2.5"));
    if (libc_start == NULL)
        abort();
    heddle_program_main = user_main;
    return libc_start(run_main, argc, argv, init, fini, loader_fini, stack_end);
}

/* Suppresses false reports about libraries that ThreadSanitizer did not compile, and whose
 * synchronisation it does not see: ours and the one from which it takes memory, OpenMP's and
 * Fortran's. It also does not see the lock under which libc reads the time zone. Races between the
 * ranks' own code are still reported. */
__attribute__((weak, visibility("default"))) const char *__tsan_default_suppressions(void);

const char *__tsan_default_suppressions(void)
{
    return
#ifndef HEDDLE_IS_SANITIZED
        "called_from_lib:libmpi_abi.so.1\ncalled_from_lib:libjemalloc.so.2\n"
#endif
        "called_from_lib:libgomp.so.1\n"
        "race:libgfortran.so.5\ndeadlock:libgfortran.so.5\nrace:tzset_internal\n";
}

/* ThreadSanitizer calls it behind each report. The library counts those of a job, and says what it
 * knows of operations on windows (rma/reported.h). */
__attribute__((weak)) void heddle_race_report_(const void *report);
__attribute__((weak, visibility("default"))) void __tsan_on_report(const void *report);

void __tsan_on_report(const void *report)
{
    if (heddle_race_report_ != NULL)
        heddle_race_report_(report);
}
