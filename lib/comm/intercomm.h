/* SPDX-License-Identifier: MIT */
/* Communicators made of groups: by the members alone, through the world's lobby. All return 0,
 * MPI_ERR_NO_MEM, or what their leader found wrong. */
#ifndef COMM_INTERCOMM_H
#define COMM_INTERCOMM_H

#include "comm/comm.h"

/* Makes a communicator of the calling members of a group. The tag is one of `parent`, whose error
 * handler the new communicator gets. Without a parent a text takes the place of the tag. */
int comm_assemble(struct rank *self, struct comm *parent, int tag, const char *text,
                  struct group *group, struct comm **created);

/* How the two sides of an intercommunicator find each other: the leader of this side by its rank
 * here, and what only it knows. */
struct leaders {
    int local_leader;
    struct rank *remote_leader;
    int err; /* what is wrong with what only the leader knows; with a note */
};

/* Collective over `local`; the tag is one of the communicator with the context `peer`. */
int comm_create_intercomm(struct comm *local, const struct leaders *leaders,
                          const struct context *peer, int tag, struct comm **created);
/* The members of the local group call it. */
int comm_create_intercomm_from_groups(struct rank *self, struct group *local,
                                      const struct leaders *leaders, const char *text,
                                      struct comm **created);

#endif
