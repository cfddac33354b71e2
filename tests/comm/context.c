/* SPDX-License-Identifier: MIT */
/* Contexts and the communicators on them: ids, counts, and what stays behind. */
#include "comm/context.h"

#include "../harness/ranks.h"
#include "comm/make.h"

TestSuite(context, .timeout = 110);

enum { DUPS = 64, LOOPS = 200000, MEMBERS = 300 };

static uint32_t make_dups(struct rank *self, struct comm *dups[], int count)
{
    uint32_t last = 0;

    for (int i = 0; i < count; i++) {
        expect(comm_dup(self->comm_self, NULL, &dups[i]) == MPI_SUCCESS);
        last = dups[i]->context->id;
        for (int k = 0; k < i; k++)
            expect(dups[k]->context->id != last);
        expect(self->comm_self->context->id != last);
        expect(self->comm_world->context->id != last);
    }
    return last;
}

static void use_ids_up(struct rank *self, void *argument)
{
    struct comm *kept[DUPS], *dups[DUPS];
    uint32_t first;

    (void)argument;
    make_dups(self, kept, DUPS);
    first = kept[0]->context->id;
    /* As if four billion had come and gone: the next ids are those of the living ones. */
    store_relaxed(&self->world->next_context_id, (uint64_t)UINT32_MAX + 1 + first);
    make_dups(self, dups, DUPS);
    for (int i = 0; i < DUPS; i++)
        for (int k = 0; k < DUPS; k++)
            expect(kept[i]->context->id != dups[k]->context->id);
    for (int i = 0; i < DUPS; i++) {
        comm_free(kept[i]);
        comm_free(dups[i]);
    }
}

Test(context, an_id_is_not_used_again_while_its_context_lives)
{
    ranks_run(1, 0, use_ids_up, NULL);
}

static void come_and_go(struct rank *self, void *argument)
{
    int most = 0;

    (void)argument;
    for (int i = 0; i < LOOPS; i++) {
        struct comm *dup;

        expect(comm_dup(self->comm_world, NULL, &dup) == MPI_SUCCESS);
        comm_free(dup);
        if (i == LOOPS / 100)
            most = store_numbers(self->world->store, OBJECT_COMM);
    }
    /* Others may be one duplicate ahead of or behind each other, not more. */
    expect(store_numbers(self->world->store, OBJECT_COMM) <= most + 4 * self->world->size);
    expect(store_numbers(self->world->store, OBJECT_CONTEXT) <= 16 + self->world->size);
}

Test(context, communicators_come_and_go_without_growth)
{
    ranks_run(1, 0, come_and_go, NULL);
    ranks_run(2, 0, come_and_go, NULL);
}

static void free_in_any_order(struct rank *self, void *argument)
{
    struct comm *world = self->comm_world, *dup, *half;

    (void)argument;
    for (int i = 0; i < 100; i++) {
        expect(comm_dup(world, NULL, &dup) == MPI_SUCCESS);
        expect(comm_split(dup, (self->world_rank + i) % 3 == 0 ? MPI_UNDEFINED : i % 2,
                          -self->world_rank, &half) == MPI_SUCCESS);
        if (i % 2 == 0)
            comm_free(dup);
        if (half != NULL) {
            expect(comm_size(half) == group_rank_of(comm_group(half), self) + 1 +
                                          (comm_size(half) - 1 - half->rank));
            ranks_barrier(half);
            comm_free(half);
        }
        if (i % 2 != 0)
            comm_free(dup);
    }
}

Test(context, the_last_member_to_leave_frees_it)
{
    ranks_run(5, 0, free_in_any_order, NULL);
    ranks_run(17, 2, free_in_any_order, NULL);
}

static void dup_among_many(struct rank *self, void *argument)
{
    struct comm *dup, *again;

    (void)argument;
    expect(comm_dup(self->comm_world, NULL, &dup) == MPI_SUCCESS);
    expect(comm_dup(dup, NULL, &again) == MPI_SUCCESS);
    expect(load_relaxed(&dup->context->board) == NULL);
    expect(comm_extras(dup) == NULL);
    expect(comm_extras(again) == NULL);
    expect(comm_compare(dup, again) == MPI_CONGRUENT);
    expect(comm_group(dup) == comm_group(again));
    ranks_barrier(again);
    comm_free(dup);
    comm_free(again);
}

/* Nothing but the members' parts and the context: the board comes with the first collective, and a
 * dup of many is none. */
Test(context, a_communicator_of_many_members_is_light)
{
    ranks_run(MEMBERS, 0, dup_among_many, NULL);
}
