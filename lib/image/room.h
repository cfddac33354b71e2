/* SPDX-License-Identifier: MIT */
/* The room: the address range for libraries that the program opens, if copies are neighbours of
 * their originals.
 *
 * The kernel gives the loader the uppermost hole that is long enough. The room is a range that is
 * held from the start, with a place for it at each slot's displacement. Every hole above it is
 * filled for good. The room becomes a hole, then the uppermost one, only while a library is being
 * opened. Other mappings that the process makes meanwhile land there, too, and make the room
 * smaller.
 *
 * If copies lie far away from their originals there is no room. Instead, clash.h holds the places
 * where an opened library must not come. */
#ifndef IMAGE_ROOM_H
#define IMAGE_ROOM_H

#include <stdbool.h>
#include <stddef.h>

#include "image/module.h"

/* Call both with the modules locked. room_take makes no room if there is no memory. */
void room_take(size_t bytes);
void room_give(void);

/* Returns NULL if there is no room. */
const struct segment *room_segment(void);
bool room_has(const char *start, size_t bytes);

/* Call them around each opening of a library. room_open needs the modules locked. Several threads
 * may open libraries at the same time. room_open does nothing if the thread has opened the room
 * already, and room_close nothing if it has not; the room is closed as soon as the library is
 * mapped. */
void room_open(void);
void room_close(void);

#endif
