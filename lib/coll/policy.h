/* SPDX-License-Identifier: MIT */
/* Which algorithm serves a call. Pure functions of what all members agree on. */
#ifndef COLL_POLICY_H
#define COLL_POLICY_H

#include "coll/coll.h"

struct coll_choice {
    coll_step *step;
    int turns; /* epochs of the board that it takes */
};

/* `crowded`: the members outnumber the processors. */
struct coll_choice coll_choose(enum coll_kind kind, MPI_Count bytes, bool crowded);

/* Whether the members of that communicator do. */
bool coll_is_crowded(const struct comm *comm);

#endif
