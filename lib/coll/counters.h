/* SPDX-License-Identifier: MIT */
/* What a collective operation sends from member to member by its meaning, however it is done. */
#ifndef COLL_COUNTERS_H
#define COLL_COUNTERS_H

#include "coll/op.h"

/* Counts the operation, and what the calling member sends. To itself it sends nothing. */
void coll_count(const struct coll_args *args);

#endif
