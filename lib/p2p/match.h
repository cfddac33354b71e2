/* SPDX-License-Identifier: MIT */
/* The matcher: receives that wait for a message, and messages that wait for a receive. One rank's,
 * owner only.
 *
 * There are four views, one for each way a receive may leave source and tag open. A posted receive
 * stands in the one view that it asks through; a message that is waiting stands in all four. Each
 * view is a hash table by what it looks at, its chains in order of arrival, so that a match costs
 * the same however many receives or messages there are. As long as messages come in the order in
 * which their receives were posted, these stand in a row instead, and nothing is looked up: the
 * first message that is for another than the first of several sends them all to the tables.
 *
 * Laws
 *   1. Of the receives that match a message the one posted first gets it.
 *   2. Of the messages that match a receive the one that came first is received.
 *   3. No message waits while a receive that matches it is posted, and the reverse. */
#ifndef P2P_MATCH_H
#define P2P_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "p2p/envelope.h"
#include "p2p/request.h"

enum { VIEWS = 4 };

struct view {
    struct list *chains; /* a power of two of them */
    uint32_t chains_count;
    long count; /* elements in them */
};

struct match {
    struct view posted[VIEWS];
    struct view waiting[VIEWS];
    unsigned posted_views; /* bit v: posted[v] has elements */
    struct list row; /* posted receives, by order; there are some here or in posted[], not both */
    uint64_t next_order;
    int64_t kept_bytes; /* of the messages that wait */
    _Atomic(bool) *is_flooded; /* the rank's: kept_bytes are more than knobs.kept_kb_max */
};

/* A message without a receive: the element of the views' chains. */
struct waiting {
    struct list links[VIEWS];
    size_t bytes; /* of memory that it keeps */
    struct envelope envelope;
    unsigned char rest[];
};

int match_init(struct match *match, _Atomic(bool) *is_flooded); /* 0, MPI_ERR_NO_MEM */
/* Nobody will receive the messages that are left: frees them with their parcels. */
void match_abandon(struct match *match);
void match_fini(struct match *match);

/* Does a message wait? */
static inline bool match_keeps(const struct match *match)
{
    return match->waiting[0].count != 0;
}

/* Is no receive posted, and does no message wait? */
static inline bool match_is_empty(const struct match *match)
{
    return list_is_empty(&match->row) && match->posted_views == 0 && !match_keeps(match);
}

/* Of receives that stand in a row. */
static inline void match_post_in_row(struct match *match, struct request *request)
{
    request->receiving.order = match->next_order++;
    request->receiving.is_posted = true;
    list_append(&match->row, &request->receiving.posted);
}

/* By its key. */
void match_post(struct match *match, struct request *request);
void match_unpost(struct match *match, struct request *request);

/* The receive for a message, still posted; NULL when there is none. */
struct request *match_find_posted(struct match *match, const struct match_key *message);

/* Keeps the message; false when there is no memory. */
bool match_keep(struct match *match, const struct arrival *arrival);

/* The first message that the key asks for; NULL when none waits. Frees those called off on the
 * way. */
struct waiting *match_find(struct match *match, const struct match_key *key);
/* The same, taken out and claimed from its sender; the caller frees it. */
struct waiting *match_take(struct match *match, const struct match_key *key);
/* The message with that number from that source. */
struct waiting *match_find_sent(struct match *match, const struct match_key *key, uint32_t serial);
/* The next of all messages that wait, NULL after the last; `before` NULL: the first. Those with one
 * key in the order in which they came. */
struct waiting *match_next_waiting(const struct match *match, const struct waiting *before);
/* Takes it out; the caller frees it. */
void match_remove(struct match *match, struct waiting *waiting);

#endif
