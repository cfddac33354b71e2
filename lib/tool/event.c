/* SPDX-License-Identifier: MIT */
#include "tool/event.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "coll/args.h"
#include "coll/policy.h"
#include "p2p/p2p.h"
#include "tool/enumeration.h"
#include "tool/performance.h"
#include "tool/registration.h"

/* ---- types ----------------------------------------------------------------------------------- */

struct message {
    int32_t protocol, dest, tag;
    uint32_t communicator;
    MPI_Count bytes;
};

struct arrival_event {
    int32_t source, tag;
    uint32_t communicator, unused;
    MPI_Count bytes;
};

struct collective {
    int32_t operation, algorithm, root;
    uint32_t communicator;
    MPI_Count bytes;
};

struct access_event {
    int32_t target, unused;
    MPI_Count bytes;
};

#define ELEMENT(type, member, name) \
    {MPI_##type, (int)sizeof((struct name *)0)->member, offsetof(struct name, member)}

static const struct event_element of_message[] = {
    ELEMENT(INT, protocol, message), ELEMENT(INT, dest, message), ELEMENT(INT, tag, message),
    ELEMENT(UINT32_T, communicator, message), ELEMENT(COUNT, bytes, message)};

static const struct event_element of_arrival[] = {
    ELEMENT(INT, source, arrival_event), ELEMENT(INT, tag, arrival_event),
    ELEMENT(UINT32_T, communicator, arrival_event), ELEMENT(COUNT, bytes, arrival_event)};

static const struct event_element of_collective[] = {
    ELEMENT(INT, operation, collective), ELEMENT(INT, algorithm, collective),
    ELEMENT(INT, root, collective), ELEMENT(UINT32_T, communicator, collective),
    ELEMENT(COUNT, bytes, collective)};

static const struct event_element of_access[] = {ELEMENT(INT, target, access_event),
                                                 ELEMENT(COUNT, bytes, access_event)};

static_assert(sizeof(struct message) <= EVENT_BYTES_MAX &&
                  sizeof(struct collective) <= EVENT_BYTES_MAX &&
                  sizeof(struct arrival_event) <= EVENT_BYTES_MAX,
              "an event's elements have room");
static_assert(ARRAY_LENGTH(of_message) <= EVENT_ELEMENTS_MAX &&
                  ARRAY_LENGTH(of_collective) <= EVENT_ELEMENTS_MAX,
              "an event's elements have room");

#define ELEMENTS_MESSAGE    ENUMERATION_MESSAGE, ARRAY_LENGTH(of_message), of_message
#define ELEMENTS_ARRIVAL    ENUMERATION_ARRIVAL, ARRAY_LENGTH(of_arrival), of_arrival
#define ELEMENTS_COLLECTIVE ENUMERATION_COLLECTIVE, ARRAY_LENGTH(of_collective), of_collective
#define ELEMENTS_ACCESS     ENUMERATION_ACCESS, ARRAY_LENGTH(of_access), of_access

static const struct event_type types[] = {
#define TYPE(name, event, elements, category, verbosity, description)                             \
    {#name,       EVENT_##event, #category, MPI_T_VERBOSITY_##verbosity,                           \
     description, ELEMENTS_##elements},
#include "tool/type.def"
#undef TYPE
};

const struct event_type *event_type_at(int index)
{
    return index >= 0 && (size_t)index < ARRAY_LENGTH(types) ? &types[index] : NULL;
}

int event_type_count(void)
{
    return (int)ARRAY_LENGTH(types);
}

int event_type_find(const char *name)
{
    for (int i = 0; i < event_type_count(); i++)
        if (strcmp(types[i].name, name) == 0)
            return i;
    return -1;
}

/* The operations by their numbers in the element, from 0 on. */
static const struct operation_word {
    enum coll_kind kind;
    const char *word;
} operations[] = {
    {COLL_BARRIER, "barrier"},
    {COLL_BCAST, "bcast"},
    {COLL_GATHER, "gather"},
    {COLL_SCATTER, "scatter"},
    {COLL_ALLGATHER, "allgather"},
    {COLL_ALLTOALL, "alltoall"},
    {COLL_REDUCE, "reduce"},
    {COLL_ALLREDUCE, "allreduce"},
    {COLL_REDUCE_SCATTER, "reduce_scatter"},
    {COLL_SCAN, "scan"},
    {COLL_EXSCAN, "exscan"},
    {COLL_NEIGHBOR_ALLGATHER, "neighbor_allgather"},
    {COLL_NEIGHBOR_ALLTOALL, "neighbor_alltoall"},
    {COLL_WIN_FENCE, "win_fence"},
    {COLL_WIN_FREE, "win_free"},
    {COLL_COMM_DISCONNECT, "comm_disconnect"},
    {COLL_SYNCHRONIZE, "synchronize"},
};

static int operation_of(enum coll_kind kind)
{
    for (size_t i = 0; i < ARRAY_LENGTH(operations); i++)
        if (operations[i].kind == kind)
            return (int)i;
    return -1;
}

static void add_word(char *text, int number, const char *word)
{
    size_t length = strlen(text);

    snprintf(text + length, EVENT_TEXT_BYTES - length, "%s%d %s", number > 0 ? ", " : "", number,
             word);
}

static enum way first_way(enum event_kind kind)
{
    int way = 0;

    while (event_of_way((enum way)way) != kind)
        way++;
    return (enum way)way;
}

void event_type_describe(const struct event_type *type, char text[EVENT_TEXT_BYTES])
{
    const int first = (int)first_way(type->kind);

    snprintf(text, EVENT_TEXT_BYTES, "%s", type->description);
    if (type->kind == EVENT_MESSAGE || type->kind == EVENT_COLLECTIVE)
        for (int way = first; way < WAYS && event_of_way((enum way)way) == type->kind; way++)
            add_word(text, way - first, way_text((enum way)way));
    if (type->elements != of_collective)
        return;
    snprintf(text + strlen(text), EVENT_TEXT_BYTES - strlen(text), "; operation: ");
    for (size_t i = 0; i < ARRAY_LENGTH(operations); i++)
        add_word(text, (int)i, operations[i].word);
}

/* ---- what happens ---------------------------------------------------------------------------- */

static void fill_collective(const struct event *event, struct collective *collective)
{
    const struct coll_args *args = event->facts;
    const struct coll_facts facts = coll_facts(args);

    collective->operation = operation_of(args->kind);
    collective->algorithm = (int32_t)(event->way - first_way(event_of_way(event->way)));
    collective->root = coll_has_root(args->kind) ? args->root : -1;
    collective->communicator = event->context;
    collective->bytes = facts.cell_bytes;
}

static void fill(struct rank *self, const struct event *event, unsigned char data[])
{
    switch (event_of_way(event->way)) {
    case EVENT_MESSAGE:
        *(struct message *)data =
            (struct message){.protocol = (int32_t)(event->way - first_way(EVENT_MESSAGE)),
                             .dest = event->number,
                             .tag = event->tag,
                             .communicator = event->context,
                             .bytes = event->bytes};
        break;
    case EVENT_COLLECTIVE:
    case EVENT_LEFT:
        fill_collective(event, (struct collective *)data);
        break;
    case EVENT_PUT:
    case EVENT_GET:
    case EVENT_ACCUMULATE:
        *(struct access_event *)data = (struct access_event){
            .target = event->peer->world == self->world ? event->peer->world_rank : -1,
            .bytes = event->bytes};
        break;
    default:
        *(struct arrival_event *)data = (struct arrival_event){.source = event->number,
                                                               .tag = event->tag,
                                                               .communicator = event->context,
                                                               .bytes = event->bytes};
        break;
    }
}

static void see(struct rank *self, const struct event *event, void *own)
{
    const enum event_kind kind = event_of_way(event->way);
    _Alignas(MPI_Count) unsigned char data[EVENT_BYTES_MAX] = {0};
    struct tool *tool = own;

    performance_see(tool, kind, event);
    if ((load_relaxed(&tool->wanted) & 1u << kind) == 0)
        return;
    fill(self, event, data);
    registrations_raise(tool, kind, data);
}

/* The rank's state goes with the tool's floor. */
static void destroy_nothing(void *own)
{
    (void)own;
}

/* The last two send small messages, and short operations, the way of larger ones. */
static const struct subscriber subscribers[] = {
    {1u << EVENT_MESSAGE | 1u << EVENT_COLLECTIVE | 1u << EVENT_PUT | 1u << EVENT_GET |
         1u << EVENT_ACCUMULATE,
     see, destroy_nothing},
    {1u << EVENT_MATCH | 1u << EVENT_RECEIVED | 1u << EVENT_UNEXPECTED, see, destroy_nothing},
    {1u << EVENT_LEFT, see, destroy_nothing},
};

bool event_watch(struct tool *tool, enum event_kind kind)
{
    const struct subscriber *subscriber = subscribers;

    while ((subscriber->events & 1u << kind) == 0)
        subscriber++;
    if (observer_own(tool->rank, subscriber) == NULL &&
        !observer_subscribe(tool->rank, subscriber, tool))
        return false;
    if ((subscriber->events & 1u << EVENT_MATCH) != 0)
        p2p_leave_fast_path(tool->rank);
    return true;
}
