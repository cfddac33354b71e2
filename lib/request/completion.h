/* SPDX-License-Identifier: MIT */
/* Waiting for requests and testing them, one or several. */
#ifndef REQUEST_COMPLETION_H
#define REQUEST_COMPLETION_H

#include "request/request.h"

void request_wait(struct request *request);
/* NULL and inactive elements are passed over. */
void request_wait_all(struct rank *self, int count, struct request *const requests[]);
/* The index of one that is done; MPI_UNDEFINED when all are NULL or inactive. */
int request_wait_any(struct rank *self, int count, struct request *const requests[]);
/* Until one is done at least, or all are NULL or inactive. */
void request_wait_some(struct rank *self, int count, struct request *const requests[]);

/* Whether Test, Testall, Testany and Testsome say yes: after one round of progress if need be;
 * CHOICE_TEST. request NULL: yes. */
bool request_poll(struct rank *self, struct request *request);
bool request_poll_all(struct rank *self, int count, struct request *const requests[]);
int request_poll_any(struct rank *self, int count, struct request *const requests[]);
bool request_poll_some(struct rank *self, int count, struct request *const requests[]);

/* The indices of those that are done and to be reported now, one at least if one is done. Returns
 * how many. `indices` has room for all. */
int request_choose_some(struct rank *self, int count, struct request *const requests[],
                        int indices[]);

#endif
