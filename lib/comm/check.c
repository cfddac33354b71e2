/* SPDX-License-Identifier: MIT */
#include "comm/check.h"

#include "base/must.h"

static int looked_at(const struct group *group)
{
    return group->size < LAWS_STEPS_MAX ? group->size : LAWS_STEPS_MAX;
}

static void check_group(const struct group *group)
{
    const int members = looked_at(group);
    int i, k;

    must(load_relaxed(&group->references) > 0); /* law 1 */
    must(group->size >= 0);
    for (i = 0; i < members; i++) {
        must(group->members[i] != NULL);        /* law 1 */
        must(group->members[i]->world != NULL); /* law 1 */
        for (k = 0; k < i; k++)
            must(group->members[k] != group->members[i]); /* law 2 */
    }
}

static bool has_member_of(const struct group *group, const struct world *world, bool other)
{
    int i;

    for (i = 0; i < looked_at(group); i++)
        if ((group->members[i]->world != world) == other)
            return true;
    return false;
}

static bool has_others(const struct context *context)
{
    return has_member_of(context->groups[0], context->world, true) ||
           (context->groups[1] != NULL && has_member_of(context->groups[1], context->world, true));
}

void context_check(const struct context *context)
{
    must(load_relaxed(&context->object.references) > 0); /* law 3 */
    must(context->groups[0] != NULL);                    /* law 3 */
    must(context->groups[0]->size > 0);                  /* law 3 */
    check_group(context->groups[0]);
    if (context->groups[1] != NULL)
        check_group(context->groups[1]);
    must(context->is_common || !has_others(context));                               /* law 4 */
    must(context->is_common || !load_relaxed(&context->parted));                    /* law 4 */
    must(context->groups[0]->size > LAWS_STEPS_MAX ||
         has_member_of(context->groups[0], context->world, false));                 /* law 5 */
    must(load_relaxed(&context->departed) <= context_seats(context));               /* law 5 */
}

static void check_extras(const struct comm_extras *extras)
{
    must((extras->topology_class != NULL) == (extras->topology != NULL));             /* law 8 */
    must(load_relaxed(&extras->neighbors) == NULL || extras->topology_class != NULL); /* law 8 */
}

void comm_check(const struct comm *comm)
{
    const struct comm_extras *extras = comm_extras(comm);

    context_check(comm->context);
    must(comm->side == 0 || comm_is_inter(comm)); /* law 7 */
    must(comm->size == comm_group(comm)->size);
    must(comm->rank >= 0);                                           /* law 6 */
    must(comm->rank < comm->size);                                   /* law 6 */
    must(comm_group(comm)->members[comm->rank] == comm->self);       /* law 6 */
    if (extras != NULL)
        check_extras(extras);
}
