/* SPDX-License-Identifier: MIT */
/* window: where the copies of the modules' data lie.
 *
 * Displacements are start + i * step. The step is longer than what any two writable segments could
 * overlap by; the start moves the copies out of the neighbourhood of the program, its heap and its
 * libraries into address space that nobody uses. Where there is no such space (a sanitizer's or an
 * emulator's layout) the copies lie next to the originals, among what else the process maps: there
 * a room is held for libraries that are opened later (room.h). No address space is held for slots
 * that are not in use. */
#ifndef IMAGE_STRIDE_H
#define IMAGE_STRIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "image/image.h"

/* The locked modules decide. 0, or -1 with a note. */
int stride_choose(int slots);

enum { STRIDE_PLACES_MAX = 2 * IMAGE_SLOTS_MAX };

/* How far the slots are apart; 0: it is not chosen yet. */
ptrdiff_t stride_step(void);

/* The next displacement that was not given out before; false when there are no more. */
bool stride_next(ptrdiff_t *displacement);

/* The room's place at a displacement, for as long as copies are made there. False: it is taken. */
bool stride_hold(ptrdiff_t displacement);
void stride_let_go(ptrdiff_t displacement);

/* Zeros for the copy of what is there, or nothing: errno is EEXIST then when the place is taken. */
bool stride_map(char *original, size_t bytes, ptrdiff_t displacement);
void stride_unmap(char *original, size_t bytes, ptrdiff_t displacement);

#endif
