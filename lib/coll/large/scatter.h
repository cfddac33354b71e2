/* SPDX-License-Identifier: MIT */
/* Scattering of large blocks: see scatter.c. */
#ifndef COLL_LARGE_SCATTER_H
#define COLL_LARGE_SCATTER_H

#include "coll/card.h"

/* The block that a root has for the i-th rank. */
gift_of scatter_gift;

#endif
