/* SPDX-License-Identifier: MIT */
/* One rank's view of a context: its number there, and what users hang on it. The object behind an
 * MPI_Comm. Owner only, but for the reference count: a pending operation holds it too.
 *
 * There is one for each member of each communicator, so it is one cache line; what most
 * communicators do without is in its extras.
 *
 * Edges
 *   comm.extras     the thread that makes the extras publishes them to the rank's others.
 *   comm.neighbors  the thread that lists the neighbours publishes them to the rank's others. */
#ifndef COMM_COMM_H
#define COMM_COMM_H

#include <stdbool.h>

#include "comm/context.h"
#include "mpi_types.h"
#include "object/attribute.h"
#include "object/info.h"
#include "object/object.h"
#include "rank/rank.h"

/* A kind of topology: the functions for the shape that it hangs on a communicator. */
struct topology_class {
    int kind; /* MPI_CART ... */
    void (*hold)(void *shape);
    void (*drop)(void *shape);
};

struct buffer;
struct neighbors;
struct session;
struct wait_report;

struct comm_extras {
    struct attribute *attributes;
    char *name;                /* NULL: none has been set */
    MPI_Errhandler errhandler; /* a user's, held, while comm->errhandler is 0 */
    struct session *session;   /* that it descends from, held; NULL: from none */
    struct buffer *buffer;     /* p2p's: attached for buffered sends; opaque on this floor */
    struct info *info;         /* hints that were set; NULL: none */
    const struct topology_class *topology_class; /* NULL: no topology */
    void *topology;
    _Atomic(struct neighbors *) neighbors; /* coll's: in that topology; NULL: not listed yet */
};

struct comm {
    struct object object;
    struct context *context;
    struct rank *self;
    int rank;            /* of self, in its group */
    int size;            /* of that group */
    uint8_t side;        /* its group: 0, or 1 in the second group of an intercommunicator */
    bool is_of_session;  /* it descends from a group of a session */
    uint16_t errhandler; /* MPI_ERRORS_ARE_FATAL and its like by number; 0: in the extras */
    _Atomic(struct comm_extras *) extras; /* NULL: none yet */
    int dups;            /* begun in the lobby */
};

static inline bool comm_is_inter(const struct comm *comm)
{
    return comm->context->groups[1] != NULL;
}

static inline struct group *comm_group(const struct comm *comm)
{
    return comm->context->groups[comm->side];
}

/* Returns the group that a rank argument is a rank of: the remote group of an intercommunicator. */
static inline struct group *comm_peers(const struct comm *comm)
{
    return comm_is_inter(comm) ? comm->context->groups[1 - comm->side] : comm_group(comm);
}

static inline int comm_size(const struct comm *comm)
{
    return comm->size;
}

/* A communicator of some rank of the world with that context; NULL: it has been freed. */
const struct comm *comm_find(const struct world *world, uint32_t context_id);

/* MPI_COMM_WORLD and MPI_COMM_SELF of the calling rank, as MPI_Init makes them; 0 or a class. */
/* Adds this floor to a world: the context of MPI_COMM_WORLD and the lobby. 0, or -1 with a note. */
int comm_open_world(struct world *world);
void comm_close_world(struct world *world);

/* The context of MPI_COMM_WORLD; NULL: no rank has initialized MPI yet. */
struct context *comm_world_context(const struct world *world);

int comm_open_predefined(struct rank *self);
void comm_close_predefined(struct rank *self);

/* All ranks, held for the caller; NULL: no memory. */
struct group *comm_world_group(struct world *world);

/* A member's view: `rank` of its `side`. Takes over one reference to the context, which is NULL
 * when there was no memory for that. The error handler is the parent's (NULL: the rank's initial
 * one). 0, MPI_ERR_NO_MEM. */
int comm_create(struct rank *self, struct context *context, int side, int rank,
                const struct comm *parent, struct comm **created);

/* The making of a duplicate in two halves, the second when the members have their context: with
 * copies of attributes, which are taken over, and the topology. Until then no handle refers to
 * it. */
int comm_dup_begin(struct comm *comm, struct attribute *copies, struct comm **created);
void comm_dup_end(struct comm *dup, struct context *context);

/* For a communicator that the user frees, when the attributes are gone: the handle is dead, the
 * object when nothing pending uses it. NULL is fine. */
void comm_free(struct comm *comm);
void comm_drop(struct comm *comm); /* one reference */

/* MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR or MPI_UNEQUAL. */
int comm_compare(const struct comm *one, const struct comm *other);

/* Its extras, NULL when it has none yet. */
static inline struct comm_extras *comm_extras(const struct comm *comm)
{
    return load_acquire(&comm->extras); /* edge comm.extras */
}

/* Its extras, made if need be; NULL: no memory. */
struct comm_extras *comm_make_extras(struct comm *comm);

/* Under the rank's guard, as is the error handler: other threads may set what one reads. */
int comm_set_name(struct comm *comm, const char *name); /* 0, MPI_ERR_NO_MEM */
void comm_copy_name(const struct comm *comm, char name[MPI_MAX_OBJECT_NAME]); /* "": it has none */

/* As reports call it: its name, or "communicator 7". */
struct comm_words {
    char text[MPI_MAX_OBJECT_NAME];
};
struct comm_words comm_describe(const struct comm *comm);
/* " on halo", " on communicator 7, made in main (halo.c:12)" */
void comm_tell(const struct comm *comm, const struct wait_report *wait_report);

/* Held by the communicator; the getter's answer is the caller's to drop. */
int comm_set_errhandler(struct comm *comm, MPI_Errhandler handler); /* 0, MPI_ERR_NO_MEM */
MPI_Errhandler comm_hold_errhandler(const struct comm *comm);

static inline struct buffer *comm_buffer(const struct comm *comm)
{
    const struct comm_extras *extras = comm_extras(comm);

    return extras != NULL ? extras->buffer : NULL;
}

/* Takes the buffer off the communicator. NULL: there was none, or no communicator. */
static inline struct buffer *comm_take_buffer(const struct comm *comm)
{
    struct comm_extras *extras = comm != NULL ? comm_extras(comm) : NULL;
    struct buffer *buffer = extras != NULL ? extras->buffer : NULL;

    if (buffer != NULL)
        extras->buffer = NULL;
    return buffer;
}

int comm_set_session(struct comm *comm, struct session *session); /* 0, MPI_ERR_NO_MEM */

static inline const struct session *comm_session(const struct comm *comm)
{
    const struct comm_extras *extras = comm_extras(comm);

    return extras != NULL ? extras->session : NULL;
}

/* Takes the shape over, also when there is no memory to keep it: 0, MPI_ERR_NO_MEM. */
int comm_set_topology(struct comm *comm, const struct topology_class *class, void *shape);

/* The shape of a topology of that class; NULL: there is none. */
static inline void *comm_topology(const struct comm *comm, const struct topology_class *class)
{
    const struct comm_extras *extras = comm_extras(comm);

    return extras != NULL && extras->topology_class == class ? extras->topology : NULL;
}

/* MPI_CART ..., MPI_UNDEFINED. */
static inline int comm_topology_kind(const struct comm *comm)
{
    const struct comm_extras *extras = comm_extras(comm);

    return extras != NULL && extras->topology_class != NULL ? extras->topology_class->kind
                                                            : MPI_UNDEFINED;
}

/* The list of its neighbours, opaque on this floor; NULL: there is none yet. */
static inline const struct neighbors *comm_neighbors(const struct comm *comm)
{
    const struct comm_extras *extras = comm_extras(comm);

    return extras != NULL ? load_acquire(&extras->neighbors) : NULL; /* edge comm.neighbors */
}

/* Takes over a list for a communicator with a topology, in one piece of memory, unless another
 * thread was faster; the list that it has now. */
const struct neighbors *comm_set_neighbors(const struct comm *comm, struct neighbors *neighbors);

/* For attribute_get and its like; the handle is what callbacks get to see. For attribute_set make
 * the extras before. */
struct holder comm_holder(struct comm *comm, MPI_Comm handle);

#endif
