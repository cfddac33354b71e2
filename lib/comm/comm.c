/* SPDX-License-Identifier: MIT */
#include "comm/comm.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "comm/turn.h"
#include "rank/world.h"

static_assert(sizeof(struct comm) <= OBJECT_COMM_BYTES, "a communicator fits its slot");

int comm_create(struct rank *self, struct context *context, int side, const struct comm *parent,
                struct comm **created)
{
    struct comm *comm;

    if (context == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a communicator");
    comm = object_create(self->world->store, OBJECT_COMM);
    if (comm == NULL) {
        context_drop(context);
        return note(MPI_ERR_NO_MEM, "no memory for a communicator");
    }
    comm->context = context;
    comm->self = self;
    comm->side = side;
    comm->rank = group_rank_of(context->groups[side], self);
    comm->errhandler = parent != NULL ? parent->errhandler : MPI_ERRORS_ARE_FATAL;
    *created = comm;
    return MPI_SUCCESS;
}

static struct group *group_of_world(struct world *world)
{
    struct group *group = group_create(world->size);
    int i;

    for (i = 0; group != NULL && i < world->size; i++)
        group->members[i] = &world->ranks[i];
    return group;
}

static struct group *group_of_one(struct rank *self)
{
    struct group *group = group_create(1);

    if (group != NULL)
        group->members[0] = self;
    return group;
}

/* The context of MPI_COMM_WORLD: the first rank that comes makes it. */
static struct context *world_context(struct world *world)
{
    struct context *context;

    pthread_mutex_lock(&world->init_lock);
    if (world->context == NULL)
        world->context = context_create(world, group_of_world(world), NULL);
    context = world->context;
    pthread_mutex_unlock(&world->init_lock);
    return context != NULL ? context_hold(context) : NULL;
}

int comm_open_predefined(struct rank *self)
{
    struct context *own;
    int err = comm_create(self, world_context(self->world), 0, NULL, &self->comm_world);

    if (err != MPI_SUCCESS)
        return err;
    own = context_create(self->world, group_of_one(self), NULL);
    err = comm_create(self, own, 0, NULL, &self->comm_self);
    if (err != MPI_SUCCESS)
        return err;
    err = comm_set_name(self->comm_world, "MPI_COMM_WORLD");
    if (err != MPI_SUCCESS)
        return err;
    return comm_set_name(self->comm_self, "MPI_COMM_SELF");
}

void comm_close_predefined(struct rank *self)
{
    comm_free(self->comm_self);
    comm_free(self->comm_world);
    self->comm_self = NULL;
    self->comm_world = NULL;
}

static void copy_topology(const struct comm *from, struct comm *to)
{
    if (from->topology_class == NULL)
        return;
    from->topology_class->hold(from->topology);
    comm_set_topology(to, from->topology_class, from->topology);
}

int comm_dup(struct comm *comm, struct comm **created)
{
    const struct context *old = comm->context;
    struct context *context = NULL;
    struct comm *dup;
    bool is_first = comm->rank == 0 && comm->side == 0;
    int err;

    if (is_first) {
        context = context_create(comm->self->world, group_hold(old->groups[0]),
                                 old->groups[1] != NULL ? group_hold(old->groups[1]) : NULL);
        /* One reference for each member: they may be free of it before others have seen it. */
        if (context != NULL)
            store_relaxed(&context->references, context_seats(context));
    }
    err = turn_broadcast(comm, 0, &context, sizeof context);
    if (err != MPI_SUCCESS)
        return err;
    err = comm_create(comm->self, context, comm->side, comm, &dup);
    if (err != MPI_SUCCESS)
        return err;
    copy_topology(comm, dup);
    *created = dup;
    return MPI_SUCCESS;
}

void comm_drop(struct comm *comm)
{
    if (!object_drop(&comm->object))
        return;
    if (comm->topology_class != NULL)
        comm->topology_class->drop(comm->topology);
    context_drop(comm->context);
    memory_give(comm->name);
    object_destroy(comm->self->world->store, &comm->object);
}

void comm_free(struct comm *comm)
{
    if (comm == NULL)
        return;
    comm->object.is_freed = true;
    comm_drop(comm);
}

int comm_compare(const struct comm *one, const struct comm *other)
{
    int first, second;

    if (one->context == other->context)
        return MPI_IDENT;
    if (comm_is_inter(one) != comm_is_inter(other))
        return MPI_UNEQUAL;
    first = group_compare(comm_group(one), comm_group(other));
    second = group_compare(comm_peers(one), comm_peers(other));
    if (first == MPI_UNEQUAL || second == MPI_UNEQUAL)
        return MPI_UNEQUAL;
    return first == MPI_IDENT && second == MPI_IDENT ? MPI_CONGRUENT : MPI_SIMILAR;
}

int comm_set_name(struct comm *comm, const char *name)
{
    char *copy = memory_copy_text(name);

    if (copy == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a communicator's name");
    memory_give(comm->name);
    comm->name = copy;
    return MPI_SUCCESS;
}

const char *comm_name(const struct comm *comm)
{
    return comm->name != NULL ? comm->name : "";
}

const char *comm_describe(const struct comm *comm)
{
    static _Thread_local char text[32];

    if (comm->name != NULL && comm->name[0] != '\0')
        return comm->name;
    snprintf(text, sizeof text, "communicator %u", (unsigned)comm->context->id);
    return text;
}

void comm_set_topology(struct comm *comm, const struct topology_class *class, void *shape)
{
    comm->topology_class = class;
    comm->topology = shape;
}
