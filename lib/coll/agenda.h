/* SPDX-License-Identifier: MIT */
/* Nonblocking and persistent collectives: a request stands for each, and those under way are on
 * their rank's agenda, from the oldest to the newest. Whatever the rank waits for or tests, its
 * progress moves all of them. One thread of a rank at a time goes through the agenda; another one
 * that wants to leaves word that it should go through it once more. */
#ifndef COLL_AGENDA_H
#define COLL_AGENDA_H

#include "coll/coll.h"
#include "p2p/request.h"

struct item {
    struct list link;
    bool (*advance)(struct item *item); /* does what can be done now; true: its part is over */
    void (*finish)(struct item *item);  /* then, off the agenda: completes its request */
};

void agenda_add(struct rank *self, struct item *item);

/* The board of a communicator's next persistent operation; all members count them alike. 0, or with
 * a note MPI_ERR_NO_MEM (there is none) or MPI_ERR_OTHER: the members have not prepared the same,
 * now or before. */
int agenda_open_board(const struct coll_call *call, struct board **board);
void agenda_close_board(const struct comm *comm, struct board *board); /* NULL is fine */

/* Copies the call and holds its types, and takes over what the call owns, also when they fail: 0 or
 * a class with its note. */
int coll_start(struct rank *self, const struct coll_call *call, struct request **started);
/* A request that is not started yet: a communicator's members prepare theirs in the same order. */
int coll_prepare(struct rank *self, const struct coll_call *call, struct request **prepared);

/* Moves the rank's collectives along: for the world's table. */
progress_handler coll_progress;

/* What the request stands for; NULL: no collective operation. */
const struct coll_call *coll_of_request(const struct request *request);

#endif
