/* SPDX-License-Identifier: MIT */
/* Each rank's own copy of the program's writable data.
 *
 * Code compiled with the privatizing plugin reaches each mutable variable at its address plus a
 * thread-local displacement. A slot is one complete set of these variables, in all modules (the
 * executable and the shared libraries) that registered themselves. All copies of a slot lie at one
 * distance from the originals, the slot's displacement. Slot 0 is the originals, with displacement
 * 0. lib/image knows slots, not ranks.
 *
 * Contract
 *   Order      image_open once or more; then for each use of a slot: image_fill, image_enter,
 *              image_construct, the program, image_finish, image_empty. Slot 0 is never filled or
 *              emptied (both do nothing): the loader made it. Its constructors run like others' if
 *              the program starts ranks (image/module/defer.h); else the loader has run them.
 *   Sharing    A caller that is not alone in the process gets its slots from image_reserve.
 *   Threads    A slot belongs to one caller from image_fill to image_empty. Different slots may be
 *              filled, entered, finished and emptied at the same time by any threads. The thread
 *              that calls image_construct or image_finish must have entered the slot. Any number of
 *              threads may be in one slot.
 *   Growth     image_open may be called again with more slots. A filled slot costs what its data
 *              and its touched pages cost. An emptied slot costs nothing, unless its data are few:
 *              then it keeps the memory for the next use. With code that is copied it keeps the
 *              mappings and the touched pages.
 *   Errors     0, or -1 with a note. The first image_open refuses programs whose variables cannot
 *              be private, and names the variable. After an error nothing has changed. */
#ifndef IMAGE_IMAGE_H
#define IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "image/limit.h"

struct guest;

/* Checks the modules, chooses the distance between slots, and makes slots 0 .. slots - 1 usable. */
int image_open(int slots);

/* The process exists for a job, which has the first slots; further ones are reserved. */
void image_claim(int slots);

/* Reserves that many consecutive slots, never including slot 0, and returns the first. Returns -1
 * with a note if there are not enough. Release them when they are empty. */
int image_reserve(int slots);
void image_release(int first, int slots);

/* Before image_fill, or of slot 0: the slot runs this program (image/guest/guest.h) until it is
 * emptied, and not the process's first executable. */
void image_settle(int slot, const struct guest *guest);

const struct guest *image_guest(int slot);

/* Fills the slot with a fresh copy of the data as the linker left it, with its pointers directed at
 * this copy. */
int image_fill(int slot);

/* Frees the slot's memory; the slot may be filled again. No thread may be in it any more. */
void image_empty(int slot);

/* True if each slot has its own copy of the variable with this original. */
bool image_is_private(const void *original);

/* Returns the distance from the original of a variable to the slot's copy. */
ptrdiff_t image_displacement(int slot);

/* True if the slot's program, or a library that it begins with, reports its loads, stores and
 * orders: it is compiled with -fheddle-races. The slot is settled. */
bool image_tells_accesses(int slot);

/* Makes the calling thread work on this slot from now on. */
void image_enter(int slot);
int image_current(void);

/* True if the address lies in a module whose variables are private, or in a rank's copy of one. */
bool image_has_code(const void *address);

/* Shows a debugger that the slots are filled whose code is copied, too. */
void image_tell_debugger(void);

/* True if the process's program is copied with its code (image/whole/whole.h). */
bool image_is_whole(void);

/* Returns the slot's copy of a function: another address if the code is copied, too. */
void *image_function(int slot, void *function);

/* True if each slot has an `environ` of its own, or a `stdin`. */
bool image_has_environments(void);
bool image_has_inputs(void);

/* Sets `stdin` of the calling thread's slot, if it is private. */
void image_set_input(FILE *stream);
/* Returns the `environ` that the calling thread's program sees. */
char **image_environment(void);
/* Returns the function of the C library's that slots have for themselves in a program whose code is
 * copied, or NULL: others have it in the place of the C library's (runtime/program). */
void *image_own_function(const char *name);

/* Makes envp the slot's environment (if `environ` is private) and runs the modules' static
 * constructors on the slot. Only one slot at a time runs constructors in the whole process, because
 * what constructors reach outside the private data was never written for threads. */
void image_construct(int slot, int argc, char **argv, char **envp);

/* Called by any thread of the slot: a constructor of its may wait for other slots from now on. */
void image_let_others_construct(int slot);

/* Ends the calling thread's thread-local objects, then runs the slot's exit handlers, latest first.
 * Except for slot 0 where the process does it, it then runs for each module the static destructors
 * and the handlers that its constructors registered. As with constructors, one slot at a time does
 * that, until it waits for others. on_exit's functions receive the status. If a
 * handler leaves this function by a jump, the next call continues with the rest. */
void image_finish(int slot, int status);

#endif
