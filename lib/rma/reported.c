/* SPDX-License-Identifier: MIT */
#include "rma/reported.h"

#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/memory.h"
#include "base/place.h"
#include "base/sanitizer.h"
#include "rank/findings.h"
#include "rank/thread/kernel.h"
#include "rank/world.h"
#include "rma/race_record.h"

/* Accesses of one call in one thread have a set of their own, which others may share. */
enum { SETS = 128, SET_ACCESSES = 8, WINDOW_NAME_BYTES = 64, NO_TARGET = -1 };

struct noted {
    pid_t thread;
    const struct rank *origin;
    const char *call;
    const void *site;
    char window[WINDOW_NAME_BYTES];
    const void *window_site; /* where it was made; NULL: the window has a name */
    int target;              /* NO_TARGET: a buffer of the origin's own */
    uintptr_t base;          /* of the target's part; 0 in a dynamic window */
    uintptr_t low, high;
    MPI_Count bytes; /* less than there are from low to high if the data have gaps */
    enum access_kind kind;
    enum access_epoch epoch;
};

struct set {
    struct noted accesses[SET_ACCESSES];
    unsigned next; /* to be replaced */
};

/* The lock is held for a copy only, so that a report never waits for a thread that waits for the
 * report's end. */
struct reported {
    struct lock lock;
    struct set sets[SETS];
};

static bool create_reported(struct world *world)
{
    struct reported *reported;

    if (!tsan_is_there() || IS_FOR_THREAD_SANITIZER)
        return true;
    reported = memory_take_zeroed(sizeof *reported);
    store_relaxed(&world->local[FLOOR_RMA], reported);
    return reported != NULL;
}

static void destroy_reported(struct world *world)
{
    memory_give(load_relaxed(&world->local[FLOOR_RMA]));
    store_relaxed(&world->local[FLOOR_RMA], NULL);
}

const struct floor reported_floor = {.create = create_reported, .destroy = destroy_reported};

/* ---- keeping --------------------------------------------------------------------------------- */

static struct set *set_of(struct reported *reported, const void *site, pid_t thread)
{
    return &reported->sets[((uintptr_t)site / 4 + (uintptr_t)thread * 31) % SETS];
}

static bool is_same_report(const struct noted *one, const struct noted *other)
{
    return one->site == other->site && one->thread == other->thread && one->low == other->low &&
           one->high == other->high && one->kind == other->kind;
}

static void keep_noted(struct reported *reported, const struct noted *noted)
{
    struct set *set = set_of(reported, noted->site, noted->thread);
    unsigned i = 0;

    lock_take(&reported->lock);
    while (i < SET_ACCESSES && !is_same_report(&set->accesses[i], noted))
        i++;
    if (i == SET_ACCESSES)
        i = set->next++ % SET_ACCESSES;
    set->accesses[i] = *noted;
    lock_release(&reported->lock);
}

void reported_note(const struct access *access, const struct data *data, MPI_Count bytes,
                   enum access_kind kind)
{
    const struct window *window = access->window;
    struct reported *reported = load_relaxed(&window->self->world->local[FLOOR_RMA]);
    const bool is_target = data == &access->target;
    struct noted noted = {
        .thread = kernel_thread(),
        .origin = window->self,
        .call = access->call->name,
        .site = access->call->site,
        .target = is_target ? access->rank : NO_TARGET,
        .base = is_target ? (uintptr_t)window->common->parts[access->rank].base : 0,
        .bytes = bytes,
        .kind = kind,
        .epoch = window_access(window),
    };

    if (reported == NULL || bytes == 0)
        return;
    race_hull(data, &noted.low, &noted.high);
    snprintf(noted.window, sizeof noted.window, "%s", window_name(window));
    if (window->object.name == NULL)
        noted.window_site = (void *)(uintptr_t)load_relaxed(&window->object.object.site);
    keep_noted(reported, &noted);
}

/* ---- finding --------------------------------------------------------------------------------- */

enum { FRAMES_MAX = 16, SIDES = 2 };

/* One access in a report. */
struct side {
    uintptr_t address;
    pid_t thread;
    void *frames[FRAMES_MAX];
    struct noted found;
};

static pid_t thread_of(const void *report, int number, int count)
{
    int i, found, parent, is_running;
    uint64_t id;
    const char *name;
    void *frame;

    for (i = 0; i < count; i++) {
        id = 0;
        tsan_do_get_report_thread(report, (unsigned long)i, &found, &id, &is_running, &name,
                                  &parent, &frame, 1);
        if (found == number)
            return (pid_t)id;
    }
    return 0;
}

static void read_side(const void *report, int i, int threads, struct side *side)
{
    int number, bytes, is_write, is_atomic;
    void *address;

    memset(side, 0, sizeof *side);
    tsan_do_get_report_mop(report, (unsigned long)i, &number, &address, &bytes, &is_write,
                           &is_atomic, side->frames, FRAMES_MAX);
    side->address = (uintptr_t)address;
    side->thread = thread_of(report, number, threads);
}

static bool has_frame(const struct side *side, const void *site)
{
    int i = 0;

    while (i < FRAMES_MAX && side->frames[i] != site)
        i++;
    return i < FRAMES_MAX;
}

static bool is_meant(const struct noted *noted, const struct side *side)
{
    return noted->call != NULL && noted->thread == side->thread && noted->low <= side->address &&
           side->address < noted->high && has_frame(side, noted->site);
}

/* Finds the operation that made the access. False: none did that is known. */
static bool find_operation(struct reported *reported, struct side *side)
{
    int i;

    lock_take(&reported->lock);
    for (i = 0; i < SETS * SET_ACCESSES && side->found.call == NULL; i++) {
        const struct noted *noted = &reported->sets[i / SET_ACCESSES].accesses[i % SET_ACCESSES];

        if (is_meant(noted, side))
            side->found = *noted;
    }
    lock_release(&reported->lock);
    return side->found.call != NULL;
}

/* ---- telling --------------------------------------------------------------------------------- */

static const char *verb_of(enum access_kind kind)
{
    if (kind == ACCESS_READS || kind == ACCESS_LOOKS)
        return "reads";
    return kind == ACCESS_WRITES ? "writes" : "changes";
}

/* "the bytes 0 to 4095 of the memory of rank 1", "400 of the bytes ...", "8 bytes of its buffer" */
static void describe_bytes(const struct noted *noted, char text[], size_t room)
{
    const uintptr_t bytes = (uintptr_t)noted->bytes;
    const uintptr_t first = noted->low - noted->base;
    size_t length = 0;

    text[0] = '\0';
    if (noted->target == NO_TARGET) {
        snprintf(text, room, "%zu bytes of its buffer", bytes);
        return;
    }
    if (bytes < noted->high - noted->low)
        length = (size_t)snprintf(text, room, "%zu of ", bytes);
    snprintf(text + length, room - length, "the bytes %zu to %zu of the memory of rank %d", first,
             noted->high - noted->base - 1, noted->target);
}

static void report_operation(const struct noted *noted, struct places *places, const char *advice)
{
    const void *made = place_complete((uint32_t)(uintptr_t)noted->window_site);
    char called[PLACE_TEXT_BYTES], place[PLACE_TEXT_BYTES], bytes[120];

    describe_bytes(noted, bytes, sizeof bytes);
    place_describe(places, noted->site, called);
    finding_tell(noted->origin, FINDING_RACE_THREAD, noted->site, NULL,
                 "the race above: %s, called in %s, %s %s, on %s%s%s%s%s", noted->call,
                 called, verb_of(noted->kind), bytes, noted->window,
                 made != NULL ? ", made in " : "",
                 made != NULL ? place_describe(places, made, place) : "",
                 advice != NULL ? ", and nothing orders the two: " : "",
                 advice != NULL ? advice : "");
}

static enum race_pair pair_of(const struct noted *one, const struct noted *other)
{
    if (other != NULL)
        return one->origin == other->origin ? RACE_OF_ONE_RANK : RACE_OF_TWO_RANKS;
    return one->target == NO_TARGET ? RACE_IN_BUFFERS : RACE_WITH_OWNER;
}

/* The second access of a report is the earlier one. */
static void describe_reported(struct reported *reported, const void *report)
{
    int stacks, accesses = 0, places_count, mutexes, threads = 0, others, i, count = 0;
    const struct noted *found[SIDES];
    struct side sides[SIDES];
    struct places *places;
    const char *text;
    void *frame;

    tsan_do_get_report_data(report, &text, &i, &stacks, &accesses, &places_count, &mutexes,
                            &threads, &others, &frame, 1);
    for (i = 0; i < accesses && i < SIDES; i++) {
        read_side(report, i, threads, &sides[i]);
        if (find_operation(reported, &sides[i]))
            found[count++] = &sides[i].found;
    }
    if (count == 0)
        return;
    places = places_open();
    if (count == SIDES)
        report_operation(found[0], places, NULL);
    report_operation(
        found[count - 1], places,
        race_advice(found[count - 1]->epoch, pair_of(found[0], count == SIDES ? found[1] : NULL)));
    places_close(places);
}

/* ThreadSanitizer calls the program's start object behind each report, and that calls this, in the
 * thread that has made the report. */
__attribute__((visibility("default"), no_sanitize("thread"))) void
heddle_race_report_(const void *report);

void heddle_race_report_(const void *report)
{
    const struct rank *self = rank_self();
    struct reported *reported;

    if (self == NULL)
        return;
    findings_count_report(self);
    reported = load_relaxed(&self->world->local[FLOOR_RMA]);
    if (reported != NULL && tsan_do_get_report_data != NULL && tsan_do_get_report_mop != NULL &&
        tsan_do_get_report_thread != NULL)
        describe_reported(reported, report);
}
