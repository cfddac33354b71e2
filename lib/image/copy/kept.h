/* SPDX-License-Identifier: MIT */
/* Copies that an emptied slot keeps for its next use: those with few data, and those with code,
 * which stay mapped for good, because the C library may still call it (pthread_atfork). For
 * lib/image only; call the functions with the modules locked. */
#ifndef IMAGE_KEPT_H
#define IMAGE_KEPT_H

#include "image/slot.h"

/* Unmaps the copies of the modules before `end`, or of all if it is NULL. */
void kept_unmake(const struct module *end, ptrdiff_t displacement);

/* The slot is emptied: keeps its copies, or unmaps them. */
void kept_leave(struct slot *slot);

/* Makes the kept copies new again and returns true, or gives them up and returns false. */
bool kept_renew(struct slot *slot);

#endif
