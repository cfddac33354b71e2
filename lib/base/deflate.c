/* SPDX-License-Identifier: MIT */
#include "base/deflate.h"

#include <string.h>

/* Lengths and distances of repeats. */
enum { REPEAT_MIN = 4, REPEAT_MAX = 258, DISTANCE_MAX = 32768 };

enum { SYMBOL_END = 256, SYMBOL_LENGTHS = 257 };

/* The least length, and the least distance, of each symbol; further bits say how much more. */
static const uint16_t lengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                   31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                      2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distances[] = {1,   2,   3,   4,   5,   7,    9,    13,   17,   25,
                                     33,  49,  65,  97,  129, 193,  257,  385,  513,  769,
                                     1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};

static inline void put_bits(struct deflate *deflate, uint32_t bits, int count)
{
    deflate->bits |= (uint64_t)bits << deflate->bit_count;
    for (deflate->bit_count += count; deflate->bit_count >= 8; deflate->bit_count -= 8) {
        deflate->to[deflate->count++] = (unsigned char)deflate->bits;
        deflate->bits >>= 8;
    }
}

/* Codes begin with their highest bit, all other numbers with their lowest. */
static inline void put_code(struct deflate *deflate, uint32_t code, int count)
{
    uint32_t turned = 0;

    for (int i = 0; i < count; i++)
        turned |= (code >> i & 1) << (count - 1 - i);
    put_bits(deflate, turned, count);
}

static inline void put_symbol(struct deflate *deflate, uint32_t symbol)
{
    if (symbol < 144)
        put_code(deflate, 48 + symbol, 8);
    else if (symbol < 256)
        put_code(deflate, 400 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(deflate, symbol - 256, 7);
    else
        put_code(deflate, 192 + symbol - 280, 8);
}

static void put_repeat(struct deflate *deflate, size_t length, size_t distance)
{
    uint32_t symbol = sizeof lengths / sizeof lengths[0] - 1;

    while (lengths[symbol] > length)
        symbol--;
    put_symbol(deflate, SYMBOL_LENGTHS + symbol);
    put_bits(deflate, (uint32_t)length - lengths[symbol], length_bits[symbol]);
    symbol = sizeof distances / sizeof distances[0] - 1;
    while (distances[symbol] > distance)
        symbol--;
    put_code(deflate, symbol, 5);
    put_bits(deflate, (uint32_t)distance - distances[symbol],
             symbol < 4 ? 0 : (int)symbol / 2 - 1);
}

/* Returns the place of the latest four bytes with the hash of those at `at`, which are from now on
 * the latest; 0: there are none. */
static inline uint32_t replace_place(struct deflate *deflate, const unsigned char *from, size_t at)
{
    uint32_t four, *place, before;

    memcpy(&four, from + at, sizeof four);
    place = &deflate->places[four * 2654435761u >> 18];
    before = *place;
    *place = (uint32_t)at + 1;
    return before;
}

static inline size_t count_equal(const unsigned char *one, const unsigned char *other, size_t most)
{
    size_t count = 0;

    while (count < most && one[count] == other[count])
        count++;
    return count;
}

static void put_all(struct deflate *deflate, const unsigned char *from, size_t count)
{
    size_t at = 0;

    while (at < count) {
        size_t left = count - at, length = 0;
        uint32_t before = left >= REPEAT_MIN ? replace_place(deflate, from, at) : 0;

        if (before != 0 && at - (before - 1) <= DISTANCE_MAX)
            length = count_equal(from + before - 1, from + at,
                                 left < REPEAT_MAX ? left : REPEAT_MAX);
        if (length >= REPEAT_MIN)
            put_repeat(deflate, length, at - (before - 1));
        else
            put_symbol(deflate, from[at]);
        at += length >= REPEAT_MIN ? length : 1;
    }
}

/* Adler's checksum. This many bytes cannot make a sum larger than its type. */
static uint32_t sum_of(const unsigned char *from, size_t count)
{
    enum { MODULUS = 65521, STRETCH = 5552 };
    uint32_t one = 1, two = 0;

    for (size_t at = 0; at < count; at++) {
        one += from[at];
        two += one;
        if ((at + 1) % STRETCH == 0) {
            one %= MODULUS;
            two %= MODULUS;
        }
    }
    return two % MODULUS << 16 | one % MODULUS;
}

size_t deflate_write(struct deflate *deflate, const unsigned char *from, size_t count,
                     unsigned char *to)
{
    enum { HEAD = 0x78, FASTEST = 0x01, LAST_BLOCK = 1, FIXED_CODE = 1 };
    uint32_t sum = sum_of(from, count);

    memset(deflate, 0, sizeof *deflate);
    deflate->to = to;
    to[deflate->count++] = HEAD;
    to[deflate->count++] = FASTEST;
    put_bits(deflate, LAST_BLOCK | FIXED_CODE << 1, 3);
    put_all(deflate, from, count);
    put_symbol(deflate, SYMBOL_END);
    put_bits(deflate, 0, 7); /* the rest of the last byte */
    for (int i = 3; i >= 0; i--)
        to[deflate->count++] = (unsigned char)(sum >> 8 * i);
    return deflate->count;
}
