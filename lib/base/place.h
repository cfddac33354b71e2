/* SPDX-License-Identifier: MIT */
/* Where in a program's source an address is, as its debug information tells; without that, what the
 * symbol tables know. A look-up takes some milliseconds: it is for reports. */
#ifndef BASE_PLACE_H
#define BASE_PLACE_H

#include <stddef.h>
#include <stdint.h>

/* The texts live as long as the look-up that found them. */
struct place {
    const char *function; /* its symbol (base/symbol.h); NULL: not known */
    const char *file;     /* without directories; the module's when line is 0 */
    int line;
};

/* The modules of the process, opened once for several look-ups. */
struct places;

struct places *places_open(void); /* NULL, which the others take, when there is no memory */
void places_close(struct places *places);
struct place places_find(struct places *places, uintptr_t address);

enum { PLACE_TEXT_BYTES = 128 };

/* "exchange (halo.c:41)" for the address that a call returns to; an address when no more is known.
 * Returns text, which has PLACE_TEXT_BYTES. */
const char *place_describe(struct places *places, const void *site, char text[]);

/* The address in the code of a module whose lower half that is, NULL when there is none: what has
 * room for half of an address only is found again. */
const void *place_complete(uint32_t lower_half);

#endif
