/* SPDX-License-Identifier: MIT */
/* Messages between ranks, of sizes around the limits of the protocols, against what was sent. */
#include "p2p/send.h"

#include <heddle/criterion.h>

#include "../comm/barrier.h"
#include "../type/random.h"
#include "live_blocks.h"
#include "base/knob.h"
#include "base/memory.h"
#include "p2p/probe.h"
#include "p2p/receive.h"
#include "rank/wait.h"
#include "request/completion.h"

enum { SIZE_MAX_BYTES = 1 << 20, GUARD = 0xa5 };

static const int sizes[] = {0, 1, 4, INLINE_BYTES_MAX - 1, INLINE_BYTES_MAX, INLINE_BYTES_MAX + 1,
                            80, EAGER_BYTES_MAX - 1, EAGER_BYTES_MAX, EAGER_BYTES_MAX + 1,
                            1023, 1024, 1025, 4096, 65535, 65536, 65537, 65540, SIZE_MAX_BYTES};
enum { SIZES = sizeof sizes / sizeof sizes[0], MODERATE_SIZES = 14 };

/* ---- buffers
 * --------------------------------------------------------------------------------- */

/* One side's buffer: all bytes in one piece, or as ints with a gap after each. */
struct buffer {
    unsigned char *start;
    size_t room;
    struct data data;
    struct type *vector;
    int stride; /* of units: a byte, or an int with its gap */
    int unit;
};

static struct buffer buffer_for(struct rank *self, int bytes, bool has_gaps)
{
    struct buffer buffer = {.stride = 1, .unit = 1, .room = (size_t)bytes};

    if (has_gaps && bytes > 0 && bytes % 4 == 0) {
        buffer.stride = 8;
        buffer.unit = 4;
        buffer.room = 2 * (size_t)bytes;
        cr_assert(type_vector(self->world->store, FORM_PLAIN, bytes / 4, 1, 2,
                              type_predefined(MPI_INT), &buffer.vector) == MPI_SUCCESS);
    }
    buffer.start = memory_take(buffer.room);
    memset(buffer.start, GUARD, buffer.room);
    buffer.data.buf = buffer.start;
    buffer.data.count = buffer.vector != NULL ? 1 : bytes;
    buffer.data.type = buffer.vector != NULL ? buffer.vector : type_predefined(MPI_BYTE);
    return buffer;
}

static void buffer_drop(struct buffer *buffer)
{
    type_drop(buffer->vector);
    memory_give(buffer->start);
}

static unsigned char byte_of(uint32_t message, int i)
{
    return (unsigned char)((message * 2654435761u + (uint32_t)i * 40503u) >> 13);
}

static void buffer_fill(const struct buffer *buffer, uint32_t message)
{
    int at = 0;

    for (size_t i = 0; i < buffer->room; i++)
        if (i % (size_t)buffer->stride < (size_t)buffer->unit)
            buffer->start[i] = byte_of(message, at++);
}

/* The first `bytes` are the message's, the others and the gaps are untouched. */
static bool buffer_holds(const struct buffer *buffer, uint32_t message, int bytes)
{
    int at = 0;

    for (size_t i = 0; i < buffer->room; i++) {
        bool is_gap = i % (size_t)buffer->stride >= (size_t)buffer->unit;

        if (buffer->start[i] != (is_gap || at >= bytes ? GUARD : byte_of(message, at)))
            return false;
        at += !is_gap;
    }
    return true;
}

static struct send sending(struct comm *comm, const struct buffer *buffer, int dest, int tag)
{
    return (struct send){.comm = comm, .data = buffer->data, .dest = dest, .tag = tag};
}

static struct receive receiving(struct comm *comm, const struct buffer *buffer, int source, int tag)
{
    return (struct receive){.comm = comm, .data = buffer->data, .source = source, .tag = tag};
}

static void check_status(const MPI_Status *status, int source, int tag, MPI_Count bytes)
{
    cr_assert(status->MPI_SOURCE == source, "%d", status->MPI_SOURCE);
    cr_assert(status->MPI_TAG == tag, "%d", status->MPI_TAG);
    cr_assert(status_bytes(status) == bytes, "%lld, not %lld", (long long)status_bytes(status),
              (long long)bytes);
}

/* ---- blocking
 * -------------------------------------------------------------------------------- */

/* Each message there and back, with gaps at neither, one or both ends. What has gaps is of ints,
 * and the rest of bytes, of which the library warns. */
static int ping_pong(void *argument)
{
    struct rank *self = rank_self();
    struct comm *comm = self->comm_world;

    (void)argument;
    for (int i = 0; i < SIZES * 4; i++) {
        int bytes = sizes[i / 4], peer = 1 - comm->rank;
        struct buffer out = buffer_for(self, bytes, i & 1), in = buffer_for(self, bytes, i & 2);
        struct send send = sending(comm, &out, peer, i);
        struct receive receive = receiving(comm, &in, peer, i);
        MPI_Status status;

        buffer_fill(&out, (uint32_t)i);
        if (comm->rank == 0)
            cr_assert(send_wait(self, &send) == MPI_SUCCESS);
        cr_assert(receive_wait(self, &receive, &status) == MPI_SUCCESS);
        if (comm->rank == 1)
            cr_assert(send_wait(self, &send) == MPI_SUCCESS);
        check_status(&status, peer, i, bytes);
        cr_assert(buffer_holds(&in, (uint32_t)i, bytes), "%d bytes", bytes);
        buffer_drop(&out);
        buffer_drop(&in);
    }
    return 0;
}

Test(send, a_message_of_any_size_and_layout_arrives_whole)
{
    MPI_Run(2, ping_pong, NULL, .forbids_leaks = 1, .tolerates_findings = 1);
}

Test(send, a_message_arrives_whole_when_processors_are_few)
{
    knobs.processors = 1;
    MPI_Run(2, ping_pong, NULL, .forbids_leaks = 1, .tolerates_findings = 1);
}

MPI_TestCase(send, a_token_goes_round_a_ring_of_64_ranks, .ranks = 64, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    struct comm *comm = self->comm_world;
    int size = comm_size(comm), next = (comm->rank + 1) % size;
    int previous = (comm->rank + size - 1) % size;

    for (int i = 0; i < SIZES; i++) {
        struct buffer token = buffer_for(self, sizes[i], false);
        struct send send = sending(comm, &token, next, 0);
        struct receive receive = receiving(comm, &token, previous, 0);

        buffer_fill(&token, (uint32_t)i);
        if (comm->rank == 0)
            cr_assert(send_wait(self, &send) == MPI_SUCCESS);
        memset(token.start, GUARD, comm->rank == 0 ? 0 : token.room);
        cr_assert(receive_wait(self, &receive, NULL) == MPI_SUCCESS);
        cr_assert(buffer_holds(&token, (uint32_t)i, sizes[i]), "%d bytes", sizes[i]);
        if (comm->rank != 0)
            cr_assert(send_wait(self, &send) == MPI_SUCCESS);
        buffer_drop(&token);
    }
}

/* ---- random traffic
 * -------------------------------------------------------------------------- */

struct traffic {
    uint64_t seed;
    int messages;    /* from each rank to each of its partners */
    int sizes_count; /* of the sizes, the smallest */
    int partners;
};

enum { DISTANCES = 4, TAGS = 3, TRAFFIC_MAX = 800 };

static int partner_of(const struct comm *comm, int which, int sign)
{
    static const int distances[DISTANCES] = {0, 1, 7, 16}; /* itself too */
    int size = comm_size(comm);

    return ((comm->rank + sign * distances[which]) % size + size) % size;
}

static uint32_t number_of(int source, int which, int i)
{
    return (uint32_t)((source * DISTANCES + which) * 1000 + i);
}

/* What both sides know of a message. */
static int size_of(const struct traffic *traffic, uint32_t number)
{
    struct random random = {.state = (traffic->seed ^ number * UINT64_C(0x9e3779b97f4a7c15)) | 1};

    random_bits(&random);
    return sizes[random_in(&random, 0, traffic->sizes_count - 1)];
}

struct slot {
    struct buffer buffer;
    struct request *request;
    uint32_t number;
    int bytes;
    bool is_receive;
};

static void start_one(struct rank *self, struct slot *slot, const struct traffic *traffic,
                      int which, int i, bool is_receive, bool has_gaps)
{
    struct comm *comm = self->comm_world;
    int partner = partner_of(comm, which, is_receive ? -1 : 1);
    int tag = which * TAGS + i % TAGS; /* partners may be the same rank in a small world */

    slot->number = number_of(is_receive ? partner : comm->rank, which, i);
    slot->bytes = size_of(traffic, slot->number);
    slot->is_receive = is_receive;
    slot->buffer = buffer_for(self, slot->bytes, has_gaps);
    if (is_receive) {
        struct receive receive = receiving(comm, &slot->buffer, partner, tag);

        cr_assert(receive_start(self, &receive, &slot->request) == MPI_SUCCESS);
    } else {
        struct send send = sending(comm, &slot->buffer, partner, tag);

        buffer_fill(&slot->buffer, slot->number);
        cr_assert(send_start(self, &send, &slot->request) == MPI_SUCCESS);
    }
}

static void finish_all(struct rank *self, struct slot slots[], int count)
{
    struct request *requests[TRAFFIC_MAX] = {NULL};

    for (int i = 0; i < count; i++)
        requests[i] = slots[i].request;
    request_wait_all(self, count, requests);
    for (int i = 0; i < count; i++) {
        cr_assert(request_error(requests[i]) == MPI_SUCCESS);
        if (slots[i].is_receive)
            cr_assert(buffer_holds(&slots[i].buffer, slots[i].number, slots[i].bytes),
                      "message %u of %d bytes", (unsigned)slots[i].number, slots[i].bytes);
        request_free(requests[i]);
        buffer_drop(&slots[i].buffer);
    }
}

/* Sends and receives in an order that is each rank's own, but for those of a partner. Ints and
 * bytes meet here, too. */
static int exchange_at_random(void *argument)
{
    struct rank *self = rank_self();
    const struct traffic *traffic = argument;
    struct random random = {.state = (traffic->seed + (uint64_t)self->world_rank * 77773) | 1};
    struct slot *slots = memory_take_zeroed(TRAFFIC_MAX * sizeof *slots);
    int next[2][DISTANCES] = {{0}}, count = 0;
    int total = 2 * traffic->partners * traffic->messages;

    while (count < total) {
        int side = (int)random_in(&random, 0, 1);
        int which = (int)random_in(&random, 0, traffic->partners - 1);

        if (next[side][which] == traffic->messages)
            continue;
        start_one(self, &slots[count], traffic, which, next[side][which]++, side == 1,
                  random_in(&random, 0, 1));
        if (random_in(&random, 0, 4) == 0)
            request_test(slots[random_in(&random, 0, count)].request);
        if (random_in(&random, 0, 9) == 0)
            rank_poll(self);
        count++;
    }
    finish_all(self, slots, count);
    memory_give(slots);
    return 0;
}

static void run_traffic(int ranks, int cpus, int messages, int sizes_count)
{
    struct random random = random_start();
    struct traffic traffic = {.seed = random_bits(&random),
                              .messages = messages,
                              .sizes_count = sizes_count,
                              .partners = DISTANCES};

    knobs.processors = cpus;
    MPI_Run(ranks, exchange_at_random, &traffic, .forbids_leaks = 1, .tolerates_findings = 1);
}

Test(send, random_messages_between_two_ranks_arrive_whole_and_in_order)
{
    run_traffic(2, 0, 90, SIZES);
}

Test(send, random_messages_among_five_ranks_arrive_whole_and_in_order)
{
    run_traffic(5, 0, 60, SIZES);
}

Test(send, random_messages_among_five_ranks_that_believe_in_many_processors)
{
    run_traffic(5, 100, 60, SIZES);
}

Test(send, random_messages_among_64_ranks_arrive_whole_and_in_order)
{
    run_traffic(64, 0, 40, MODERATE_SIZES);
}

/* ---- any source
 * ------------------------------------------------------------------------------ */

enum { TO_ANY = 300 };

static void send_to_any(struct rank *self, struct comm *comm)
{
    for (int i = 0; i < TO_ANY; i++) {
        struct buffer buffer = buffer_for(self, sizes[i % MODERATE_SIZES] + 4, false);
        struct send send = sending(comm, &buffer, 0, i % 5);

        buffer_fill(&buffer, (uint32_t)comm->rank);
        memcpy(buffer.start, &i, sizeof i);
        cr_assert(send_wait(self, &send) == MPI_SUCCESS);
        buffer_drop(&buffer);
    }
}

static void receive_from_any(struct rank *self, struct comm *comm)
{
    int next[64] = {0};
    struct buffer buffer = buffer_for(self, SIZE_MAX_BYTES, false);
    struct receive receive = receiving(comm, &buffer, MPI_ANY_SOURCE, MPI_ANY_TAG);

    for (int i = 0; i < TO_ANY * (comm_size(comm) - 1); i++) {
        MPI_Status status;
        int number, source;

        if (i % 3 == 0)
            probe_wait(self, comm, MPI_ANY_SOURCE, MPI_ANY_TAG, NULL);
        cr_assert(receive_wait(self, &receive, &status) == MPI_SUCCESS);
        source = status.MPI_SOURCE;
        memcpy(&number, buffer.start, sizeof number);
        cr_assert(source > 0 && source < comm_size(comm));
        cr_assert(number == next[source]++, "message %d of rank %d", number, source);
        check_status(&status, source, number % 5, sizes[number % MODERATE_SIZES] + 4);
    }
    buffer_drop(&buffer);
}

static int send_all_to_one(void *argument)
{
    struct rank *self = rank_self();

    (void)argument;
    if (self->world_rank == 0)
        receive_from_any(self, self->comm_world);
    else
        send_to_any(self, self->comm_world);
    return 0;
}

Test(send, what_comes_from_any_source_keeps_each_senders_order)
{
    MPI_Run(9, send_all_to_one, NULL, .forbids_leaks = 1);
}

Test(send, what_comes_from_any_source_keeps_its_order_when_all_spin)
{
    knobs.processors = 100;
    MPI_Run(4, send_all_to_one, NULL, .forbids_leaks = 1);
}

/* ---- odd ends
 * -------------------------------------------------------------------------------- */

static int send_too_much(void *argument)
{
    struct rank *self = rank_self();
    struct comm *comm = self->comm_world;
    bool is_posted_first = *(const bool *)argument;

    for (int i = 1; i < SIZES; i++) {
        int bytes = sizes[i], room = bytes / 3;
        struct buffer buffer = buffer_for(self, bytes, i & 1);
        struct data shorter = {buffer.start, room, type_predefined(MPI_BYTE)};
        struct send send = sending(comm, &buffer, 1, i);
        struct receive receive = receiving(comm, &buffer, 0, i);
        MPI_Status status;

        receive.data = shorter;
        if (comm->rank == 0) {
            barrier(comm);
            if (is_posted_first) /* or at least it is likely to be */
                for (int k = 0; k < 50; k++)
                    rank_poll(self);
            cr_assert(send_wait(self, &send) == MPI_SUCCESS);
        } else {
            barrier(comm);
            if (!is_posted_first)
                probe_wait(self, comm, 0, i, NULL);
            cr_assert(receive_wait(self, &receive, &status) == MPI_ERR_TRUNCATE);
            check_status(&status, 0, i, room);
            for (size_t k = (size_t)room; k < buffer.room; k++)
                cr_assert(buffer.start[k] == GUARD, "byte %zu of %d", k, room);
        }
        buffer_drop(&buffer);
    }
    return 0;
}

Test(send, a_message_that_is_too_long_writes_nothing_past_the_buffer)
{
    bool is_posted_first = false;

    MPI_Run(2, send_too_much, &is_posted_first, .forbids_leaks = 1);
    is_posted_first = true;
    MPI_Run(2, send_too_much, &is_posted_first, .forbids_leaks = 1);
}

MPI_TestCase(send, nothing_goes_to_nobody_and_nothing_comes_from_there,
             .ranks = 1, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    struct comm *comm = self->comm_world;
    struct buffer buffer = buffer_for(self, 100, false);
    struct send send = sending(comm, &buffer, MPI_PROC_NULL, 1);
    struct receive receive = receiving(comm, &buffer, MPI_PROC_NULL, 1);
    MPI_Status status;

    cr_assert(send_wait(self, &send) == MPI_SUCCESS);
    cr_assert(receive_wait(self, &receive, &status) == MPI_SUCCESS);
    check_status(&status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    cr_assert(buffer_holds(&buffer, 0, 0));
    buffer_drop(&buffer);
}

/* ---- messages that no rank receives
 * ----------------------------------------------------------- */

/* Each rank sends messages to the last one, which receives none: a mistake of many programs. Rank 0
 * is gone first. */
static int leave_messages(void *argument)
{
    struct rank *self = rank_self();
    struct comm *comm = self->comm_world;
    const int *count = argument;

    for (int i = 0; i < *count; i++) {
        struct buffer buffer = buffer_for(self, sizes[i], false);
        struct send send = sending(comm, &buffer, comm_size(comm) - 1, 1);

        cr_assert(send_wait(self, &send) == MPI_SUCCESS);
        buffer_drop(&buffer);
    }
    return 0;
}

/* How many more blocks live after such a job than before. */
static long blocks_left(int messages)
{
    long before = load_relaxed(&live_blocks);

    MPI_Run(3, leave_messages, &messages, .tolerates_findings = 1);
    return load_relaxed(&live_blocks) - before;
}

/* A job's memory is given back as a whole, without being counted, so a job that leaves many
 * messages of all protocols is compared with one that leaves one. */
Test(send, messages_that_nobody_receives_are_freed)
{
    blocks_left(1); /* what the first job of a process makes stays */
    for (int i = 0; i < 50; i++) {
        long few = blocks_left(1), many = blocks_left(MODERATE_SIZES - 1);

        cr_assert(many == few, "%ld blocks live, not %ld", many, few);
    }
}
