/* SPDX-License-Identifier: MIT */
/* Sums of data, which tell whether a buffer has changed. */
#ifndef CHECK_SUM_H
#define CHECK_SUM_H

#include <stdint.h>
#include <string.h>

#include "type/data.h"

/* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4), word by word. Each step
 * is invertible in both arguments, so two buffers that differ in one word have different sums. */
static inline uint64_t sum_add(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

static inline uint64_t sum_word(const unsigned char *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return word;
}

uint64_t sum_of_blocks(const struct data blocks[], int count);

/* The sum of one block that is a word, which is the usual message. */
static inline bool sum_is_short(const struct data *data)
{
    return data_is_contiguous(data) && data_bytes(data) == sizeof(uint64_t);
}

static inline uint64_t sum_of_short(const struct data *data)
{
    return sum_add(0, sum_word((const unsigned char *)data_start(data)));
}

#endif
