/* SPDX-License-Identifier: MIT */
/* Which algorithm serves a call. Pure functions of what all members agree on;
 * docs/COLLECTIVES.md has them in a table. */
#ifndef COLL_POLICY_H
#define COLL_POLICY_H

#include "coll/coll.h"

struct coll_choice {
    coll_step *step;
    const struct exchange *exchange; /* of an exchange_step */
    int turns;                       /* epochs of the board that it takes */
};

/* `crowded`: the members outnumber the processors. */
struct coll_choice coll_choose(const struct coll_call *call, bool crowded);

/* Whether it pays that the last to arrive does an exchange for all members: by the bytes that one
 * member reads. Not a matter of agreement: the last to arrive decides. */
bool coll_is_small_exchange(const struct coll *coll);

#endif
