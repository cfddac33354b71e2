/* SPDX-License-Identifier: MIT */
/* Where in a program's source an address is, according to its debug information, or else its symbol
 * tables. A look-up takes some milliseconds, so it is for reports only. */
#ifndef BASE_PLACE_H
#define BASE_PLACE_H

#include <stddef.h>
#include <stdint.h>

/* The texts live as long as the struct places that found them. */
struct place {
    const char *function; /* its symbol (base/symbol.h); NULL: unknown */
    const char *file;     /* without directories; the module's file when line is 0 */
    const char *path;     /* the same with its directories, as far as they are known */
    int line;
};

/* The modules of the process, opened once for several look-ups. */
struct places;

struct places *places_open(void); /* NULL if there is no memory; the others accept NULL */
void places_close(struct places *places);
struct place places_find(struct places *places, uintptr_t address);

enum { PLACE_TEXT_BYTES = 128, PLACE_PATH_BYTES = 1024 };

/* Describes the address that a call returns to, as in "exchange (halo.c:41)", or as a number if
 * nothing more is known. Returns text, which has PLACE_TEXT_BYTES. */
const char *place_describe(struct places *places, const void *site, char text[]);

/* Where two calls are that do not fit each other. */
struct place_pair {
    char one[PLACE_TEXT_BYTES];
    char other[PLACE_TEXT_BYTES];
};

void place_describe_pair(const void *one, const void *other, struct place_pair *pair);

/* The function returns the address in the loader's object for one in a copy of it
 * (image/whole/whole.h); from now on look-ups ask it. */
void places_have_copies(const void *(*original)(const void *address));

/* Completes a code address of which only the lower half was stored. Returns NULL if no module has
 * code at such an address. */
const void *place_complete(uint32_t lower_half);

#endif
