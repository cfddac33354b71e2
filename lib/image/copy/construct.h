/* SPDX-License-Identifier: MIT */
/* Runs static constructors and destructors on a slot, in a thread that has entered it. */
#ifndef IMAGE_CONSTRUCT_H
#define IMAGE_CONSTRUCT_H

#include "image/module/module.h"

struct construct_arguments {
    int argc;
    char **argv;
    char **envp;
};

/* Constructors run on one slot at a time. A constructor may call exit and never return; that, too,
 * ends its slot's turn, and so does the first call of MPI, by any thread. construct_begin_turn
 * returns false if the slot has the turn already, because a constructor opens a library. */
bool construct_begin_turn(int slot);
void construct_end_turn(int slot);

void construct_module(struct module *module, int slot, const struct construct_arguments *given);
void destruct_module(struct module *module, int slot);

#endif
