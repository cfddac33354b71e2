/* SPDX-License-Identifier: MIT */
/* Sentences that requests and probes that are waited for say of themselves in a report
 * (rank/sleep/wait_report.h), and what a rank's queues hold. */
#ifndef P2P_DESCRIBE_H
#define P2P_DESCRIBE_H

#include <stdio.h>

#include "rank/sleep/wait_report.h"

struct comm;
struct envelope;
struct match_key;
struct rank;
struct request;

/* A message for that receive or probe: the ranks that could send it, and what was sent instead. */
void describe_arrival(const struct comm *comm, const struct match_key *key,
                      struct wait_report *wait_report);

/* For the classes of requests: what would complete the request, "a message from rank 1 with tag 7
 * on MPI_COMM_WORLD". */
void describe_receive(const struct request *request, struct wait_report *wait_report);
void describe_send(const struct request *request, struct wait_report *wait_report);
void describe_partitioned_send(const struct request *request, int unmarked,
                               struct wait_report *wait_report);
void describe_partitioned_receive(const struct request *request, struct wait_report *wait_report);

/* The wait of a request, or a call, until a buffer of MPI_Buffer_attach is empty. */
void describe_buffered(struct wait_report *wait_report);

/* Writes what an unexpected message of the calling rank is: "4 bytes of MPI_INT from rank 1 with
 * tag 7 on MPI_COMM_WORLD". */
void describe_unexpected(const struct rank *self, const struct envelope *envelope, FILE *out);

/* Returns the sender of a message to the rank, by its number in their world; -1: it is of another
 * world, or the communicator is an intercommunicator or has been freed. The other ranks must not
 * run meanwhile. */
int describe_sender(const struct rank *rank, const struct match_key *key);

/* Lines about the rank's posted receives and unexpected messages, by a thread that is not the
 * rank's. */
void describe_queues(struct rank *rank, FILE *out);

#endif
