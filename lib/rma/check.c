/* SPDX-License-Identifier: MIT */
#include "base/must.h"
#include "rma/passive.h"
#include "rma/pending.h"
#include "rma/pscw.h"
#include "rma/race_record.h"
#include "rma/region.h"
#include "rma/window.h"

static void check_place(const struct window *window)
{
    const struct window_common *common = window->common;

    must(window->rank >= 0);
    must(window->rank < common->size);
    must(window_member(window, window->rank) == window->self);   /* law 1 */
    must(load_relaxed(&common->left) < common->size);            /* law 2 */
}

static void check_epochs(const struct window *window)
{
    const struct window_extras *extras = window->extras;
    const struct window_part *part = window_own_part(window);

    must((window->locks != NULL) == (window_access(window) >= ACCESS_LOCK)); /* law 3 */
    must(window_access(window) != ACCESS_START || extras->start != NULL);    /* law 3 */
    must(window->is_exposed == (extras != NULL && extras->post != NULL));    /* law 4 */
    must(window->is_exposed == load_relaxed(&part->is_exposed));             /* law 4 */
}

static void check_set(const struct window *window, const struct race_set *set)
{
    const struct race_record *record = set->pending;
    int steps;

    must(load_relaxed(&set->has_pending) == (record != NULL)); /* law 6 */
    for (steps = 0; record != NULL && steps < LAWS_STEPS_MAX; steps++) {
        must(record->origin >= 0 && record->origin < window->common->size);
        must(record->target >= 0 && record->target < window->common->size);
        record = record->next;
    }
}

static void check_races(const struct window *window)
{
    struct race_part *part = race_part_of(window, window->rank);

    lock_take(&part->lock);
    check_set(window, &part->memory);
    check_set(window, &part->buffers);
    lock_release(&part->lock);
}

void window_check(struct window *window)
{
    struct window_common *common = window->common;
    struct window_part *part = window_own_part(window);

    check_place(window);
    guard_enter(&window->self->guard);
    check_epochs(window);
    passive_check(window);
    pscw_check(window);
    pending_check(window);
    region_check(part);
    guard_leave(&window->self->guard);
    rank_lock_check(&part->lock);
    rank_lock_check(&common->all_lock);
    must(load_relaxed(&part->inside) >= 0); /* law 5 */
    if (window_is_watched(window))
        check_races(window);
}
