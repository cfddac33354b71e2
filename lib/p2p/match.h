/* SPDX-License-Identifier: MIT */
/* Matching: a rank's posted receives, and its unexpected messages, which have come before their
 * receive. Owner only.
 *
 * There are four views, one for each way in which a receive may leave source and tag open. A
 * posted receive stands in the one view that it asks through; an unexpected message stands in all
 * four. A view is a hash table by what it looks at, and its chains are in order of arrival, so a
 * match costs the same however many receives or messages there are. As long as messages come in
 * the order in which their receives were posted, the receives stand in a row instead, and nothing
 * is looked up: the first message that is not for the first of several receives sends them all to
 * the tables.
 *
 * Laws
 *   1. Of the receives that accept a message the one posted first gets it.
 *   2. Of the unexpected messages that a receive accepts it gets the one that came first.
 *   3. No unexpected message is kept while a posted receive accepts it (match_check). */
#ifndef P2P_MATCH_H
#define P2P_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "p2p/envelope.h"
#include "p2p/requests.h"

enum { VIEWS = 4 };

struct choice_list;

struct view {
    struct list *chains; /* a power of two of them */
    uint32_t chains_count;
    long count; /* elements in them */
};

struct match {
    struct view posted[VIEWS];
    struct view unexpected[VIEWS];
    unsigned posted_views; /* bit v: posted[v] has elements */
    struct list row; /* posted receives, by order; there are some here or in posted[], not both */
    uint64_t next_order;
    uint32_t begun; /* receives, posted or not */
    int64_t unexpected_bytes; /* of memory that unexpected messages keep */
    const _Atomic(int) *unexpected_kb_max; /* the rank's tunable */
    _Atomic(bool) *is_flow_controlled; /* the rank's: unexpected_bytes are too many */
};

/* An unexpected message: the element of the views' chains. */
struct unexpected {
    struct list links[VIEWS];
    size_t bytes; /* of memory that it keeps */
    uint32_t number; /* of a message that is held: held.h */
    bool is_held;
    bool is_chosen; /* it comes next */
    bool is_shown;  /* a probe has found it */
    struct envelope envelope;
    unsigned char rest[];
};

/* 0, MPI_ERR_NO_MEM. The two are the rank's. */
int match_init(struct match *match, const _Atomic(int) *unexpected_kb_max,
               _Atomic(bool) *is_flow_controlled);
/* Frees the unexpected messages that no call will receive any more, with their descriptors. */
void match_discard_unexpected(struct match *match);
void match_fini(struct match *match);

/* Is there an unexpected message? */
static inline bool match_has_unexpected(const struct match *match)
{
    return match->unexpected[0].count != 0;
}

/* Is no receive posted, and no message unexpected? */
static inline bool match_is_empty(const struct match *match)
{
    return list_is_empty(&match->row) && match->posted_views == 0 && !match_has_unexpected(match);
}

/* Posts a receive where posted receives stand in a row. */
static inline void match_post_in_row(struct match *match, struct receive_request *request)
{
    request->order = match->next_order++;
    request->is_posted = true;
    list_append(&match->row, &request->posted);
}

/* Posts the receive under its key. */
void match_post(struct match *match, struct receive_request *request);

/* Counts off a receive that stands in a view. */
void match_leave_view(struct match *match, const struct receive_request *request);

static inline void match_unpost(struct match *match, struct receive_request *request)
{
    request->is_posted = false;
    list_remove(&request->posted);
    if (unlikely(match->posted_views != 0))
        match_leave_view(match, request);
}

/* The receive for a message that is not for the first receive in the row. */
struct receive_request *match_search_posted(struct match *match, const struct match_key *message);

/* The receive for a message, still posted; NULL when there is none. */
static inline struct receive_request *match_find_posted(struct match *match,
                                                        const struct match_key *message)
{
    struct receive_request *first =
        container_of(match->row.next, struct receive_request, posted);

    if (likely(!list_is_empty(&match->row)) && match_key_accepts(&first->key, message))
        return first;
    return match_search_posted(match, message);
}

/* A message as the matcher keeps it; `unexpected` has room for the rest of its payload. */
void unexpected_fill(struct unexpected *unexpected, const struct arrival *arrival);

/* Keeps a message that no posted receive accepts. */
void match_keep(struct match *match, struct unexpected *unexpected);
/* Keeps a copy of the message. False: there is no memory. */
bool match_add_unexpected(struct match *match, const struct arrival *arrival);

/* The first unexpected message that the key accepts, or NULL. Frees cancelled ones on the way. */
struct unexpected *match_find_unexpected(struct match *match, const struct match_key *key);
/* Takes the first unexpected message that the key accepts, claimed from its sender, out of the
 * matcher; the caller frees it. NULL: there is none. */
struct unexpected *match_take_unexpected(struct match *match, const struct match_key *key);
/* The message with that number from that source. */
struct unexpected *match_find_sent(struct match *match, const struct match_key *key,
                                   uint32_t serial);
/* Lists the source of a message. */
void match_list_source(struct choice_list *sources, const struct envelope *envelope);
/* An unexpected message that no other of its communicator has come before; NULL: there is none. */
struct unexpected *match_oldest(const struct match *match);
/* The next of all unexpected messages, NULL after the last; `before` NULL: the first. Messages
 * with equal keys follow each other as they came. */
struct unexpected *match_next_unexpected(const struct match *match,
                                         const struct unexpected *before);
/* Takes it out; the caller frees it. */
void match_remove_unexpected(struct match *match, struct unexpected *unexpected);

/* How many receives are posted. Those in a row are counted up to `most`. */
long match_posted_count(const struct match *match, long most);
/* The longest chain, of receives or of unexpected messages; 1: receives stand in a row. */
long match_depth(const struct match *match);

/* Law 3, and that the tables agree with their counts; of many elements only the counts. */
void match_check(const struct match *match);

#endif
