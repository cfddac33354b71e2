/* SPDX-License-Identifier: MIT */
/* Fences, with HEDDLE_RMA: they end an era, all members must give some asserts or none, and epochs
 * of another kind do not lie between two of them. */
#include "base/call.h"
#include "base/knob.h"
#include "base/note.h"
#include "base/place.h"
#include "rank/findings.h"
#include "rma/race_record.h"

void race_fence_begin(const struct call *call, struct window *window, int assert)
{
    struct race_part *own = race_part_of(window, window->rank);

    race_complete_buffers(window);
    own->fences[load_relaxed(&own->era) % 2] = (struct race_fence){assert, call->site};
}

static int tell_fences(const struct window *window, int giver, const void *giver_site, int other,
                       const void *other_site, const char *name)
{
    struct place_pair places;

    place_describe_pair(giver_site, other_site, &places);
    if (knobs.rma == RACES_ARE_ERRORS)
        return note(MPI_ERR_RMA_SYNC, "%s is given by rank %d in %s, and not by rank %d in %s: "
                    "all must give it, or none", name, giver, places.one, other, places.other);
    finding_tell(window->self, FINDING_FENCE_ASSERT, giver_site, other_site,
                 "warning: MPI_Win_fence: %s is given by rank %d in %s, and not by rank %d in %s, "
                 "on %s: all must give it, or none", name, giver, places.one, other, places.other,
                 window_describe(window).text);
    return MPI_SUCCESS;
}

/* Finds two members whose asserts differ in that bit, which all must give or none (MPI 5.0,
 * 12.5.5). The first member warns for all. */
static int compare_fences(const struct window *window, uint64_t era, int bit, const char *name)
{
    const struct race_fence *first = &race_part_of(window, 0)->fences[era % 2], *other;
    const void *giver, *taker;
    int i = 0;

    do {
        if (++i == window->common->size)
            return MPI_SUCCESS;
        other = &race_part_of(window, i)->fences[era % 2];
    } while ((first->assert & bit) == (other->assert & bit));
    giver = first->assert & bit ? first->site : other->site;
    taker = first->assert & bit ? other->site : first->site;
    if ((window->rank != 0 && knobs.rma != RACES_ARE_ERRORS) ||
        !race_is_news(window, FINDING_FENCE_ASSERT, giver, taker))
        return MPI_SUCCESS;
    return first->assert & bit ? tell_fences(window, 0, giver, i, taker, name)
                               : tell_fences(window, i, giver, 0, taker, name);
}

/* Compares what the members have said in the fence of that era, when all have. */
static int compare_asserts(const struct window *window, uint64_t era)
{
    int err = compare_fences(window, era, MPI_MODE_NOPRECEDE, "MPI_MODE_NOPRECEDE");

    return err == MPI_SUCCESS
               ? compare_fences(window, era, MPI_MODE_NOSUCCEED, "MPI_MODE_NOSUCCEED") : err;
}

/* ---- epochs of other kinds between fences ---------------------------------------------------- */

void race_note_nested(const struct access *access)
{
    struct race_part *own = race_part_of(access->window, access->window->rank);
    const enum access_epoch epoch = window_access(access->window);

    if (epoch == ACCESS_FENCE || likely(!load_relaxed(&own->may_nest)))
        return;
    lock_take(&own->lock);
    if (load_relaxed(&own->may_nest))
        own->nested = (struct race_nested){access->call->name, access->call->site, epoch};
    store_relaxed(&own->may_nest, false);
    lock_release(&own->lock);
}

static const char *opener_of(uint8_t access)
{
    if (access == ACCESS_START)
        return "MPI_Win_start";
    return access == ACCESS_LOCK ? "MPI_Win_lock" : "MPI_Win_lock_all";
}

/* A fence has begun an access epoch if operations follow and then another fence, and access epochs
 * of a window are disjoint (MPI 5.0, 12.5 and 12.5.1). */
static int tell_nested(const struct window *window, const struct race_nested *nested,
                       const struct race_fence *first, const struct race_fence *second)
{
    const char *opener = opener_of(nested->access);
    struct place_pair fences, inside;

    if (!race_is_news(window, FINDING_EPOCH_NESTED, nested->site, first->site))
        return MPI_SUCCESS;
    place_describe_pair(first->site, second->site, &fences);
    place_describe_pair(nested->site, NULL, &inside);
    if (knobs.rma == RACES_ARE_ERRORS)
        return note(MPI_ERR_RMA_SYNC,
                    "%s, called in %s, is in an epoch of %s inside that of MPI_Win_fence, called "
                    "in %s: give MPI_MODE_NOSUCCEED to that fence, at all members", nested->name,
                    inside.one, opener, fences.one);
    finding_tell(window->self, FINDING_EPOCH_NESTED, nested->site, first->site,
                 "warning: %s, called in %s, is in an epoch of %s inside the one from "
                 "MPI_Win_fence, called in %s, to MPI_Win_fence, called in %s, on %s: give "
                 "MPI_MODE_NOSUCCEED to the first fence, at all members", nested->name, inside.one,
                 opener, fences.one, fences.other, window_describe(window).text);
    return MPI_SUCCESS;
}

/* Compares the latest two fences of the member with what it has done between them. */
static int compare_nested(const struct window *window, struct race_part *own, uint64_t era)
{
    const struct race_fence *second = &own->fences[era % 2];
    struct race_nested nested;

    lock_take(&own->lock);
    nested = own->nested;
    own->nested.name = NULL;
    store_relaxed(&own->may_nest, !(second->assert & MPI_MODE_NOSUCCEED));
    lock_release(&own->lock);
    if (likely(nested.name == NULL) || second->assert & MPI_MODE_NOPRECEDE)
        return MPI_SUCCESS;
    return tell_nested(window, &nested, &own->fences[(era - 1) % 2], second);
}

static bool is_of_older_era(const struct race_record *record, const void *argument)
{
    const uint64_t *era = argument;

    return record->access == ACCESS_FENCE && record->era < *era;
}

/* All members have met, so what was complete before is ordered for all of them. Operations of the
 * era are too, but for threads of the rank that the calling one has not informed. */
static void end_era(const struct window *window, struct race_part *own, uint64_t era)
{
    const struct causal_thread *thread = causal_self();

    race_clear_complete(&own->memory);
    if (thread != NULL && load_relaxed(&window->self->has_threads))
        race_finish(&own->memory, is_of_older_era, &era, causal_now(thread));
    else
        race_clear(&own->memory, is_of_older_era, &era);
}

int race_fence_end(struct window *window)
{
    struct race_part *own = race_part_of(window, window->rank);
    const uint64_t era = load_relaxed(&own->era) + 1;
    int err;

    lock_take(&own->lock);
    store_relaxed(&own->era, era);
    end_era(window, own, era);
    lock_release(&own->lock);
    err = compare_nested(window, own, era - 1);
    return err == MPI_SUCCESS ? compare_asserts(window, era - 1) : err;
}
