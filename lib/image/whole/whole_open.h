/* SPDX-License-Identifier: MIT */
/* Libraries that a program opens by dlopen and no wrapper has compiled. They, and those that they
 * need, become modules that are copied whole before their constructors run. For lib/image only. */
#ifndef IMAGE_WHOLE_OPEN_H
#define IMAGE_WHOLE_OPEN_H

/* The function that code in copies calls instead of dlopen. */
void *whole_open(const char *library, int mode);

/* Opens the library before the dlopen in the module that has the address `caller`, which then finds
 * it. whole_end_announcement, after that dlopen, gets what whole_announce has returned, and the
 * handle or NULL. It reports libraries that could not be announced and were opened all the same:
 * all ranks share them. */
void *whole_announce(const char *library, int mode, const void *caller);
void whole_end_announcement(void *announcement, void *handle);

#endif
