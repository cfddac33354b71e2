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
#include "base/libc_version.h"
#include "base/memory.h"
#include "tools/fail.h"
#include "tools/program.h"

enum { PATH_BYTES = 2 * PATH_MAX };

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

/* Finds our library, whose folder lies beside that of this program. */
static bool find_library(char path[PATH_BYTES])
{
    static const char *const places[] = {"lib", "lib64", "lib/" LIBC_FOLDER};
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    size_t i;

    if (length <= 0)
        return false;
    own[length] = '\0';
    *strrchr(own, '/') = '\0';
    for (i = 0; i < ARRAY_LENGTH(places); i++) {
        snprintf(path, PATH_BYTES, "%s/../%s/libmpi_abi.so.1", own, places[i]);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static void put_first(const char *variable, const char *word)
{
    const char *others = getenv(variable) != NULL ? getenv(variable) : "";
    size_t bytes = strlen(word) + strlen(":") + strlen(others) + 1;
    char *list = needed(memory_take(bytes));

    snprintf(list, bytes, "%s%s%s", word, *others != '\0' ? ":" : "", others);
    if (setenv(variable, list, 1) != 0)
        fail(STATUS_USAGE, "no memory");
    memory_give(list);
}

void foreign_lead_to_library(const char *file)
{
    char other[PROGRAM_LIBRARY_BYTES], path[PATH_BYTES], *slash;
    bool is_of_abi = program_find(file, other) == PROGRAM_OF_ABI;

    if ((!is_of_abi && !foreign_is_python(file)) || !find_library(path))
        return;
    if (strchr(path, ' ') == NULL) {
        put_first("LD_PRELOAD", path);
        return;
    }
    if (is_of_abi && program_has_rpath(file))
        fail(STATUS_NOT_EXECUTABLE, "%s: its RPATH may lead to another MPI library, and the loader "
             "cannot be given %s first, because of the space: install Heddle in a folder whose "
             "path has none, or link the program with -Wl,--enable-new-dtags", file, path);
    slash = strrchr(path, '/');
    *slash = '\0';
    put_first("LD_PRELOAD", slash + 1);
    put_first("LD_LIBRARY_PATH", path);
}
