/* SPDX-License-Identifier: MIT */
/* The completion of what has been started. */
#include "p2p/request.h"

#include <stdio.h>

#include "api/check.h"
#include "api/generated/api.h"
#include "api/handle.h"
#include "api/raise.h"
#include "base/memory.h"
#include "base/note.h"
#include "rank/wait.h"

static int check_one(MPI_Request *handle, struct request **request)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_output(handle, "request");
    if (err == MPI_SUCCESS)
        err = check_request(*handle, "request", request);
    return err;
}

static void write_status(struct request *request, MPI_Status *status)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    request_fill_status(request, status);
    if (request == NULL)
        status->MPI_ERROR = MPI_SUCCESS; /* the empty status has it; others keep the user's */
}

/* The user has been told of its end: it is inactive again, or gone. */
static void conclude(struct request *request, MPI_Request *handle)
{
    if (request->is_persistent) {
        request->is_inactive = true;
        return;
    }
    *handle = MPI_REQUEST_NULL;
    request_free(request);
}

/* Gives up a request that is done; NULL is the null request. */
static int finish_one(const struct call *call, struct request *request, MPI_Request *handle,
                      MPI_Status *status)
{
    int err;

    write_status(request, status);
    if (request == NULL)
        return MPI_SUCCESS;
    err = request_error(request);
    if (err != MPI_SUCCESS)
        err = raise_comm(call, request->comm, err); /* which the request holds until it is freed */
    conclude(request, handle);
    return err;
}

int api_wait(const struct call *call, MPI_Request *handle, MPI_Status *status)
{
    struct request *request;
    int err = check_one(handle, &request);

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    if (request != NULL)
        request_wait(request);
    return finish_one(call, request, handle, status);
}

int api_test(const struct call *call, MPI_Request *handle, int *flag, MPI_Status *status)
{
    struct request *request;
    int err = check_one(handle, &request);

    if (err == MPI_SUCCESS)
        err = check_output(flag, "flag");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    if (request != NULL && !request_test(request)) {
        rank_poll(rank_self());
        if (!request_test(request)) {
            *flag = 0;
            return MPI_SUCCESS;
        }
    }
    *flag = 1;
    return finish_one(call, request, handle, status);
}

/* The requests behind an array of handles; few of them need no memory of their own. */
enum { FEW_REQUESTS = 32 };

struct requests {
    int count;
    struct request **all;
    struct request *few[FEW_REQUESTS];
};

static void requests_close(struct requests *requests)
{
    if (requests->all != requests->few)
        memory_give(requests->all);
}

static int requests_open(struct requests *requests, int count, const MPI_Request handles[])
{
    int err = MPI_SUCCESS, i;

    requests->count = count;
    requests->all = requests->few;
    if (count > FEW_REQUESTS)
        requests->all = memory_take((size_t)count * sizeof *requests->all);
    if (requests->all == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for %d requests", count);
    for (i = 0; i < count && err == MPI_SUCCESS; i++)
        err = check_request(handles[i], "an element of array_of_requests", &requests->all[i]);
    if (err != MPI_SUCCESS)
        requests_close(requests);
    return err;
}

static int check_array(int count, const MPI_Request handles[])
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_length(count, "count");
    if (err == MPI_SUCCESS && count > 0)
        err = check_output(handles, "array_of_requests");
    return err;
}

/* The first request that failed, or -1. */
static int first_failed(const struct requests *requests)
{
    int i;

    for (i = 0; i < requests->count; i++)
        if (requests->all[i] != NULL && requests->all[i]->error != MPI_SUCCESS)
            return i;
    return -1;
}

static int raise_failed(const struct call *call, const struct requests *requests, int failed)
{
    const struct request *request = requests->all[failed];
    char cause[256];

    request_error(request);
    snprintf(cause, sizeof cause, "%s", note_text());
    note(MPI_ERR_IN_STATUS, "array_of_requests[%d]: %s", failed, cause);
    return raise_comm(call, request->comm, MPI_ERR_IN_STATUS);
}

/* Gives up requests that are all done. */
static int finish_all(const struct call *call, struct requests *requests, MPI_Request handles[],
                      MPI_Status *statuses)
{
    int failed = first_failed(requests);
    int err = MPI_SUCCESS, i;

    for (i = 0; i < requests->count; i++) {
        struct request *request = requests->all[i];

        if (statuses != MPI_STATUSES_IGNORE)
            write_status(request, &statuses[i]);
        if (statuses != MPI_STATUSES_IGNORE && failed >= 0)
            statuses[i].MPI_ERROR = request != NULL ? request->error : MPI_SUCCESS;
    }
    if (failed >= 0)
        err = raise_failed(call, requests, failed);
    for (i = 0; i < requests->count; i++)
        if (requests->all[i] != NULL)
            conclude(requests->all[i], &handles[i]);
    requests_close(requests);
    return err;
}

int api_waitall(const struct call *call, int count, MPI_Request handles[], MPI_Status *statuses)
{
    struct requests requests;
    int err = check_array(count, handles);

    if (err == MPI_SUCCESS)
        err = requests_open(&requests, count, handles);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    request_wait_all(rank_self(), count, requests.all);
    return finish_all(call, &requests, handles, statuses);
}

int api_testall(const struct call *call, int count, MPI_Request handles[], int *flag,
                MPI_Status *statuses)
{
    struct requests requests;
    int err = check_array(count, handles);

    if (err == MPI_SUCCESS)
        err = check_output(flag, "flag");
    if (err == MPI_SUCCESS)
        err = requests_open(&requests, count, handles);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    if (!request_test_all(count, requests.all)) {
        rank_poll(rank_self());
        if (!request_test_all(count, requests.all)) {
            requests_close(&requests);
            *flag = 0;
            return MPI_SUCCESS;
        }
    }
    *flag = 1;
    return finish_all(call, &requests, handles, statuses);
}
