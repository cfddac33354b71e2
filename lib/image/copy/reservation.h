/* SPDX-License-Identifier: MIT */
/* The reservation: the address range for libraries that the program opens, if copies are neighbours
 * of their originals.
 *
 * The kernel gives the loader the uppermost hole that is long enough. The reservation is a range
 * that is held from the start, with a place for it at each slot's displacement. Every hole above it
 * is filled for good. The reservation becomes a hole, then the uppermost one, only while a library
 * is being opened. Other mappings that the process makes meanwhile land there, too, and make the
 * reservation smaller. If another thread unmaps something above it meanwhile, the library may come
 * there, and is opened again (misplaced.h).
 *
 * If copies lie far away from their originals there is no reservation. Instead, conflict.h holds
 * the places where an opened library must not come. */
#ifndef IMAGE_RESERVATION_H
#define IMAGE_RESERVATION_H

#include <stdbool.h>
#include <stddef.h>

#include "image/module/module.h"

/* Call both with the modules locked. reservation_take makes none if there is no memory. */
void reservation_take(size_t bytes);
void reservation_give(void);

/* Returns NULL if there is no reservation. */
const struct segment *reservation_segment(void);
bool reservation_has(const char *start, size_t bytes);

/* Call them around each opening of a library. reservation_open needs the modules locked. Several
 * threads may open libraries at the same time. reservation_open does nothing if the thread has
 * opened the reservation already, and reservation_close nothing if it has not; the reservation
 * is closed as soon as the library is mapped. */
void reservation_open(void);
void reservation_close(void);

#endif
