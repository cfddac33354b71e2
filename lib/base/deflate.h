/* SPDX-License-Identifier: MIT */
/* Compresses bytes into a zlib stream (RFC 1950 and 1951), which every reader of such streams
 * takes: what repeats within 32 KB becomes a length and a distance, and all is written by the fixed
 * code. Records that look alike become a fifth or less, in a pass without look-ahead. Nothing here
 * needs zlib. */
#ifndef BASE_DEFLATE_H
#define BASE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

enum { DEFLATE_BYTES_MAX = 1 << 18, DEFLATE_PLACES = 1 << 14 };

/* Its owner's memory, for one stream after the other. */
struct deflate {
    uint32_t places[DEFLATE_PLACES]; /* of four bytes, by their hash, from 1 on; 0: none */
    unsigned char *to;
    size_t count;
    uint64_t bits; /* that are not in `to` yet, the first one lowest */
    int bit_count;
};

/* Bytes that suffice for that many bytes of any content. */
#define DEFLATE_BOUND(count) ((count) + (count) / 8 + 16)

/* Writes the stream of at most DEFLATE_BYTES_MAX bytes. Returns its length. */
size_t deflate_write(struct deflate *deflate, const unsigned char *from, size_t count,
                     unsigned char *to);

#endif
