/* SPDX-License-Identifier: MIT */
/* Snapshots of buffers when an operation begins, to find and report what has changed when it
 * ends. */
#ifndef CHECK_SNAPSHOT_H
#define CHECK_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/container.h"
#include "type/data.h"

/* Memory up to this size is used again, so that most messages take none. */
enum { SNAPSHOT_ROOM_BYTES = 4096 };

/* Zero: it has no memory. */
struct snapshot {
    uint64_t word;        /* of data that are one word, which is the usual message */
    unsigned char *bytes; /* of others, without gaps, block by block; NULL: are not kept */
    size_t room;
};

static inline bool snapshot_is_word(const struct data *data)
{
    return data_is_contiguous(data) && data_bytes(data) == sizeof(uint64_t);
}

static inline uint64_t snapshot_word_of(const struct data *data)
{
    uint64_t word;

    memcpy(&word, data_start(data), sizeof word);
    return word;
}

/* Keeps what the blocks hold, in place of what was kept before. Without memory for that nothing is
 * found to have changed. */
void snapshot_fill(struct snapshot *snapshot, const struct data blocks[], int count);

bool snapshot_differs(const struct snapshot *snapshot, const struct data blocks[], int count);

/* Describes the first element that has changed: "element [2] of 4 MPI_INT was 0 and is 7". Returns
 * text; "": none has. */
enum { CHANGE_TEXT_BYTES = 240 };
const char *snapshot_describe(const struct snapshot *snapshot, const struct data blocks[],
                              int count, char text[]);

/* Gives back the memory; the large one of a buffer that is out of use. */
void snapshot_give(struct snapshot *snapshot);
static inline void snapshot_trim(struct snapshot *snapshot)
{
    if (unlikely(snapshot->room > SNAPSHOT_ROOM_BYTES))
        snapshot_give(snapshot);
}

#endif
