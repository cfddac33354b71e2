/* SPDX-License-Identifier: MIT */
/* window: where the copies of the modules' data lie.
 *
 * Displacements are start + i * step. The step is longer than what any two writable segments could
 * overlap by; the start moves the copies out of the neighbourhood of the program, its heap and its
 * libraries into address space that nobody uses. Where there is no such space (a sanitizer's or an
 * emulator's layout) the copies lie next to the originals. No address space is held for slots
 * that are not in use. */
#ifndef IMAGE_WINDOW_H
#define IMAGE_WINDOW_H

#include <stdbool.h>
#include <stddef.h>

/* The locked modules decide. 0, or -1 with a note. */
int window_choose(int slots);

/* The next displacement that was not given out before; false when there are no more. */
bool window_next(ptrdiff_t *displacement);

/* Maps zeros right there, or nothing: errno is EEXIST then when the place is taken. An address that
 * is only proposed: MAP_FIXED_NOREPLACE would be clearer, but ThreadSanitizer and Valgrind do not
 * know it and move the mapping. */
bool window_map(char *start, size_t bytes, int protection);

#endif
