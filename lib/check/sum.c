/* SPDX-License-Identifier: MIT */
#include "check/sum.h"

#include <string.h>

enum { CHUNK_BYTES = 4096 };

/* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4), word by word. Each step
 * is invertible in both arguments, so two buffers that differ in one word have different sums. */
static inline uint64_t add_word(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

static inline uint64_t word_at(const unsigned char *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return word;
}

/* A word waits for the one before it: so a longer buffer has four sums, side by side. */
static uint64_t add_lanes(uint64_t sum, const unsigned char *bytes, size_t count)
{
    enum { WORD = sizeof(uint64_t), LANES = 4 };
    uint64_t word = 0, sum1 = sum, sum2 = sum, sum3 = sum;

    for (; count >= (size_t)LANES * WORD; count -= LANES * WORD, bytes += LANES * WORD) {
        sum = add_word(sum, word_at(bytes));
        sum1 = add_word(sum1, word_at(bytes + WORD));
        sum2 = add_word(sum2, word_at(bytes + 2 * WORD));
        sum3 = add_word(sum3, word_at(bytes + 3 * WORD));
    }
    sum = add_word(add_word(add_word(sum, sum1), sum2), sum3);
    for (; count >= WORD; count -= WORD, bytes += WORD)
        sum = add_word(sum, word_at(bytes));
    if (count == 0)
        return sum;
    memcpy(&word, bytes, count);
    return add_word(sum, word);
}

/* A word alone is the usual message. */
static inline uint64_t add_bytes(uint64_t sum, const unsigned char *bytes, size_t count)
{
    return likely(count == sizeof(uint64_t)) ? add_word(sum, word_at(bytes))
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
