/* SPDX-License-Identifier: MIT */
#include "comm/comm.h"

#include <stdio.h>
#include <string.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "base/place.h"
#include "comm/check.h"
#include "comm/comm_world.h"
#include "comm/lobby.h"
#include "object/errhandler.h"
#include "object/session.h"
#include "rank/sleep/wait_report.h"
#include "rank/world.h"

static_assert(sizeof(struct comm) <= OBJECT_COMM_BYTES, "a communicator fits its slot");

static int no_memory_for_comm(void)
{
    return note(MPI_ERR_NO_MEM, "no memory for a communicator");
}

struct comm_extras *comm_make_extras(struct comm *comm)
{
    struct comm_extras *extras = comm_extras(comm);
    struct comm_extras *ours;

    if (extras != NULL)
        return extras;
    ours = memory_take_zeroed(sizeof *ours);
    if (ours == NULL ||
        compare_exchange_acq_rel(&comm->extras, &extras, ours)) /* edge comm.extras */
        return ours;
    memory_give(ours); /* another thread was faster */
    return extras;
}

static struct comm *take_comm(struct rank *self, int side, int rank, int size)
{
    struct comm *comm = object_create(self->world->store, OBJECT_COMM);

    if (comm == NULL)
        return NULL;
    comm->self = self;
    comm->side = (uint8_t)side;
    comm->rank = rank;
    comm->size = size;
    comm->errhandler = (uint16_t)(uintptr_t)errhandler_initial(self->world->options.errhandler);
    return comm;
}

static int inherit_errhandler(struct comm *comm, const struct comm *parent)
{
    MPI_Errhandler handler = comm_hold_errhandler(parent);
    int err = comm_set_errhandler(comm, handler);

    errhandler_drop(comm->self->world->store, handler);
    return err;
}

/* Takes over what every communicator inherits from its parent. */
static int inherit(struct comm *comm, const struct comm *parent)
{
    struct session *session =
        comm_extras(parent) != NULL ? comm_extras(parent)->session : NULL;
    int err = MPI_SUCCESS;

    comm->is_of_session = parent->is_of_session;
    if (session != NULL)
        err = comm_set_session(comm, session);
    return err == MPI_SUCCESS ? inherit_errhandler(comm, parent) : err;
}

int comm_create(struct rank *self, struct context *context, int side, int rank,
                const struct comm *parent, struct comm **created)
{
    struct comm *comm;
    int err = MPI_SUCCESS;

    if (context == NULL)
        return no_memory_for_comm();
    comm = take_comm(self, side, rank, context->groups[side]->size);
    if (comm == NULL) {
        context_drop(context);
        return no_memory_for_comm();
    }
    comm->context = context;
    if (parent != NULL)
        err = inherit(comm, parent);
    if (err == MPI_SUCCESS)
        *created = comm;
    else
        comm_free(comm);
    if (LAWS_ARE_CHECKED && err == MPI_SUCCESS)
        comm_check(comm);
    return err;
}

int comm_open_world(struct world *world)
{
    struct comm_world *own = memory_take_zeroed(sizeof *own);

    store_relaxed(&world->local[FLOOR_COMM], own);
    if (own == NULL)
        return note(-1, "no memory for the communicators of a job");
    pthread_mutex_init(&own->lock, NULL);
    own->lobby = lobby_create();
    return own->lobby != NULL ? 0 : note(-1, "no memory for the communicators of a job");
}

void comm_close_world(struct world *world)
{
    struct comm_world *own = comm_world_of(world);

    if (own == NULL)
        return;
    lobby_destroy(own->lobby);
    context_drop(own->context);
    pthread_mutex_destroy(&own->lock);
    memory_give(own);
    store_relaxed(&world->local[FLOOR_COMM], NULL);
}

struct context *comm_world_context(const struct world *world)
{
    return comm_world_of(world)->context;
}

/* The context of MPI_COMM_WORLD: the first rank that comes makes it. */
static struct context *world_context(struct world *world)
{
    struct comm_world *own = comm_world_of(world);
    struct context *context;

    pthread_mutex_lock(&own->lock);
    if (own->context == NULL)
        own->context = context_create(world, group_of_world(world), NULL, 1);
    context = own->context;
    pthread_mutex_unlock(&own->lock);
    return context != NULL ? context_hold(context) : NULL;
}

struct group *comm_world_group(struct world *world)
{
    struct context *context = world_context(world);
    struct group *group = context != NULL ? group_hold(context->groups[0]) : NULL;

    context_drop(context);
    return group;
}

int comm_open_predefined(struct rank *self)
{
    struct context *own;
    int err = comm_create(self, world_context(self->world), 0, self->world_rank, NULL,
                          &self->comm_world);

    if (err != MPI_SUCCESS)
        return err;
    own = context_create(self->world, group_of_one(self), NULL, 1);
    err = comm_create(self, own, 0, 0, NULL, &self->comm_self);
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

static int copy_topology(const struct comm *from, struct comm *to)
{
    const struct comm_extras *extras = comm_extras(from);

    if (comm_topology_kind(from) == MPI_UNDEFINED)
        return MPI_SUCCESS;
    extras->topology_class->hold(extras->topology);
    return comm_set_topology(to, extras->topology_class, extras->topology);
}

int comm_dup_begin(struct comm *comm, struct attribute *copies, struct comm **created)
{
    struct comm *dup = take_comm(comm->self, comm->side, comm->rank, comm->size);
    int err;

    if (dup == NULL || (copies != NULL && comm_make_extras(dup) == NULL)) {
        comm_free(dup);
        return no_memory_for_comm();
    }
    dup->object.is_freed = true;
    err = inherit(dup, comm);
    if (err == MPI_SUCCESS)
        err = copy_topology(comm, dup);
    if (err != MPI_SUCCESS) {
        comm_drop(dup);
        return err;
    }
    if (copies != NULL)
        comm_extras(dup)->attributes = copies;
    *created = dup;
    return MPI_SUCCESS;
}

void comm_dup_end(struct comm *dup, struct context *context)
{
    dup->context = context;
    dup->object.is_freed = false;
    if (LAWS_ARE_CHECKED && context != NULL)
        comm_check(dup);
}

static void give_extras(struct store *store, struct comm_extras *extras)
{
    if (extras == NULL)
        return;
    if (extras->topology_class != NULL)
        extras->topology_class->drop(extras->topology);
    attributes_give(store, extras->attributes);
    errhandler_drop(store, extras->errhandler);
    session_drop(extras->session);
    info_free(store, extras->info);
    memory_give(load_relaxed(&extras->neighbors));
    memory_give(extras->name);
    memory_give(extras);
}

void comm_drop(struct comm *comm)
{
    struct store *store = comm->self->world->store;

    if (!object_drop(&comm->object))
        return;
    give_extras(store, comm_extras(comm));
    context_drop(comm->context);
    object_destroy(store, &comm->object);
}

void comm_free(struct comm *comm)
{
    if (comm == NULL)
        return;
    if (LAWS_ARE_CHECKED && comm->context != NULL)
        comm_check(comm);
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
    struct comm_extras *extras = comm_make_extras(comm);
    char *copy = memory_copy_text(name), *old;

    if (copy == NULL || extras == NULL) {
        memory_give(copy);
        return note(MPI_ERR_NO_MEM, "no memory for a communicator's name");
    }
    guard_enter(&comm->self->guard);
    old = extras->name;
    extras->name = copy;
    guard_leave(&comm->self->guard);
    memory_give(old);
    return MPI_SUCCESS;
}

void comm_copy_name(const struct comm *comm, char name[MPI_MAX_OBJECT_NAME])
{
    const struct comm_extras *extras = comm_extras(comm);

    guard_enter(&comm->self->guard);
    snprintf(name, MPI_MAX_OBJECT_NAME, "%s",
             extras != NULL && extras->name != NULL ? extras->name : "");
    guard_leave(&comm->self->guard);
}

struct comm_words comm_describe(const struct comm *comm)
{
    struct comm_words words;

    comm_copy_name(comm, words.text);
    if (words.text[0] == '\0' && comm->context->is_common)
        snprintf(words.text, sizeof words.text, "communicator %u between jobs",
                 (unsigned)comm->context->id & INT32_MAX);
    else if (words.text[0] == '\0')
        snprintf(words.text, sizeof words.text, "communicator %u", (unsigned)comm->context->id);
    return words;
}

void comm_tell(const struct comm *comm, const struct wait_report *wait_report)
{
    const struct comm_extras *extras = comm_extras(comm);
    const void *site = place_complete(load_relaxed(&comm->object.site));

    fprintf(wait_report->words, " on %s", comm_describe(comm).text);
    if ((extras != NULL && extras->name != NULL) || site == NULL)
        return;
    fputs(", made", wait_report->words);
    wait_report_tell_site(wait_report, wait_report->words, site);
}

static MPI_Errhandler current_errhandler(const struct comm *comm)
{
    return comm->errhandler != 0 ? (MPI_Errhandler)(uintptr_t)comm->errhandler
                                 : comm_extras(comm)->errhandler;
}

MPI_Errhandler comm_hold_errhandler(const struct comm *comm)
{
    MPI_Errhandler handler;

    guard_enter(&comm->self->guard);
    handler = errhandler_hold(current_errhandler(comm));
    guard_leave(&comm->self->guard);
    return handler;
}

int comm_set_errhandler(struct comm *comm, MPI_Errhandler handler)
{
    bool is_predefined = errhandler_is_predefined(handler);
    struct comm_extras *extras = is_predefined ? comm_extras(comm) : comm_make_extras(comm);
    MPI_Errhandler old;

    if (extras == NULL && !is_predefined)
        return note(MPI_ERR_NO_MEM, "no memory for a communicator's error handler");
    guard_enter(&comm->self->guard);
    old = current_errhandler(comm);
    if (extras != NULL)
        extras->errhandler = is_predefined ? NULL : errhandler_hold(handler);
    comm->errhandler = is_predefined ? (uint16_t)(uintptr_t)handler : 0;
    guard_leave(&comm->self->guard);
    errhandler_drop(comm->self->world->store, old);
    return MPI_SUCCESS;
}

int comm_set_topology(struct comm *comm, const struct topology_class *class, void *shape)
{
    struct comm_extras *extras = comm_make_extras(comm);

    if (extras == NULL) {
        class->drop(shape);
        return note(MPI_ERR_NO_MEM, "no memory for a communicator's topology");
    }
    extras->topology_class = class;
    extras->topology = shape;
    return MPI_SUCCESS;
}

const struct neighbors *comm_set_neighbors(const struct comm *comm, struct neighbors *neighbors)
{
    struct comm_extras *extras = comm_extras(comm);
    struct neighbors *known = NULL;

    if (compare_exchange_acq_rel(&extras->neighbors, &known, neighbors)) /* edge comm.neighbors */
        return neighbors;
    memory_give(neighbors);
    return known;
}

int comm_set_session(struct comm *comm, struct session *session)
{
    struct comm_extras *extras = comm_make_extras(comm);

    if (extras == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a communicator of a session");
    object_hold(&session->object);
    extras->session = session;
    return MPI_SUCCESS;
}

struct holder comm_holder(struct comm *comm, MPI_Comm handle)
{
    struct comm_extras *extras = comm_extras(comm);

    return (struct holder){
        .kind = HOLDER_COMM,
        .handle = handle,
        .attributes = extras != NULL ? &extras->attributes : NULL,
        .guard = &comm->self->guard,
        .store = comm->self->world->store,
    };
}

const struct comm *comm_find(const struct world *world, uint32_t context_id)
{
    int number, numbers = store_numbers(world->store, OBJECT_COMM);

    for (number = 0; number < numbers; number++) {
        const struct comm *comm = object_of_number(world->store, OBJECT_COMM, number);

        if (comm != NULL && comm->context != NULL && comm->context->id == context_id)
            return comm;
    }
    return NULL;
}
