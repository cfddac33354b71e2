/* SPDX-License-Identifier: MIT */
/* The calling thread opens a library by dlopen: what has to be done around that call, so that the
 * library comes where its data can be copied for every slot. For lib/image only. */
#ifndef IMAGE_OPENING_H
#define IMAGE_OPENING_H

#include <stdbool.h>

#include "image/module/module.h"

/* Call them around a dlopen; a constructor may open another library meanwhile. They copy no
 * libraries that the wrapper has not linked, and run no constructors. */
void opening_begin(void);
void opening_end(void);

/* True if the calling thread is between the two: the thread that opens the library runs its
 * constructors afterwards. */
bool opening_is_under_way(void);

/* For the calls of dlopen that the wrapper has compiled. Between opening_begin_again and
 * opening_end, a library that comes where it cannot be copied is kept for another try
 * (image/module/misplaced.h), up to a number of tries, unless the loader is to keep it for ever
 * (RTLD_NODELETE, DF_1_NODELETE, unique symbols of C++): then its copies go where they can, or the
 * process ends.
 * opening_count_try counts one, and returns its number; opening_has_succeeded begins to count
 * anew. */
void opening_begin_again(int mode);
int opening_count_try(void);
void opening_has_succeeded(void);

/* True if the module does not become one, because it lies where it cannot be copied for each slot,
 * and the thread that opens it will open it again. */
bool opening_puts_off(const struct module *module);

#endif
