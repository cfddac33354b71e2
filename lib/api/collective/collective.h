/* SPDX-License-Identifier: MIT */
/* The common parts of the functions of collective operations. An argument that counts only at the
 * root is looked at only there.
 *
 * The checks are compiled twice (UNUSUAL in check.h). The fast copy is a part of each function of
 * the API: it takes plain arguments (coll/args.h) and puts them together in few instructions. */
#ifndef API_COLLECTIVE_H
#define API_COLLECTIVE_H

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/argument/mode.h"
#include "api/error/raise.h"
#include "api/observe/uses.h"
#include "base/call.h"
#include "base/knob.h"
#include "base/note.h"
#include "check/buffers.h"
#include "coll/args.h"
#include "coll/policy.h"

/* ---- the run --------------------------------------------------------------------------------- */

/* A blocking call before which the members meet (HEDDLE_SYNC_COLLECTIVES). */
int collective_run_together(const struct coll_args *args, coll_entry *entry);

/* Carries out, starts or prepares what has been checked, by the operation's entry; raises what
 * goes wrong. `err` is what the checks found. */
static inline int collective_run(const struct coll_args *args, const struct mode *mode,
                                 coll_entry *entry, int err)
{
    struct request *request;

    if (likely(err == MPI_SUCCESS) && buffers_are_watched())
        err = mode->form == COLL_PERSISTENT ? uses_prepare_collective(args)
                                            : uses_compare(args->call, args);
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

/* ---- communicator, root, mode ---------------------------------------------------------------- */

/* Finds the communicator's neighbours: 0 or a class with its note. */
int collective_find_neighbors(struct coll_args *args);

/* Begins the arguments of a call: communicator, root, neighbours. A side is without data. */
ALWAYS_INLINE int collective_open(bool fast, struct coll_args *args, enum coll_kind kind,
                                  const struct call *call, const struct mode *mode, MPI_Comm comm,
                                  int root)
{
    int err;

    /* One by one: to clear all of it takes longer than the rest of this. */
    args->kind = kind;
    args->form = mode->form;
    args->is_plain = fast;
    args->is_in_place = false;
    args->root = root;
    args->call = call;
    args->board = NULL;
    args->op = NULL;
    args->send_blocks = NULL;
    args->recv_blocks = NULL;
    args->neighbors = NULL;
    if (!fast) {
        args->kernel = NULL;
        args->send = args->recv = (struct data){.type = type_predefined(MPI_BYTE)};
    }
    err = check_comm(comm, fast ? NULL : "comm", &args->comm);
    if (fast && likely(err == MPI_SUCCESS) &&
        (comm_is_inter(args->comm) ||
         (coll_has_root(kind) && (unsigned)root >= (unsigned)comm_size(args->comm))))
        return UNUSUAL;
    if (!fast && err == MPI_SUCCESS && coll_has_root(kind))
        err = check_root(args->comm, root);
    if (!fast && err == MPI_SUCCESS && (coll_has_neighbors(kind) || coll_is_scan(kind)))
        err = check_intra(args->comm, "comm");
    return err == MPI_SUCCESS && coll_has_neighbors(kind) ? collective_find_neighbors(args) : err;
}

ALWAYS_INLINE int collective_check_mode(bool fast, const struct mode *mode)
{
    struct info *hints;
    int err = MPI_SUCCESS;

    if (mode->form == COLL_PERSISTENT && mode->info != MPI_INFO_NULL)
        err = fast ? UNUSUAL : check_hints(mode->info, &hints);
    if (err == MPI_SUCCESS && mode->form != COLL_BLOCKING)
        err = check_pointer(mode->request, fast ? NULL : "request");
    return err;
}

/* ---- data ------------------------------------------------------------------------------------ */

/* One block, or blocks that are all alike. */
ALWAYS_INLINE int collective_check_data(bool fast, const struct data_names *names, const void *buf,
                                        MPI_Count count, MPI_Datatype handle, struct data *data)
{
    const struct type *type;

    if (!fast)
        return check_data(names, buf, count, handle, data);
    type = type_predefined(handle);
    data->buf = (void *)(uintptr_t)buf;
    data->count = count;
    data->type = type;
    return type != NULL && (uint64_t)count <= PLAIN_BYTES_MAX && buf != NULL &&
                   buf != MPI_IN_PLACE && type->is_dense && type->extent == type->size &&
                   data_bytes(data) <= PLAIN_BYTES_MAX
               ? MPI_SUCCESS
               : UNUSUAL;
}

/* The names of the arguments of a v or w form. */
struct blocks_names {
    const char *counts;
    const char *displacements;
};

ALWAYS_INLINE int collective_check_views(bool fast, const struct blocks *blocks,
                                         const struct blocks_names *names, int count)
{
    int err = check_view(blocks->counts, fast ? NULL : names->counts, count);

    return err == MPI_SUCCESS && names->displacements != NULL
               ? check_view(blocks->displacements, fast ? NULL : names->displacements, count)
               : err;
}

/* Counts and displacements of that many blocks; *total: all the elements. The fast copy knows the
 * size of their type, and that none of them is large. */
ALWAYS_INLINE int collective_check_blocks(bool fast, const struct blocks *blocks,
                                          const struct blocks_names *names, int count,
                                          MPI_Count size, MPI_Count *total)
{
    int i, err = collective_check_views(fast, blocks, names, count);

    *total = 0;
    for (i = 0; i < count && err == MPI_SUCCESS; i++) {
        MPI_Count elements = view_at(blocks->counts, (size_t)i);

        if (fast && ((uint64_t)elements > PLAIN_BYTES_MAX || elements * size > PLAIN_BYTES_MAX))
            return UNUSUAL;
        if (!fast && elements < 0)
            return note(MPI_ERR_COUNT, "%s[%d] %lld is negative", names->counts, i,
                        (long long)elements);
        if (__builtin_add_overflow(*total, elements, total) && !fast)
            return note(MPI_ERR_COUNT, "%s: their sum is too large", names->counts);
    }
    return err;
}

/* The first bytes of both would be the same byte. */
int collective_check_not_same(const struct data *send, const struct data *recv);

#endif
