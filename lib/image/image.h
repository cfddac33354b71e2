/* SPDX-License-Identifier: MIT */
/* image: each rank's own copy of the program's writable data.
 *
 * Code compiled with the privatizing plugin reaches each mutable variable at its address plus a
 * thread-local displacement. A slot is one complete set of these variables, in all modules (the
 * executable and the shared libraries) that registered themselves; it lies at one distance from
 * the originals, and that distance is its displacement. Slot 0 is the originals, displacement 0.
 * This floor knows slots, no ranks.
 *
 * Contract
 *   Order      image_open once or more; then for each use of a slot: image_fill, image_enter,
 *              image_construct, the program, image_finish, image_empty. Slot 0 is never filled or
 *              emptied (both do nothing): the loader made it and ran its constructors.
 *   Sharing    Whoever is not alone in the process takes slots from image_reserve.
 *   Threads    A slot belongs to one caller from image_fill to image_empty; different slots may be
 *              filled, entered, finished and emptied at the same time by any threads.
 *              image_construct and image_finish are called by a thread that has entered the slot.
 *              Any number of threads may be in one slot.
 *   Growth     image_open may be called again with more slots. A filled slot costs what its data
 *              and its touched pages cost; an emptied one nothing, unless its data are few: then
 *              it keeps the memory for the next use.
 *   Errors     0, or -1 with a note. The first image_open refuses programs whose variables
 *              cannot be private, by name; after an error nothing has changed. */
#ifndef IMAGE_IMAGE_H
#define IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

enum { IMAGE_SLOTS_MAX = 4096 };

/* Checks the modules, chooses the distance of the slots, makes 0 .. slots - 1 usable. */
int image_open(int slots);

/* The first of so many slots, one after the other, that nobody else has; slot 0 is never among
 * them. -1 with a note: there are not so many. They are released when they are empty. */
int image_reserve(int slots);
void image_release(int first, int slots);

/* A fresh copy of the data as the linker left it, with its pointers directed at this copy. */
int image_fill(int slot);

/* The memory goes back; the slot may be filled again. No thread is in it any more. */
void image_empty(int slot);

/* From the original of a variable to the slot's own. */
ptrdiff_t image_displacement(int slot);

/* The calling thread works on this slot from here on. */
void image_enter(int slot);
int image_current(void);

/* Whether each slot has its own copy of the variable that is at this address. */
bool image_is_private(const void *original);

/* Makes envp the slot's environment (if `environ` is private) and runs the modules' static
 * constructors on the slot. One slot at a time in the whole process: what constructors reach
 * outside of the private data was never written for threads. */
void image_construct(int slot, int argc, char **argv, char **envp);

/* Ends the calling thread's thread-local objects and runs what was registered with atexit and the
 * like in this slot, latest first; then, except for slot 0 whose process does it, for each module
 * the static destructors and what its constructors had registered. on_exit's functions are given
 * the status. What they leave undone by a jump out of here, the next call continues. */
void image_finish(int slot, int status);

#endif
