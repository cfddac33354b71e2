/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from partitioned.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/partitioned.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Psend_init(const void *buf, int partitions, int count, MPI_Datatype datatype, int dest,
                    int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Psend_init_c(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
                      int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Precv_init(void *buf, int partitions, int count, MPI_Datatype datatype, int source,
                    int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Precv_init_c(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source,
                      int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Pready(int partition, MPI_Request request);
int PMPI_Pready_range(int partition_low, int partition_high, MPI_Request request);
int PMPI_Pready_list(int length, const int array_of_partitions[], MPI_Request request);
int PMPI_Parrived(MPI_Request request, int partition, int *flag);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_psend_init(const struct call *call, const void *buf, int partitions,
                            MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                            MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = dest, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_psend_init(call, buf, partitions, count, datatype, dest, tag, comm, info,
                             request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_precv_init(const struct call *call, void *buf, int partitions, MPI_Count count,
                            MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                            MPI_Info info, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = source, .tag = tag, .count = count,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_precv_init(call, buf, partitions, count, datatype, source, tag, comm, info,
                             request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_pready(const struct call *call, int partition, MPI_Request request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_pready(call, partition, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_pready_range(const struct call *call, int partition_low, int partition_high,
                              MPI_Request request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_pready_range(call, partition_low, partition_high, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_pready_list(const struct call *call, int length, const int array_of_partitions[],
                             MPI_Request request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_pready_list(call, length, array_of_partitions, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_parrived(const struct call *call, MPI_Request request, int partition, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_parrived(call, request, partition, flag);
    return followed_end(call, err);
}

int PMPI_Psend_init(const void *buf, int partitions, int count, MPI_Datatype datatype, int dest,
                    int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Psend_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_psend_init(&call, buf, partitions, count, datatype, dest, tag,
                                                 comm, info, request));
    return laws_kept(api_psend_init(&call, buf, partitions, count, datatype, dest, tag, comm, info,
                                    request));
}
ALIAS(MPI_Psend_init);

int PMPI_Psend_init_c(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
                      int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Psend_init_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_psend_init(&call, buf, partitions, count, datatype, dest, tag,
                                                 comm, info, request));
    return laws_kept(api_psend_init(&call, buf, partitions, count, datatype, dest, tag, comm, info,
                                    request));
}
ALIAS(MPI_Psend_init_c);

int PMPI_Precv_init(void *buf, int partitions, int count, MPI_Datatype datatype, int source,
                    int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL("MPI_Precv_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_precv_init(&call, buf, partitions, count, datatype, source,
                                                 tag, comm, info, request));
    return laws_kept(api_precv_init(&call, buf, partitions, count, datatype, source, tag, comm,
                                    info, request));
}
ALIAS(MPI_Precv_init);

int PMPI_Precv_init_c(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source,
                      int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Precv_init_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_precv_init(&call, buf, partitions, count, datatype, source,
                                                 tag, comm, info, request));
    return laws_kept(api_precv_init(&call, buf, partitions, count, datatype, source, tag, comm,
                                    info, request));
}
ALIAS(MPI_Precv_init_c);

int PMPI_Pready(int partition, MPI_Request request)
{
    const struct call call = CALL("MPI_Pready");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pready(&call, partition, request));
    return laws_kept(api_pready(&call, partition, request));
}
ALIAS(MPI_Pready);

int PMPI_Pready_range(int partition_low, int partition_high, MPI_Request request)
{
    const struct call call = CALL("MPI_Pready_range");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pready_range(&call, partition_low, partition_high, request));
    return laws_kept(api_pready_range(&call, partition_low, partition_high, request));
}
ALIAS(MPI_Pready_range);

int PMPI_Pready_list(int length, const int array_of_partitions[], MPI_Request request)
{
    const struct call call = CALL("MPI_Pready_list");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pready_list(&call, length, array_of_partitions, request));
    return laws_kept(api_pready_list(&call, length, array_of_partitions, request));
}
ALIAS(MPI_Pready_list);

int PMPI_Parrived(MPI_Request request, int partition, int *flag)
{
    const struct call call = CALL("MPI_Parrived");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_parrived(&call, request, partition, flag));
    return laws_kept(api_parrived(&call, request, partition, flag));
}
ALIAS(MPI_Parrived);
