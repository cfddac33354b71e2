/* SPDX-License-Identifier: MIT */
/* Numbers for addresses, in the order in which they come, so that runs which do the same have the
 * same numbers for other addresses. Owner: the thread that has the turn; zero is none yet. The
 * memory is of no job's heap, which a run would see. */
#ifndef RANK_THREAD_NUMBERS_H
#define RANK_THREAD_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

struct numbers {
    uintptr_t *keys; /* [room], a power of two; 0: none */
    uint32_t *each;
    size_t count, room;
};

/* The number of the address, from 1 on. Without memory all further addresses have 0. */
uint32_t numbers_of(struct numbers *numbers, uintptr_t key);

/* The caller has set the heap that numbers_of takes from. */
void numbers_free(struct numbers *numbers);

#endif
