/* SPDX-License-Identifier: MIT */
/* The calling thread opens a library by dlopen: what has to be done around that call, so that the
 * library comes where its data can be copied for every slot. For lib/image only. */
#ifndef IMAGE_OPENING_H
#define IMAGE_OPENING_H

#include <stdbool.h>

/* Call them around a dlopen; a constructor may open another library meanwhile. They copy no
 * libraries that the wrapper has not linked, and run no constructors. */
void opening_begin(void);
void opening_end(void);

/* True if the calling thread is between the two: whoever opens the library runs its constructors
 * afterwards. */
bool opening_is_under_way(void);

#endif
