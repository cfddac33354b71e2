/* SPDX-License-Identifier: MIT */
/* Ranks meet in a lobby when they have no communicator in common, or do not want to use it: those
 * that come with the same key have an appointment, and the last to come makes their context. They
 * meet in the lobby of the world of the first rank that the key names.
 *
 * An appointment leaves the lobby when it is complete, so a key may be used again at once.
 *
 * Edges
 *   lobby.complete  the last to come publishes what it made to those that wait.
 *   lobby.readers   leaving an appointment publishes that it has been read to the thread that frees
 *   it. */
#ifndef COMM_LOBBY_H
#define COMM_LOBBY_H

#include "comm/context.h"

struct lobby;
struct appointment;
struct wait_report;

enum appointment_kind {
    APPOINTMENT_GROUP,   /* all members of a group make a communicator of it */
    APPOINTMENT_LEADERS, /* two leaders bring their groups */
    APPOINTMENT_FOLLOWERS,   /* the members of a group get what their leader has made */
    APPOINTMENT_DUP,     /* the members of a communicator make its duplicate */
};

struct appointment_key {
    enum appointment_kind kind;
    const struct context *context; /* of the communicator that the tag belongs to; or NULL */
    int tag;                       /* of a duplicate: which of the communicator's it is */
    const char *text;          /* a tag in words; NULL: none */
    const struct group *group; /* of a group, or of a leader's followers */
    const struct rank *low;    /* of two leaders the one that rank_precedes the other */
    const struct rank *high;   /* the other leader */
    int own; /* the caller's number among those that the key names, from 0; of leaders its side */
};

/* The result of an appointment; a leader brings it to its followers. */
struct appointment_outcome {
    int err; /* 0, MPI_ERR_NO_MEM, MPI_ERR_COMM: the leaders' groups overlap */
    struct context *context;
};

struct lobby *lobby_create(void); /* NULL: no memory */
void lobby_destroy(struct lobby *lobby);

/* Joins; the last rank to come of those that the key names makes the outcome. A leader (LEADERS)
 * brings its group, which stays held until the end; others bring NULL. With FOLLOWERS the leader
 * brings the outcome and others one of zeros. The memory that a key points to stays the caller's
 * until it leaves. NULL: no memory. */
struct appointment *lobby_enter(struct rank *self, const struct appointment_key *key,
                                struct group *group, const struct appointment_outcome *brought);
bool appointment_is_complete(const struct appointment *appointment);
/* Called when it is complete. After an error there is a note, but with FOLLOWERS at the leader
 * only. */
struct appointment_outcome appointment_leave(struct appointment *appointment);

/* For reports: "rank 2 to take part". Awaits the ranks that have not come yet. */
void appointment_describe(const struct appointment *appointment, struct wait_report *wait_report);

/* Enters, waits, and leaves. */
struct appointment_outcome lobby_meet(struct rank *self, const struct appointment_key *key,
                                      struct group *group,
                                      const struct appointment_outcome *brought);

#endif
