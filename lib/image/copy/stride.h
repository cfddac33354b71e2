/* SPDX-License-Identifier: MIT */
/* The addresses of the copies of the modules' data.
 *
 * Displacements are start + i * step. The step is longer than any possible overlap of two
 * writable segments. The start moves the copies away from the program, its heap and its
 * libraries into unused address space. If there is no such space (under a sanitizer or an
 * emulator) the copies lie next to the originals, among the process's other mappings, and
 * addresses are reserved for libraries that are opened later (reservation.h). Slots that are not
 * in use hold no address space. */
#ifndef IMAGE_STRIDE_H
#define IMAGE_STRIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "image/limit.h"

/* Chooses start and step; call it with the modules locked. Returns 0, or -1 with a note. */
int stride_choose(int slots);

enum { STRIDE_PLACES_MAX = 2 * IMAGE_SLOTS_MAX };

/* Returns the distance between slots, or 0 if it is not chosen yet. */
ptrdiff_t stride_step(void);

/* Gives the next displacement that was not given out before; returns false if there are no more. */
bool stride_next(ptrdiff_t *displacement);

/* Finds the slot's displacement at which the address lies in a copy of this range; false: in no
 * slot's. */
bool stride_find(const char *start, const char *end, const void *address, ptrdiff_t *displacement);

/* Lets stride_next give the first displacement again, and then the others. */
void stride_begin_again(void);

/* Hold the reservation's place at a displacement while copies are made there. stride_hold
 * returns false if the place is taken. */
bool stride_hold(ptrdiff_t displacement);
void stride_let_go(ptrdiff_t displacement);

/* stride_map maps zeros for the copy of a range. On failure it returns false, with errno EEXIST if
 * the place is taken. */
bool stride_map(char *original, size_t bytes, ptrdiff_t displacement);
void stride_unmap(char *original, size_t bytes, ptrdiff_t displacement);

#endif
