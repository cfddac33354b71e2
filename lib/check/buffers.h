/* SPDX-License-Identifier: MIT */
/* The buffers of operations that are pending: one that is received into must not overlap another,
 * and one that is sent must not change. Both are found here when the job wants it (HEDDLE_BUFFERS;
 * jobs of heddle_run): a call is compared with those of its rank that are pending, and what is sent
 * is summed up when it starts and when the user is told of its end.
 *
 * Messages tell what they use themselves, for other operations api/uses.c does. A blocking call is
 * compared, but is itself not pending for the rank's other threads. */
#ifndef CHECK_BUFFERS_H
#define CHECK_BUFFERS_H

#include "mpi.h"
#include "rank/rank.h"

struct call;
struct data;
struct request;

enum buffer_use { BUFFER_SENT, BUFFER_RECEIVED };

/* What a call uses of one of its arguments. */
struct buffer_used {
    const char *name; /* of the argument */
    enum buffer_use use;
    int count;
    const struct data *blocks; /* [count] */
};

/* What HEDDLE_BUFFERS says of what is wrong; unless it says something, jobs do. */
enum { BUFFERS_AS_THE_JOB_IS = -1, BUFFERS_PASS, BUFFERS_ARE_TOLD, BUFFERS_ARE_AN_ERROR };

/* The rank's list, if its world's options ask for one: when its messaging is opened and closed. */
int buffers_open(struct rank *self); /* 0, MPI_ERR_NO_MEM */
void buffers_close(struct rank *self);

/* Before the operation starts: 0, or MPI_ERR_BUFFER with both calls. */
int buffers_compare_blocks(const struct call *call, const struct buffer_used *used);
/* Between the two of one call, and within the one that is received into. */
int buffers_compare_sides(const struct call *call, const struct buffer_used *sent,
                          const struct buffer_used *received);
/* It has started. Without memory it is not watched. */
void buffers_note_blocks(const struct call *call, const struct request *request,
                         const struct buffer_used *used);

/* The same of buffers of one block. */
int buffers_compare(const struct call *call, const char *name, const struct data *data,
                    enum buffer_use use);
int buffers_compare_two(const struct call *call, const struct data *sent,
                        const struct data *received);
void buffers_note(const struct call *call, const struct request *request, const struct data *data,
                  enum buffer_use use);

/* A block of what is received has come, and is the user's again. */
void buffers_release(const struct request *request, int block);
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
