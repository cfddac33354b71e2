/* SPDX-License-Identifier: MIT */
/* The search for circles of ranks whose first entries wait for each other (check/follower.h). The
 * thread that searches has the lock of struct reliance. */
#ifndef CHECK_RELIANCE_SEARCH_H
#define CHECK_RELIANCE_SEARCH_H

#include <stdbool.h>

#include "check/circle.h"
#include "check/follower.h"

/* Takes away all first entries that are done, and the sends of circles, up to a circle that has to
 * be reported. Returns true for such a circle; there may be more then. Only ranks that have changed
 * since the last search, and ranks that wait for these, are looked at. */
bool reliance_settle(struct reliance *all, struct circle *circle);

#endif
