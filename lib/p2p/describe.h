/* SPDX-License-Identifier: MIT */
/* What requests and looks that are waited for say of themselves (rank/wait_report.h). */
#ifndef P2P_DESCRIBE_H
#define P2P_DESCRIBE_H

#include "p2p/request.h"
#include "rank/wait_report.h"

/* What completes the request: "a message from rank 1 with tag 7 on MPI_COMM_WORLD". */
void describe_request(const struct request *request, struct wait_report *wait_report);

/* Those of a set that are not done. */
void describe_requests(int count, struct request *const requests[],
                       struct wait_report *wait_report);

/* A message for that receive or probe; who could send it; what was sent instead. */
void describe_arrival(const struct comm *comm, const struct match_key *key,
                      struct wait_report *wait_report);

/* What a request, or a call, waits for when a buffer of MPI_Buffer_attach has to be empty. */
void describe_buffered(struct wait_report *wait_report);

/* Lines about the rank's posted receives and the messages that it keeps, by a thread that is not
 * the rank's. */
void describe_queues(struct rank *rank, FILE *out);

#endif
