/* SPDX-License-Identifier: MIT */
/* One rank's view of a context: its number there, its name, error handler and topology. The object
 * behind an MPI_Comm. Owner only, but for the reference count: a pending operation holds it too. */
#ifndef COMM_COMM_H
#define COMM_COMM_H

#include <stdbool.h>

#include "comm/context.h"
#include "mpi.h"
#include "object/object.h"
#include "rank/rank.h"

/* What a topology's folder offers for the shape that it hangs on a communicator. */
struct topology_class {
    int kind; /* MPI_CART ... */
    void (*hold)(void *shape);
    void (*drop)(void *shape);
};

struct buffer;

struct comm {
    struct object object;
    struct context *context;
    struct rank *self;
    int rank; /* of self, in its group */
    int side; /* its group: 0, or 1 in the second group of an intercommunicator */
    struct buffer *buffer; /* p2p's: attached for buffered sends; opaque on this floor */
    uint64_t epoch;    /* collective operations begun */
    uint64_t all_left; /* an epoch that all members are known to have left */
    char *name; /* NULL: none has been set */
    MPI_Errhandler errhandler;
    const struct topology_class *topology_class; /* NULL: no topology */
    void *topology;
};

static inline bool comm_is_inter(const struct comm *comm)
{
    return comm->context->groups[1] != NULL;
}

static inline const struct group *comm_group(const struct comm *comm)
{
    return comm->context->groups[comm->side];
}

/* Those whom a rank argument names: the remote group of an intercommunicator. */
static inline const struct group *comm_peers(const struct comm *comm)
{
    return comm_is_inter(comm) ? comm->context->groups[1 - comm->side] : comm_group(comm);
}

static inline int comm_size(const struct comm *comm)
{
    return comm_group(comm)->size;
}

/* MPI_COMM_WORLD and MPI_COMM_SELF of the calling rank, as MPI_Init makes them; 0 or a class. */
int comm_open_predefined(struct rank *self);
void comm_close_predefined(struct rank *self);

/* Takes over the reference to the context. The error handler is the parent's (NULL: the
 * default). */
int comm_create(struct rank *self, struct context *context, int side, const struct comm *parent,
                struct comm **created);

/* Collective over the communicator. A color of MPI_UNDEFINED gets NULL. */
int comm_dup(struct comm *comm, struct comm **created);
int comm_split(struct comm *comm, int color, int key, struct comm **created);

/* For whom the user frees: the handle is dead, the object when nothing pending uses it. */
void comm_free(struct comm *comm);
void comm_drop(struct comm *comm); /* one reference */

/* MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR or MPI_UNEQUAL. */
int comm_compare(const struct comm *one, const struct comm *other);

int comm_set_name(struct comm *comm, const char *name); /* 0, MPI_ERR_NO_MEM */
const char *comm_name(const struct comm *comm);         /* "" when it has none */

/* As reports call it: its name, or "communicator 7". Thread-local text, good until the next
 * call. */
const char *comm_describe(const struct comm *comm);

void comm_set_topology(struct comm *comm, const struct topology_class *class, void *shape);

#endif
