/* SPDX-License-Identifier: MIT */
/* Its request has the two others, without handles, for its own. The send is begun first: it does
 * not wait, and while the receive waits it moves along. */
#include "p2p/exchange.h"

#include "base/memory.h"
#include "base/note.h"
#include "p2p/describe.h"

struct exchange_requests {
    struct request *sending;
    struct request *receiving;
};

int exchange_wait(struct rank *self, const struct send *send, const struct receive *receive,
                  MPI_Status *status)
{
    struct request sending = {.class = &send_class, .owner = self, .comm = send->comm};
    int err = send_begin(self, send, &sending);

    if (err != MPI_SUCCESS)
        return err;
    err = receive_wait(self, receive, status);
    request_wait(&sending);
    return err;
}

static bool are_ready(const struct request *request)
{
    const struct exchange_requests *exchange = request->extra;

    return request_is_ready(exchange->sending) && request_is_ready(exchange->receiving);
}

static bool advance_both(struct request *request)
{
    const struct exchange_requests *exchange = request->extra;
    const struct request *receiving = exchange->receiving;
    bool is_sent = request_test(exchange->sending);

    if (!request_test(exchange->receiving) || !is_sent)
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
    const struct exchange_requests *exchange = request->extra;

    request_error(exchange->receiving);
}

static void release_exchange(struct request *request)
{
    struct exchange_requests *exchange = request->extra;

    if (exchange->receiving != NULL)
        request_free(exchange->receiving);
    if (exchange->sending != NULL)
        request_free(exchange->sending);
    memory_give(exchange);
}

static void describe_both(const struct request *request, struct wait_report *wait_report)
{
    const struct exchange_requests *exchange = request->extra;
    struct request *const both[] = {exchange->sending, exchange->receiving};

    describe_requests((int)ARRAY_LENGTH(both), both, wait_report);
}

static const struct request_class exchange_class = {
    .is_ready = are_ready,
    .advance = advance_both,
    .explain = explain_receive,
    .describe = describe_both,
    .release = release_exchange,
};

static struct request *create(struct rank *self, struct comm *comm)
{
    struct exchange_requests *exchange = memory_take_zeroed(sizeof *exchange);
    struct request *request =
        exchange != NULL ? request_create(self, &exchange_class, comm) : NULL;

    if (request == NULL) {
        memory_give(exchange);
        note(MPI_ERR_NO_MEM, "no memory for a request");
        return NULL;
    }
    request->extra = exchange;
    return request;
}

int exchange_start(struct rank *self, const struct send *send, const struct receive *receive,
                   struct request **started)
{
    struct request *request = create(self, receive->comm);
    struct exchange_requests *exchange;
    int err;

    if (request == NULL)
        return MPI_ERR_NO_MEM;
    exchange = request->extra;
    err = send_start(self, send, &exchange->sending);
    if (err == MPI_SUCCESS)
        err = receive_start(self, receive, &exchange->receiving);
    if (err != MPI_SUCCESS) {
        if (exchange->sending != NULL)
            request_give_up(exchange->sending);
        exchange->sending = NULL;
        request_free(request);
        return err;
    }
    *started = request;
    return MPI_SUCCESS;
}
