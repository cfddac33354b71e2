/* SPDX-License-Identifier: MIT */
/* The buffers of operations that are pending: one that is received into must not overlap another,
 * and one that is sent must not change. Both are found here when the job wants it (HEDDLE_BUFFERS;
 * jobs of heddle_run): a call is compared with those of its rank that are pending, and what is sent
 * is summed up when it starts and when the user is told of its end.
 *
 * Point-to-point operations, persistent ones too. A blocking call is compared, but is itself not
 * pending for the rank's other threads. */
#ifndef CHECK_BUFFERS_H
#define CHECK_BUFFERS_H

#include "mpi.h"
#include "rank/rank.h"

struct call;
struct data;
struct request;

enum buffer_use { BUFFER_SENT, BUFFER_RECEIVED };

/* What HEDDLE_BUFFERS says of what is wrong; unless it says something, jobs do. */
enum { BUFFERS_AS_THE_JOB_IS = -1, BUFFERS_PASS, BUFFERS_ARE_TOLD, BUFFERS_ARE_AN_ERROR };

/* The rank's list, if its world's options ask for one: when its messaging is opened and closed. */
int buffers_open(struct rank *self); /* 0, MPI_ERR_NO_MEM */
void buffers_close(struct rank *self);

/* Before the operation starts: 0, or MPI_ERR_BUFFER with both calls. `name`: of the argument. */
int buffers_compare(const struct call *call, const char *name, const struct data *data,
                    enum buffer_use use);
/* Between the two of one call. */
int buffers_compare_two(const struct call *call, const struct data *sent,
                        const struct data *received);
/* It has started. Without memory it is not watched. */
void buffers_note(const struct call *call, const struct request *request, const struct data *data,
                  enum buffer_use use);
/* The user is told of its end: 0, or MPI_ERR_BUFFER when what was sent has changed. */
int buffers_conclude(const struct call *call, const struct request *request);
/* The user has given up the handle. */
void buffers_forget(const struct request *request);

/* Is there anything to be done at all? */
static inline bool buffers_are_watched(void)
{
    return unlikely(rank_self()->buffers != NULL);
}

#endif
