/* SPDX-License-Identifier: MIT */
#include "timeline/packets.h"

#include <string.h>

#include "base/deflate.h"
#include "base/memory.h"

/* Perfetto wants compressed packets of less than 512 KB. */
enum { PACKETS_BYTES = DEFLATE_BYTES_MAX, HEAD_BYTES = 11 };

/* The keys of the fields, which contain bytes. */
enum { KEY_PACKET = 1 << 3 | 2, KEY_COMPRESSED = 50 << 3 | 2 };

struct compression {
    struct deflate deflate;
    size_t count;
    unsigned char gathered[PACKETS_BYTES];
    unsigned char packed[DEFLATE_BOUND(PACKETS_BYTES)];
};

static size_t put_number(unsigned char *to, size_t number)
{
    size_t count = 0;

    for (; number >= 0x80; number >>= 7)
        to[count++] = (unsigned char)(number | 0x80);
    to[count++] = (unsigned char)number;
    return count;
}

static size_t put_head(unsigned char *to, unsigned key, size_t count)
{
    size_t bytes = put_number(to, key);

    return bytes + put_number(to + bytes, count);
}

static void write_packed(struct packets *packets)
{
    struct compression *compression = packets->compression;
    size_t bytes = deflate_write(&compression->deflate, compression->gathered, compression->count,
                                 compression->packed);
    unsigned char inner[HEAD_BYTES], outer[HEAD_BYTES];
    size_t inner_bytes = put_head(inner, KEY_COMPRESSED, bytes);
    size_t outer_bytes = put_head(outer, KEY_PACKET, inner_bytes + bytes);

    fwrite(outer, 1, outer_bytes, packets->out);
    fwrite(inner, 1, inner_bytes, packets->out);
    fwrite(compression->packed, 1, bytes, packets->out);
    compression->count = 0;
}

void packets_begin(struct packets *packets, FILE *out)
{
    packets->out = out;
    packets->compression = memory_take(sizeof *packets->compression);
    if (packets->compression != NULL)
        packets->compression->count = 0;
}

void packets_add(struct packets *packets, const void *fields, size_t count)
{
    struct compression *compression = packets->compression;
    unsigned char head[HEAD_BYTES];
    size_t bytes = put_head(head, KEY_PACKET, count);

    if (compression == NULL || bytes + count > PACKETS_BYTES) {
        fwrite(head, 1, bytes, packets->out);
        fwrite(fields, 1, count, packets->out);
        return;
    }
    if (compression->count + bytes + count > PACKETS_BYTES)
        write_packed(packets);
    memcpy(compression->gathered + compression->count, head, bytes);
    memcpy(compression->gathered + compression->count + bytes, fields, count);
    compression->count += bytes + count;
}

void packets_end(struct packets *packets)
{
    if (packets->compression != NULL && packets->compression->count > 0)
        write_packed(packets);
    memory_give(packets->compression);
}
