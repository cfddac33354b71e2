/* SPDX-License-Identifier: MIT */
#include "timeline/timeline.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/note.h"
#include "comm/comm.h"
#include "rank/observer.h"
#include "rank/tape.h"
#include "rank/world.h"
#include "timeline/kept.h"
#include "timeline/summary.h"

enum { BITS_OF_COMMON = 31 };

static struct timeline_kept kept;

/* ---- events ---------------------------------------------------------------------------------- */

static const uint8_t kinds[EVENTS] = {
    [EVENT_MESSAGE] = TAPE_SENT, [EVENT_MATCH] = TAPE_MATCHED, [EVENT_COLLECTIVE] = TAPE_COLLECTIVE,
    [EVENT_PUT] = TAPE_PUT, [EVENT_GET] = TAPE_GET, [EVENT_ACCUMULATE] = TAPE_ACCUMULATE,
};

/* A message that the call itself receives is matched at once; one in partitions never is. */
static void see(struct rank *self, const struct event *event, void *own)
{
    enum event_kind kind = event_of_way(event->way);
    struct tape_record record = {
        .kind = kinds[kind],
        .bytes = event->bytes,
        .site = (uint32_t)(uintptr_t)event->site,
        .peer = kind == EVENT_COLLECTIVE ? TAPE_NOBODY : event->number,
        .tag = kind == EVENT_MESSAGE || kind == EVENT_MATCH ? event->tag : TAPE_NO_TAG,
        .comm = event->context,
        .has_comm = kind == EVENT_MESSAGE || kind == EVENT_MATCH || kind == EVENT_COLLECTIVE,
    };

    (void)own;
    if (event->way == WAY_PARTITIONED)
        return;
    if (event->peer != NULL) {
        record.to.world = event->peer->world->number;
        record.to.rank = event->peer->world_rank;
    }
    tape_add(self, &record);
    if (event->way == WAY_IN_PLACE) {
        record.kind = TAPE_MATCHED;
        tape_add(self, &record);
    }
}

static void destroy_nothing(void *own)
{
    (void)own;
}

static const struct subscriber recording = {
    .events = 1u << EVENT_MESSAGE | 1u << EVENT_MATCH | 1u << EVENT_COLLECTIVE | 1u << EVENT_PUT |
              1u << EVENT_GET | 1u << EVENT_ACCUMULATE,
    .see = see,
    .destroy = destroy_nothing,
};

/* ---- the beginning --------------------------------------------------------------------------- */

/* The tapes are in the list before the rank starts, so it is whole when it is written. */
static bool begin_rank(struct rank *rank, int64_t records, bool sums)
{
    struct tapes *tapes = tapes_create(rank, records, sums);

    if (tapes == NULL || (records > 0 && !observer_subscribe(rank, &recording, tapes)) ||
        (sums && !summary_subscribe(rank, tapes)))
        return false;
    lock_take(&kept.lock);
    tapes->next = kept.tapes;
    kept.tapes = tapes;
    lock_release(&kept.lock);
    return true;
}

static int begin(struct world *world, int64_t records, bool sums)
{
    for (int i = 0; i < world->size; i++)
        if (!begin_rank(&world->ranks[i], records, sums))
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
    return begin(world, records, sums);
}

int timeline_begin_spawned(struct world *world, const struct world *parent)
{
    const struct tapes *tapes = world_is_of_process(parent) ? parent->ranks[0].tapes : NULL;

    return tapes != NULL ? begin(world, tapes->records, tapes->has_tallies) : 0;
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
static const char *find_or_keep(const char *text)
{
    struct kept_text **list = &kept.texts[hash_text(text) % KEPT_LISTS], *next;
    size_t bytes = strlen(text) + 1;

    for (next = *list; next != NULL; next = next->next)
        if (strcmp(next->text, text) == 0)
            return next->text;
    next = memory_take(sizeof *next + bytes);
    if (next == NULL)
        return NULL;
    memcpy(next->text, text, bytes);
    next->next = *list;
    *list = next;
    return next->text;
}

const char *timeline_name(const char *text)
{
    struct heap *before;

    if (text == NULL)
        return NULL;
    before = memory_use(NULL);
    lock_take(&kept.lock);
    text = find_or_keep(text);
    lock_release(&kept.lock);
    memory_use(before);
    return text;
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
void timeline_see_comm(const struct comm *comm)
{
    const struct context *context = comm->context;
    struct heap *before = memory_use(NULL);
    char name[MPI_MAX_OBJECT_NAME] = "";
    struct kept_comm *made;

    comm_copy_name(comm, name);
    lock_take(&kept.lock);
    made = kept_find_comm(context->id, context->world->number);
    if (made == NULL)
        made = make_comm(context);
    if (made != NULL && name[0] != '\0')
        made->name = find_or_keep(name);
    lock_release(&kept.lock);
    memory_use(before);
}
