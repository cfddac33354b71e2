/* SPDX-License-Identifier: MIT */
#include "api/collective.h"

#include "api/advice.h"
#include "api/check_object.h"
#include "base/memory.h"
#include "base/note.h"

const struct blocks_names names_of_send_blocks = {"sendcounts", "sdispls"};
const struct blocks_names names_of_recv_blocks = {"recvcounts", "rdispls"};
const struct blocks_names names_of_sent = {"sendcounts", "displs"};
const struct blocks_names names_of_received = {"recvcounts", "displs"};

struct coll_args collective_of(enum coll_kind kind, const struct call *call,
                               const struct mode *mode)
{
    const struct data none = {.type = type_predefined(MPI_BYTE)};

    return (struct coll_args){
        .kind = kind, .form = mode->form, .call = call, .send = none, .recv = none};
}

int collective_check_root(struct coll_args *args, MPI_Comm comm, int root)
{
    int err = check_comm(comm, "comm", &args->comm);

    args->root = root;
    return err == MPI_SUCCESS ? check_root(args->comm, root) : err;
}

int collective_check_blocks(const struct blocks *blocks, const struct blocks_names *names,
                            int count, MPI_Count *total)
{
    int i, err;

    *total = 0;
    err = check_view(blocks->counts, names->counts, count);
    if (err == MPI_SUCCESS && names->displacements != NULL)
        err = check_view(blocks->displacements, names->displacements, count);
    if (err != MPI_SUCCESS)
        return err;
    for (i = 0; i < count; i++) {
        MPI_Count elements = view_at(blocks->counts, (size_t)i);

        if (elements < 0)
            return note(MPI_ERR_COUNT, "%s[%d] %lld is negative", names->counts, i,
                        (long long)elements);
        if (__builtin_add_overflow(*total, elements, total))
            return note(MPI_ERR_COUNT, "%s: their sum is too large", names->counts);
    }
    return MPI_SUCCESS;
}

/* No data lie in the first page. */
enum { ADDRESS_MIN = 4096 };

/* From MPI_BOTTOM the displacements of blocks are their addresses. */
static int check_addresses(const struct data *data, const char *name, const struct blocks *blocks,
                           const struct blocks_names *names, int count)
{
    int i;

    for (i = 0; i < count; i++) {
        const struct data block = coll_block(data, blocks, i);

        if (data_bytes(&block) > 0 && (uintptr_t)data_start(&block) < ADDRESS_MIN)
            return note(MPI_ERR_BUFFER, "%s is NULL, and %s[%d] %lld is no address", name,
                        names->displacements, i,
                        (long long)view_at(blocks->displacements, (size_t)i));
    }
    return MPI_SUCCESS;
}

/* The address that check_data gets in place of MPI_BOTTOM, of which it knows but a type's
 * addresses. */
static const void *anywhere(const void *buf)
{
    static const char somewhere;

    return buf == MPI_BOTTOM ? &somewhere : buf;
}

int collective_check_many(const struct blocks *blocks, const struct blocks_names *names, int count,
                          const struct data_names *data_names, const void *buf,
                          MPI_Datatype datatype, struct data *data)
{
    MPI_Count total;
    int err = collective_check_blocks(blocks, names, count, &total);

    if (err == MPI_SUCCESS)
        err = check_data(data_names, anywhere(buf), total, datatype, data);
    if (err != MPI_SUCCESS)
        return err;
    data->buf = (void *)(uintptr_t)buf;
    data->count = 0;
    return buf == MPI_BOTTOM ? check_addresses(data, data_names->buf, blocks, names, count) : err;
}

int collective_check_types(struct blocks *blocks, const struct blocks_names *names, int count,
                           const struct data_names *data_names, const void *buf,
                           const MPI_Datatype types[], struct data *data, void **owned)
{
    const struct type **held;
    struct data block;
    MPI_Count total;
    int i, err = collective_check_blocks(blocks, names, count, &total);

    if (err == MPI_SUCCESS)
        err = check_array(types, data_names->type, count);
    if (err != MPI_SUCCESS)
        return err;
    held = memory_take((size_t)count * sizeof *held);
    *owned = held;
    if (held == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for %d types", count);
    for (i = 0; i < count && err == MPI_SUCCESS; i++) {
        err = check_data(data_names, anywhere(buf), view_at(blocks->counts, (size_t)i), types[i],
                         &block);
        held[i] = err == MPI_SUCCESS ? block.type : NULL;
    }
    blocks->types = held;
    blocks->types_count = count;
    data->buf = (void *)(uintptr_t)buf;
    if (err == MPI_SUCCESS && buf == MPI_BOTTOM)
        err = check_addresses(data, data_names->buf, blocks, names, count);
    return err;
}

int collective_check_not_same(const struct data *send, const struct data *recv)
{
    if (likely(send->buf != recv->buf || send->buf == MPI_BOTTOM))
        return MPI_SUCCESS;
    if (data_bytes(send) == 0 || data_bytes(recv) == 0 ||
        send->type->true_lb != recv->type->true_lb)
        return MPI_SUCCESS;
    return note(MPI_ERR_BUFFER, "sendbuf and recvbuf are the same; MPI_IN_PLACE is for that");
}

static int check_mode(const struct mode *mode)
{
    struct info *hints;
    int err = MPI_SUCCESS;

    if (mode->form == COLL_PERSISTENT)
        err = check_hints(mode->info, &hints);
    if (err == MPI_SUCCESS && mode->form != COLL_BLOCKING)
        err = check_pointer(mode->request, "request");
    return err;
}

static int meet(const struct coll_args *args)
{
    const struct coll_args meeting = {
        .kind = COLL_SYNCHRONIZE, .call = args->call, .comm = args->comm};
    int err = comm_size(args->comm) > 1 || comm_is_inter(args->comm) ? coll_barrier(&meeting, NULL)
                                                                     : MPI_SUCCESS;

    return err == MPI_SUCCESS && advice_is_given() ? advice_on_form(args) : err;
}

int collective_run_together(const struct coll_args *args, coll_entry *entry)
{
    struct request *request;
    int err = MPI_SUCCESS;

    if (advice_is_given())
        err = advice_on_thread(args->call);
    if (err == MPI_SUCCESS && advice_is_given())
        err = advice_enter(args);
    if (err != MPI_SUCCESS)
        return err;
    err = advice_begin_wait(args->call);
    if (err == MPI_SUCCESS) {
        err = meet(args);
        if (err == MPI_SUCCESS)
            err = entry(args, &request);
        advice_end_wait();
    }
    if (advice_is_given())
        advice_leave(args);
    return err;
}

int collective_finish(const struct coll_args *args, const struct mode *mode, coll_entry *entry,
                      int err)
{
    if (err == MPI_SUCCESS)
        err = check_mode(mode);
    return err == MPI_SUCCESS ? collective_run(args, mode, entry)
                              : raise_comm(args->call, args->comm, err);
}
