/* SPDX-License-Identifier: MIT */
/* Makes the copy of one module's data at a displacement.
 *
 * Cost: short initial data are copied from memory. Long data are mapped copy-on-write from the file
 * and cost the pages that hold pointers or are written. Data that start as zeros cost nothing. */
#ifndef IMAGE_COPY_H
#define IMAGE_COPY_H

#include "image/module/module.h"

/* Reads the initial data of slots; call it after the pointers are classified. Returns 0, or -1 with
 * a note. */
int copy_prepare(struct module *module);

enum copy_result { COPY_MADE, COPY_PLACE_TAKEN, COPY_FAILED };

/* Makes all of the copy or nothing. COPY_FAILED leaves a note. */
enum copy_result copy_make(struct module *module, ptrdiff_t displacement);
void copy_unmake(const struct module *module, ptrdiff_t displacement);

/* copy_renew makes a used copy equal to a new one, which costs no more than a new copy if
 * copy_is_renewable is true. Until then the copy's code works, because the C library may call it.
 * False: the module's file cannot be read any more. */
bool copy_is_renewable(const struct module *module);
bool copy_renew(const struct module *module, ptrdiff_t displacement);

#endif
