/* SPDX-License-Identifier: MIT */
/* copy: one module's data, made at a displacement.
 *
 * Cost: short initial data is copied from memory; long data is mapped from the file, copy-on-write,
 * and costs the pages that hold pointers or are written. What starts as zeros costs nothing. */
#ifndef IMAGE_COPY_H
#define IMAGE_COPY_H

#include "image/module.h"

/* Reads what slots start with, once the pointers are classified. 0, or -1 with a note. */
int copy_prepare(struct module *module);

enum copy_result { COPY_MADE, COPY_PLACE_TAKEN, COPY_FAILED };

/* All or nothing; COPY_FAILED leaves a note. */
enum copy_result copy_make(struct module *module, ptrdiff_t displacement);
void copy_unmake(const struct module *module, ptrdiff_t displacement);

/* Makes a copy that was in use the same as a new one, if that is no dearer than a new one: ask
 * copy_is_renewable first. */
bool copy_is_renewable(const struct module *module);
void copy_renew(const struct module *module, ptrdiff_t displacement);

#endif
