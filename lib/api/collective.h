/* SPDX-License-Identifier: MIT */
/* The common parts of the functions of collective operations. An argument that counts only at the
 * root is looked at only there. */
#ifndef API_COLLECTIVE_H
#define API_COLLECTIVE_H

#include "api/check.h"
#include "api/mode.h"
#include "api/handle.h"
#include "api/raise.h"
#include "api/uses.h"
#include "base/call.h"
#include "base/knob.h"
#include "check/buffers.h"
#include "coll/args.h"

/* A call without data on either side. */
struct coll_args collective_of(enum coll_kind kind, const struct call *call,
                               const struct mode *mode);

/* Communicator and root. */
int collective_check_root(struct coll_args *args, MPI_Comm comm, int root);

/* The names of the arguments of a v or w form. */
struct blocks_names {
    const char *counts;
    const char *displacements;
};

extern const struct blocks_names names_of_send_blocks; /* sendcounts, sdispls */
extern const struct blocks_names names_of_recv_blocks; /* recvcounts, rdispls */
extern const struct blocks_names names_of_sent;        /* sendcounts, displs */
extern const struct blocks_names names_of_received;    /* recvcounts, displs */

/* Counts and displacements of so many blocks; *total: all the elements. */
int collective_check_blocks(const struct blocks *blocks, const struct blocks_names *names,
                            int count, MPI_Count *total);
/* A buffer of such blocks; data->count is 0 then. */
int collective_check_many(const struct blocks *blocks, const struct blocks_names *names, int count,
                          const struct data_names *data_names, const void *buf,
                          MPI_Datatype datatype, struct data *data);
/* A buffer of blocks with a type each; the types become *owned. */
int collective_check_types(struct blocks *blocks, const struct blocks_names *names, int count,
                           const struct data_names *data_names, const void *buf,
                           const MPI_Datatype types[], struct data *data, void **owned);

/* The first bytes of both would be the same byte. */
int collective_check_not_same(const struct data *send, const struct data *recv);

/* A blocking call before which the members meet (HEDDLE_SYNC_COLLECTIVES). */
int collective_run_together(const struct coll_args *args, coll_entry *entry);

/* Carries out, starts or prepares what has been checked, by the operation's entry; raises what
 * goes wrong. */
static inline int collective_run(const struct coll_args *args, const struct mode *mode,
                                 coll_entry *entry)
{
    struct request *request;
    int err = MPI_SUCCESS;

    if (buffers_are_watched() && mode->form != COLL_PERSISTENT)
        err = uses_compare(args->call, args);
    if (unlikely(knobs.sync_collectives) && mode->form == COLL_BLOCKING && err == MPI_SUCCESS)
        err = collective_run_together(args, entry);
    else if (likely(err == MPI_SUCCESS))
        err = buffers_are_watched() && mode->form == COLL_NONBLOCKING
                  ? uses_begin(args, entry, &request)
                  : entry(args, &request);
    if (unlikely(err != MPI_SUCCESS))
        return raise_comm(args->call, args->comm, err);
    if (mode->form == COLL_BLOCKING)
        return MPI_SUCCESS;
    *mode->request = handle_of_request(request);
    return MPI_SUCCESS;
}

/* Carries out a call whose arguments have been checked; `err` is what the checks found. An error is
 * raised. */
int collective_finish(const struct coll_args *args, const struct mode *mode, coll_entry *entry,
                      int err);

#endif
