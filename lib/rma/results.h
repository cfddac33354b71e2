/* SPDX-License-Identifier: MIT */
/* Operations on windows until a call completes them: one that waits for the user's request, or one
 * that ends or flushes the epoch, whichever comes first. Results are kept from the origin's buffers
 * until then (HEDDLE_BUFFERS=3). In windows whose races are looked for, the data that an operation
 * has taken from a buffer of the origin must be the same there at the end, and those that have a
 * request are known, because its completion orders what follows behind them (rma/race.h).
 *
 * A request stands for each of them, the user's or one without a handle, because check/buffers.h
 * knows buffers by requests. The window has them in a list. If many are in it, further operations
 * that have neither a result nor a request are left out. */
#ifndef RMA_RESULTS_H
#define RMA_RESULTS_H

#include "check/diverted.h"
#include "rma/window.h"

struct call;

/* An operation that is being carried out. */
struct kept_result {
    struct data buffer; /* where the user wants the result */
    struct data origin; /* that must not change; type NULL: none */
    struct diverted diverted;
    uint64_t ticket; /* of race_begin; 0: none */
};

/* Compares the buffer of a result with those that are in use, and has it written elsewhere, if that
 * is asked for: 0, or MPI_ERR_BUFFER with a note. */
int results_divert(const struct call *call, const char *name, struct data *result,
                   struct kept_result *kept);
/* The operation has been carried out; `request`: the user's, of results_class, or NULL. */
void results_keep(const struct call *call, struct window *window, int target,
                  struct request *request, struct kept_result *kept);

/* Delivers the results from that target, or from all (-1). 0, or MPI_ERR_BUFFER if a buffer has
 * changed meanwhile. */
int results_deliver(const struct call *call, struct window *window, int target);

/* Requests of operations on windows, which are complete at once. */
extern const struct request_class results_class;

#endif
