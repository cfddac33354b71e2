/* SPDX-License-Identifier: MIT */
/* A packing buffer, and the place of data in it. */
#ifndef API_PACKING_H
#define API_PACKING_H

#include "api/argument/check.h"

struct packing {
    void *buf;
    MPI_Count size; /* of the buffer */
    MPI_Count position;
    MPI_Count bytes;
};

struct packing_names {
    const char *buf;
    const char *size;
};

static const struct data_names names_packed = {"inbuf", "incount", "datatype"};
static const struct data_names names_unpacked = {"outbuf", "outcount", "datatype"};
static const struct packing_names names_outbuf = {"outbuf", "outsize"};
static const struct packing_names names_inbuf = {"inbuf", "insize"};

/* Writes the sentence about a place that is wrong. */
int refuse_packing(const struct packing *packing, const struct packing_names *names) REFUSES;

/* Checks the buffer and reads the position, for that many bytes. Without names it is fast. The slot
 * is an argument of its own: copying a structure right after its halves were written would stall
 * the processor. */
ALWAYS_INLINE int packing_check(struct packing *packing, const struct packing_names *names,
                                MPI_Count bytes, struct int_slot position)
{
    int err = check_slot(position, names != NULL ? "position" : NULL);

    if (err != MPI_SUCCESS)
        return err;
    packing->position = slot_read(position);
    packing->bytes = bytes;
    if (likely(packing->position >= 0 && packing->bytes <= packing->size - packing->position &&
               packing->buf != NULL))
        return MPI_SUCCESS;
    return names != NULL ? refuse_packing(packing, names) : UNUSUAL;
}

static inline char *packing_start(const struct packing *packing)
{
    return (char *)packing->buf + packing->position;
}

#endif
