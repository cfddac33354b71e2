/* SPDX-License-Identifier: MIT */
/* construct: static constructors and destructors, run on a slot by a thread that has entered it. */
#ifndef IMAGE_CONSTRUCT_H
#define IMAGE_CONSTRUCT_H

#include "image/module.h"

struct construct_arguments {
    int argc;
    char **argv;
    char **envp;
};

/* Constructors run one slot at a time. One may call exit, and so never come back: the turn of its
 * slot is over then, too. False when the slot has the turn already: a constructor opens a
 * library. */
bool construct_begin_turn(int slot);
void construct_end_turn(int slot);

void construct_module(struct module *module, int slot, const struct construct_arguments *given);
void destruct_module(struct module *module, int slot);

#endif
