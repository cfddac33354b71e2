/* SPDX-License-Identifier: MIT */
#include "p2p/held.h"

#include <string.h>

#include "base/memory.h"
#include "p2p/delivery.h"
#include "p2p/state.h"
#include "rank/abort.h"
#include "rank/name.h"
#include "rank/turns.h"

struct held_message {
    struct list link;
    uint32_t number;
    bool is_chosen; /* it comes next */
    bool is_shown;  /* a probe has found it */
    struct arrival arrival;
};

/* How many messages have come from a source on a communicator. */
struct held_source {
    struct held_source *next;
    uint32_t context;
    int32_t source;
    uint32_t count;
};

struct held {
    struct list messages; /* in the order in which they have come */
    struct held_source *sources;
    bool is_probing;
    bool probe_takes; /* it is a matched one */
    struct match_key probe;
    held_arrived *arrived;
    void *subject;
};

bool held_begin(struct rank *self, held_arrived *arrived, void *subject)
{
    struct held *held = memory_take_zeroed(sizeof *held);

    if (held == NULL)
        return false;
    list_init(&held->messages);
    held->arrived = arrived;
    held->subject = subject;
    self->p2p->held = held;
    return true;
}

void held_probe_begin(struct rank *self, const struct match_key *key, bool takes)
{
    struct held *held = self->p2p->held;

    if (held == NULL)
        return;
    held->is_probing = true;
    held->probe = *key;
    held->probe_takes = takes;
}

void held_probe_end(struct rank *self)
{
    if (self->p2p->held != NULL)
        self->p2p->held->is_probing = false;
}

static struct held_message *message_at(struct list *link)
{
    return container_of(link, struct held_message, link);
}

static const struct match_key *key_of(const struct held_message *message)
{
    return &message->arrival.envelope.key;
}

/* ---- taking them in ------------------------------------------------------------------------- */

static _Noreturn void end_without_memory(const struct rank *self)
{
    world_abort(self->world, MPI_ERR_NO_MEM, "%s: no memory to hold a message (MPI_ERR_NO_MEM)",
                rank_name(self).text);
    __builtin_unreachable();
}

static struct held_source *find_source(struct held *held, const struct match_key *key)
{
    struct held_source *source = held->sources;

    while (source != NULL && (source->context != key->context || source->source != key->source))
        source = source->next;
    if (source != NULL)
        return source;
    source = memory_take(sizeof *source);
    if (source == NULL)
        return NULL;
    *source = (struct held_source){held->sources, key->context, key->source, 0};
    held->sources = source;
    return source;
}

static void hold(struct rank *self, const struct arrival *arrival)
{
    struct held *held = self->p2p->held;
    struct held_message *message = memory_take(sizeof *message);
    struct held_source *source = find_source(held, &arrival->envelope.key);

    if (message == NULL || source == NULL)
        end_without_memory(self);
    message->number = source->count++;
    message->is_chosen = message->is_shown = false;
    message->arrival = *arrival;
    list_append(&held->messages, &message->link);
    held->arrived(self, &arrival->envelope.key, held->subject);
}

/* Under the rank's guard. */
static bool take_in(struct rank *rank)
{
    struct arrival arrival;
    bool has_moved = false;

    while (inbox_pop_arrival(rank, &arrival)) {
        hold(rank, &arrival);
        has_moved = true;
    }
    return has_moved;
}

static bool is_same_key(const struct match_key *one, const struct match_key *other)
{
    return one->context == other->context && one->source == other->source &&
           one->tag == other->tag;
}

/* Removes the message. Its arrival stays in *arrival. */
static void release(struct held_message *message, struct arrival *arrival)
{
    *arrival = message->arrival;
    list_remove(&message->link);
    memory_give(message);
}

bool held_take_back(struct rank *rank, const struct match_key *key, uint32_t serial)
{
    struct held *held = rank->p2p->held;
    struct list *link;
    struct arrival arrival;

    take_in(rank);
    for (link = held->messages.next; link != &held->messages; link = link->next) {
        struct held_message *message = message_at(link);

        if (message->arrival.envelope.serial != serial || !is_same_key(key_of(message), key))
            continue;
        release(message, &arrival);
        if (arrival.envelope.eager_bytes == IS_RENDEZVOUS)
            rendezvous_abandon(arrival.envelope.rendezvous);
        return true;
    }
    return false;
}

/* ---- letting them go ------------------------------------------------------------------------ */

static bool is_of_same_source(const struct held_message *one, const struct held_message *other)
{
    return key_of(one)->context == key_of(other)->context &&
           key_of(one)->source == key_of(other)->source;
}

/* Is an earlier message of its source held that the key accepts, too? */
static bool is_behind_another(const struct held *held, const struct held_message *message,
                              const struct match_key *asked)
{
    const struct list *link = message->link.previous;

    for (; link != &held->messages; link = link->previous) {
        const struct held_message *before = message_at((struct list *)link);

        if (is_of_same_source(before, message) && match_key_accepts(asked, key_of(before)))
            return true;
    }
    return false;
}

/* Returns the key that accepts the message now: of the first receive, else of the probe. NULL: none
 * does. */
static const struct match_key *find_asked(struct rank *rank, const struct held_message *message,
                                          struct receive_request **request)
{
    struct held *held = rank->p2p->held;
    const struct match_key *asked = NULL;

    *request = match_find_posted(&rank->p2p->match, key_of(message));
    if (*request != NULL)
        asked = &(*request)->key;
    else if (held->is_probing && !message->is_shown &&
             match_key_accepts(&held->probe, key_of(message)))
        asked = &held->probe;
    return asked != NULL && !is_behind_another(held, message, asked) ? asked : NULL;
}

/* The first message that is chosen, or that goes where no other could go; NULL: all stay. Drops
 * messages that their senders have cancelled. */
static struct held_message *find_free(struct rank *self)
{
    struct held *held = self->p2p->held;
    struct list *link, *next;
    struct receive_request *request;

    for (link = held->messages.next; link != &held->messages; link = next) {
        struct held_message *message = message_at(link);
        const struct match_key *asked = find_asked(self, message, &request);
        struct arrival arrival;

        next = link->next;
        if (envelope_is_cancelled(&message->arrival.envelope)) {
            release(message, &arrival);
            rendezvous_free(arrival.envelope.rendezvous);
        } else if (message->is_chosen || (asked != NULL && asked->source != MPI_ANY_SOURCE)) {
            return message;
        }
    }
    return NULL;
}

/* The message goes to its receive, or to the unexpected ones. */
static void deliver(struct rank *self, struct held_message *message)
{
    struct receive_request *request;
    struct arrival arrival;

    release(message, &arrival);
    guard_enter(&self->guard);
    request = delivery_place(self, &arrival);
    guard_leave(&self->guard);
    if (request == NULL)
        return;
    delivery_fill(request, &arrival.envelope, arrival.rest);
    request_complete(&request->request);
}

/* A probe that does not take the message leaves it held: a receive that follows may take another
 * one. */
static bool is_only_shown(const struct rank *self, const struct held_message *message)
{
    struct held *held = self->p2p->held;

    return held->is_probing && !held->probe_takes &&
           match_find_posted(&self->p2p->match, key_of(message)) == NULL;
}

static bool let_one_go(struct rank *self)
{
    struct held_message *message = find_free(self);

    if (message == NULL)
        return false;
    if (is_only_shown(self, message)) {
        message->is_chosen = false;
        message->is_shown = true;
        return true;
    }
    deliver(self, message);
    return true;
}

bool held_progress(struct rank *self)
{
    bool has_moved;

    if (turns_have_ended(self->world)) { /* reports look for messages where they usually are */
        held_end(self);
        return true;
    }
    guard_enter(&self->guard);
    has_moved = take_in(self);
    guard_leave(&self->guard);
    while (let_one_go(self))
        has_moved = true;
    return has_moved;
}

const struct envelope *held_find_shown(struct held *held, const struct match_key *key)
{
    struct list *link;

    for (link = held->messages.next; link != &held->messages; link = link->next)
        if (message_at(link)->is_shown && match_key_accepts(key, key_of(message_at(link))))
            return &message_at(link)->arrival.envelope;
    return NULL;
}

/* ---- events --------------------------------------------------------------------------------- */

static bool is_before(const struct held_event *one, const struct held_event *other)
{
    return one->sent.source != other->sent.source ? one->sent.source < other->sent.source
                                                  : one->sent.context < other->sent.context;
}

/* Keeps them in order, because messages of different sources may have come in any. */
static void insert(struct held_event events[], int count, const struct held_event *event)
{
    int i = count;

    for (; i > 0 && is_before(event, &events[i - 1]); i--)
        events[i] = events[i - 1];
    events[i] = *event;
}

int held_events(struct rank *rank, struct held_event events[], int most)
{
    struct held *held = rank->p2p != NULL ? rank->p2p->held : NULL;
    struct receive_request *request;
    struct list *link;
    int count = 0;

    if (held == NULL)
        return 0;
    for (link = held->messages.next; link != &held->messages && count < most; link = link->next) {
        struct held_message *message = message_at(link);
        const struct match_key *asked = find_asked(rank, message, &request);
        struct held_event event;

        if (asked == NULL || envelope_is_cancelled(&message->arrival.envelope))
            continue;
        event = (struct held_event){
            .receiver = rank,
            .number = message->number,
            .sent = *key_of(message),
            .asked = *asked,
            .is_probed = request == NULL,
            .site = request != NULL ? request->request.site : NULL,
        };
        insert(events, count++, &event);
    }
    return count;
}

void held_choose(const struct held_event *event)
{
    struct held *held = event->receiver->p2p->held;
    struct list *link;

    for (link = held->messages.next; link != &held->messages; link = link->next) {
        struct held_message *message = message_at(link);

        if (message->number == event->number && key_of(message)->source == event->sent.source &&
            key_of(message)->context == event->sent.context)
            message->is_chosen = true;
    }
}

/* ---- the end -------------------------------------------------------------------------------- */

void held_end(struct rank *self)
{
    struct held *held = self->p2p != NULL ? self->p2p->held : NULL;

    if (held == NULL)
        return;
    guard_enter(&self->guard);
    take_in(self);
    guard_leave(&self->guard);
    while (!list_is_empty(&held->messages))
        deliver(self, message_at(held->messages.next));
    self->p2p->held = NULL;
    while (held->sources != NULL) {
        struct held_source *source = held->sources;

        held->sources = source->next;
        memory_give(source);
    }
    memory_give(held);
}
