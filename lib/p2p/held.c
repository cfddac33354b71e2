/* SPDX-License-Identifier: MIT */
#include "p2p/held.h"

#include <string.h>

#include "base/memory.h"
#include "p2p/delivery.h"
#include "rank/abort.h"
#include "rank/choice.h"
#include "rank/name.h"
#include "rank/turns.h"

/* How many messages have come from a source on a communicator. */
struct held_source {
    struct held_source *next;
    uint32_t context;
    int32_t source;
    uint32_t count;
};

struct held {
    struct list messages; /* by links[0], in the order in which they have come */
    struct held_source *sources;
    bool is_probing; /* and has not found a message yet */
    struct match_key probe;
};

static _Noreturn void end_without_memory(const struct rank *self)
{
    world_abort(self->world, MPI_ERR_NO_MEM, "%s: no memory to hold a message (MPI_ERR_NO_MEM)",
                rank_name(self).text);
    __builtin_unreachable();
}

static struct unexpected *message_at(const struct list *link)
{
    return container_of(link, struct unexpected, links[0]);
}

static const struct match_key *key_of(const struct unexpected *message)
{
    return &message->envelope.key;
}

/* ---- taking them in ------------------------------------------------------------------------- */

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

static void hold(struct rank *self, struct unexpected *message)
{
    struct held *held = self->p2p->held;
    struct held_source *source = find_source(held, key_of(message));

    if (source == NULL)
        end_without_memory(self);
    message->number = source->count++;
    message->is_held = true;
    message->is_chosen = message->is_shown = false;
    list_append(&held->messages, &message->links[0]);
    if (choice_is_open(self) && self->chooser->arrived != NULL)
        self->chooser->arrived(self->chooser, self, key_of(message));
}

/* Under the rank's guard. */
static bool take_in(struct rank *rank)
{
    struct arrival arrival;
    bool has_moved = false;

    while (inbox_pop_arrival(rank, &arrival)) {
        struct unexpected *message =
            memory_take(sizeof *message + envelope_rest_bytes(&arrival.envelope));

        if (message == NULL)
            end_without_memory(rank);
        unexpected_fill(message, &arrival);
        hold(rank, message);
        has_moved = true;
    }
    return has_moved;
}

/* ---- letting them go ------------------------------------------------------------------------ */

static bool is_of_same_source(const struct unexpected *one, const struct unexpected *other)
{
    return key_of(one)->context == key_of(other)->context &&
           key_of(one)->source == key_of(other)->source;
}

/* Is an earlier message of its source held that the key accepts, too? */
static bool is_behind_another(const struct held *held, const struct unexpected *message,
                              const struct match_key *asked)
{
    const struct list *link = message->links[0].previous;

    for (; link != &held->messages; link = link->previous)
        if (is_of_same_source(message_at(link), message) &&
            match_key_accepts(asked, key_of(message_at(link))))
            return true;
    return false;
}

/* Returns the key that accepts the message now: of the first receive, else of the probe. NULL: none
 * does. */
static const struct match_key *find_asked(struct rank *rank, const struct unexpected *message,
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

void held_remove(struct unexpected *message)
{
    list_remove(&message->links[0]);
    message->is_held = false;
}

static void drop_message(struct unexpected *message)
{
    held_remove(message);
    rendezvous_free(message->envelope.rendezvous);
    memory_give(message);
}

/* The first message that is chosen, or that goes where no other could go; NULL: all stay. Drops
 * messages that their senders have cancelled. */
static struct unexpected *find_free(struct rank *self)
{
    struct held *held = self->p2p->held;
    struct list *link, *next;
    struct receive_request *request;

    for (link = held->messages.next; link != &held->messages; link = next) {
        struct unexpected *message = message_at(link);
        const struct match_key *asked = find_asked(self, message, &request);

        next = link->next;
        if (envelope_is_cancelled(&message->envelope))
            drop_message(message);
        else if (message->is_chosen || (asked != NULL && asked->source != MPI_ANY_SOURCE))
            return message;
    }
    return NULL;
}

/* The message goes to its receive, or to the unexpected ones. */
static void deliver_held(struct rank *self, struct unexpected *message)
{
    struct receive_request *request;
    bool is_gone;

    guard_enter(&self->guard);
    held_remove(message);
    request = delivery_place(self, &message->envelope, &is_gone);
    if (request == NULL && !is_gone)
        match_keep(&self->p2p->match, message);
    guard_leave(&self->guard);
    if (request == NULL && !is_gone)
        delivery_show_unexpected(self, &message->envelope);
    if (request != NULL) {
        delivery_fill(request, &message->envelope, message->rest);
        request_complete(&request->request);
    }
    if (request != NULL || is_gone)
        memory_give(message);
}

static bool let_one_go(struct rank *self)
{
    struct unexpected *message = find_free(self);

    if (message == NULL)
        return false;
    if (match_find_posted(&self->p2p->match, key_of(message)) == NULL) {
        message->is_chosen = false;
        message->is_shown = true;
        self->p2p->held->is_probing = false;
        return true;
    }
    deliver_held(self, message);
    return true;
}

/* Lists the messages that could go to the same receive or probe as the first one that could go
 * anywhere, in the order in which they have come, and returns that receive, NULL: the probe. */
static struct receive_request *list_candidates(struct rank *self, struct choice_list *list)
{
    struct held *held = self->p2p->held;
    struct receive_request *request, *first = NULL;
    struct list *link;

    choice_list_open(list, list_length(&held->messages));
    for (link = held->messages.next; link != &held->messages; link = link->next) {
        if (find_asked(self, message_at(link), &request) == NULL ||
            (list->count > 0 && request != first))
            continue;
        first = request;
        match_list_source(list, &message_at(link)->envelope);
    }
    return first;
}

/* Chooses one of the messages that have come, if there are several. */
static bool choose_now(struct rank *self)
{
    struct held *held = self->p2p->held;
    struct receive_request *first, *request;
    struct choice_list list;
    struct list *link;
    int source;

    first = list_candidates(self, &list);
    if (list.count == 0) {
        choice_list_close(&list);
        return false;
    }
    source = choice_list_ask(self, &list, first != NULL ? CHOICE_WILDCARD : CHOICE_PROBE,
                             first != NULL ? first->request.site : NULL)
                 .number;
    link = held->messages.next;
    while (key_of(message_at(link))->source != source ||
           find_asked(self, message_at(link), &request) == NULL || request != first)
        link = link->next;
    message_at(link)->is_chosen = true;
    return true;
}

/* Messages are not held when the turns have ended, because reports then look for messages where
 * they usually are. */
static bool is_wanted(const struct rank *self)
{
    return choice_is_open(self) && self->chooser->holds_messages &&
           !turns_have_ended(self->world);
}

bool held_is_wanted(const struct rank *self)
{
    return self->p2p->held != NULL || is_wanted(self);
}

/* ---- progress -------------------------------------------------------------------------------- */

/* The rank holds messages from now on; unexpected ones, too. */
static bool begin_held(struct rank *self)
{
    struct held *held = memory_take_zeroed(sizeof *held);
    struct match *match = &self->p2p->match;
    struct unexpected *message;

    if (held == NULL)
        return false;
    list_init(&held->messages);
    self->p2p->held = held;
    guard_enter(&self->guard);
    while ((message = match_oldest(match)) != NULL) {
        match_remove_unexpected(match, message);
        hold(self, message);
    }
    guard_leave(&self->guard);
    return true;
}

void held_end(struct rank *self)
{
    struct held *held = self->p2p != NULL ? self->p2p->held : NULL;

    if (held == NULL)
        return;
    guard_enter(&self->guard);
    take_in(self);
    guard_leave(&self->guard);
    while (!list_is_empty(&held->messages))
        deliver_held(self, message_at(held->messages.next));
    self->p2p->held = NULL;
    while (held->sources != NULL) {
        struct held_source *source = held->sources;

        held->sources = source->next;
        memory_give(source);
    }
    memory_give(held);
}

bool held_progress(struct rank *self)
{
    bool has_moved;

    if (self->p2p->held == NULL && !begin_held(self))
        end_without_memory(self);
    if (!is_wanted(self)) {
        held_end(self);
        return true;
    }
    guard_enter(&self->guard);
    has_moved = take_in(self);
    guard_leave(&self->guard);
    while (let_one_go(self) || (self->world->turns == NULL && choose_now(self)))
        has_moved = true;
    return has_moved;
}

void held_gather(struct rank *self)
{
    while (is_wanted(self) && p2p_progress(self))
        continue;
}

/* ---- probes --------------------------------------------------------------------------------- */

void held_probe_begin(struct rank *self, const struct match_key *key)
{
    struct held *held;

    held_gather(self);
    held = self->p2p->held;
    if (held == NULL)
        return;
    held->is_probing = held_find_shown(self->p2p, key) == NULL;
    held->probe = *key;
    held_gather(self);
}

void held_probe_end(struct rank *self)
{
    if (self->p2p->held != NULL)
        self->p2p->held->is_probing = false;
}

struct unexpected *held_find_shown(const struct p2p *p2p, const struct match_key *key)
{
    struct held *held = p2p->held;
    struct list *link;

    for (link = held->messages.next; link != &held->messages; link = link->next)
        if (message_at(link)->is_shown && match_key_accepts(key, key_of(message_at(link))))
            return message_at(link);
    return NULL;
}

struct unexpected *held_take_shown(struct p2p *p2p, const struct match_key *key)
{
    struct unexpected *message = held_find_shown(p2p, key);

    while (message != NULL && !envelope_claim(&message->envelope)) {
        drop_message(message);
        message = held_find_shown(p2p, key);
    }
    if (message != NULL)
        held_remove(message);
    return message;
}

/* ---- for senders and reports ---------------------------------------------------------------- */

static bool is_same_key(const struct match_key *one, const struct match_key *other)
{
    return one->context == other->context && one->source == other->source &&
           one->tag == other->tag;
}

struct unexpected *held_find_sent(struct rank *rank, const struct match_key *key, uint32_t serial)
{
    struct held *held = rank->p2p->held;
    struct list *link;

    take_in(rank);
    for (link = held->messages.next; link != &held->messages; link = link->next)
        if (message_at(link)->envelope.serial == serial &&
            is_same_key(key_of(message_at(link)), key))
            return message_at(link);
    return NULL;
}

struct unexpected *held_next(const struct p2p *p2p, const struct unexpected *before)
{
    const struct list *link;

    if (p2p->held != NULL && (before == NULL || before->is_held)) {
        link = before == NULL ? p2p->held->messages.next : before->links[0].next;
        if (link != &p2p->held->messages)
            return message_at(link);
        before = NULL;
    }
    return match_has_unexpected(&p2p->match) ? match_next_unexpected(&p2p->match, before) : NULL;
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
        struct unexpected *message = message_at(link);
        const struct match_key *asked = find_asked(rank, message, &request);
        struct held_event event;

        if (asked == NULL || envelope_is_cancelled(&message->envelope))
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
        struct unexpected *message = message_at(link);

        if (message->number == event->number && key_of(message)->source == event->sent.source &&
            key_of(message)->context == event->sent.context)
            message->is_chosen = true;
    }
}
