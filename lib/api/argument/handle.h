/* SPDX-License-Identifier: MIT */
/* Handles to objects and back. A predefined handle is a small integer, another one is the address
 * of an object; what is neither gives NULL, whatever its value. All of it for ranks that may use
 * MPI (check_active). */
#ifndef API_HANDLE_H
#define API_HANDLE_H

#include <stdint.h>

#include "comm/comm.h"
#include "mpi_types.h"
#include "object/errhandler.h"
#include "object/file.h"
#include "object/object.h"
#include "object/session.h"
#include "object/window.h"
#include "op/op.h"
#include "rank/world.h"
#include "request/request.h"
#include "type/type.h"

static inline struct store *handle_store(void)
{
    return rank_self()->world->store;
}

/* May the calling thread use MPI? check_active says why it may not. */
static inline bool rank_is_active(void)
{
    const struct rank *self = rank_self();

    return likely(self != NULL && self->p2p != NULL);
}

/* The calling rank's living object of that address and kind. */
static inline void *handle_object(void *handle, enum object_kind kind)
{
    const struct rank *self = rank_self();

    return likely(object_is_of(self->world->store, handle, kind, self->world_rank)) ? handle
                                                                                    : NULL;
}

/* NULL also when the calling thread may not use MPI: then its rank has no predefined ones. */
static inline struct comm *handle_comm(MPI_Comm handle)
{
    const struct rank *self = rank_self();

    if (unlikely(self == NULL))
        return NULL;
    if (likely(handle == MPI_COMM_WORLD))
        return self->comm_world;
    if (unlikely(handle == MPI_COMM_SELF))
        return self->comm_self;
    return likely(self->p2p != NULL) ? handle_object(handle, OBJECT_COMM) : NULL;
}

static inline MPI_Comm handle_of_comm(struct comm *comm)
{
    if (comm == NULL)
        return MPI_COMM_NULL;
    if (unlikely(comm == comm->self->comm_world))
        return MPI_COMM_WORLD;
    return unlikely(comm == comm->self->comm_self) ? MPI_COMM_SELF : (MPI_Comm)(void *)comm;
}

/* All but MPI_GROUP_EMPTY, which is no object. */
static inline struct group_handle *handle_group(MPI_Group handle)
{
    return handle_object(handle, OBJECT_GROUP);
}

/* All but MPI_INFO_ENV. */
static inline struct info *handle_info(MPI_Info handle)
{
    return handle_object(handle, OBJECT_INFO);
}

static inline MPI_Info handle_of_info(struct info *info)
{
    return (MPI_Info)(void *)info;
}

/* Finds an error handler that is not predefined. */
static inline struct errhandler *handle_errhandler(MPI_Errhandler handle)
{
    return handle_object(handle, OBJECT_ERRHANDLER);
}

static inline struct session *handle_session(MPI_Session handle)
{
    return handle_object(handle, OBJECT_SESSION);
}

static inline struct window_object *handle_win(MPI_Win handle)
{
    return handle_object(handle, OBJECT_WIN);
}

/* All but MPI_FILE_NULL. */
static inline struct file_object *handle_file(MPI_File handle)
{
    return handle_object(handle, OBJECT_FILE);
}

static inline struct request *handle_request(MPI_Request handle)
{
    return handle_object(handle, OBJECT_REQUEST);
}

static inline MPI_Request handle_of_request(struct request *request)
{
    return (MPI_Request)(void *)request;
}

static inline struct message *handle_message(MPI_Message handle)
{
    return handle_object(handle, OBJECT_MESSAGE);
}

/* NULL: the message of a probe of MPI_PROC_NULL. */
static inline MPI_Message handle_of_message(struct message *message)
{
    return message != NULL ? (MPI_Message)(void *)message : MPI_MESSAGE_NO_PROC;
}

/* Finds a type that is not predefined. */
static inline struct type *handle_derived_type(MPI_Datatype handle)
{
    return handle_object(handle, OBJECT_TYPE);
}

static inline const struct type *handle_type(MPI_Datatype handle)
{
    const struct type *predefined = type_predefined(handle);

    return predefined != NULL ? predefined : handle_derived_type(handle);
}

/* Finds an operation that is not predefined. */
static inline struct op *handle_users_op(MPI_Op handle)
{
    return handle_object(handle, OBJECT_OP);
}

static inline const struct op *handle_op(MPI_Op handle)
{
    const struct op *predefined = op_predefined(handle);

    return predefined != NULL ? predefined : handle_users_op(handle);
}

static inline MPI_Datatype handle_of_type(struct type *type)
{
    return (MPI_Datatype)(void *)type;
}

#endif
