/* SPDX-License-Identifier: MIT */
/* Sums of data, which tell whether a buffer has changed. */
#ifndef CHECK_SUM_H
#define CHECK_SUM_H

#include <stdint.h>

#include "type/data.h"

uint64_t sum_of_blocks(const struct data blocks[], int count);

#endif
