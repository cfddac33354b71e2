/* SPDX-License-Identifier: MIT */
/* Libraries that the loader has mapped where they cannot be copied for every slot.
 *
 * The loader takes the uppermost hole, which reservation_open makes the reservation. But another
 * thread may unmap something above it just before the loader maps. Such a library does not become
 * a module, and none of its constructors that are the ranks' runs. The threads that have opened it
 * close it, wait until the loader has unmapped it, and open it again. For lib/image only.
 *
 * Each function may be called by any thread, and takes no lock under which it enters the loader. */
#ifndef IMAGE_MISPLACED_H
#define IMAGE_MISPLACED_H

#include <stdbool.h>

#include "image/module/module.h"
#include "image/module/needed.h"

/* Keeps in mind that the loader has the library with this dynamic section. False: there are too
 * many. */
bool misplaced_add(const ElfW(Dyn) *dynamic);

/* The library with this dynamic section has become a module. */
void misplaced_forget(const ElfW(Dyn) *dynamic);

/* True if one of the libraries is misplaced. */
bool misplaced_are_among(const struct needed *libraries);

/* Waits until the loader has unmapped all libraries that are misplaced, and longer after more
 * tries. Call it when the thread's own are closed. Returns false if one is still there after ten
 * seconds: the loader keeps it, or code that no wrapper has compiled does. */
bool misplaced_await_end(int tries);

#endif
