/* SPDX-License-Identifier: MIT */
/* Its request has the two others, without handles, for its own. The send is begun first: it does
 * not wait, and while the receive waits it moves along. */
#include "p2p/sendrecv.h"

#include "base/memory.h"
#include "base/note.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "rank/sleep/wait_report.h"
#include "request/completion.h"

struct pair {
    struct request *sending;
    struct request *receiving;
};

int sendrecv_wait(struct rank *self, const struct send *send, const struct receive *receive,
                  MPI_Status *status)
{
    struct send_request sending = {
        .request = {.class = &send_class, .owner = self, .comm = send->comm},
        .serial = send_serial_if_chosen(self)};
    int err = send_begin(self, send, &sending);

    if (err != MPI_SUCCESS)
        return err;
    err = receive_wait(self, receive, status);
    request_wait(&sending.request);
    return err;
}

static bool is_to_itself(struct rank *self, const struct send *send,
                         const struct receive *receive)
{
    const struct match_key asked = receive_key(receive);
    const struct match_key sent = {
        .context = send->comm->context->id, .source = send->dest, .tag = send->tag};

    return send_receiver(send) == self && !comm_is_inter(send->comm) &&
           match_key_accepts(&asked, &sent);
}

bool sendrecv_self_now(struct rank *self, const struct send *send, const struct receive *receive,
                       MPI_Status *status)
{
    MPI_Count bytes = data_bytes(&send->data);

    if (!is_to_itself(self, send, receive) || bytes > data_bytes(&receive->data) ||
        sig_hash_fold(send->data.type->sig_hash) !=
            sig_hash_fold(receive->data.type->sig_hash) ||
        !inbox_is_idle(self, INBOX_POSTED))
        return false;
    if (bytes <= INLINE_BYTES_MAX)
        eager_copy(data_start(&receive->data), data_start(&send->data), bytes);
    else
        memmove(data_start(&receive->data), data_start(&send->data), (size_t)bytes);
    observe(self, .way = WAY_IN_PLACE, .peer = self, .bytes = bytes, .site = send->site,
            .number = send->dest, .tag = send->tag, .context = send->comm->context->id);
    if (status != NULL)
        status_fill(status, send->dest, send->tag, bytes);
    return true;
}

static bool are_ready(const struct request *request)
{
    const struct pair *pair = request->extra;

    return request_is_ready(pair->sending) && request_is_ready(pair->receiving);
}

static bool advance_both(struct request *request)
{
    const struct pair *pair = request->extra;
    const struct request *receiving = pair->receiving;
    bool is_sent = request_test(pair->sending);

    if (!request_test(pair->receiving) || !is_sent)
        return false;
    request->error = receiving->error;
    request->source = receiving->source;
    request->tag = receiving->tag;
    request->bytes = receiving->bytes;
    store_relaxed(&request->is_done, true);
    return true;
}

static void explain_receive(const struct request *request)
{
    const struct pair *pair = request->extra;

    request_error(pair->receiving);
}

static void tell_order_of_receive(const struct request *request, bool is_last)
{
    const struct pair *pair = request->extra;

    delivery_tell_completion(as_receive(pair->receiving), is_last);
}

static void release_sendrecv(struct request *request)
{
    struct pair *pair = request->extra;

    if (pair->receiving != NULL)
        request_free(pair->receiving);
    if (pair->sending != NULL)
        request_free(pair->sending);
    memory_give(pair);
}

static void describe_both(const struct request *request, struct wait_report *wait_report)
{
    const struct pair *pair = request->extra;
    struct request *const both[] = {pair->sending, pair->receiving};

    request_describe_set((int)ARRAY_LENGTH(both), both, wait_report);
}

static const struct request_class sendrecv_class = {
    .is_ready = are_ready,
    .advance = advance_both,
    .explain = explain_receive,
    .tell_order = tell_order_of_receive,
    .describe = describe_both,
    .release = release_sendrecv,
};

static struct request *create_exchange(struct rank *self, struct comm *comm)
{
    struct pair *pair = memory_take_zeroed(sizeof *pair);
    struct request *request =
        pair != NULL ? request_create(self, &sendrecv_class, comm) : NULL;

    if (request == NULL) {
        memory_give(pair);
        note(MPI_ERR_NO_MEM, "no memory for a request");
        return NULL;
    }
    request->extra = pair;
    return request;
}

int sendrecv_start(struct rank *self, const struct send *send, const struct receive *receive,
                   struct request **started)
{
    struct request *request = create_exchange(self, receive->comm);
    struct pair *pair;
    int err;

    if (request == NULL)
        return MPI_ERR_NO_MEM;
    pair = request->extra;
    pair->receiving = receive_create(self, receive);
    err = pair->receiving != NULL ? send_start(self, send, &pair->sending) : MPI_ERR_NO_MEM;
    if (err != MPI_SUCCESS) { /* nothing has been sent */
        request_free(request);
        return err;
    }
    receive_begin(self, receive, pair->receiving);
    *started = request;
    return MPI_SUCCESS;
}
