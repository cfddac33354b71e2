/* SPDX-License-Identifier: MIT */
/* Operations on several requests at once. */
#include "request/completion.h"

#include <stdio.h>

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/point-to-point.h"
#include "api/message/completion.h"
#include "api/observe/advice.h"
#include "base/memory.h"
#include "base/note.h"
#include "check/buffers.h"
#include "check/reliance.h"
#include "rank/observe/causal.h"

/* The requests behind an array of handles; few of them need no memory of their own. */
enum { FEW_REQUESTS = 32 };

struct request_set {
    int count;
    struct request **all; /* NULL: the null request */
    struct request *few[FEW_REQUESTS];
};

static void set_close(struct request_set *set)
{
    if (set->all != set->few)
        memory_give(set->all);
}

static int set_open(struct request_set *set, int count, const MPI_Request handles[],
                    const char *count_name)
{
    int err = check_active(), i;

    set->count = count;
    set->all = set->few;
    if (err == MPI_SUCCESS)
        err = check_length(count, count_name);
    if (err == MPI_SUCCESS)
        err = check_array(handles, "array_of_requests", count);
    if (err != MPI_SUCCESS)
        return err;
    if (count > FEW_REQUESTS)
        set->all = memory_take((size_t)count * sizeof *set->all);
    if (set->all == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for %d requests", count);
    for (i = 0; i < count && err == MPI_SUCCESS; i++)
        err = check_request_of(handles, i, &set->all[i]);
    if (err != MPI_SUCCESS)
        set_close(set);
    return err;
}

static int set_open_some(struct request_set *set, int incount, const MPI_Request handles[],
                         const int *outcount, const int indices[])
{
    int err = check_pointer(outcount, "outcount");

    if (err == MPI_SUCCESS)
        err = check_array(indices, "array_of_indices", incount);
    return err == MPI_SUCCESS ? set_open(set, incount, handles, "incount") : err;
}

static bool is_active(const struct request *request)
{
    return request != NULL && !request->is_inactive;
}

static int set_count_active(const struct request_set *set)
{
    int i, active = 0;

    for (i = 0; i < set->count; i++)
        active += is_active(set->all[i]);
    return active;
}

static bool set_is_active(const struct request_set *set)
{
    int i;

    for (i = 0; i < set->count; i++)
        if (is_active(set->all[i]))
            return true;
    return false;
}

static int set_test_any(const struct request_set *set)
{
    return set_is_active(set) ? request_poll_any(rank_self(), set->count, set->all)
                              : MPI_UNDEFINED;
}

/* Returns the number of those that are done and to be reported, and their indices; MPI_UNDEFINED:
 * none is active. */
static int set_choose_some(const struct request_set *set, int indices[])
{
    return set_is_active(set)
               ? request_choose_some(rank_self(), set->count, set->all, indices)
               : MPI_UNDEFINED;
}

/* How requests have ended, for one status after the other. */
struct report {
    const struct call *call;
    MPI_Status *statuses; /* or MPI_STATUSES_IGNORE */
    int count; /* of requests that have been reported */
    int failed; /* the index of the first that failed; -1: none */
    struct comm *comm; /* its, held */
    struct file_object *file; /* that it was an access to; NULL: to none */
    char cause[400];
};

static void report_open(struct report *report, const struct call *call, MPI_Status *statuses)
{
    report->call = call;
    report->statuses = statuses;
    report->count = 0;
    report->failed = -1;
}

/* `request`: NULL if the error is not that of its operation. */
static void report_failure(struct report *report, int index, const struct request *request,
                           const char *cause)
{
    struct comm *comm = request != NULL ? request->comm : NULL;
    int i;

    if (report->failed >= 0)
        return;
    report->failed = index;
    report->comm = comm;
    report->file =
        request != NULL && request->class->file != NULL ? request->class->file(request) : NULL;
    if (comm != NULL)
        object_hold(&comm->object);
    snprintf(report->cause, sizeof report->cause, "%s", cause);
    /* From now on the error fields count. */
    for (i = 0; report->statuses != MPI_STATUSES_IGNORE && i < report->count; i++)
        report->statuses[i].MPI_ERROR = MPI_SUCCESS;
}

/* Reports an active request that is done, and concludes it unless `handle` is NULL. */
static int report_active(struct report *report, int index, struct request *request,
                         MPI_Request *handle, MPI_Status *status)
{
    int err, freed;

    if (unlikely(request->object.is_freed)) {
        report_failure(report, index, NULL, "it stands there twice");
        return MPI_ERR_REQUEST;
    }
    if (causal_is_there())
        request_tell_order(request, handle != NULL);
    err = completion_tell(request, status);
    if (unlikely(err != MPI_SUCCESS)) {
        report_failure(report, index, NULL, "its query function returned an error");
    } else {
        err = request_error(request);
        if (buffers_are_watched())
            err = completion_check_buffers(report->call, request, err);
        if (unlikely(err != MPI_SUCCESS))
            report_failure(report, index, request, note_text());
    }
    if (handle == NULL)
        return err;
    freed = completion_conclude(request, handle);
    if (likely(freed == MPI_SUCCESS))
        return err;
    report_failure(report, index, NULL, "its free function returned an error");
    return freed;
}

/* Reports a request that is done, null or inactive. */
static void report_one(struct report *report, int index, struct request *request,
                       MPI_Request *handle)
{
    MPI_Status *status = report->statuses != MPI_STATUSES_IGNORE ? &report->statuses[report->count]
                                                                 : MPI_STATUS_IGNORE;
    int err = MPI_SUCCESS;

    if (is_active(request))
        err = report_active(report, index, request, handle, status);
    else
        completion_tell(request, status);
    if (unlikely(report->failed >= 0) && status != MPI_STATUS_IGNORE)
        status->MPI_ERROR = err;
    report->count++;
}

/* Raises what failed, if anything did. */
static int report_close(const struct report *report)
{
    int err;

    if (likely(report->failed < 0))
        return MPI_SUCCESS;
    note(MPI_ERR_IN_STATUS, "array_of_requests[%d]: %s", report->failed, report->cause);
    if (report->file != NULL)
        return raise_file(report->call, report->file, MPI_ERR_IN_STATUS);
    err = raise_comm(report->call, report->comm, MPI_ERR_IN_STATUS);
    if (report->comm != NULL)
        comm_drop(report->comm);
    return err;
}

/* All are done. The handles are concluded unless NULL. */
static int finish_all(const struct call *call, struct request_set *set, MPI_Request handles[],
                      MPI_Status *statuses)
{
    struct report report;
    int i;

    report_open(&report, call, statuses);
    for (i = 0; i < set->count; i++)
        report_one(&report, i, set->all[i], handles != NULL ? &handles[i] : NULL);
    set_close(set);
    return report_close(&report);
}

/* The call has waited for one of the requests, or looked for one, and found these. */
static void note_found(const struct call *call, const struct request_set *set, bool has_waited,
                       int count, const int indices[])
{
    int k, active;

    if (likely(!reliance_is_followed()) || count == MPI_UNDEFINED)
        return;
    active = has_waited ? set_count_active(set) : 0;
    if (active > 1)
        reliance_note_any(call, set->count, set->all);
    for (k = 0; k < count; k++)
        if (indices[k] != MPI_UNDEFINED && active == 1)
            reliance_note_wait(call, 1, &set->all[indices[k]]);
        else if (indices[k] != MPI_UNDEFINED)
            reliance_note_choice(1, &set->all[indices[k]]);
}

/* Reports the requests at the indices. */
static int finish_some(const struct call *call, struct request_set *set, MPI_Request handles[],
                       int count, const int indices[], MPI_Status *statuses)
{
    struct report report;
    int k;

    report_open(&report, call, statuses);
    for (k = 0; k < count; k++) {
        int i = indices[k];

        report_one(&report, i, set->all[i], handles != NULL ? &handles[i] : NULL);
    }
    set_close(set);
    return report_close(&report);
}

/* Reports the request at `index`; MPI_UNDEFINED: none is active. */
static int finish_any(const struct call *call, struct request_set *set, MPI_Request handles[],
                      int index, MPI_Status *status)
{
    struct request *request = index != MPI_UNDEFINED ? set->all[index] : NULL;

    set_close(set);
    return completion_finish(call, request,
                             request != NULL && handles != NULL ? &handles[index] : NULL, status);
}

/* Before a wait for requests of the set; after an error the set is closed. */
static int begin_wait(const struct call *call, struct request_set *set)
{
    int err = advice_enter_wait(call);

    if (err != MPI_SUCCESS)
        set_close(set);
    return err;
}

int api_waitall(const struct call *call, int count, MPI_Request handles[], MPI_Status *statuses)
{
    struct request_set set;
    int err = set_open(&set, count, handles, "count");

    if (err == MPI_SUCCESS)
        err = begin_wait(call, &set);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    request_wait_all(rank_self(), count, set.all);
    advice_end_wait();
    if (reliance_is_followed())
        reliance_note_wait(call, count, set.all);
    return finish_all(call, &set, handles, statuses);
}

int api_waitsome(const struct call *call, int incount, MPI_Request handles[], int *outcount,
                 int indices[], MPI_Status *statuses)
{
    struct request_set set;
    int err = set_open_some(&set, incount, handles, outcount, indices);

    if (err == MPI_SUCCESS)
        err = begin_wait(call, &set);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    request_wait_some(rank_self(), incount, set.all);
    advice_end_wait();
    *outcount = set_choose_some(&set, indices);
    note_found(call, &set, true, *outcount, indices);
    return finish_some(call, &set, handles, *outcount, indices, statuses);
}

int api_waitany(const struct call *call, int count, MPI_Request handles[], int *indx,
                MPI_Status *status)
{
    struct request_set set;
    int err = check_pointer(indx, "indx");

    if (err == MPI_SUCCESS)
        err = set_open(&set, count, handles, "count");
    if (err == MPI_SUCCESS)
        err = begin_wait(call, &set);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *indx = request_wait_any(rank_self(), count, set.all);
    advice_end_wait();
    note_found(call, &set, true, 1, indx);
    return finish_any(call, &set, handles, *indx, status);
}

/* Opens a set of requests that a call looks at without a wait. */
static int open_to_test(const struct call *call, struct request_set *set, int count,
                        const MPI_Request handles[])
{
    int err = advice_check_thread(call);

    return err == MPI_SUCCESS ? set_open(set, count, handles, "count") : err;
}

/* Handles NULL: the requests stay as they are. */
static int test_all(const struct call *call, int count, const MPI_Request array[],
                    MPI_Request handles[], int *flag, MPI_Status *statuses)
{
    struct request_set set;
    int err = check_pointer(flag, "flag");

    if (err == MPI_SUCCESS)
        err = open_to_test(call, &set, count, array);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *flag = request_poll_all(rank_self(), count, set.all);
    if (*flag && reliance_is_followed())
        reliance_note_choice(count, set.all);
    if (*flag)
        return finish_all(call, &set, handles, statuses);
    set_close(&set);
    return MPI_SUCCESS;
}

static int test_some(const struct call *call, int incount, const MPI_Request array[],
                     MPI_Request handles[], int *outcount, int indices[], MPI_Status *statuses)
{
    struct request_set set;
    int err = advice_check_thread(call);

    if (err == MPI_SUCCESS)
        err = set_open_some(&set, incount, array, outcount, indices);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    if (set_is_active(&set) && !request_poll_some(rank_self(), incount, set.all))
        *outcount = 0;
    else
        *outcount = set_choose_some(&set, indices);
    note_found(call, &set, false, *outcount, indices);
    return finish_some(call, &set, handles, *outcount, indices, statuses);
}

static int test_any(const struct call *call, int count, const MPI_Request array[],
                    MPI_Request handles[], int *indx, int *flag, MPI_Status *status)
{
    struct request_set set;
    int err = check_pointer(indx, "indx");

    if (err == MPI_SUCCESS)
        err = check_pointer(flag, "flag");
    if (err == MPI_SUCCESS)
        err = open_to_test(call, &set, count, array);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *indx = set_test_any(&set);
    *flag = *indx != MPI_UNDEFINED || !set_is_active(&set);
    note_found(call, &set, false, *flag ? 1 : 0, indx);
    if (*flag)
        return finish_any(call, &set, handles, *indx, status);
    set_close(&set);
    return MPI_SUCCESS;
}

int api_testall(const struct call *call, int count, MPI_Request handles[], int *flag,
                MPI_Status *statuses)
{
    return test_all(call, count, handles, handles, flag, statuses);
}

int api_testsome(const struct call *call, int incount, MPI_Request handles[], int *outcount,
                 int indices[], MPI_Status *statuses)
{
    return test_some(call, incount, handles, handles, outcount, indices, statuses);
}

int api_testany(const struct call *call, int count, MPI_Request handles[], int *indx, int *flag,
                MPI_Status *status)
{
    return test_any(call, count, handles, handles, indx, flag, status);
}

int api_request_get_status_all(const struct call *call, int count, const MPI_Request handles[],
                               int *flag, MPI_Status *statuses)
{
    return test_all(call, count, handles, NULL, flag, statuses);
}

int api_request_get_status_some(const struct call *call, int incount, const MPI_Request handles[],
                                int *outcount, int indices[], MPI_Status *statuses)
{
    return test_some(call, incount, handles, NULL, outcount, indices, statuses);
}

int api_request_get_status_any(const struct call *call, int count, const MPI_Request handles[],
                               int *indx, int *flag, MPI_Status *status)
{
    return test_any(call, count, handles, NULL, indx, flag, status);
}
