/* SPDX-License-Identifier: MIT */
/* Warnings about two calls that do not fit each other: one for each pair of calls. */
#ifndef RANK_WARNINGS_H
#define RANK_WARNINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/place.h"
#include "sync/lock.h"

/* Beyond so many pairs there are no more warnings: what else is wrong in the program can wait. */
enum { WARNINGS_MAX = 64 };

/* Zero: there has been no warning. */
struct warnings {
    struct lock lock; /* a rank's threads share it */
    int count;
    uint64_t pairs[WARNINGS_MAX];
};

/* Has there been no warning about the two calls, given by the lower halves of their addresses? From
 * now on there has. */
bool warnings_are_news(struct warnings *warnings, uint32_t one, uint32_t other);

/* Where the two are in the program. */
struct warning_places {
    char one[PLACE_TEXT_BYTES];
    char other[PLACE_TEXT_BYTES];
};

void warning_find_places(const void *one, const void *other, struct warning_places *found);

#endif
