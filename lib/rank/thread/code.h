/* SPDX-License-Identifier: MIT */
/* Functions that this library interposes ask here to whose code a call returns. */
#ifndef RANK_THREAD_CODE_H
#define RANK_THREAD_CODE_H

#include <stdbool.h>
#include <stdint.h>

/* The bounds of the code of this library, which linkers define. */
extern __attribute__((visibility("hidden"))) const char __ehdr_start[], etext[];

/* With the static library this is so of the program's code, too. */
static inline bool code_is_own(uintptr_t site)
{
    return site >= (uintptr_t)__ehdr_start && site < (uintptr_t)etext;
}

/* Does the program contain the library? */
bool code_is_part_of_program(void);

/* Is the function, with which a thread starts, one of OpenMP? */
bool code_is_of_openmp(void *(*start)(void *));

/* Where libraries lie that lock for themselves. */
struct libraries {
    struct library_range {
        uintptr_t from, end;
        bool is_code; /* what its code locks counts, and not only its own objects */
    } ranges[8];
    int count;
};

void libraries_find(struct libraries *libraries);

/* Does one of them make a call that returns to the site, or have the object? This takes no memory,
 * because what gives memory calls it. */
bool libraries_have(const struct libraries *libraries, uintptr_t site, uintptr_t object);

#endif
