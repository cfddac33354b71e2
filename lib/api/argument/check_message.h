/* SPDX-License-Identifier: MIT */
/* The checks of a message's arguments, compiled twice (UNUSUAL in check.h). The fast copy is a part
 * of an entry: it knows contiguous data of a named type, to or from a member. */
#ifndef API_CHECK_MESSAGE_H
#define API_CHECK_MESSAGE_H

#include <limits.h>

#include "api/argument/check.h"
#include "base/note.h"
#include "p2p/arguments.h"

int refuse_uncommitted(const char *name) REFUSES;
int refuse_buffer(const void *buf, const char *name, MPI_Count count) REFUSES;
int refuse_peer(const struct comm *comm, int peer, const char *name) REFUSES;
int check_type_of_nothing(MPI_Datatype handle, const char *name, const struct type **type) REFUSES;

ALWAYS_INLINE int check_message_data(bool fast, const struct data_names *names, const void *buf,
                                     MPI_Count count, MPI_Datatype handle, struct data *data)
{
    const struct type *type = fast ? type_predefined(handle) : NULL;
    MPI_Count bytes;
    int err = MPI_SUCCESS;

    if (fast && (unlikely(type == NULL) || unlikely(!type->is_dense) ||
                 unlikely(buf == NULL || buf == MPI_IN_PLACE) ||
                 unlikely((uint64_t)count > INT_MAX)))
        return UNUSUAL;
    if (!fast)
        err = check_count(count, names->count);
    if (!fast && err == MPI_SUCCESS)
        err = check_type(handle, names->type, &type);
    if (unlikely(err != MPI_SUCCESS) && count == 0)
        err = check_type_of_nothing(handle, names->type, &type);
    if (err != MPI_SUCCESS)
        return err;
    if (!fast && unlikely(!type->is_predefined && !type->is_committed))
        return refuse_uncommitted(names->type);
    /* MPI_BOTTOM is NULL, too. It is valid for a type made of absolute addresses, which does not
     * start at 0. */
    if (!fast && unlikely((buf == NULL && count > 0 && type->size > 0 && type->true_lb == 0) ||
                          buf == MPI_IN_PLACE))
        return refuse_buffer(buf, names->buf, count);
    if (!fast && unlikely(__builtin_mul_overflow(count, type->size, &bytes)))
        return note(MPI_ERR_COUNT, "%s %lld of %lld bytes are too many", names->count,
                    (long long)count, (long long)type->size);
    data->buf = (void *)(uintptr_t)buf;
    data->count = count;
    data->type = type;
    return MPI_SUCCESS;
}

/* One unsigned comparison covers both bounds, because a negative rank becomes larger than any
 * size. */
ALWAYS_INLINE bool is_peer(const struct comm *comm, int peer)
{
    return likely((unsigned)peer < (unsigned)comm_peers(comm)->size);
}

ALWAYS_INLINE int check_message_sent(bool fast, struct send *send, const struct data_names *names,
                                     const void *buf, MPI_Count count, MPI_Datatype datatype,
                                     const char *tag_name, MPI_Comm comm)
{
    int err = check_comm(comm, fast ? NULL : "comm", &send->comm);

    if (err == MPI_SUCCESS)
        err = check_message_data(fast, names, buf, count, datatype, &send->data);
    if (err == MPI_SUCCESS && !is_peer(send->comm, send->dest) &&
        (fast || send->dest != MPI_PROC_NULL))
        err = fast ? UNUSUAL : refuse_peer(send->comm, send->dest, "dest");
    return err == MPI_SUCCESS ? check_tag_sent(send->tag, fast ? NULL : tag_name) : err;
}

ALWAYS_INLINE int check_message_asked(bool fast, const struct comm *comm, int source, int tag,
                                      const char *tag_name)
{
    if (!is_peer(comm, source) && unlikely(source != MPI_ANY_SOURCE) &&
        (fast || source != MPI_PROC_NULL))
        return fast ? UNUSUAL : refuse_peer(comm, source, "source");
    if (likely(tag >= 0 || tag == MPI_ANY_TAG))
        return MPI_SUCCESS;
    return fast ? UNUSUAL : refuse_tag(tag, tag_name, "negative and not MPI_ANY_TAG");
}

ALWAYS_INLINE int check_message_received(bool fast, struct receive *receive,
                                         const struct data_names *names, void *buf,
                                         MPI_Count count, MPI_Datatype datatype,
                                         const char *tag_name, MPI_Comm comm)
{
    int err = check_comm(comm, fast ? NULL : "comm", &receive->comm);

    if (err == MPI_SUCCESS)
        err = check_message_data(fast, names, buf, count, datatype, &receive->data);
    return err == MPI_SUCCESS ? check_message_asked(fast, receive->comm, receive->source,
                                                    receive->tag, tag_name)
                              : err;
}

ALWAYS_INLINE int check_message_probed(bool fast, int source, int tag, MPI_Comm handle,
                                       struct comm **comm)
{
    int err = check_comm(handle, fast ? NULL : "comm", comm);

    return err == MPI_SUCCESS ? check_message_asked(fast, *comm, source, tag, "tag") : err;
}

#endif
