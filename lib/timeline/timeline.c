/* SPDX-License-Identifier: MIT */
#include "timeline/timeline.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/note.h"
#include "comm/comm.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "rank/observe/tape.h"
#include "rank/world.h"
#include "timeline/kept.h"
#include "timeline/summary.h"

enum { BITS_OF_COMMON = 31 };

static struct timeline_kept kept;

/* ---- events ---------------------------------------------------------------------------------- */

static const uint8_t kinds[EVENTS] = {
    [EVENT_MESSAGE] = TAPE_SENT, [EVENT_MATCH] = TAPE_MATCHED,
    [EVENT_UNEXPECTED] = TAPE_UNEXPECTED, [EVENT_COLLECTIVE] = TAPE_COLLECTIVE,
    [EVENT_PUT] = TAPE_PUT, [EVENT_GET] = TAPE_GET, [EVENT_ACCUMULATE] = TAPE_ACCUMULATE,
};

static bool is_of_message(enum event_kind kind)
{
    return kind == EVENT_MESSAGE || kind == EVENT_MATCH || kind == EVENT_UNEXPECTED;
}

static inline void record_event(struct rank *self, const struct event *event, enum event_kind kind,
                                uint8_t as)
{
    bool is_of_message_now = is_of_message(kind), is_collective = kind == EVENT_COLLECTIVE;
    const struct rank *peer = event->peer;
    struct tape *tape = tape_of(self);
    struct tape_record *record = tape != NULL ? tape_next(tape) : NULL;

    if (unlikely(record == NULL))
        return;
    record->kind = as;
    record->to.world = peer != NULL ? peer->world->number : 0;
    record->to.rank = peer != NULL ? peer->world_rank : 0;
    record->bytes = event->bytes;
    record->type = NULL;
    record->peer = is_collective ? TAPE_NOBODY : event->number;
    record->tag = is_of_message_now ? event->tag : TAPE_NO_TAG;
    record->site = (uint32_t)(uintptr_t)event->site;
    record->number = event->context;
    record->of = is_of_message_now || is_collective ? TAPE_OF_COMM : TAPE_OF_NONE;
    tape_add(self, record);
}

/* A message that the call itself receives is matched at once; one in partitions never is. */
static void tape_event(struct rank *self, const struct event *event, void *own)
{
    enum event_kind kind = event_of_way(event->way);

    (void)own;
    if (event->way == WAY_PARTITIONED)
        return;
    record_event(self, event, kind, kinds[kind]);
    if (event->way == WAY_IN_PLACE)
        record_event(self, event, kind, TAPE_MATCHED);
}

static const struct subscriber recording = {
    .events = 1u << EVENT_MESSAGE | 1u << EVENT_MATCH | 1u << EVENT_UNEXPECTED |
              1u << EVENT_COLLECTIVE | 1u << EVENT_PUT | 1u << EVENT_GET | 1u << EVENT_ACCUMULATE,
    .see = tape_event,
};

/* ---- the beginning --------------------------------------------------------------------------- */

/* The tapes are in the list before the rank starts, so it is whole when it is written. The parent
 * has spawned the rank; NULL: none. */
static bool begin_rank(struct rank *rank, int64_t records, bool sums, const struct tapes *parent)
{
    struct tapes *tapes = tapes_create(rank, records, sums);

    if (tapes == NULL || (records > 0 && !observer_subscribe(rank, &recording, tapes)) ||
        (sums && !summary_subscribe(rank, tapes)))
        return false;
    if (parent != NULL) {
        tapes->parent_world = parent->world;
        tapes->parent_rank = parent->rank;
    }
    lock_take(&kept.lock);
    tapes->next = kept.tapes;
    kept.tapes = tapes;
    lock_release(&kept.lock);
    return true;
}

static int begin_timeline(struct world *world, int64_t records, bool sums,
                          const struct tapes *parent)
{
    for (int i = 0; i < world->size; i++)
        if (!begin_rank(&world->ranks[i], records, sums, parent))
            return note(-1, "no memory to record what rank %d does", i);
    return 0;
}

int timeline_begin(struct world *world, long kib, bool sums)
{
    int64_t records = kib * 1024 / (long)sizeof(struct tape_record);

    tape_start();
    lock_take(&kept.lock);
    if (kept.begin_ns == 0) {
        kept.begin = tape_now();
        kept.begin_ns = clock_ns();
    }
    lock_release(&kept.lock);
    return begin_timeline(world, records, sums, NULL);
}

int timeline_begin_spawned(struct world *world, const struct rank *parent)
{
    const struct tapes *tapes = world_is_of_process(parent->world) ? parent->tapes : NULL;

    return tapes != NULL ? begin_timeline(world, tapes->records, tapes->has_tallies, tapes) : 0;
}

void timeline_end(struct world *world)
{
    struct tapes **link = &kept.tapes;

    lock_take(&kept.lock);
    while (*link != NULL) {
        struct tapes *tapes = *link;

        if (tapes->world == world->number) {
            *link = tapes->next;
            world->ranks[tapes->rank].tapes = NULL;
            tapes_destroy(tapes);
        } else {
            link = &tapes->next;
        }
    }
    lock_release(&kept.lock);
}

struct timeline_kept *timeline_kept(void)
{
    return &kept;
}

/* ---- names ----------------------------------------------------------------------------------- */

static uint32_t hash_text(const char *text)
{
    uint32_t hash = 2166136261u;

    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

/* The text becomes the process's memory. */
static const struct kept_text *find_or_keep(const char *text)
{
    struct kept_text **list = &kept.texts[hash_text(text) % KEPT_LISTS], *next;
    size_t bytes = strlen(text) + 1;

    for (next = *list; next != NULL; next = next->next)
        if (strcmp(next->text, text) == 0)
            return next;
    next = memory_take(sizeof *next + bytes);
    if (next == NULL)
        return NULL;
    memcpy(next->text, text, bytes);
    next->number = ++kept.text_count;
    next->next = *list;
    *list = next;
    return next;
}

static const struct kept_text *keep_text(const char *text)
{
    struct heap *before = memory_use(NULL);
    const struct kept_text *found;

    lock_take(&kept.lock);
    found = find_or_keep(text);
    lock_release(&kept.lock);
    memory_use(before);
    return found;
}

const char *timeline_name(const char *text)
{
    const struct kept_text *found = text != NULL ? keep_text(text) : NULL;

    return found != NULL ? found->text : NULL;
}

uint32_t timeline_number(const char *text)
{
    const struct kept_text *found = keep_text(text);

    return found != NULL ? found->number : 0;
}

/* ---- communicators --------------------------------------------------------------------------- */

struct kept_comm *kept_find_comm(uint32_t id, int world)
{
    struct kept_comm *next = kept.comms[id % KEPT_LISTS];

    world = id >> BITS_OF_COMMON != 0 ? KEPT_COMMON : world;
    while (next != NULL && (next->id != id || next->world != world))
        next = next->next;
    return next;
}

static void list_members(const struct group *group, struct kept_member *members)
{
    for (int i = 0; i < group->size; i++)
        members[i] = (struct kept_member){group->members[i]->world->number,
                                          group->members[i]->world_rank};
}

static struct kept_comm *make_comm(const struct context *context)
{
    const struct group *first = context->groups[0], *second = context->groups[1];
    int others = second != NULL ? second->size : 0;
    struct kept_comm *comm = memory_take_zeroed(
        sizeof *comm + (size_t)(first->size + others) * sizeof comm->members[0]);

    if (comm == NULL)
        return NULL;
    comm->id = context->id;
    comm->world = context->id >> BITS_OF_COMMON != 0 ? KEPT_COMMON : context->world->number;
    comm->sizes[0] = first->size;
    comm->sizes[1] = others;
    list_members(first, comm->members);
    if (second != NULL)
        list_members(second, comm->members + first->size);
    comm->next = kept.comms[comm->id % KEPT_LISTS];
    kept.comms[comm->id % KEPT_LISTS] = comm;
    return comm;
}

/* A member that has not named it, though others have, does not take their name away. */
static void see_context(const struct context *context, const char *name, bool is_win)
{
    struct heap *before = memory_use(NULL);
    const struct kept_text *text;
    struct kept_comm *made;

    lock_take(&kept.lock);
    made = kept_find_comm(context->id, context->world->number);
    if (made == NULL)
        made = make_comm(context);
    text = made != NULL && name[0] != '\0' ? find_or_keep(name) : NULL;
    if (text != NULL)
        made->name = text->text;
    if (made != NULL)
        made->is_win = is_win;
    lock_release(&kept.lock);
    memory_use(before);
}

void timeline_see_comm(const struct comm *comm)
{
    char name[MPI_MAX_OBJECT_NAME] = "";

    comm_copy_name(comm, name);
    see_context(comm->context, name, false);
}

void timeline_see_win(const struct context *context, const char *name)
{
    see_context(context, name, true);
}
