/* SPDX-License-Identifier: MIT */
/* A rank's observer: who is sent which events, and the ways that messages and operations on windows
 * are counted by. */
#include "rank/observe/event.h"
#include "rank/observe/observer.h"

#include <heddle/criterion.h>

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/must.h"
#include "p2p/p2p.h"
#include "p2p/policy.h"
#include "rank/observe/counters.h"

/* ---- subscribers ----------------------------------------------------------------------------- */

struct seen {
    int count, destroyed;
    struct event latest;
};

static void see(struct rank *self, const struct event *event, void *own)
{
    struct seen *seen = own;

    (void)self;
    seen->count++;
    seen->latest = *event;
}

static void destroy(void *own)
{
    if (own != NULL)
        ((struct seen *)own)->destroyed++;
}

static const struct subscriber of_messages = {1u << EVENT_MESSAGE, see, destroy};
static const struct subscriber of_puts = {1u << EVENT_PUT | 1u << EVENT_GET, see, destroy};

Test(observer, a_subscriber_sees_the_events_that_it_has_named_and_no_others)
{
    static struct rank rank, peer;
    struct seen messages = {0}, puts = {0};

    cr_assert(observer_subscribe(&rank, &of_messages, &messages));
    cr_assert(observer_subscribe(&rank, &of_puts, &puts));
    observe(&rank, .way = WAY_BUFFERED, .peer = &peer, .bytes = 5);
    observe(&rank, .way = WAY_ACCUMULATE, .peer = &peer, .bytes = 6);
    observe(&rank, .way = WAY_GET, .peer = &peer, .bytes = 7);
    cr_assert(messages.count == 1 && messages.latest.way == WAY_BUFFERED);
    cr_assert(messages.latest.peer == &peer && messages.latest.bytes == 5);
    cr_assert(messages.latest.site == NULL && messages.latest.facts == NULL);
    cr_assert(puts.count == 1 && puts.latest.way == WAY_GET && puts.latest.bytes == 7);
    cr_assert(observer_sees(&rank, EVENT_PUT) && !observer_sees(&rank, EVENT_PART));
    cr_assert(observer_own(&rank, &of_puts) == &puts);
    observer_destroy(&rank);
    cr_assert(messages.destroyed == 1 && puts.destroyed == 1);
    cr_assert(rank.observer == NULL && observer_own(&rank, &of_puts) == NULL);
}

Test(observer, all_subscribers_of_an_event_see_it)
{
    static struct rank rank;
    struct seen one = {0}, other = {0};

    cr_assert(observer_subscribe(&rank, &of_messages, &one));
    cr_assert(observer_subscribe(&rank, &of_messages, &other));
    observe(&rank, .way = WAY_EAGER);
    cr_assert(one.count == 1 && other.count == 1);
    observer_destroy(&rank);
}

Test(observer, a_closed_one_sends_nothing_and_keeps_what_there_is)
{
    static struct rank rank;
    struct seen seen = {0};

    observer_close(&rank); /* without an observer that is nothing */
    cr_assert(observer_subscribe(&rank, &of_messages, &seen));
    observer_close(&rank);
    observe(&rank, .way = WAY_EAGER);
    cr_assert(seen.count == 0 && !observer_sees(&rank, EVENT_MESSAGE));
    cr_assert(observer_own(&rank, &of_messages) == &seen);
    observer_destroy(&rank);
}

Test(observer, a_subscriber_without_memory_is_refused_and_leaves_no_observer)
{
    static struct rank rank;

    cr_assert(!observer_subscribe(&rank, &of_messages, NULL));
    cr_assert(rank.observer == NULL);
}

Test(observer, a_subscriber_that_comes_later_sees_what_happens_from_then_on)
{
    static struct rank rank;
    struct seen first = {0}, second = {0};

    cr_assert(!observer_looks_for(&rank, EVENT_MESSAGE));
    cr_assert(observer_subscribe(&rank, &of_messages, &first));
    observe(&rank, .way = WAY_EAGER);
    cr_assert(observer_looks_for(&rank, EVENT_MESSAGE) && !observer_looks_for(&rank, EVENT_PUT));
    cr_assert(observer_subscribe(&rank, &of_puts, &second));
    observe(&rank, .way = WAY_PUT);
    cr_assert(first.count == 1 && second.count == 1 && observer_looks_for(&rank, EVENT_PUT));
    observer_destroy(&rank);
}

static void note_arrival(struct rank *self, const struct event *event, void *own)
{
    char *told = own;

    (void)self;
    snprintf(told + strlen(told), 64 - strlen(told), "%c%d ",
             event->way == WAY_MATCH ? 'm' : event->way == WAY_RECEIVED ? 'r' : 'u', event->tag);
}

static const struct subscriber of_arrivals = {
    .events = 1u << EVENT_MATCH | 1u << EVENT_RECEIVED | 1u << EVENT_UNEXPECTED,
    .see = note_arrival};

/* The first receive is for the second message. */
static int receive_in_the_wrong_order(void *argument)
{
    MPI_Request requests[2];
    char told[64] = "";
    int in = 0, value = 5, i;

    (void)argument;
    must(observer_subscribe(rank_self(), &of_arrivals, told));
    p2p_leave_fast_path(rank_self());
    for (i = 0; i < 2; i++)
        MPI_Isend(&value, 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
    for (i = 1; i >= 0; i--)
        MPI_Recv(&in, 1, MPI_INT, 0, i, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 2, &in, 1, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    observer_close(rank_self());
    return strcmp(told, "u0 m1 r1 m0 r0 m2 r2 ");
}

Test(observer, what_happens_at_a_receive_is_sent_in_its_order)
{
    cr_assert_eq(heddle_run(NULL, 1, receive_in_the_wrong_order, NULL, NULL), 0);
}

/* ---- ways ------------------------------------------------------------------------------------ */

/* How often the rank has taken that way of sending since `before`, of all ways of its event. */
static struct counters_sum since(struct counters_sum before, struct counters_sum now)
{
    return (struct counters_sum){now.count - before.count, now.bytes - before.bytes};
}

static unsigned char out[1 << 20], in[1 << 20];

static void exchange(int bytes, bool synchronizes)
{
    MPI_Request request;

    MPI_Irecv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_SELF, &request);
    if (synchronizes)
        MPI_Ssend(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_SELF);
    else
        MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void expect_way(enum way way, int bytes, bool synchronizes)
{
    const struct rank *self = rank_self();
    struct counters_sum before = counters_of_way(self, way), sum;
    struct counters_sum all_before = counters_of_event(self, EVENT_MESSAGE);

    exchange(bytes, synchronizes);
    sum = since(before, counters_of_way(self, way));
    cr_assert(sum.count == 1 && sum.bytes == (uint64_t)bytes, "%d bytes", bytes);
    cr_assert(since(all_before, counters_of_event(self, EVENT_MESSAGE)).count == 1);
}

static int take_ways(void *argument)
{
    (void)argument;
    expect_way(WAY_EAGER, 0, false);
    expect_way(WAY_EAGER, EAGER_BYTES_MAX, false);
    expect_way(WAY_RENDEZVOUS, EAGER_BYTES_MAX + 1, false);
    expect_way(WAY_RENDEZVOUS, 1 << 20, false);
    expect_way(WAY_RENDEZVOUS, 1, true);
    return 0;
}

Test(observer, each_message_is_counted_by_the_protocol_that_it_takes)
{
    cr_assert_eq(heddle_run(NULL, 1, take_ways, NULL, NULL), 0);
}

static int count_nothing(void *argument)
{
    (void)argument;
    exchange(8, false);
    return counters_are_kept(rank_self()) || rank_self()->observer != NULL;
}

Test(observer, a_job_without_counters_has_no_observer)
{
    const struct heddle_options options = {.has_no_counters = 1};

    cr_assert_eq(heddle_run(&options, 1, count_nothing, NULL, NULL), 0);
}
