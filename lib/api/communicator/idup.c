/* SPDX-License-Identifier: MIT */
/* Nonblocking duplication of communicators. */
#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/communicator/hints.h"
#include "api/error/raise.h"
#include "api/generated/communicators.h"
#include "base/memory.h"
#include "base/note.h"
#include "comm/make.h"
#include "request/completion.h"

static bool is_ready(const struct request *request)
{
    return dup_is_ready(request->extra);
}

static bool advance(struct request *request)
{
    if (!dup_is_ready(request->extra))
        return false;
    request->error = dup_finish(request->extra);
    request_complete(request);
    return true;
}

static void describe_idup(const struct request *request, struct wait_report *wait_report)
{
    dup_describe(request->extra, wait_report);
}

static void release(struct request *request)
{
    memory_give(request->extra);
}

static const struct request_class idup_class = {
    .is_ready = is_ready, .advance = advance, .release = release, .describe = describe_idup};

/* Makes the request of a duplication. */
static struct request *make_request(struct rank *self, struct comm *comm)
{
    struct dup *dup = memory_take(sizeof *dup);
    struct request *request = dup != NULL ? request_create(self, &idup_class, comm) : NULL;

    if (request == NULL) {
        memory_give(dup);
        note(MPI_ERR_NO_MEM, "no memory for a duplicate of a communicator");
        return NULL;
    }
    request->extra = dup;
    return request;
}

/* Completes a duplication whose copy function failed at this member, as MPI_Comm_dup does. The
 * member takes part so that the others get their duplicates, and then frees its own. */
static void give_up_idup(struct request *request)
{
    struct dup *dup = request->extra;

    request_wait(request);
    if (request->error == MPI_SUCCESS)
        comm_free(dup->created);
    request_free(request);
}

static int start_idup(struct comm *comm, MPI_Comm handle, struct info *info, MPI_Comm *newcomm,
                      struct request **started)
{
    const struct holder holder = comm_holder(comm, handle);
    struct request *request = make_request(comm->self, comm);
    struct attribute *copies;
    struct dup *dup;
    int copied, err;

    if (request == NULL)
        return MPI_ERR_NO_MEM;
    dup = request->extra;
    copied = attributes_copy(&holder, &copies);
    err = dup_start(dup, comm, copies);
    if (err == MPI_SUCCESS && copied == MPI_SUCCESS)
        err = hints_set(dup->created, info);
    if (err != MPI_SUCCESS) {
        request_free(request);
        return err;
    }
    if (copied != MPI_SUCCESS) {
        give_up_idup(request);
        return copied;
    }
    /* The handle becomes valid when the duplicate is complete; the user must not use it before. */
    *newcomm = handle_of_comm(dup->created);
    *started = request;
    return MPI_SUCCESS;
}

static int idup(const struct call *call, MPI_Comm handle, MPI_Info hints, MPI_Comm *newcomm,
                MPI_Request *request)
{
    struct comm *comm;
    struct info *info;
    struct request *started;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info);
    if (err == MPI_SUCCESS)
        err = check_pointer(newcomm, "newcomm");
    if (err == MPI_SUCCESS)
        err = check_pointer(request, "request");
    if (err == MPI_SUCCESS)
        err = start_idup(comm, handle, info, newcomm, &started);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *request = handle_of_request(started);
    return MPI_SUCCESS;
}

int api_comm_idup(const struct call *call, MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    return idup(call, comm, MPI_INFO_NULL, newcomm, request);
}

int api_comm_idup_with_info(const struct call *call, MPI_Comm comm, MPI_Info info,
                            MPI_Comm *newcomm, MPI_Request *request)
{
    return idup(call, comm, info, newcomm, request);
}
