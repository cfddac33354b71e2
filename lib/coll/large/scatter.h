/* SPDX-License-Identifier: MIT */
/* Scattering of large blocks: see scatter.c. */
#ifndef COLL_LARGE_SCATTER_H
#define COLL_LARGE_SCATTER_H

#include "coll/cell.h"

/* The block that a root has for the i-th rank. */
packet_of scatter_packet;

#endif
