/* SPDX-License-Identifier: MIT */
/* Looks for circles of ranks whose first entries wait for each other (check/follower.h). For the
 * thread that has the lock. */
#ifndef CHECK_SEARCH_H
#define CHECK_SEARCH_H

#include <stdbool.h>

#include "check/circle.h"
#include "check/follower.h"

/* Lets all go that are done, and the sends of circles, until one has to be told: then it is true,
 * and there may be more. Looks only at ranks that have changed since, and at those that wait for
 * these. */
bool reliance_settle(struct reliance *all, struct circle *circle);

#endif
