/* SPDX-License-Identifier: MIT */
/* watch: AddressSanitizer knows the slots' copies of variables, so that its reports name them.
 *
 * Each unit that is compiled for it hands over a list of the unit's variables. The same goes to the
 * sanitizer for each copy of them; only once, since it forgets nothing that it has been told. */
#ifndef IMAGE_WATCH_H
#define IMAGE_WATCH_H

#include <pthread.h>
#include <stddef.h>

#include "base/list.h"

struct module;

struct watched {
    pthread_mutex_t lock;
    struct list units;
    struct list copies;         /* what the sanitizer was told, which must stay */
    ptrdiff_t *displacements;   /* of those */
    size_t count, capacity;
};

void watch_init(struct watched *watched);

/* A copy is made at this displacement. */
void watch_copy(struct module *module, ptrdiff_t displacement);

#endif
