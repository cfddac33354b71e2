/* SPDX-License-Identifier: MIT */
/* Circles of ranks that would wait for each other if no message were buffered (check/reliance.h),
 * in words. */
#ifndef CHECK_CIRCLE_H
#define CHECK_CIRCLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/call.h"

struct world;

/* The operation in which a rank waits for the next one. A choice is a wait for one of several sends
 * and receives; a link of a circle has the one that leads on. */
enum circle_step { CIRCLE_SEND, CIRCLE_RECEIVE, CIRCLE_MEETING, CIRCLE_CHOICE };

struct circle_link {
    enum circle_step step;
    int rank, next;    /* which waits, and for which */
    struct call call;  /* that waits */
    const void *start; /* the call that began the operation; NULL: the same call */
    uint32_t there;    /* lower half of the address of the other side's call; 0: there is none */
    bool is_from_any;  /* the receive of the message asks for any source */
    int choices; /* requests of which the call waits for any: none can be complete; 0: for one */
};

enum { CIRCLE_LINKS_MAX = 4 };

/* Its first links, from a send on. */
struct circle {
    int length, shown;
    struct circle_link links[CIRCLE_LINKS_MAX];
};

/* Reports it, once for each pair of places of the first message. */
void circle_tell(const struct world *world, const struct circle *circle);

#endif
