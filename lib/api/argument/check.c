/* SPDX-License-Identifier: MIT */
#include "api/argument/check.h"

#include <stdio.h>

#include "api/argument/check_message.h"
#include "api/argument/handle.h"
#include "base/knob.h"
#include "base/note.h"
#include "base/place.h"
#include "p2p/receive.h"
#include "p2p/send.h"
#include "rank/worlds/singleton.h"
#include "type/signature.h"

const struct data_names names_plain = {"buf", "count", "datatype"};
const struct data_names names_buffer = {"buffer", "count", "datatype"};
const struct data_names names_sending = {"sendbuf", "sendcount", "sendtype"};
const struct data_names names_receiving = {"recvbuf", "recvcount", "recvtype"};

int check_self(void)
{
    if (likely(rank_self() != NULL))
        return MPI_SUCCESS;
    if (singleton_is_allowed())
        return singleton_enter();
    return note(MPI_ERR_OTHER, "called by a thread that belongs to no rank");
}

int check_active(void)
{
    const struct rank *self = rank_self();
    int err = MPI_SUCCESS;

    if (rank_is_active())
        return MPI_SUCCESS;
    if (self == NULL)
        err = check_self();
    self = rank_self();
    if (err != MPI_SUCCESS || self->p2p != NULL)
        return err;
    return note(MPI_ERR_OTHER, self->phase == RANK_BEFORE_INIT ? "called before MPI_Init"
                                                               : "called after MPI_Finalize");
}

static const struct {
    const char *noun;
    const char *end; /* what happened to the object of a stale handle */
} kinds[OBJECT_KINDS] = {
    [OBJECT_COMM] = {"communicator", "freed"},
    [OBJECT_GROUP] = {"group", "freed"},
    [OBJECT_REQUEST] = {"request", "completed or freed"},
    [OBJECT_TYPE] = {"datatype", "freed"},
    [OBJECT_OP] = {"operation", "freed"},
    [OBJECT_ERRHANDLER] = {"error handler", "freed"},
    [OBJECT_INFO] = {"info object", "freed"},
    [OBJECT_MESSAGE] = {"message", "received"},
    [OBJECT_KEYVAL] = {"attribute key", "freed"},
    [OBJECT_SESSION] = {"session", "finalized"},
    [OBJECT_WIN] = {"window", "freed"},
    [OBJECT_FILE] = {"file", "closed"},
};

int refuse_handle(int err, const char *name, const void *handle, enum object_kind kind)
{
    const struct store *store = rank_self() != NULL ? handle_store() : NULL;
    char text[PLACE_TEXT_BYTES];
    struct places *places;
    uint32_t half = 0;
    const void *site;

    if (store == NULL || !object_was(store, handle, kind, &half))
        return note(err, "%s %p is no %s", name, handle, kinds[kind].noun);
    /* A request records its own place. It has none if it was complete at once. */
    site = kind == OBJECT_REQUEST ? ((const struct request *)handle)->site : place_complete(half);
    if (site == NULL)
        return note(err, "%s has been %s", name, kinds[kind].end);
    places = places_open();
    note(err, "%s has been %s; it was made in %s", name, kinds[kind].end,
         place_describe(places, site, text));
    places_close(places);
    return err;
}

struct comm *check_unfinished(MPI_Comm handle)
{
    const struct store *store = rank_self() != NULL ? handle_store() : NULL;
    struct comm *comm = (struct comm *)(void *)handle;
    uint32_t half;

    if (store == NULL || !object_was(store, handle, OBJECT_COMM, &half) ||
        (load_relaxed(&comm->object.kind) & OBJECT_KIND_MASK) != OBJECT_COMM)
        return NULL;
    return comm->context == NULL ? comm : NULL;
}

int refuse_comm(MPI_Comm handle, const char *name)
{
    int err = check_active();

    if (err != MPI_SUCCESS)
        return err;
    if (handle == MPI_COMM_NULL)
        return note(MPI_ERR_COMM, "%s is MPI_COMM_NULL", name);
    if (handle == MPI_COMM_WORLD || handle == MPI_COMM_SELF)
        return note(MPI_ERR_COMM, "%s is %s, outside of MPI_Init and MPI_Finalize", name,
                    handle == MPI_COMM_WORLD ? "MPI_COMM_WORLD" : "MPI_COMM_SELF");
    if (check_unfinished(handle) != NULL)
        return note(MPI_ERR_COMM, "%s is being made by MPI_Comm_idup: wait for its request first",
                    name);
    return refuse_handle(MPI_ERR_COMM, name, handle, OBJECT_COMM);
}

int check_intra(const struct comm *comm, const char *name)
{
    if (!comm_is_inter(comm))
        return MPI_SUCCESS;
    return note(MPI_ERR_COMM, "%s is an inter-communicator", name);
}

int check_inter(const struct comm *comm, const char *name)
{
    if (comm_is_inter(comm))
        return MPI_SUCCESS;
    return note(MPI_ERR_COMM, "%s is no inter-communicator", name);
}

const char *check_name_of(char name[ELEMENT_NAME_BYTES], const char *array, int i)
{
    snprintf(name, ELEMENT_NAME_BYTES, "%s[%d]", array, i);
    return name;
}

int refuse_null(const char *name)
{
    return note(MPI_ERR_ARG, "%s is NULL", name);
}

int refuse_count(MPI_Count count, const char *name)
{
    return note(MPI_ERR_COUNT, "%s %lld is negative", name, (long long)count);
}

int check_length(int length, const char *name)
{
    if (likely(length >= 0))
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "%s %d is negative", name, length);
}

int refuse_type(MPI_Datatype handle, const char *name)
{
    if (handle == MPI_DATATYPE_NULL)
        return note(MPI_ERR_TYPE, "%s is MPI_DATATYPE_NULL", name);
    return refuse_handle(MPI_ERR_TYPE, name, handle, OBJECT_TYPE);
}

/* Programs say MPI_DATATYPE_NULL where they have no elements, and other libraries take it. MPI_INT
 * stands for it, which nearly all operations reduce. */
int check_type_of_nothing(MPI_Datatype handle, const char *name, const struct type **type)
{
    if (handle != MPI_DATATYPE_NULL || knobs.mismatch == MISMATCH_IS_AN_ERROR)
        return refuse_type(handle, name);
    *type = type_predefined(MPI_INT);
    return MPI_SUCCESS;
}

int refuse_uncommitted(const char *name)
{
    return note(MPI_ERR_TYPE, "%s is not committed by MPI_Type_commit", name);
}

int refuse_buffer(const void *buf, const char *name, MPI_Count count)
{
    if (buf == MPI_IN_PLACE)
        return note(MPI_ERR_BUFFER, "%s is MPI_IN_PLACE, which is not allowed here", name);
    return note(MPI_ERR_BUFFER, "%s is NULL, for %lld element%s", name, (long long)count,
                count == 1 ? "" : "s");
}

int check_data(const struct data_names *names, const void *buf, MPI_Count count,
               MPI_Datatype handle, struct data *data)
{
    return check_message_data(false, names, buf, count, handle, data);
}

int refuse_peer(const struct comm *comm, int peer, const char *name)
{
    return note(MPI_ERR_RANK, "%s %d is outside 0..%d", name, peer, comm_peers(comm)->size - 1);
}

int check_root(const struct comm *comm, int root)
{
    int size = comm_peers(comm)->size;

    if (likely(root >= 0 && root < size))
        return MPI_SUCCESS;
    if (comm_is_inter(comm) && (root == MPI_ROOT || root == MPI_PROC_NULL))
        return MPI_SUCCESS;
    return note(MPI_ERR_ROOT, "root %d is outside 0..%d", root, size - 1);
}

int refuse_tag(int tag, const char *name, const char *what)
{
    return note(MPI_ERR_TAG, "%s %d is %s", name, tag, what);
}

int check_send(struct send *send, const struct data_names *names, const void *buf, MPI_Count count,
               MPI_Datatype datatype, const char *tag_name, MPI_Comm comm)
{
    return check_message_sent(false, send, names, buf, count, datatype, tag_name, comm);
}

int check_receive(struct receive *receive, const struct data_names *names, void *buf,
                  MPI_Count count, MPI_Datatype datatype, const char *tag_name, MPI_Comm comm)
{
    return check_message_received(false, receive, names, buf, count, datatype, tag_name, comm);
}

int check_probe(int source, int tag, MPI_Comm handle, struct comm **comm)
{
    return check_message_probed(false, source, tag, handle, comm);
}

int check_op_handle(MPI_Op handle, const struct op **op)
{
    *op = handle_op(handle);
    if (likely(*op != NULL))
        return MPI_SUCCESS;
    if (handle == MPI_OP_NULL)
        return note(MPI_ERR_OP, "op is MPI_OP_NULL");
    return refuse_handle(MPI_ERR_OP, "op", handle, OBJECT_OP);
}

int check_op(MPI_Op handle, const struct type *type, const struct op **op)
{
    int err = check_op_handle(handle, op);

    if (err != MPI_SUCCESS)
        return err;
    if (!op_is_users(*op) && (*op)->kernels == NULL)
        return note(MPI_ERR_OP, "op %s is for one-sided communication only", (*op)->name);
    if (op_allows(*op, type) &&
        !(knobs.mismatch == MISMATCH_IS_AN_ERROR && op_tolerates(*op, type)))
        return MPI_SUCCESS;
    return note(MPI_ERR_OP, "op %s is not defined for %s", (*op)->name,
                type->is_predefined ? type->name : "a derived datatype");
}

int check_request(MPI_Request handle, const char *name, struct request **request)
{
    *request = NULL;
    if (handle == MPI_REQUEST_NULL)
        return MPI_SUCCESS;
    *request = handle_request(handle);
    if (likely(*request != NULL))
        return MPI_SUCCESS;
    return refuse_handle(MPI_ERR_REQUEST, name, handle, OBJECT_REQUEST);
}

int check_request_of(const MPI_Request handles[], int i, struct request **request)
{
    char name[ELEMENT_NAME_BYTES];

    if (likely(check_request(handles[i], "", request) == MPI_SUCCESS))
        return MPI_SUCCESS;
    return check_request(handles[i], check_name_of(name, "array_of_requests", i), request);
}

int check_real_request(MPI_Request handle, const char *name, struct request **request)
{
    int err = check_request(handle, name, request);

    if (err == MPI_SUCCESS && *request == NULL)
        return note(MPI_ERR_REQUEST, "%s is MPI_REQUEST_NULL", name);
    return err;
}

int check_message(const MPI_Message *handle, struct message **message)
{
    *message = NULL;
    if (*handle == MPI_MESSAGE_NO_PROC)
        return MPI_SUCCESS;
    *message = handle_message(*handle);
    if (*message != NULL)
        return MPI_SUCCESS;
    if (*handle == MPI_MESSAGE_NULL)
        return note(MPI_ERR_REQUEST, "message is MPI_MESSAGE_NULL");
    return refuse_handle(MPI_ERR_REQUEST, "message", *handle, OBJECT_MESSAGE);
}
