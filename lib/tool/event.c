/* SPDX-License-Identifier: MIT */
#include "tool/event.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "coll/args.h"
#include "coll/policy.h"
#include "p2p/p2p.h"
#include "rank/observe/event.h"
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
    uint32_t window;
};

struct epoch_event {
    int32_t kind, target;
    uint32_t window;
};

struct window_event {
    int32_t flavor;
    uint32_t window;
    MPI_Count bytes;
};

struct file_event {
    int32_t amode;
    uint32_t file;
};

struct file_access_event {
    int32_t kind;
    uint32_t file;
    MPI_Count offset, bytes;
};

struct pause_event {
    MPI_Count nanoseconds;
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
                                                 ELEMENT(COUNT, bytes, access_event),
                                                 ELEMENT(UINT32_T, window, access_event)};

static const struct event_element of_epoch[] = {ELEMENT(INT, kind, epoch_event),
                                                ELEMENT(INT, target, epoch_event),
                                                ELEMENT(UINT32_T, window, epoch_event)};

static const struct event_element of_window[] = {ELEMENT(INT, flavor, window_event),
                                                 ELEMENT(UINT32_T, window, window_event),
                                                 ELEMENT(COUNT, bytes, window_event)};

static const struct event_element of_file[] = {ELEMENT(INT, amode, file_event),
                                               ELEMENT(UINT32_T, file, file_event)};

static const struct event_element of_file_access[] = {
    ELEMENT(INT, kind, file_access_event), ELEMENT(UINT32_T, file, file_access_event),
    ELEMENT(COUNT, offset, file_access_event), ELEMENT(COUNT, bytes, file_access_event)};

static const struct event_element of_pause[] = {ELEMENT(COUNT, nanoseconds, pause_event)};

static_assert(sizeof(struct message) <= EVENT_BYTES_MAX &&
                  sizeof(struct collective) <= EVENT_BYTES_MAX &&
                  sizeof(struct arrival_event) <= EVENT_BYTES_MAX &&
                  sizeof(struct file_access_event) <= EVENT_BYTES_MAX,
              "an event's elements have room");
static_assert(ARRAY_LENGTH(of_message) <= EVENT_ELEMENTS_MAX &&
                  ARRAY_LENGTH(of_collective) <= EVENT_ELEMENTS_MAX,
              "an event's elements have room");

#define ELEMENTS_MESSAGE    ENUMERATION_MESSAGE, ARRAY_LENGTH(of_message), of_message
#define ELEMENTS_ARRIVAL    ENUMERATION_ARRIVAL, ARRAY_LENGTH(of_arrival), of_arrival
#define ELEMENTS_COLLECTIVE ENUMERATION_COLLECTIVE, ARRAY_LENGTH(of_collective), of_collective
#define ELEMENTS_ACCESS     ENUMERATION_ACCESS, ARRAY_LENGTH(of_access), of_access
#define ELEMENTS_EPOCH      ENUMERATION_EPOCH, ARRAY_LENGTH(of_epoch), of_epoch
#define ELEMENTS_WINDOW     ENUMERATION_WINDOW, ARRAY_LENGTH(of_window), of_window
#define ELEMENTS_FILE       ENUMERATION_FILE, ARRAY_LENGTH(of_file), of_file
#define ELEMENTS_FILE_ACCESS \
    ENUMERATION_FILE_ACCESS, ARRAY_LENGTH(of_file_access), of_file_access
#define ELEMENTS_PAUSE ENUMERATION_PAUSE, ARRAY_LENGTH(of_pause), of_pause

static const struct event_type types[] = {
#define TYPE(name, event, elements, category, verbosity, description)                             \
    {#name,       EVENT_##event, #category, MPI_T_VERBOSITY_##verbosity,                           \
     description, ELEMENTS_##elements},
#include "tool/type.def"
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
    if (type->description[strlen(type->description) - 1] == ' ') /* these are to come */
        for (int way = first; way < WAYS && event_of_way((enum way)way) == type->kind; way++)
            add_word(text, way - first, way_text((enum way)way));
    if (type->elements != of_collective)
        return;
    snprintf(text + strlen(text), EVENT_TEXT_BYTES - strlen(text), "; operation: ");
    for (size_t i = 0; i < ARRAY_LENGTH(operations); i++)
        add_word(text, (int)i, operations[i].word);
}

/* ---- what happens ---------------------------------------------------------------------------- */

static int32_t number_of_way(enum way way)
{
    return (int32_t)(way - first_way(event_of_way(way)));
}

static void fill_collective(const struct event *event, struct collective *collective)
{
    const struct coll_args *args = event->facts;
    const struct coll_facts facts = coll_facts(args);

    collective->operation = operation_of(args->kind);
    collective->algorithm = number_of_way(event->way);
    collective->root = coll_has_root(args->kind) ? args->root : -1;
    collective->communicator = event->context;
    collective->bytes = facts.cell_bytes;
}

/* An event of a window or a file, or one that has happened to the rank alone. */
static void fill_other(const struct event *event, unsigned char data[])
{
    switch (event_of_way(event->way)) {
    case EVENT_EPOCH:
    case EVENT_EPOCH_OVER:
        *(struct epoch_event *)data = (struct epoch_event){
            .kind = number_of_way(event->way), .target = event->number, .window = event->context};
        break;
    case EVENT_WINDOW_MADE:
    case EVENT_WINDOW_FREED:
        *(struct window_event *)data = (struct window_event){
            .flavor = event->number, .window = event->context, .bytes = event->bytes};
        break;
    case EVENT_FILE_OPENED:
    case EVENT_FILE_CLOSED:
        *(struct file_event *)data =
            (struct file_event){.amode = event->number, .file = event->context};
        break;
    case EVENT_READ:
    case EVENT_WRITE:
        *(struct file_access_event *)data = (struct file_access_event){
            .kind = number_of_way(event->way),
            .file = event->context,
            .offset = event->offset,
            .bytes = event->bytes};
        break;
    default:
        *(struct pause_event *)data = (struct pause_event){.nanoseconds = event->bytes};
        break;
    }
}

static void fill_event(struct rank *self, const struct event *event, unsigned char data[])
{
    switch (event_of_way(event->way)) {
    case EVENT_MESSAGE:
        *(struct message *)data =
            (struct message){.protocol = number_of_way(event->way),
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
            .bytes = event->bytes,
            .window = event->context};
        break;
    case EVENT_MATCH:
    case EVENT_RECEIVED:
    case EVENT_UNEXPECTED:
        *(struct arrival_event *)data = (struct arrival_event){.source = event->number,
                                                               .tag = event->tag,
                                                               .communicator = event->context,
                                                               .bytes = event->bytes};
        break;
    default:
        fill_other(event, data);
        break;
    }
}

static void see_tool_event(struct rank *self, const struct event *event, void *own)
{
    const enum event_kind kind = event_of_way(event->way);
    _Alignas(MPI_Count) unsigned char data[EVENT_BYTES_MAX] = {0};
    struct tool *tool = own;

    performance_see(tool, kind, event);
    if ((load_relaxed(&tool->wanted) & 1u << kind) == 0)
        return;
    fill_event(self, event, data);
    registrations_raise(tool, kind, data);
}

enum {
    COSTLY = EVENTS_OF_MATCHING | 1 << EVENT_LEFT | 1 << EVENT_WAIT | 1 << EVENT_SLEEP |
             1 << EVENT_PART,
};

/* The second sends small messages the way of larger ones, the third short operations, and the last
 * has waits look at the clock. */
static const struct subscriber subscribers[] = {
    {.events = ~(unsigned)COSTLY, .see = see_tool_event},
    {.events = EVENTS_OF_MATCHING, .see = see_tool_event},
    {.events = 1u << EVENT_LEFT, .see = see_tool_event},
    {.events = 1u << EVENT_WAIT | 1u << EVENT_SLEEP, .see = see_tool_event},
};

bool event_watch(struct tool *tool, unsigned kind)
{
    const struct subscriber *subscriber = subscribers;

    while ((subscriber->events & 1u << kind) == 0)
        subscriber++;
    if (observer_own(tool->rank, subscriber) == NULL &&
        !observer_subscribe(tool->rank, subscriber, tool))
        return false;
    if ((EVENTS_OF_MATCHING & 1u << kind) != 0)
        p2p_leave_fast_path(tool->rank);
    return true;
}
