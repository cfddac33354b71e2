/* SPDX-License-Identifier: MIT */
/* Compressed bytes, read back by a reader of the test's own, which knows the fixed code alone. */
#include "base/deflate.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const unsigned char *from;
    size_t bytes, bit; /* the next one */
};

static unsigned next_bit(struct reader *reader)
{
    cr_assert_lt(reader->bit / 8, reader->bytes);
    reader->bit++;
    return reader->from[(reader->bit - 1) / 8] >> (reader->bit - 1) % 8 & 1;
}

static unsigned next_bits(struct reader *reader, int count)
{
    unsigned bits = 0;

    for (int i = 0; i < count; i++)
        bits |= next_bit(reader) << i;
    return bits;
}

static unsigned next_code(struct reader *reader, unsigned code, int count)
{
    while (count-- > 0)
        code = code << 1 | next_bit(reader);
    return code;
}

static unsigned next_symbol(struct reader *reader)
{
    unsigned code = next_code(reader, 0, 7);

    if (code < 24)
        return code + 256;
    code = next_code(reader, code, 1);
    if (code < 192)
        return code - 48;
    if (code < 200)
        return code - 192 + 280;
    return next_code(reader, code, 1) - 400 + 144;
}

/* RFC 1951, section 3.2.5. */
static size_t next_length(struct reader *reader, unsigned symbol)
{
    static const int bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                               2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    size_t length = 3;

    if (symbol == 285)
        return 258;
    for (unsigned before = 257; before < symbol; before++)
        length += (size_t)1 << bits[before - 257];
    return length + next_bits(reader, bits[symbol - 257]);
}

static size_t next_distance(struct reader *reader)
{
    unsigned symbol = next_code(reader, 0, 5);
    size_t distance = 1;

    for (unsigned before = 0; before < symbol; before++)
        distance += (size_t)1 << (before < 4 ? 0 : before / 2 - 1);
    return distance + next_bits(reader, symbol < 4 ? 0 : (int)symbol / 2 - 1);
}

static uint32_t adler(const unsigned char *bytes, size_t count)
{
    uint32_t one = 1, two = 0;

    for (size_t i = 0; i < count; i++) {
        one = (one + bytes[i]) % 65521;
        two = (two + one) % 65521;
    }
    return two << 16 | one;
}

static size_t inflate(const unsigned char *from, size_t bytes, unsigned char *to)
{
    struct reader reader = {from, bytes - 4, 16};
    size_t count = 0;
    unsigned symbol;
    uint32_t sum = 0;

    cr_assert_eq((from[0] << 8 | from[1]) % 31, 0);
    cr_assert_eq(from[0] & 15, 8);
    cr_assert_eq(next_bits(&reader, 3), 3);
    while ((symbol = next_symbol(&reader)) != 256) {
        size_t length = symbol > 256 ? next_length(&reader, symbol) : 1;
        size_t distance = symbol > 256 ? next_distance(&reader) : 0;

        cr_assert_leq(count + length, DEFLATE_BYTES_MAX);
        cr_assert_leq(distance, count);
        for (; length > 0; length--, count++)
            to[count] = distance > 0 ? to[count - distance] : (unsigned char)symbol;
    }
    cr_assert_eq((reader.bit + 7) / 8, bytes - 4, "bytes are left");
    for (int i = 0; i < 4; i++)
        sum = sum << 8 | from[bytes - 4 + i];
    cr_assert_eq(sum, adler(to, count));
    return count;
}

static unsigned char plain[DEFLATE_BYTES_MAX], again[DEFLATE_BYTES_MAX];

/* Returns how many bytes they become. */
static size_t expect_same(size_t count)
{
    static struct deflate deflate;
    unsigned char *packed = malloc(DEFLATE_BOUND(count));
    size_t bytes = deflate_write(&deflate, plain, count, packed);

    cr_assert_leq(bytes, DEFLATE_BOUND(count));
    cr_assert_eq(inflate(packed, bytes, again), count);
    cr_assert_arr_eq(again, plain, count);
    free(packed);
    return bytes;
}

/* The numbers are equal in each run. */
static unsigned next_random(void)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33);
}

Test(deflate, bytes_by_chance_come_back_and_hardly_grow)
{
    static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 255, 256, 257, 5552, DEFLATE_BYTES_MAX};

    for (size_t i = 0; i < sizeof plain; i++)
        plain[i] = (unsigned char)next_random();
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        expect_same(counts[i]);
}

Test(deflate, the_largest_bytes_fit_the_room)
{
    memset(plain, 255, sizeof plain);
    expect_same(sizeof plain);
    for (size_t i = 0; i < sizeof plain; i++)
        plain[i] = (unsigned char)(144 + next_random() % 112);
    expect_same(sizeof plain);
}

Test(deflate, repeats_of_each_length_and_distance_come_back)
{
    size_t at;

    for (int round = 0; round < 40; round++) {
        for (at = 0; at < sizeof plain;) {
            size_t length = next_random() % 300 + 1, distance = next_random() % 40000 + 1;
            bool repeats = distance <= at && next_random() % 4 != 0;

            for (; length > 0 && at < sizeof plain; length--, at++)
                plain[at] = repeats ? plain[at - distance] : (unsigned char)next_random();
        }
        expect_same(sizeof plain - (size_t)round);
    }
}

Test(deflate, records_that_look_alike_become_a_fifth)
{
    for (size_t i = 0; i < sizeof plain; i++)
        plain[i] = i % 32 < 2 ? (unsigned char)next_random() : (unsigned char)(i % 32);
    cr_assert_lt(expect_same(sizeof plain), sizeof plain / 5);
}
