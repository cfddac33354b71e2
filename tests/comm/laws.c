/* SPDX-License-Identifier: MIT */
/* The laws of groups, contexts and communicators, broken one by one: comm_check finds each. */
#include "comm/check.h"

#include <criterion/criterion.h>

#include "../base/broken_law.h"
#include "base/note.h"

enum { MEMBERS = 3 };

static struct world *world, *other;
static struct context context;
static struct comm_extras extras;
static struct comm comm = {.rank = 1, .size = MEMBERS};

static int no_main(struct rank *self, void *argument)
{
    (void)self;
    (void)argument;
    return 0;
}

/* The view of member 1; no rank runs. */
static void open_comm(void)
{
    const struct world_options options = {.ranks = MEMBERS, .main = no_main};

    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    cr_assert_eq(world_create(&options, &other), 0, "%s", note_text());
    context.groups[0] = group_of_world(world);
    cr_assert_not_null(context.groups[0]);
    context.world = world;
    store_relaxed(&context.object.references, MEMBERS);
    comm.context = &context;
    comm.self = &world->ranks[1];
    store_relaxed(&comm.extras, &extras);
    comm_check(&comm);
}

static void close_comm(void)
{
    comm_check(&comm);
    group_drop(context.groups[0]);
    world_destroy(other);
    world_destroy(world);
}

TestSuite(comm_laws, .init = open_comm, .fini = close_comm);

static void drop_group_once_more(void)
{
    store_relaxed(&context.groups[0]->references, 0);
    comm_check(&comm);
}

static void forget_member(void)
{
    context.groups[0]->members[2] = NULL;
    comm_check(&comm);
}

static void name_member_twice(void)
{
    context.groups[0]->members[2] = context.groups[0]->members[0];
    comm_check(&comm);
}

Test(comm_laws, a_group_that_is_used_has_members_and_a_reference)
{
    cr_assert(is_caught(drop_group_once_more, "load_relaxed(&group->references) > 0"));
    cr_assert(is_caught(forget_member, "group->members[i] != NULL"));
    cr_assert(is_caught(name_member_twice, "group->members[k] != group->members[i]"));
}

static void drop_context_once_more(void)
{
    store_relaxed(&context.object.references, 0);
    comm_check(&comm);
}

static void take_in_another_world(void)
{
    context.groups[0]->members[2] = &other->ranks[2];
    comm_check(&comm);
}

static void part_alone(void)
{
    store_relaxed(&context.parted, true);
    comm_check(&comm);
}

static void belong_to_strange_world(void)
{
    context.world = other;
    context.is_common = true;
    comm_check(&comm);
}

static void be_left_too_often(void)
{
    store_relaxed(&context.departed, MEMBERS + 1);
    comm_check(&comm);
}

Test(comm_laws, a_context_belongs_to_a_member_s_world_and_says_if_there_are_others)
{
    cr_assert(is_caught(drop_context_once_more,
                        "load_relaxed(&context->object.references) > 0"));
    cr_assert(is_caught(take_in_another_world, "context->is_common || !has_others(context)"));
    cr_assert(is_caught(part_alone, "context->is_common || !load_relaxed(&context->parted)"));
    cr_assert(is_caught(belong_to_strange_world,
                        "context->groups[0]->size > LAWS_STEPS_MAX || "
                        "has_member_of(context->groups[0], context->world, false)"));
    cr_assert(is_caught(be_left_too_often,
                        "load_relaxed(&context->departed) <= context_seats(context)"));
}

static void take_another_rank(void)
{
    comm.rank = 2;
    comm_check(&comm);
}

static void take_no_rank(void)
{
    comm.rank = MEMBERS;
    comm_check(&comm);
}

static void take_other_side(void)
{
    comm.side = 1;
    comm_check(&comm);
}

static void have_shape_without_class(void)
{
    extras.topology = &extras;
    comm_check(&comm);
}

Test(comm_laws, a_communicator_is_its_rank_s_view)
{
    cr_assert(is_caught(take_another_rank,
                        "comm_group(comm)->members[comm->rank] == comm->self"));
    cr_assert(is_caught(take_no_rank, "comm->rank < comm->size"));
    cr_assert(is_caught(take_other_side, "comm->side == 0 || comm_is_inter(comm)"));
    cr_assert(is_caught(have_shape_without_class,
                        "(extras->topology_class != NULL) == (extras->topology != NULL)"));
}
