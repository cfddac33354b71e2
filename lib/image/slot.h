/* SPDX-License-Identifier: MIT */
/* slot: the state of each copy. image's own files only. */
#ifndef IMAGE_SLOT_H
#define IMAGE_SLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "image/exit_list.h"
#include "image/module.h"

struct slot {
    ptrdiff_t displacement;
    bool has_displacement;
    int kept; /* so many modules have a copy here from an earlier use */
    bool is_filled; /* written with the modules locked for reading, read with them locked for all */
    struct exit_list exits;
    size_t exits_of_libraries; /* so many come from what the program needs: they run last */
};

struct slot *slot_at(int slot);

/* True when copies can be made: the modules are checked, and new ones must be, too. */
bool slots_are_open(void);

/* True when the program runs, though perhaps on the originals alone. */
bool slots_are_started(void);

/* True when the process itself is on slot 0, and its jobs take slots beside it. */
bool slots_are_reserved(void);

#endif
