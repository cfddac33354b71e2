/* SPDX-License-Identifier: MIT */
/* A small library that runs before all others.
 *
 * A library must become a module after the loader has bound it, and before its constructors run.
 * The loader has no call for that. But it runs the constructors of a library with the flag
 * DF_1_INITFIRST before all others. So the loader opens a file in memory, the herald, that needs
 * the library, has the flag, and calls whole_arrive. For lib/image only. */
#ifndef IMAGE_HERALD_H
#define IMAGE_HERALD_H

#include <limits.h>
#include <link.h>

enum { HERALD_TEXT_MAX = 2 * PATH_MAX };

/* A herald needs the library. The loader searches for it in the directories, whose tag is
 * DT_RUNPATH, DT_RPATH, or DT_NULL: there are none. */
struct herald_wish {
    char library[HERALD_TEXT_MAX];
    char directories[HERALD_TEXT_MAX];
    ElfW(Sxword) directories_tag;
};

/* Opens the library by a herald, and returns the herald's handle, or NULL if something cannot be
 * opened. dlerror may have the reason. */
void *herald_open(const struct herald_wish *wish, int mode);

#endif
