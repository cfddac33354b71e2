/* SPDX-License-Identifier: MIT */
/* An answer of dladdr about a copy, made from the one about its original. */
#ifndef IMAGE_MOVED_INFO_H
#define IMAGE_MOVED_INFO_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

/* Moves what describes `original` to the copy that has the address. Returns dladdr's result. */
static inline int moved_info(bool is_found, const void *address, const void *original,
                             Dl_info *info)
{
    ptrdiff_t displacement = (const char *)address - (const char *)original;

    if (!is_found)
        return 0;
    info->dli_fbase = (char *)info->dli_fbase + displacement;
    if (info->dli_saddr != NULL)
        info->dli_saddr = (char *)info->dli_saddr + displacement;
    return 1;
}

#endif
