/* SPDX-License-Identifier: MIT */
/* The state of each slot. For lib/image only. */
#ifndef IMAGE_SLOT_H
#define IMAGE_SLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "image/exit_list.h"
#include "image/guest.h"
#include "image/module.h"

struct slot {
    ptrdiff_t displacement;
    bool has_displacement;
    const struct guest *guest; /* the program; NULL: the process's first executable */
    int kept; /* how many modules still have a copy here from an earlier use */
    bool is_filled; /* written under the modules' read lock, read under their write lock */
    struct exit_list exits;
    size_t exits_of_libraries; /* how many of them libraries registered; they run last */
};

struct slot *slot_at(int slot);

/* True if copies can be made: all modules have been checked, and new ones must be checked, too. */
bool slots_are_open(void);

/* True if the program runs, even if only on the originals. */
bool slots_are_started(void);

/* True if the process itself uses slot 0 and its jobs have other slots. */
bool slots_are_reserved(void);

#endif
