/* SPDX-License-Identifier: MIT */
#include "rma/window.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "base/place.h"
#include "base/tsan.h"
#include "comm/vote.h"
#include "object/errhandler.h"
#include "object/info.h"
#include "rank/journal_place.h"
#include "rank/sleep/wait_report.h"
#include "rank/world.h"
#include "rma/freed.h"
#include "rma/race.h"
#include "rma/region.h"
#include "rma/touch.h"

static_assert(sizeof(struct window) <= OBJECT_OTHER_BYTES, "a window fits its slot");
static_assert(sizeof(struct window_part) == 2 * CACHE_LINE,
              "what origins read of a part, and what they write, are a line each");

/* ---- making, by the last member to come ------------------------------------------------------ */

/* For journals, if they have them. False: no memory. */
static bool make_orders(struct window_common *common)
{
    if (!journal_orders_are_kept(common->context->groups[0]->members, common->size))
        return true;
    common->orders = memory_take_zeroed((size_t)common->size * sizeof common->orders[0]);
    return common->orders != NULL;
}

/* A member shows this in the vote that makes a window. */
struct contribution {
    char *base;
    void *owned;
    MPI_Aint size;
    MPI_Aint disp_unit;
    uint32_t alignment;
    bool has_failed; /* it has no memory */
    bool is_noncontiguous;
    bool no_locks;
    bool same_size;
    bool same_disp_unit;
    uint16_t flavor;
};

static_assert(sizeof(struct contribution) <= CELL_BYTES, "it is a contribution");

struct outcome {
    struct window_common *common; /* NULL: no memory */
};

static struct contribution contribution_at(const struct vote *vote, int seat)
{
    struct contribution contribution;

    memcpy(&contribution, round_see(&vote->round, seat), sizeof contribution);
    return contribution;
}

static void common_destroy(struct window_common *common)
{
    int i;

    if (common == NULL)
        return;
    for (i = 0; common->parts != NULL && i < common->size; i++) {
        memory_give_shown(common->parts[i].owned);
        regions_destroy(load_relaxed(&common->parts[i].regions));
    }
    races_destroy(common->races);
    memory_give_shown(common->block);
    memory_give(common->orders);
    memory_give(common->parts);
    memory_give(common);
}

static size_t rounded(size_t bytes, size_t alignment)
{
    return (bytes + alignment - 1) / alignment * alignment;
}

/* The bytes of all parts of a shared window; 0: they do not fit an address space. The parts follow
 * one another closely, or begin at multiples of the alignment. */
static size_t place_parts(const struct vote *vote, size_t alignment, struct window_common *common)
{
    const struct contribution first = contribution_at(vote, 0);
    size_t at = 0;
    int i;

    for (i = 0; i < common->size; i++) {
        const struct contribution contribution = contribution_at(vote, i);

        if (first.is_noncontiguous)
            at = rounded(at, alignment);
        if (common->block != NULL)
            common->parts[i].base = (char *)common->block + at;
        if (__builtin_add_overflow(at, (size_t)contribution.size, &at) || at > PTRDIFF_MAX / 2)
            return 0;
    }
    return at > 0 ? at : 1;
}

static bool allocate_block(const struct vote *vote, struct window_common *common)
{
    size_t alignment = CACHE_LINE, bytes;
    int i;

    for (i = 0; i < common->size; i++) {
        const struct contribution contribution = contribution_at(vote, i);

        if (contribution.alignment > alignment)
            alignment = contribution.alignment;
    }
    bytes = place_parts(vote, alignment, common);
    if (bytes == 0)
        return false;
    common->block = memory_take_shown(alignment, bytes);
    place_parts(vote, alignment, common);
    return common->block != NULL;
}

/* False: the members do not agree, and an error says so. */
static bool members_agree(const struct vote *vote)
{
    const struct contribution first = contribution_at(vote, 0);
    int i;

    for (i = 1; i < vote->round.board->seats; i++) {
        const struct contribution other = contribution_at(vote, i);
        const char *difference = NULL;

        if (other.is_noncontiguous != first.is_noncontiguous)
            difference = " with another value of the hint alloc_shared_noncontig";
        else if (other.same_size != first.same_size ||
                 (first.same_size && other.size != first.size))
            difference = " with another size, or value of the hint same_size";
        else if (other.same_disp_unit != first.same_disp_unit ||
                 (first.same_disp_unit && other.disp_unit != first.disp_unit))
            difference = " with another disp_unit, or value of the hint same_disp_unit";
        if (difference != NULL) {
            vote_refuse(vote, 0, i, difference);
            return false;
        }
    }
    return true;
}

static void fill_part(struct window_common *common, int rank,
                      const struct contribution *contribution)
{
    struct window_part *part = &common->parts[rank];

    part->base = contribution->base;
    part->owned = contribution->owned;
    part->size = contribution->size;
    part->disp_unit = contribution->disp_unit;
    rank_lock_init(&part->lock, common->name, rank);
}

static bool some_have_failed(const struct vote *vote)
{
    bool have_failed = false;
    int i;

    for (i = 0; i < vote->round.board->seats; i++)
        have_failed |= contribution_at(vote, i).has_failed;
    return have_failed;
}

static struct window_common *common_create(const struct vote *vote)
{
    const struct context *parent = vote->round.comm->context;
    const int size = vote->round.board->seats;
    struct window_common *common = some_have_failed(vote) ? NULL
                                                          : memory_take_zeroed(sizeof *common);
    int i;

    if (common == NULL)
        return NULL;
    common->flavor = contribution_at(vote, 0).flavor;
    common->size = size;
    common->parts = memory_take_aligned(CACHE_LINE, (size_t)size * sizeof common->parts[0]);
    common->context = context_duplicate(parent);
    if (common->context != NULL)
        snprintf(common->number, sizeof common->number, "window %u", common->context->id);
    snprintf(common->name, sizeof common->name, "%s", common->number);
    rank_lock_init(&common->all_lock, common->name, -1);
    for (i = 0; common->parts != NULL && i < size; i++) {
        const struct contribution contribution = contribution_at(vote, i);

        fill_part(common, i, &contribution);
        common->no_locks |= contribution.no_locks;
    }
    if (common->parts != NULL && common->context != NULL && make_orders(common) &&
        (common->flavor != MPI_WIN_FLAVOR_SHARED || allocate_block(vote, common)) &&
        races_create(common))
        return common;
    for (i = 0; common->parts != NULL && i < size; i++)
        common->parts[i].owned = NULL; /* each member frees its own */
    for (i = 0; common->context != NULL && i < size; i++)
        context_drop(common->context);
    common_destroy(common);
    return NULL;
}

static void count_create(struct vote *vote)
{
    struct outcome outcome;

    if (!members_agree(vote))
        return;
    outcome.common = common_create(vote);
    memcpy(vote->outcome, &outcome, sizeof outcome);
}

/* ---- making, by each member ------------------------------------------------------------------ */

static enum agreement agreement_of(int flavor)
{
    switch (flavor) {
    case MPI_WIN_FLAVOR_CREATE:
        return AGREE_WIN_CREATE;
    case MPI_WIN_FLAVOR_ALLOCATE:
        return AGREE_WIN_ALLOCATE;
    case MPI_WIN_FLAVOR_SHARED:
        return AGREE_WIN_ALLOCATE_SHARED;
    default:
        return AGREE_WIN_CREATE_DYNAMIC;
    }
}

static bool predefined(struct window_object *object, int number, void **value)
{
    static const int model = MPI_WIN_UNIFIED;
    struct window *window = window_of(object);
    struct window_part *part = window_own_part(window);

    switch (number) {
    case MPI_WIN_BASE:
        *value = part->base;
        return true;
    case MPI_WIN_SIZE:
        *value = &part->size;
        return true;
    case MPI_WIN_DISP_UNIT:
        *value = &window->disp_unit;
        return true;
    case MPI_WIN_CREATE_FLAVOR:
        *value = &window->common->flavor;
        return true;
    case MPI_WIN_MODEL:
        *value = (void *)(uintptr_t)&model;
        return true;
    default:
        return false;
    }
}

static int no_memory_for_window(void)
{
    return note(MPI_ERR_NO_MEM, "no memory for a window, at this member or another%s",
                memory_hint());
}

static void window_finish(struct window *window, struct comm *comm, struct window_common *common)
{
    window->common = common;
    window->self = comm->self;
    window->rank = comm->rank;
    window->is_general =
        common->races != NULL || tsan_is_there() || window->self->world->options.diverts;
    store_relaxed(&window->latest_lock, -1);
    window->object.errhandler = MPI_ERRORS_ARE_FATAL;
    window->object.predefined = predefined;
    window->disp_unit = (int)window_own_part(window)->disp_unit;
    window->object.object.is_freed = false;
}

int window_create(struct comm *comm, const struct window_wish *wish, struct window **created)
{
    struct contribution contribution = {
        .base = wish->base,
        .size = wish->size,
        .disp_unit = wish->disp_unit,
        .alignment = (uint32_t)wish->alignment,
        .is_noncontiguous = wish->is_noncontiguous,
        .no_locks = wish->no_locks,
        .same_size = wish->same_size,
        .same_disp_unit = wish->same_disp_unit,
        .flavor = (uint16_t)wish->flavor,
    };
    /* A member that finds no memory takes part without, so that all hear of it. */
    struct window *window = object_create(comm->self->world->store, OBJECT_WIN);
    struct outcome outcome;
    struct vote vote;
    int err;

    if (window != NULL)
        window->object.object.is_freed = true; /* no report is to look at it while it is made */
    if (wish->flavor == MPI_WIN_FLAVOR_ALLOCATE && window != NULL) {
        contribution.owned = memory_take_shown(wish->alignment,
                                               wish->size > 0 ? (size_t)wish->size : 1);
        contribution.base = contribution.owned;
    }
    contribution.has_failed = window == NULL ||
                        (wish->flavor == MPI_WIN_FLAVOR_ALLOCATE && contribution.owned == NULL);
    err = vote_hold(&vote, comm, agreement_of(wish->flavor), wish->name, &contribution,
                    sizeof contribution, count_create);
    if (err == MPI_SUCCESS) {
        memcpy(&outcome, vote.outcome, sizeof outcome);
        err = outcome.common != NULL ? MPI_SUCCESS : no_memory_for_window();
    }
    if (err != MPI_SUCCESS) {
        memory_give_shown(contribution.owned);
        if (window != NULL)
            object_destroy(comm->self->world->store, &window->object.object);
        return err;
    }
    window_finish(window, comm, outcome.common);
    if (window_is_watched(window))
        touch_open(window);
    *created = window;
    return MPI_SUCCESS;
}

/* ---- later ----------------------------------------------------------------------------------- */

struct window_extras *window_make_extras(struct window *window)
{
    struct window_extras *made;

    guard_enter(&window->self->guard);
    if (window->extras == NULL)
        window->extras = memory_take_zeroed(sizeof *window->extras);
    made = window->extras;
    guard_leave(&window->self->guard);
    if (made == NULL)
        note(MPI_ERR_NO_MEM, "no memory for a window");
    return made;
}

int window_comm(struct window *window, struct comm **comm)
{
    struct window_extras *extras = window_make_extras(window);
    int err = MPI_SUCCESS;

    if (extras == NULL)
        return MPI_ERR_NO_MEM;
    if (extras->comm == NULL) {
        err = comm_create(window->self, context_hold(window->common->context), 0, window->rank,
                          NULL, &extras->comm);
        if (err != MPI_SUCCESS)
            return err;
        extras->comm->object.is_freed = true; /* no handle of the user's refers to it */
        err = comm_set_name(extras->comm, window_name(window));
    }
    *comm = extras->comm;
    return err;
}

struct window_words window_describe(const struct window *window)
{
    const void *site = place_complete(load_relaxed(&window->object.object.site));
    char place[PLACE_TEXT_BYTES];
    struct window_words words;
    struct places *places;

    if (window->object.name != NULL || site == NULL) {
        snprintf(words.text, sizeof words.text, "%s", window_name(window));
        return words;
    }
    places = places_open();
    snprintf(words.text, sizeof words.text, "%s, made in %s", window->common->number,
             place_describe(places, site, place));
    places_close(places);
    return words;
}

void window_tell(const struct window *window, const struct wait_report *wait_report)
{
    const void *site = place_complete(load_relaxed(&window->object.object.site));

    fprintf(wait_report->words, " on %s", window_name(window));
    if (window->object.name != NULL || site == NULL)
        return;
    fputs(", made", wait_report->words);
    wait_report_tell_site(wait_report, wait_report->words, site);
}

int window_tell_name(struct window *window, const char *name)
{
    struct window_common *common = window->common;

    lock_take(&common->name_lock);
    if (name[0] != '\0')
        snprintf(common->name, sizeof common->name, "%s", name);
    lock_release(&common->name_lock);
    if (window->extras == NULL || window->extras->comm == NULL)
        return MPI_SUCCESS;
    return comm_set_name(window->extras->comm, name);
}

void window_copy_name(const struct window *window, char name[MPI_MAX_OBJECT_NAME])
{
    struct window_common *common = window->common;

    lock_take(&common->name_lock);
    memcpy(name, common->name, sizeof common->name);
    lock_release(&common->name_lock);
}

static void give_extras(struct store *store, struct window_extras *extras)
{
    if (extras == NULL)
        return;
    comm_free(extras->comm);
    info_free(store, extras->info);
    memory_give(extras->locks_by_rank);
    memory_give(extras);
}

void window_free(struct window *window)
{
    struct window_common *common = window->common;
    struct store *store = window->self->world->store;
    struct context *context = common->context;
    int others = common->size - 1;
    bool is_last;

    if (window_is_watched(window)) {
        touch_close(window);
        freed_forget_all(window);
    }
    give_extras(store, window->extras);
    memory_give(window->spare);
    memory_give(window->object.name);
    errhandler_drop(store, window->object.errhandler);
    object_destroy(store, &window->object.object);
    is_last = fetch_add_acq_rel(&common->left, 1) == others; /* edge window.left */
    context_drop(context);
    if (is_last)
        common_destroy(common);
}
