/* SPDX-License-Identifier: MIT */
#include "check/sum.h"

#include <string.h>

enum { CHUNK_BYTES = 4096 };

/* A word waits for the one before it: so a longer buffer has four sums, side by side. */
static uint64_t add_lanes(uint64_t sum, const unsigned char *bytes, size_t count)
{
    enum { WORD = sizeof(uint64_t), LANES = 4 };
    uint64_t word = 0, sum1 = sum, sum2 = sum, sum3 = sum;

    for (; count >= (size_t)LANES * WORD; count -= LANES * WORD, bytes += LANES * WORD) {
        sum = sum_add(sum, sum_word(bytes));
        sum1 = sum_add(sum1, sum_word(bytes + WORD));
        sum2 = sum_add(sum2, sum_word(bytes + 2 * WORD));
        sum3 = sum_add(sum3, sum_word(bytes + 3 * WORD));
    }
    sum = sum_add(sum_add(sum_add(sum, sum1), sum2), sum3);
    for (; count >= WORD; count -= WORD, bytes += WORD)
        sum = sum_add(sum, sum_word(bytes));
    if (count == 0)
        return sum;
    memcpy(&word, bytes, count);
    return sum_add(sum, word);
}

/* A word alone is the usual message. */
static inline uint64_t add_bytes(uint64_t sum, const unsigned char *bytes, size_t count)
{
    return likely(count == sizeof(uint64_t)) ? sum_add(sum, sum_word(bytes))
                                             : add_lanes(sum, bytes, count);
}

/* A function of its own, because the chunk needs a page of the stack. */
static __attribute__((noinline)) uint64_t add_packed(uint64_t sum, const struct data *data)
{
    unsigned char chunk[CHUNK_BYTES];
    MPI_Count all = data_bytes(data), offset;

    for (offset = 0; offset < all; offset += CHUNK_BYTES) {
        MPI_Count bytes = all - offset < CHUNK_BYTES ? all - offset : CHUNK_BYTES;

        data_pack(data, offset, chunk, bytes);
        sum = add_bytes(sum, chunk, (size_t)bytes);
    }
    return sum;
}

static inline uint64_t add_data(uint64_t sum, const struct data *data)
{
    if (unlikely(!data_is_contiguous(data)))
        return add_packed(sum, data);
    return add_bytes(sum, (const unsigned char *)data_start(data), (size_t)data_bytes(data));
}

uint64_t sum_of_blocks(const struct data blocks[], int count)
{
    uint64_t sum = 0;
    int i;

    for (i = 0; i < count; i++)
        sum = add_data(sum, &blocks[i]);
    return sum;
}
