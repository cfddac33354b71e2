/* SPDX-License-Identifier: MIT */
#include "tools/foreign.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/container.h"
#include "base/memory.h"
#include "tools/fail.h"
#include "tools/program.h"

char *foreign_find_beside(const char *name, const char *purpose)
{
    char path[PATH_MAX], *file;
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - strlen(name) - 1);

    if (length <= 0)
        fail(STATUS_NOT_FOUND, "/proc/self/exe: %s", strerror(errno));
    path[length] = '\0';
    memcpy(strrchr(path, '/') + 1, name, strlen(name) + 1);
    if (access(path, X_OK) != 0)
        fail(STATUS_NOT_FOUND, "%s: %s; it is needed to run %s, and comes with Heddle's shared "
             "library", path, strerror(errno), purpose);
    file = memory_copy_text(path);
    if (file == NULL)
        fail(STATUS_NOT_FOUND, "no memory");
    return file;
}

bool foreign_is_python(const char *file)
{
    char library[PROGRAM_LIBRARY_BYTES], path[PATH_MAX];
    const char *name = realpath(file, path) != NULL ? strrchr(path, '/') + 1 : "";

    return strncmp(name, "python3", strlen("python3")) == 0 &&
           strspn(name + strlen("python3"), ".0123456789") == strlen(name + strlen("python3")) &&
           program_find(file, library) == PROGRAM_PLAIN;
}

bool foreign_has_library(const char *file)
{
    char path[PATH_MAX], library[PATH_MAX + sizeof "lib.so.1.0"];

    if (realpath(file, path) == NULL)
        return false;
    snprintf(library, sizeof library, "lib%s.so.1.0", strrchr(path, '/') + 1);
    return dlopen(library, RTLD_LAZY | RTLD_LOCAL) != NULL;
}

void foreign_lead_to_library(const char *file)
{
    static const char *const places[] = {"lib", "lib64", "lib/x86_64-linux-gnu"};
    char other[PROGRAM_LIBRARY_BYTES], own[PATH_MAX], path[2 * PATH_MAX];
    const char *preloaded = getenv("LD_PRELOAD");
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    size_t i;

    if (length <= 0 || (program_find(file, other) != PROGRAM_OF_ABI && !foreign_is_python(file)))
        return;
    own[length] = '\0';
    *strrchr(own, '/') = '\0';
    for (i = 0; i < ARRAY_LENGTH(places); i++) {
        snprintf(path, sizeof path, "%s/../%s/libmpi_abi.so.1", own, places[i]);
        if (access(path, R_OK) == 0)
            break;
    }
    if (i == ARRAY_LENGTH(places))
        return;
    if (preloaded != NULL && *preloaded != '\0')
        snprintf(path + strlen(path), sizeof path - strlen(path), ":%s", preloaded);
    if (setenv("LD_PRELOAD", path, 1) != 0)
        fail(STATUS_USAGE, "no memory");
}
