/* SPDX-License-Identifier: MIT */
/* The packets of a trace in Perfetto's format, on their way to a file: as many as fit PACKETS_BYTES
 * become one packet, which has them as a zlib stream (`compressed_packets`). Without memory for
 * that they are written as they are. */
#ifndef TIMELINE_PACKETS_H
#define TIMELINE_PACKETS_H

#include <stddef.h>
#include <stdio.h>

struct compression;

struct packets {
    FILE *out;
    struct compression *compression; /* NULL: no memory */
};

void packets_begin(struct packets *packets, FILE *out);

/* Adds a packet, whose fields these are. */
void packets_add(struct packets *packets, const void *fields, size_t count);

/* Writes what is left. */
void packets_end(struct packets *packets);

#endif
