/* SPDX-License-Identifier: MIT */
/* The making of communicators from others. All are collective over the communicator: a vote, of a
 * duplicate also an appointment in the lobby. They return 0 or MPI_ERR_NO_MEM. */
#ifndef COMM_MAKE_H
#define COMM_MAKE_H

#include "comm/vote.h"

/* A duplicate, with these copies of attributes, which are taken over. */
int comm_dup(struct comm *comm, struct attribute *copies, struct comm **created);

/* The nonblocking form: dup->created may be used when dup_finish has returned 0, which may be
 * called when dup_is_ready. In the order of their starts. */
struct dup {
    struct comm *comm; /* the original */
    struct comm *created;
    struct appointment *appointment;
};

int dup_start(struct dup *dup, struct comm *comm, struct attribute *copies);
bool dup_is_ready(const struct dup *dup);
int dup_finish(struct dup *dup);

/* For reports: "rank 2 to take part" and the original. */
void dup_describe(const struct dup *dup, struct wait_report *wait_report);

/* One communicator for each color, on an intercommunicator for each that both sides know. A color
 * of MPI_UNDEFINED gets NULL. */
int comm_split(struct comm *comm, int color, int key, struct comm **created);

/* Makes a communicator of a group's members. Each member of the group names it; others get NULL. On
 * an intercommunicator the new one has the groups of both sides. The groups are parts of the
 * members' own. */
int comm_form(struct comm *comm, struct group *group, struct comm **created);

/* The two groups of an intercommunicator in one: members that say `high` come last. */
int comm_merge(struct comm *comm, bool high, struct comm **created);

#endif
