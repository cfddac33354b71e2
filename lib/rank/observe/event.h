/* SPDX-License-Identifier: MIT */
/* Names of the events that an observer sees, and of the ways in which they happen
 * (rank/observe/event.def). Source files that send or see an event by name include this header.
 * Headers do not: they hold such names as numbers (observer.h), so that a new line of event.def
 * compiles few files anew. */
#ifndef RANK_EVENT_H
#define RANK_EVENT_H

#include <stdint.h>

enum event_kind {
#define EVENT(name, text) EVENT_##name,
#include "rank/observe/event.def"
    EVENTS
};

enum way {
#define WAY(event, name, text) WAY_##name,
#include "rank/observe/event.def"
    WAYS
};

/* Sent on the slow path of messages alone: a subscriber to one of these calls
 * p2p_leave_fast_path. */
enum { EVENTS_OF_MATCHING = 1 << EVENT_MATCH | 1 << EVENT_RECEIVED | 1 << EVENT_UNEXPECTED };

#define EVENTS_ALL ((uint32_t)((UINT64_C(1) << EVENTS) - 1))

/* The event that happens in that way. */
enum event_kind event_of_way(unsigned way);
const char *event_text(unsigned kind);
const char *way_text(unsigned way);

#endif
