/* SPDX-License-Identifier: MIT */
/* Partitioned sends and receives. */
#include "p2p/partitioned.h"

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/partitioned.h"
#include "api/observe/uses.h"
#include "base/note.h"
#include "base/random.h"
#include "p2p/receive.h"
#include "p2p/send.h"
#include "rank/choice.h"
#include "rank/wait.h"

/* Checks that `partitions` of `count` elements are possible: *all, their number, fits MPI_Count. */
static int check_partitions(int partitions, MPI_Count count, MPI_Info info, MPI_Count *all)
{
    struct info *hints;

    if (partitions <= 0)
        return note(MPI_ERR_ARG, "partitions %d is not positive", partitions);
    if (count < 0)
        return note(MPI_ERR_COUNT, "count %lld is negative", (long long)count);
    if (__builtin_mul_overflow((MPI_Count)partitions, count, all))
        return note(MPI_ERR_COUNT, "%d partitions of %lld elements are too many", partitions,
                    (long long)count);
    return check_hints(info, &hints);
}

static int conclude(const struct call *call, struct comm *comm, int err, struct request *prepared,
                    MPI_Request *request)
{
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *request = handle_of_request(prepared);
    return MPI_SUCCESS;
}

int api_psend_init(const struct call *call, const void *buf, int partitions, MPI_Count count,
                   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
                   MPI_Request *request)
{
    struct send send = {.dest = dest, .tag = tag};
    struct request *prepared = NULL;
    int err = check_comm(comm, "comm", &send.comm);

    if (err == MPI_SUCCESS)
        err = check_partitions(partitions, count, info, &count);
    if (err == MPI_SUCCESS)
        err = check_send(&send, &names_plain, buf, count, datatype, "tag", comm);
    if (err == MPI_SUCCESS)
        err = check_pointer(request, "request");
    if (err == MPI_SUCCESS && buffers_are_watched() && dest != MPI_PROC_NULL)
        err = uses_prepare(call, &send.data);
    if (err == MPI_SUCCESS)
        err = partitioned_prepare_send(rank_self(),
                                       &(struct partitioned){.comm = send.comm,
                                                             .data = send.data,
                                                             .partitions = partitions,
                                                             .peer = dest,
                                                             .tag = tag,
                                                             .site = call->site},
                                       &prepared);
    return conclude(call, send.comm, err, prepared, request);
}

/* A partitioned receive takes no wildcards. */
static int check_named(int source, int tag)
{
    if (source == MPI_ANY_SOURCE)
        return note(MPI_ERR_RANK, "source is MPI_ANY_SOURCE");
    return check_tag_sent(tag, "tag");
}

int api_precv_init(const struct call *call, void *buf, int partitions, MPI_Count count,
                   MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info,
                   MPI_Request *request)
{
    struct receive receive = {.source = source, .tag = tag};
    struct request *prepared = NULL;
    int err = check_comm(comm, "comm", &receive.comm);

    if (err == MPI_SUCCESS)
        err = check_partitions(partitions, count, info, &count);
    if (err == MPI_SUCCESS)
        err = check_receive(&receive, &names_plain, buf, count, datatype, "tag", comm);
    if (err == MPI_SUCCESS)
        err = check_named(source, tag);
    if (err == MPI_SUCCESS)
        err = check_pointer(request, "request");
    if (err == MPI_SUCCESS && buffers_are_watched() && source != MPI_PROC_NULL)
        err = uses_prepare(call, &receive.data);
    if (err == MPI_SUCCESS)
        err = partitioned_prepare_receive(rank_self(),
                                          &(struct partitioned){.comm = receive.comm,
                                                                .data = receive.data,
                                                                .partitions = partitions,
                                                                .peer = source,
                                                                .tag = tag,
                                                                .site = call->site},
                                          &prepared);
    return conclude(call, receive.comm, err, prepared, request);
}

/* *request becomes NULL for MPI_REQUEST_NULL. */
static int check_kind(MPI_Request handle, const struct request_class *class, const char *kind,
                      struct request **request)
{
    int err = check_active();

    *request = NULL;
    if (err == MPI_SUCCESS)
        err = check_request(handle, "request", request);
    if (err == MPI_SUCCESS && *request != NULL && (*request)->class != class)
        return note(MPI_ERR_REQUEST, "request is no partitioned %s", kind);
    return err;
}

static int check_active_send(MPI_Request handle, struct request **request)
{
    int err = check_kind(handle, &partitioned_send_class, "send", request);

    if (err == MPI_SUCCESS && *request == NULL)
        return note(MPI_ERR_REQUEST, "request is MPI_REQUEST_NULL");
    if (err == MPI_SUCCESS && (*request)->is_inactive)
        return note(MPI_ERR_REQUEST, "request has not been started");
    return err;
}

static bool is_partition(const struct request *request, int partition)
{
    return partition >= 0 && partition < partitioned_count(request);
}

static int check_partition(const struct request *request, int partition, const char *name)
{
    if (is_partition(request, partition))
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "%s %d is outside 0..%d", name, partition,
                partitioned_count(request) - 1);
}

static int raise_ready(const struct call *call, const struct request *request, int err)
{
    return raise_comm(call, request != NULL ? request->comm : NULL, err);
}

/* [low, high), checked. */
static int mark(const struct call *call, struct request *request, int low, int high)
{
    int err = buffers_are_watched() ? uses_give(call, request, low, high) : MPI_SUCCESS;

    return err == MPI_SUCCESS ? partitioned_mark(request, low, high) : err;
}

int api_pready(const struct call *call, int partition, MPI_Request handle)
{
    struct request *request;
    int err = check_active_send(handle, &request);

    if (err == MPI_SUCCESS)
        err = check_partition(request, partition, "partition");
    if (err == MPI_SUCCESS)
        err = mark(call, request, partition, partition + 1);
    return err == MPI_SUCCESS ? err : raise_ready(call, request, err);
}

int api_pready_range(const struct call *call, int partition_low, int partition_high,
                     MPI_Request handle)
{
    struct request *request;
    int err = check_active_send(handle, &request);

    if (err == MPI_SUCCESS)
        err = check_partition(request, partition_low, "partition_low");
    if (err == MPI_SUCCESS)
        err = check_partition(request, partition_high, "partition_high");
    if (err == MPI_SUCCESS && partition_low > partition_high)
        err = note(MPI_ERR_ARG, "partition_low %d is above partition_high %d", partition_low,
                   partition_high);
    if (err == MPI_SUCCESS)
        err = mark(call, request, partition_low, partition_high + 1);
    return err == MPI_SUCCESS ? err : raise_ready(call, request, err);
}

int api_pready_list(const struct call *call, int length, const int partitions[],
                    MPI_Request handle)
{
    char name[ELEMENT_NAME_BYTES];
    struct request *request;
    int err = check_active_send(handle, &request), i;

    if (err == MPI_SUCCESS)
        err = check_length(length, "length");
    if (err == MPI_SUCCESS)
        err = check_array(partitions, "array_of_partitions", length);
    for (i = 0; i < length && err == MPI_SUCCESS; i++)
        if (!is_partition(request, partitions[i]))
            err = check_partition(request, partitions[i],
                                  check_name_of(name, "array_of_partitions", i));
    for (i = 0; i < length && err == MPI_SUCCESS; i++)
        err = mark(call, request, partitions[i], partitions[i] + 1);
    return err == MPI_SUCCESS ? err : raise_ready(call, request, err);
}

struct arriving {
    const struct request *request;
    int partition;
};

static bool has_not_arrived(void *subject)
{
    const struct arriving *arriving = subject;

    return !partitioned_has_arrived(arriving->request, arriving->partition);
}

static bool sees_arrival(const struct request *request, int partition)
{
    struct arriving arriving = {request, partition};
    const struct look look = {has_not_arrived, &arriving,
                              random_mix((uintptr_t)request, (unsigned)partition)};

    return request == NULL || request->is_inactive || rank_look(rank_self(), &look);
}

int api_parrived(const struct call *call, MPI_Request handle, int partition, int *flag)
{
    struct request *request;
    int err = check_kind(handle, &partitioned_receive_class, "receive", &request);

    if (err == MPI_SUCCESS && request != NULL)
        err = check_partition(request, partition, "partition");
    if (err == MPI_SUCCESS)
        err = check_pointer(flag, "flag");
    if (err != MPI_SUCCESS)
        return raise_ready(call, request, err);
    *flag = sees_arrival(request, partition);
    if (*flag && request != NULL)
        partitioned_tell_order(request);
    if (*flag && request != NULL && buffers_are_watched())
        uses_get(request, partition);
    return MPI_SUCCESS;
}
