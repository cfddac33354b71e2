/* SPDX-License-Identifier: MIT */
/* The random programs of random_epochs.c: how operations are drawn, and the model of them. */
#ifndef RANDOM_EPOCHS_H
#define RANDOM_EPOCHS_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ELEMENTS = 2048, RANKS_MAX = 33, WINDOWS = 12, PHASES = 12, OPS_MAX = 400 };

enum role { ROLE_PUT, ROLE_OWN, ROLE_GET, ROLE_ALL, ROLES };
enum kind { PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH, SWAP };
enum layout { DENSE, EVERY_OTHER, BACKWARDS, LAYOUTS };
enum epoch { FENCE, START, LOCKS_IN_TURN, LOCKS_TOGETHER, LOCK_ALL, EPOCHS };

struct segment {
    enum role role;
    int owner, op;
    int is_used;
};

struct operation {
    enum kind kind;
    int origin, target, op, start, count, has_request;
    enum layout layout, origin_layout;
    int64_t seed;
};

struct expected {
    int64_t value;
    const char *at;
};

static int rank, size, bytes, segment_length;
static uint64_t state;
static MPI_Datatype element;
static MPI_Win win;
static MPI_Aint bases[RANKS_MAX];
static int units[RANKS_MAX], is_dynamic;
static int64_t model[RANKS_MAX][ELEMENTS];
static struct segment segments[RANKS_MAX][ELEMENTS];
static struct operation operations[OPS_MAX];
static int operation_count;
static char *buffers;
static size_t buffers_used;
static struct expected *expected;
static size_t expected_count;
static MPI_Request requests[OPS_MAX];
static int request_count;
static long checked, wrong;

enum { BUFFER_BYTES = 64 << 20, EXPECTED_MAX = 1 << 20 };

static const MPI_Op ops[] = {MPI_SUM, MPI_BXOR, MPI_MAX, MPI_MIN, MPI_BAND, MPI_BOR, MPI_PROD,
                             MPI_REPLACE, MPI_NO_OP};

enum { COMMUTING = 6, NO_OP = 8, OPS = 9 };

static int draw(int low, int high)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (int)((state * UINT64_C(0x2545f4914f6cdd1d) >> 33) % (uint64_t)(high - low + 1));
}

/* ---- numbers of the elements' width ---------------------------------------------------------- */

static int64_t narrowed(int64_t value)
{
    return bytes == 1 ? (int8_t)value : bytes == 2 ? (int16_t)value : bytes == 4 ? (int32_t)value
                                                                                 : value;
}

static int64_t value_of(int64_t seed, int i)
{
    return narrowed((int64_t)((uint64_t)(seed + i) * UINT64_C(0x9e3779b97f4a7c15) >> 7));
}

static int64_t load(const char *at)
{
    int64_t value = 0;

    memcpy(&value, at, (size_t)bytes);
    return narrowed(value);
}

static int64_t combined(int op, int64_t target, int64_t origin)
{
    const int64_t results[OPS] = {
        (int64_t)((uint64_t)target + (uint64_t)origin), target ^ origin,
        target > origin ? target : origin, target < origin ? target : origin, target & origin,
        target | origin, (int64_t)((uint64_t)target * (uint64_t)origin), origin, target};

    return narrowed(results[op]);
}

/* ---- layouts --------------------------------------------------------------------------------- */

static int place_in(enum layout layout, int count, int i)
{
    return layout == DENSE ? i : layout == EVERY_OTHER ? 2 * i : count - 1 - i;
}

static MPI_Datatype type_of(enum layout layout, int count)
{
    MPI_Datatype type;
    int i, *places;

    if (layout == EVERY_OTHER) {
        MPI_Type_vector(count, 1, 2, element, &type);
    } else {
        places = malloc((size_t)count * sizeof *places);
        for (i = 0; i < count; i++)
            places[i] = count - 1 - i;
        MPI_Type_create_indexed_block(count, 1, places, element, &type);
        free(places);
    }
    MPI_Type_commit(&type);
    return type;
}

static char *take_buffer(int count)
{
    char *buffer = buffers + buffers_used;

    buffers_used += (size_t)count * 8 + 64;
    if (buffers_used > BUFFER_BYTES)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return buffer;
}

static void expect(const char *at, int64_t value)
{
    if (expected_count == EXPECTED_MAX)
        MPI_Abort(MPI_COMM_WORLD, 4);
    expected[expected_count++] = (struct expected){value, at};
}

/* ---- drawing a phase ------------------------------------------------------------------------- */

static void draw_roles(void)
{
    int target, i;

    segment_length = draw(0, 3) == 0 ? 1024 : 32;
    for (target = 0; target < size; target++)
        for (i = 0; i < ELEMENTS / segment_length; i++)
            segments[target][i] = (struct segment){
                .role = (enum role)draw(0, ROLES - 1), .owner = draw(0, size - 1),
                .op = draw(0, COMMUTING - 1)};
}

static enum kind draw_kind(const struct segment *segment)
{
    switch (segment->role) {
    case ROLE_PUT:
        return PUT;
    case ROLE_GET:
        return draw(0, 2) == 0 ? GET_ACCUMULATE : GET;
    default:
        return (enum kind)draw(ACCUMULATE, segment->role == ROLE_OWN ? SWAP : FETCH);
    }
}

/* False: the segment's role does not allow another. */
static int draw_operation(struct operation *operation, int is_passive)
{
    int target = draw(0, size - 1), place = draw(0, ELEMENTS / segment_length - 1), most;
    struct segment *segment = &segments[target][place];

    *operation = (struct operation){.target = target, .kind = draw_kind(segment)};
    operation->origin = segment->role == ROLE_PUT || segment->role == ROLE_OWN
                            ? segment->owner : draw(0, size - 1);
    operation->op = segment->role == ROLE_ALL   ? segment->op
                    : segment->role == ROLE_GET ? NO_OP
                                                : draw(0, operation->kind == ACCUMULATE ? 7 : 8);
    operation->layout = (enum layout)draw(0, LAYOUTS - 1);
    operation->origin_layout = (enum layout)draw(0, LAYOUTS - 1);
    operation->has_request = is_passive && draw(0, 2) == 0;
    operation->seed = draw(0, 1 << 30);
    most = segment_length / (operation->layout == EVERY_OTHER ? 2 : 1);
    operation->count = operation->kind >= FETCH ? 1 : draw(0, 3) == 0 ? most : draw(1, most);
    operation->start = place * segment_length + draw(0, most - operation->count);
    if (segment->role == ROLE_PUT && segment->is_used)
        return 0;
    segment->is_used = 1;
    return 1;
}

static void draw_operations(int is_passive)
{
    int tries = draw(1, OPS_MAX);

    for (operation_count = 0; tries > 0; tries--)
        operation_count += draw_operation(&operations[operation_count], is_passive);
}

/* ---- the model ------------------------------------------------------------------------------- */

/* Applies the operation to the model, and says what its origin gets in `result` if that is
 * certain. */
static void compute(const struct operation *operation, const char *result)
{
    const struct segment *segment =
        &segments[operation->target][operation->start / segment_length];
    int i;

    for (i = 0; i < operation->count; i++) {
        int64_t *at = &model[operation->target][operation->start +
                                                place_in(operation->layout, operation->count, i)];
        int64_t origin = value_of(operation->seed, i);

        if (result != NULL && operation->kind != PUT && operation->kind != ACCUMULATE &&
            segment->role != ROLE_ALL)
            expect(result + bytes * place_in(operation->origin_layout, operation->count, i), *at);
        if (operation->kind == PUT)
            *at = origin;
        else if (operation->kind == SWAP)
            *at = operation->seed % 2 == 0 ? origin : *at; /* see swap */
        else if (operation->kind != GET)
            *at = combined(operation->op, *at, origin);
    }
}

#endif
