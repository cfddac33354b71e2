/* SPDX-License-Identifier: MIT */
#include "spawn/spawn.h"

#include <stdlib.h>

#include "base/note.h"
#include "comm/vote.h"
#include "rank/abort.h"
#include "rank/choice.h"
#include "rank/name.h"
#include "rank/thread/taken.h"
#include "rank/turns.h"
#include "rank/worlds/singleton.h"

/* The result of the root's work; it goes to all members. */
struct spawned {
    struct context *context;
    int asked;
};

/* The communicator of parents and children: a reference for each member of both. */
static struct context *connect(struct comm *comm, struct world *world)
{
    struct group *children = group_of_world(world);

    if (children == NULL)
        return NULL;
    return context_create(comm->self->world, group_hold(comm_group(comm)), children,
                          comm_size(comm) + world->size);
}

/* No schedule of an explored job says what the spawned ranks do, and when. So its turns end in the
 * call, and not at a moment that depends on how fast these ranks are. */
static void end_turns(struct rank *self)
{
    const struct call call = choice_call(self);

    if (turns_are_taken(self) && call.name != NULL)
        taken_end_turns(self, (uintptr_t)call.site, "spawned ranks that take no turns");
}

static int start_spawned(struct comm *comm, struct world *world)
{
    int err = MPI_SUCCESS;

    end_turns(comm->self);
    if (family_start(comm->self, world) != 0)
        err = note_again(MPI_ERR_SPAWN);
    if (err == MPI_SUCCESS) {
        world->spawned.parents = connect(comm, world);
        if (world->spawned.parents == NULL) {
            err = note(MPI_ERR_NO_MEM, "no memory for a communicator");
            world_abort(world, 1, "heddle: no memory for the communicator of a spawned job");
        }
    }
    family_release(world);
    return err;
}

static int spawn_as_root(struct comm *comm, const struct spawn *spawn, struct spawned *spawned)
{
    struct rank *self = comm->self;
    struct world *world;
    int err = spawn->err;

    spawned->asked = spawn->asked;
    if (self->world->options.spawn == NULL)
        err = note(MPI_ERR_SPAWN, "the process opened the MPI library when it ran already, so it "
                                  "cannot spawn ranks: " SINGLETON_ADVICE);
    if (err == MPI_SUCCESS)
        family_make_room(self);
    if (err == MPI_SUCCESS)
        err = self->world->options.spawn(self, spawn->order, &world);
    if (err == MPI_SUCCESS)
        err = start_spawned(comm, world);
    if (err == MPI_SUCCESS)
        spawned->context = world->spawned.parents;
    return err;
}

static const struct world *children_of(const struct context *context)
{
    return context->groups[1]->members[0]->world;
}

/* One code for each rank that was asked for, command by command. */
static void write_codes(const struct spawned *spawned, int errcodes[])
{
    const struct spawn_order *order =
        spawned->context != NULL ? children_of(spawned->context)->spawned.order : NULL;
    int part, i, next = 0;

    if (errcodes == NULL)
        return;
    for (i = 0; order == NULL && i < spawned->asked; i++)
        errcodes[i] = MPI_ERR_SPAWN;
    for (part = 0; order != NULL && part < order->parts; part++)
        for (i = 0; i < order->part[part].asked; i++)
            errcodes[next++] = i < order->part[part].ranks ? MPI_SUCCESS : MPI_ERR_SPAWN;
}

/* The root cannot use what it has spawned. The children end, and take no other world along. */
static void end_children(struct context *context)
{
    struct world *world = context->groups[1]->members[0]->world;

    context_part(context);
    world_abort(world, EXIT_FAILURE, "heddle: no memory for the communicator%s with its parents",
                world_suffix(world).text);
}

/* Drops the context, which no member here will see. The children may be using it already. */
static void give_up_spawn(const struct comm *comm, struct context *context)
{
    int i;

    if (context == NULL)
        return;
    end_children(context);
    for (i = 0; i < comm_size(comm); i++)
        context_drop(context);
}

/* The member's communicator; its error is one of the calling member only. */
static int open_intercomm(struct comm *comm, struct context *context, bool is_root,
                          struct comm **created)
{
    int err;

    if (is_root)
        context_hold(context);
    err = comm_create(comm->self, context, 0, comm->rank, comm, created);
    if (is_root && err != MPI_SUCCESS)
        end_children(context);
    if (is_root)
        context_drop(context);
    return err;
}

int spawn_ranks(struct comm *comm, const struct spawn *spawn, int errcodes[],
                struct comm **created)
{
    bool is_root = comm->rank == spawn->root;
    struct spawned spawned = {0};
    int err, roots_err = MPI_SUCCESS;

    if (is_root)
        roots_err = spawn_as_root(comm, spawn, &spawned);
    err = vote_follow(comm, AGREE_COMM_SPAWN, spawn->name, spawn->root, &roots_err, &spawned,
                      sizeof spawned);
    if (err != MPI_SUCCESS) {
        if (is_root)
            give_up_spawn(comm, spawned.context);
        return err;
    }
    if (roots_err == MPI_SUCCESS || roots_err == MPI_ERR_SPAWN)
        write_codes(&spawned, errcodes);
    return roots_err == MPI_SUCCESS ? open_intercomm(comm, spawned.context, is_root, created)
                                    : roots_err;
}

/* ---- at the children ------------------------------------------------------------------------- */

int spawn_open_parent(struct rank *self)
{
    struct context *context = self->world->spawned.parents;
    int err;

    if (context == NULL || self->has_met_parents)
        return MPI_SUCCESS;
    err = comm_create(self, context, 1, self->world_rank, NULL, &self->comm_parent);
    self->has_met_parents = true; /* its reference is gone in any case */
    if (err == MPI_SUCCESS)
        err = comm_set_name(self->comm_parent, "MPI_COMM_PARENT");
    return err;
}

void spawn_close_parent(struct rank *self)
{
    struct comm *comm = self->comm_parent;

    if (comm == NULL)
        return;
    self->comm_parent = NULL;
    context_stay(comm->context);
    comm_free(comm);
}

void spawn_forget_parents(struct world *world)
{
    int i;

    for (i = 0; world->spawned.parents != NULL && i < world->size; i++)
        if (!world->ranks[i].has_met_parents)
            context_drop(world->spawned.parents);
    world->spawned.parents = NULL;
}
