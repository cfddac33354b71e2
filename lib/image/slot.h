/* SPDX-License-Identifier: MIT */
/* The state of each slot, and the slot of the calling thread. For lib/image only. */
#ifndef IMAGE_SLOT_H
#define IMAGE_SLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "image/exit_list.h"
#include "image/module/module.h"

struct guest;

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

/* Copies can be made: all modules have been checked, and new ones must be checked, too. */
void slots_open(void);
bool slots_are_open(void);

/* The program runs, even if only on the originals. */
void slots_start(void);
bool slots_are_started(void);

/* True if the process itself uses slot 0 and its jobs have other slots. */
bool slots_are_reserved(void);

/* The slot of the calling thread, and its displacement as the program's code sees it. */
int slot_current(void);
ptrdiff_t slot_displacement(void);

/* Makes the calling thread work on this slot. Its thread-local variables stay those of the slot
 * that it has entered (image_enter). */
void slot_visit(int slot);

#endif
