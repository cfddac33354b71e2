/* SPDX-License-Identifier: MIT */
/* room: where libraries come that the program opens, if copies are neighbours of their originals.
 *
 * The kernel gives the loader the uppermost hole that is long enough. The room is a range that is
 * held from the start on, with a place for it at each slot's displacement; every hole above it is
 * filled and stays so. Only while a library is being opened the room is a hole, and the uppermost
 * one. What else the process maps meanwhile comes there, too, and makes the room smaller.
 *
 * Where copies lie far away there is no room: while a library is being opened, the places are held
 * where it must not come (clash.h). */
#ifndef IMAGE_ROOM_H
#define IMAGE_ROOM_H

#include <stdbool.h>
#include <stddef.h>

#include "image/module.h"

/* The locked modules' business; no room when there is no memory to be had. */
void room_take(size_t bytes);
void room_give(void);

/* NULL: there is no room. */
const struct segment *room_segment(void);
bool room_has(const char *start, size_t bytes);

/* Around each opening, which begins with the modules locked; several threads may open libraries at
 * the same time. Nothing happens when the thread has opened it already, or has not: so it is closed
 * as soon as the library is there. */
void room_open(void);
void room_close(void);

#endif
