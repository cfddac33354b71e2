/* SPDX-License-Identifier: MIT */
/* Types of messages against types of receives: what is an error when mistakes are errors. */
#include "p2p/mismatch.h"

#include <heddle/criterion.h>

#include "base/knob.h"
#include "p2p/p2p.h"
#include "p2p/receive.h"
#include "p2p/send.h"

/* An int, then a double: 12 bytes of data. */
static struct type *int_double(struct rank *self)
{
    const struct type *olds[] = {type_predefined(MPI_INT), type_predefined(MPI_DOUBLE)};
    struct type *type;

    cr_assert(type_struct(self->world->store, FORM_PLAIN, 2, view_narrow((const int[]){1, 1}),
                          view_wide((const int64_t[]){0, 8}), olds, &type) == MPI_SUCCESS);
    return type;
}

static int transfer(struct rank *self, MPI_Count sent, const struct type *from, MPI_Count room,
                    const struct type *to)
{
        unsigned char out[2048] = {0}, in[2048];
    struct comm *comm = self->comm_self;
    struct send send = {.comm = comm, .data = {out, sent, from}};
    struct receive receive = {.comm = comm, .data = {in, room, to}};

    cr_assert(send_wait(self, &send) == MPI_SUCCESS);
    return receive_wait(self, &receive, NULL);
}

static const struct type *named(MPI_Datatype handle)
{
    return type_predefined(handle);
}

static int compare_named(void *argument)
{
    struct rank *self = rank_self();
    const struct type *int_type = named(MPI_INT), *float_type = named(MPI_FLOAT);

    (void)argument;
    for (MPI_Count n = 1; n <= 500; n = 2 * n + 1) {
        cr_assert(transfer(self, n, int_type, n, int_type) == MPI_SUCCESS);
        cr_assert(transfer(self, n, int_type, n + 1, int_type) == MPI_SUCCESS);
        cr_assert(transfer(self, n, int_type, n, float_type) == MPI_ERR_TYPE);
        cr_assert(transfer(self, n, int_type, n + 1, float_type) == MPI_ERR_TYPE);
        cr_assert(transfer(self, n, int_type, n - 1, float_type) == MPI_ERR_TRUNCATE);
    }
    return 0;
}

Test(mismatch, of_basic_types_is_found_at_any_size)
{
    knobs.mismatch = MISMATCH_IS_AN_ERROR;
    MPI_Run(1, compare_named, NULL, .forbids_leaks = 1);
}

/* The standard: untyped data matches untyped data, packed data matches all. */
static int compare_untyped(void *argument)
{
    struct rank *self = rank_self();

    (void)argument;
    cr_assert(transfer(self, 8, named(MPI_BYTE), 8, named(MPI_BYTE)) == MPI_SUCCESS);
    cr_assert(transfer(self, 8, named(MPI_BYTE), 2, named(MPI_INT)) == MPI_ERR_TYPE);
    cr_assert(transfer(self, 8, named(MPI_CHAR), 8, named(MPI_BYTE)) == MPI_ERR_TYPE);
    cr_assert(transfer(self, 8, named(MPI_PACKED), 2, named(MPI_INT)) == MPI_SUCCESS);
    cr_assert(transfer(self, 2, named(MPI_INT), 8, named(MPI_PACKED)) == MPI_SUCCESS);
    cr_assert(transfer(self, 8, named(MPI_BYTE), 8, named(MPI_PACKED)) == MPI_SUCCESS);
    return 0;
}

Test(mismatch, of_bytes_and_typed_data_is_found_and_packed_data_matches_all)
{
    knobs.mismatch = MISMATCH_IS_AN_ERROR;
    MPI_Run(1, compare_untyped, NULL, .forbids_leaks = 1);
}

static int compare_nothing(void *argument)
{
    struct rank *self = rank_self();

    (void)argument;
    cr_assert(transfer(self, 0, named(MPI_INT), 0, named(MPI_FLOAT)) == MPI_SUCCESS);
    cr_assert(transfer(self, 0, named(MPI_INT), 5, named(MPI_FLOAT)) == MPI_SUCCESS);
    cr_assert(transfer(self, 3, named(MPI_INT), 0, named(MPI_FLOAT)) == MPI_ERR_TRUNCATE);
    return 0;
}

Test(mismatch, of_no_data_there_is_none)
{
    knobs.mismatch = MISMATCH_IS_AN_ERROR;
    MPI_Run(1, compare_nothing, NULL, .forbids_leaks = 1);
}

/* A message shorter than the buffer need only be of the receive's first types. */
static int compare_parts(void *argument)
{
    struct rank *self = rank_self();
    struct type *pair = int_double(self), *ints, *mixed;
    const struct type *olds[] = {named(MPI_INT), named(MPI_DOUBLE), named(MPI_FLOAT)};

    (void)argument;
    cr_assert(type_contiguous(self->world->store, FORM_PLAIN, 3, named(MPI_INT), &ints) ==
              MPI_SUCCESS);
    cr_assert(type_struct(self->world->store, FORM_PLAIN, 3, view_narrow((const int[]){2, 1, 1}),
                          view_wide((const int64_t[]){0, 8, 16}), olds, &mixed) == MPI_SUCCESS);
    cr_assert(transfer(self, 7, pair, 7, pair) == MPI_SUCCESS);
    cr_assert(transfer(self, 7, pair, 9, pair) == MPI_SUCCESS);
    cr_assert(transfer(self, 1, named(MPI_INT), 3, pair) == MPI_SUCCESS);
    cr_assert(transfer(self, 2, named(MPI_INT), 3, pair) == MPI_ERR_TYPE);
    cr_assert(transfer(self, 1, named(MPI_FLOAT), 3, pair) == MPI_ERR_TYPE);
    cr_assert(transfer(self, 1, named(MPI_SHORT), 3, pair) == MPI_ERR_TYPE);
    cr_assert(transfer(self, 3, pair, 9, ints) == MPI_ERR_TYPE);
    cr_assert(transfer(self, 1, ints, 3, named(MPI_INT)) == MPI_SUCCESS);
    cr_assert(transfer(self, 2, named(MPI_INT), 1, mixed) == MPI_SUCCESS);
    cr_assert(transfer(self, 1, named(MPI_DOUBLE), 1, mixed) == MPI_ERR_TYPE);
    cr_assert(transfer(self, 1, mixed, 4, mixed) == MPI_SUCCESS);
    type_drop(pair);
    type_drop(ints);
    type_drop(mixed);
    return 0;
}

Test(mismatch, of_a_part_is_that_of_its_first_types)
{
    knobs.mismatch = MISMATCH_IS_AN_ERROR;
    MPI_Run(1, compare_parts, NULL, .forbids_leaks = 1);
}

static int compare_loosely(void *argument)
{
    struct rank *self = rank_self();

    (void)argument;
    cr_assert(transfer(self, 4, named(MPI_INT), 4, named(MPI_FLOAT)) == MPI_SUCCESS);
    cr_assert(transfer(self, 4, named(MPI_INT), 3, named(MPI_FLOAT)) == MPI_ERR_TRUNCATE);
    return 0;
}

Test(mismatch, passes_when_the_knob_says_so)
{
    knobs.mismatch = MISMATCH_PASSES;
    MPI_Run(1, compare_loosely, NULL, .forbids_leaks = 1);
}

static int repeat_a_mistake(void *argument)
{
    struct rank *self = rank_self();

    (void)argument;
    for (int i = 0; i < 3; i++)
        cr_assert(transfer(self, 4, named(MPI_INT), 4, named(MPI_FLOAT)) == MPI_SUCCESS);
    cr_assert(self->world->findings.places == 1);
    cr_assert(self->world->findings.first->count == 3);
    return 0;
}

Test(mismatch, is_told_once_for_each_pair_of_calls)
{
    knobs.mismatch = MISMATCH_IS_REPORTED;
    MPI_Run(1, repeat_a_mistake, NULL, .forbids_leaks = 1, .tolerates_findings = 1);
}
