/* SPDX-License-Identifier: MIT */
/* heddle-python: a Python interpreter of which each rank can have a copy (image/whole/whole.h).
 * mpiexec starts it under the name of an interpreter that is not position-independent, as
 * Debian's is. It runs the library of that one's version, which is. */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_WRONG = 2 };

typedef int python_main(int argc, char **argv);

static int refuse_library(const char *name, const char *library)
{
    fprintf(stderr,
            "heddle-python: %s is not position-independent, so ranks run its library, which cannot "
            "be opened: %s; install %s (Debian: libpython3)\n", name, dlerror(), library);
    return STATUS_WRONG;
}

int main(int argc, char **argv)
{
    char path[PATH_MAX], library[PATH_MAX + sizeof "lib.so.1.0"];
    python_main *run;
    void *handle;

    if (argc == 0 || realpath(argv[0], path) == NULL ||
        strncmp(strrchr(path, '/'), "/python", strlen("/python")) != 0) {
        fputs("heddle-python: it is mpiexec that starts this program: mpiexec -n 2 python3 a.py\n",
              stderr);
        return STATUS_WRONG;
    }
    snprintf(library, sizeof library, "lib%s.so.1.0", strrchr(path, '/') + 1);
    handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    if (handle == NULL)
        return refuse_library(path, library);
    *(void **)&run = dlsym(handle, "Py_BytesMain");
    return run != NULL ? run(argc, argv) : refuse_library(path, library);
}
