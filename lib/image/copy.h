/* SPDX-License-Identifier: MIT */
/* Makes the copy of one module's data at a displacement.
 *
 * Cost: short initial data are copied from memory. Long data are mapped copy-on-write from the file
 * and cost the pages that hold pointers or are written. Data that start as zeros cost nothing. */
#ifndef IMAGE_COPY_H
#define IMAGE_COPY_H

#include "image/module.h"

/* Reads the initial data of slots; call it after the pointers are classified. Returns 0, or -1 with
 * a note. */
int copy_prepare(struct module *module);

enum copy_result { COPY_MADE, COPY_PLACE_TAKEN, COPY_FAILED };

/* Makes all of the copy or nothing. COPY_FAILED leaves a note. */
enum copy_result copy_make(struct module *module, ptrdiff_t displacement);
void copy_unmake(const struct module *module, ptrdiff_t displacement);

/* copy_renew makes a used copy equal to a new one, which costs no more than a new copy if
 * copy_is_renewable is true. Otherwise copy_forget comes before it, when the copy's use has ended:
 * it gives back the memory of large data, and the addresses stay mapped. */
bool copy_is_renewable(const struct module *module);
void copy_forget(const struct module *module, ptrdiff_t displacement);
void copy_renew(const struct module *module, ptrdiff_t displacement);

#endif
