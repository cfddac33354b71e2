/* SPDX-License-Identifier: MIT */
/* Ranks meet in a lobby when they have no communicator in common, or do not want to use it: those
 * that come with the same key have an appointment, and the last to come makes their context. They
 * meet in the lobby of the world of the first rank that the key names.
 *
 * An appointment leaves the lobby when it is complete, so a key may be used again at once.
 *
 * Edges
 *   lobby.complete  the last to come publishes what it made to those who wait.
 *   lobby.readers   leaving an appointment publishes that it has been read to whoever frees it. */
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
    const struct group *group; /* of a group or a party */
    const struct rank *low;    /* of two leaders the one that rank_precedes the other */
    const struct rank *high;   /* the other leader */
    int own; /* the caller's number among those that the key names, from 0; of leaders its side */
};

/* What an appointment comes to, and what a party's leader brings. */
struct appointment_outcome {
    int err; /* 0, MPI_ERR_NO_MEM, MPI_ERR_COMM: the leaders' groups overlap */
    struct context *context;
};

struct lobby *lobby_create(void); /* NULL: no memory */
void lobby_destroy(struct lobby *lobby);

/* Joins: the last to come of those whom the key names makes what there is to be made. A leader
 * (LEADERS) brings its own group, which is held as long as that takes, others NULL; a party's
 * leader brings the outcome, others pass one of zeros. What a key points to is the caller's until
 * it leaves. NULL: no memory. */
struct appointment *lobby_enter(struct rank *self, const struct appointment_key *key,
                                struct group *group, const struct appointment_outcome *brought);
bool appointment_is_complete(const struct appointment *appointment);
/* When it is complete; leaves a note on what went wrong, but for a party, whose leader has one. */
struct appointment_outcome appointment_leave(struct appointment *appointment);

/* For reports: "rank 2 to take part"; those who have not come yet are awaited. */
void appointment_describe(const struct appointment *appointment, struct wait_report *wait_report);

/* All of it, and waits. */
struct appointment_outcome lobby_meet(struct rank *self, const struct appointment_key *key,
                                      struct group *group,
                                      const struct appointment_outcome *brought);

#endif
