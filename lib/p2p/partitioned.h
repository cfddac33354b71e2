/* SPDX-License-Identifier: MIT */
/* Partitioned sends and receives: persistent requests whose data moves part by part. */
#ifndef P2P_PARTITIONED_H
#define P2P_PARTITIONED_H

#include "request/request.h"
#include "type/data.h"

/* data are all the partitions; their number divides the count. peer MPI_PROC_NULL: none. */
struct partitioned {
    struct comm *comm;
    struct data data;
    int partitions;
    int peer;
    int tag;
    const void *site; /* of the call */
};

/* 0, MPI_ERR_NO_MEM. */
int partitioned_prepare_send(struct rank *self, const struct partitioned *partitioned,
                             struct request **prepared);
int partitioned_prepare_receive(struct rank *self, const struct partitioned *partitioned,
                                struct request **prepared);

extern const struct request_class partitioned_send_class, partitioned_receive_class;

int partitioned_count(const struct request *request);
struct data partitioned_data(const struct request *request, int partition);

/* Marks partitions [low, high) of an active send as ready. 0, or MPI_ERR_ARG when one was marked
 * before. */
int partitioned_mark(struct request *request, int low, int high);

/* Returns true if that partition of a receive has arrived. */
bool partitioned_has_arrived(const struct request *request, int partition);
/* The calling thread has learnt that the receive, or a partition of it, has arrived: it knows what
 * the sender has done before it marked what it has marked so far, and that may be too much. */
void partitioned_tell_order(const struct request *request);

#endif
