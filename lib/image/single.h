/* SPDX-License-Identifier: MIT */
/* Libraries of which a process has one, whatever its ranks have copies of (image/whole.h), by their
 * files' names. The tool heddle-globals asks, too. */
#ifndef IMAGE_SINGLE_H
#define IMAGE_SINGLE_H

#include <stdbool.h>
#include <string.h>

#include "base/container.h"

static inline const char *single_file_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* The C library's parts, the unwinder, and sanitizers. */
static inline bool single_is_of_process(const char *path)
{
    static const char *const names[] = {
        "linux-vdso.so", "ld-linux", "libc.so.", "libm.so.", "libpthread.so.", "libdl.so.",
        "librt.so.", "libutil.so.", "libresolv.so.", "libnss_", "libgcc_s.so.", "libmvec.so.",
        "libasan.so.", "liblsan.so.", "libtsan.so.", "libubsan.so.", "libhwasan.so.",
    };
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(names); i++)
        if (strncmp(single_file_of(path), names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Heddle's library needs C++'s, and has no state in it. Programs have. */
static inline bool single_is_of_programs(const char *path)
{
    return strncmp(single_file_of(path), "libstdc++.so.", strlen("libstdc++.so.")) == 0;
}

#endif
