/* SPDX-License-Identifier: MIT */
/* Contexts and the communicators on them: ids, counts, and what stays behind. */
#include "comm/context.h"

#include <heddle/criterion.h>

#include "barrier.h"
#include "base/knob.h"
#include "comm/make.h"
#include "rank/worlds/connected.h"

enum { DUPS = 64, LOOPS = 200000, MEMBERS = 300 };

static uint32_t make_dups(struct rank *self, struct comm *dups[], int count)
{
    uint32_t last = 0;

    for (int i = 0; i < count; i++) {
        cr_assert(comm_dup(self->comm_self, NULL, &dups[i]) == MPI_SUCCESS);
        last = dups[i]->context->id;
        for (int k = 0; k < i; k++)
            cr_assert(dups[k]->context->id != last);
        cr_assert(self->comm_self->context->id != last);
        cr_assert(self->comm_world->context->id != last);
    }
    return last;
}

MPI_TestCase(context, an_id_is_not_used_again_while_its_context_lives,
             .ranks = 1, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    struct comm *kept[DUPS], *dups[DUPS];
    uint32_t first;

    make_dups(self, kept, DUPS);
    first = kept[0]->context->id;
    /* As if four billion had come and gone: the next ids are those of the living ones. */
    store_relaxed(&self->world->next_context_id, (UINT64_C(1) << 31) + first);
    make_dups(self, dups, DUPS);
    for (int i = 0; i < DUPS; i++)
        for (int k = 0; k < DUPS; k++)
            cr_assert(kept[i]->context->id != dups[k]->context->id);
    for (int i = 0; i < DUPS; i++) {
        comm_free(kept[i]);
        comm_free(dups[i]);
    }
}

MPI_ParameterizedTestCase(context, communicators_come_and_go_without_growth,
                      .counts = "1 2", .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    int most = 0;

    for (int i = 0; i < LOOPS; i++) {
        struct comm *dup;

        cr_assert(comm_dup(self->comm_world, NULL, &dup) == MPI_SUCCESS);
        comm_free(dup);
        if (i == LOOPS / 100)
            most = store_numbers(self->world->store, OBJECT_COMM);
    }
    /* Others may be one duplicate ahead of or behind each other, not more. */
    cr_assert(store_numbers(self->world->store, OBJECT_COMM) <= most + 4 * self->world->size);
    cr_assert(store_numbers(self->world->store, OBJECT_CONTEXT) <= 16 + self->world->size);
}

static int free_in_any_order(void *argument)
{
    struct rank *self = rank_self();
    struct comm *world = self->comm_world, *dup, *half;

    (void)argument;
    for (int i = 0; i < 100; i++) {
        cr_assert(comm_dup(world, NULL, &dup) == MPI_SUCCESS);
        cr_assert(comm_split(dup, (self->world_rank + i) % 3 == 0 ? MPI_UNDEFINED : i % 2,
                             -self->world_rank, &half) == MPI_SUCCESS);
        if (i % 2 == 0)
            comm_free(dup);
        if (half != NULL) {
            cr_assert(comm_size(half) == group_rank_of(comm_group(half), self) + 1 +
                                             (comm_size(half) - 1 - half->rank));
            barrier(half);
            comm_free(half);
        }
        if (i % 2 != 0)
            comm_free(dup);
    }
    return 0;
}

Test(context, the_last_member_to_leave_frees_it)
{
    MPI_Run(5, free_in_any_order, NULL, .forbids_leaks = 1);
    knobs.processors = 2;
    MPI_Run(17, free_in_any_order, NULL, .forbids_leaks = 1);
}

/* Nothing but the members' parts and the context: the board comes with the first collective, and a
 * dup of many is none. */
MPI_TestCase(context, a_communicator_of_many_members_is_light, .ranks = MEMBERS, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    struct comm *dup, *again;

    cr_assert(comm_dup(self->comm_world, NULL, &dup) == MPI_SUCCESS);
    cr_assert(comm_dup(dup, NULL, &again) == MPI_SUCCESS);
    cr_assert(load_relaxed(&dup->context->board) == NULL);
    cr_assert(comm_extras(dup) == NULL);
    cr_assert(comm_extras(again) == NULL);
    cr_assert(comm_compare(dup, again) == MPI_CONGRUENT);
    cr_assert(comm_group(dup) == comm_group(again));
    barrier(again);
    comm_free(dup);
    comm_free(again);
}
