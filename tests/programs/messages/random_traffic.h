/* SPDX-License-Identifier: MIT */
/* What is to be sent in a round, which every rank works out by itself from the seed. */
#ifndef TESTS_PROGRAMS_TRAFFIC_H
#define TESTS_PROGRAMS_TRAFFIC_H

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "p2p/limits.h"

enum { MESSAGES = 10, BYTES_MAX = 200000 };

enum mode { STANDARD, BUFFERED, SYNCHRONOUS, READY, MODES };
enum form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };

/* How a message is taken whose receive was not posted before. */
enum way { RECEIVE, ANY_SOURCE, PROBE, PROBE_ANY, POLL, MATCHED, MATCHED_POLL, LATE_REQUEST, WAYS };

struct message {
    uint64_t key; /* of its contents */
    int from;
    int to;
    int tag;
    int bytes;
    enum mode mode;
    enum form form;        /* of the send */
    int is_expected;       /* its receive is posted before it is sent */
    enum form taken_form;  /* of that receive: NONBLOCKING or PERSISTENT */
    enum way way;          /* else */
    int has_gaps;          /* ints, with as long a gap after each, at the sender */
    int has_gaps_received; /* at the receiver */
    MPI_Request request;
    unsigned char *buffer;
};

/* Mixes well enough for tests: David Stafford's thirteenth variant of MurmurHash3's finalizer. */
static inline uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline int next(uint64_t *state, int bound)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return (int)(mix(*state) % (uint64_t)bound);
}

static inline int random_bytes(uint64_t *state)
{
    static const int sizes[] = {0, 1, INLINE_BYTES_MAX - 1, INLINE_BYTES_MAX, INLINE_BYTES_MAX + 1,
                                143, 144, 145, EAGER_BYTES_MAX - 1, EAGER_BYTES_MAX,
                                EAGER_BYTES_MAX + 1, 65536, 65537};

    switch (next(state, 8)) {
    case 0:
        return next(state, BYTES_MAX);
    case 1:
    case 2:
        return next(state, 5000);
    case 3:
        return sizes[next(state, sizeof sizes / sizeof *sizes)];
    default:
        return 4 * next(state, 100);
    }
}

/* The i-th message of that rank. Messages of a pair with one tag must be taken in order: they are
 * either all expected or all not, and it is the same for all. Other tags are used once a round. */
static inline struct message message_of(uint64_t seed, int round, int from, int i, int ranks,
                                        int tag_max)
{
    uint64_t state = mix(seed + mix((uint64_t)round << 32 | (uint64_t)(from * MESSAGES + i)));
    uint64_t shared = mix(seed ^ (uint64_t)round);
    int base = next(&shared, tag_max - ranks * MESSAGES) + 1;
    struct message message = {
        .key = state,
        .from = from,
        .to = next(&state, ranks),
        .tag = base + from * MESSAGES + i,
        .bytes = random_bytes(&state),
        .form = (enum form)next(&state, FORMS),
        .is_expected = next(&state, 2),
        .taken_form = (enum form)(NONBLOCKING + next(&state, 2)),
        .way = (enum way)next(&state, WAYS),
        .has_gaps = next(&state, 3) == 0,
        .has_gaps_received = next(&state, 3) == 0,
        .request = MPI_REQUEST_NULL,
    };

    if (next(&state, 3) == 0) { /* one of several with the same tag */
        message.tag = 0;
        message.is_expected = next(&shared, 2);
    }
    message.mode = (enum mode)next(&state, message.is_expected ? MODES : MODES - 1);
    /* A send that may wait for its receive must not keep its rank from posting others. */
    if (!message.is_expected && message.form == BLOCKING && message.mode != BUFFERED)
        message.form = NONBLOCKING;
    return message;
}

/* As many units as the buffer has: a byte each, or an int with or without a gap after it. */
static inline MPI_Datatype type_of(const struct message *message, int has_gaps, int *count)
{
    MPI_Datatype type, resized;

    if (message->bytes % 4 != 0 || message->bytes > 4000) {
        *count = message->bytes;
        MPI_Type_dup(MPI_BYTE, &type);
        return type;
    }
    *count = message->bytes / 4;
    MPI_Type_dup(MPI_INT, &type);
    if (!has_gaps)
        return type;
    MPI_Type_create_resized(type, 0, 8, &resized);
    MPI_Type_commit(&resized);
    MPI_Type_free(&type);
    return resized;
}

/* Twice as large as the data, for gaps, and a byte more, which must stay as it is. */
enum { UNTOUCHED = 0xa5 };

static inline unsigned char *new_buffer(const struct message *message)
{
    size_t bytes = 2 * (size_t)message->bytes + 1;
    unsigned char *buffer = malloc(bytes);

    memset(buffer, UNTOUCHED, bytes);
    return buffer;
}

static inline size_t offset_of(const struct message *message, int has_gaps, int i)
{
    int is_spread = has_gaps && message->bytes % 4 == 0 && message->bytes <= 4000;

    return is_spread ? (size_t)(i / 4 * 8 + i % 4) : (size_t)i;
}

static inline unsigned char byte_of(const struct message *message, int i)
{
    return (unsigned char)((message->key * 2654435761u + (uint64_t)i * 40503u) >> 13);
}

static inline void fill(const struct message *message)
{
    int i;

    for (i = 0; i < message->bytes; i++)
        message->buffer[offset_of(message, message->has_gaps, i)] = byte_of(message, i);
}

/* All bytes as they were sent, and nothing else written. */
static inline int is_whole(const struct message *message)
{
    size_t bytes = 2 * (size_t)message->bytes + 1, at, end = 0;
    int i, gaps = message->has_gaps_received;

    for (i = 0; i < message->bytes; i++) {
        at = offset_of(message, gaps, i);
        if (message->buffer[at] != byte_of(message, i))
            return 0;
        for (; end < at; end++)
            if (message->buffer[end] != UNTOUCHED)
                return 0;
        end = at + 1;
    }
    for (; end < bytes; end++)
        if (message->buffer[end] != UNTOUCHED)
            return 0;
    return 1;
}

#endif
