/* SPDX-License-Identifier: MIT */
#include "p2p/request.h"

#include <string.h>

#include "base/cpu.h"
#include "base/note.h"
#include "p2p/p2p.h"
#include "p2p/send.h"
#include "rank/wait.h"

/* One or two microseconds. */
enum { LOOKS_BEFORE_BUFFERING = 64 };

static_assert(sizeof(struct request) <= OBJECT_REQUEST_BYTES, "a request fits its slot");

struct request *request_create(struct rank *self, enum request_kind kind, struct comm *comm)
{
    struct p2p *p2p = self->p2p;
    struct request *request = p2p->spare;

    if (request != NULL)
        p2p->spare = request->next_spare;
    else
        request = object_create(self->world->store, OBJECT_REQUEST);
    if (request == NULL)
        return NULL;
    request->object.is_freed = false;
    request->kind = kind;
    request->data.type = NULL;
    request->comm = comm;
    object_hold(&comm->object);
    return request;
}

void request_free(struct rank *self, struct request *request)
{
    if (request->kind == REQUEST_RECEIVE)
        type_drop(request->data.type);
    comm_drop(request->comm);
    request->object.is_freed = true;
    request->next_spare = self->p2p->spare;
    self->p2p->spare = request;
}

bool request_test(struct request *request)
{
    if (request->is_done)
        return true;
    return request->kind == REQUEST_SEND && send_test(request);
}

static bool is_pending(void *subject)
{
    const struct request *request = subject;

    return !request->is_done &&
           !(request->kind == REQUEST_SEND && parcel_is_delivered(request->parcel));
}

/* While the receivers may be about to come, their copies straight from our buffers are the fastest:
 * look for a moment before taking a parcel back. */
static void give_a_chance(struct rank *self, bool (*is_pending_yet)(void *subject), void *subject)
{
    int looks = rank_may_spin(self) ? LOOKS_BEFORE_BUFFERING : 0;

    while (looks-- > 0 && is_pending_yet(subject)) {
        rank_progress(self);
        cpu_pause();
    }
}

void request_wait(struct rank *self, struct request *request)
{
    if (request->is_done)
        return;
    if (request->kind == REQUEST_SEND && request->may_buffer) {
        give_a_chance(self, is_pending, request);
        if (request_test(request))
            return;
    }
    rank_wait(self, is_pending, request);
    request_test(request);
}

struct requests {
    int count;
    struct request *const *all;
    int done; /* so many from the first on are */
};

static bool some_are_pending(void *subject)
{
    struct requests *requests = subject;

    while (requests->done < requests->count) {
        struct request *next = requests->all[requests->done];

        if (next != NULL && is_pending(next))
            return true;
        requests->done++;
    }
    return false;
}

void request_wait_all(struct rank *self, int count, struct request *const all[])
{
    struct requests requests = {.count = count, .all = all};

    give_a_chance(self, some_are_pending, &requests);
    request_test_all(count, all);
    rank_wait(self, some_are_pending, &requests);
    request_test_all(count, all);
}

bool request_test_all(int count, struct request *const all[])
{
    bool all_done = true;
    int i;

    for (i = 0; i < count; i++)
        if (all[i] != NULL && !request_test(all[i]))
            all_done = false;
    return all_done;
}

int request_error(const struct request *request)
{
    if (request->error == MPI_ERR_TRUNCATE)
        return note(MPI_ERR_TRUNCATE,
                    "the message from rank %d with tag %d has %lld bytes, the buffer takes %lld",
                    request->source, request->tag, (long long)request->sent_bytes,
                    (long long)request->bytes);
    return request->error;
}

/* MPI_internal: [0] and [1] the bytes, [2] whether the operation was cancelled. */
void status_fill(MPI_Status *status, int source, int tag, MPI_Count bytes)
{
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    memcpy(status->MPI_internal, &bytes, sizeof bytes);
    status->MPI_internal[2] = 0;
}

MPI_Count status_bytes(const MPI_Status *status)
{
    MPI_Count bytes;

    memcpy(&bytes, status->MPI_internal, sizeof bytes);
    return bytes;
}

void request_fill_status(const struct request *request, MPI_Status *status)
{
    if (request == NULL || request->kind == REQUEST_SEND)
        status_fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    else
        status_fill(status, request->source, request->tag, request->bytes);
}
