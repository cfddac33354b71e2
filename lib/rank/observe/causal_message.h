/* SPDX-License-Identifier: MIT */
/* Messages that are under way, of one job's causality (rank/observe/causal.h): each has a point of
 * its own until its receive is complete. So a receive knows what its sender had done before that
 * message, and nothing of what it did before later ones that have come, too. */
#ifndef RANK_CAUSAL_MESSAGE_H
#define RANK_CAUSAL_MESSAGE_H

#include "rank/observe/causal.h"

struct causal_sent;

enum { CAUSAL_MESSAGE_BUCKETS = 1024 };

struct causal_messages {
    struct causal_message_bucket {
        struct lock lock;
        uint32_t room; /* of the points */
        struct causal_sent *sent;
    } buckets[CAUSAL_MESSAGE_BUCKETS];
};

void causal_messages_fini(struct causal_messages *messages);

/* False: the message has no number, there are too many, or there is no memory. */
bool causal_messages_send(struct causal_messages *messages, struct causal_thread *thread,
                          const struct causal_message *message);
/* False: causal_messages_send has returned that for the message, or its last receive has been here
 * before. */
bool causal_messages_receive(struct causal_messages *messages, struct causal_thread *thread,
                             const struct causal_message *message, bool is_last);

#endif
