/* SPDX-License-Identifier: MIT */
/* The events that a summary adds up. */
#include "coll/args.h"
#include "p2p/policy.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "rank/observe/tape.h"
#include "timeline/summary.h"

static void see_collective(struct rank *self, struct tally *tally, const struct event *event)
{
    const struct coll_args *args = event->facts;
    const struct board *board = args->board != NULL
                                    ? args->board
                                    : load_relaxed(&args->comm->context->board);
    int seat = context_first_seat(args->comm->context, args->comm->side) + args->comm->rank;

    if (event->way == WAY_ALONE || board == NULL)
        return;
    /* A member of a neighbourhood waits for its neighbours, not for the last member. */
    if (args->neighbors == NULL)
        tally_enter(tally, board, load_relaxed(&board->members[seat].begun) + 1, tally_who(self),
                    args->form != COLL_BLOCKING, tape_now());
}

static void sum_event(struct rank *self, const struct event *event, void *own)
{
    struct tally *tally = tape_tally(self);
    struct tally_message message = {
        .site = (uint32_t)(uintptr_t)event->site,
        .there = event->sender_site,
        .context = event->context,
        .tag = event->tag,
        .bytes = event->bytes,
    };

    (void)own;
    if (tally == NULL)
        return;
    tally_add(tally, event->way);
    if (event->way == WAY_PARTITIONED)
        return;
    switch (event_of_way(event->way)) {
    case EVENT_MESSAGE:
        message.who = tally_who(event->peer);
        message.is_offered = event->way == WAY_RENDEZVOUS;
        tally_sent(tally, &message);
        break;
    case EVENT_MATCH:
        message.who = tally_who(event->sender);
        message.is_copied = event->is_copied;
        tally_matched(tally, &message, tape_now());
        break;
    case EVENT_UNEXPECTED:
        message.who = tally_nobody;
        message.is_copied = event->way == WAY_UNEXPECTED_COPIED;
        tally_unexpected(tally, &message, tape_now());
        break;
    case EVENT_COLLECTIVE:
        see_collective(self, tally, event);
        break;
    default:
        break;
    }
}

static const struct subscriber adding_up = {.events = EVENTS_ALL, .see = sum_event};

bool summary_subscribe(struct rank *rank, struct tapes *tapes)
{
    return observer_subscribe(rank, &adding_up, tapes);
}
