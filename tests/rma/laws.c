/* SPDX-License-Identifier: MIT */
/* The laws of windows, broken one by one: window_check finds each. */
#include <criterion/criterion.h>

#include "../base/broken_law.h"
#include "base/call.h"
#include "base/note.h"
#include "rma/passive.h"
#include "rma/pending.h"
#include "rma/pscw.h"
#include "rma/region.h"
#include "rma/window.h"

enum { MEMBERS = 3 };

static const struct call call = {.name = "a test"};

static struct world *world;
static struct context context;
static struct window_part parts[MEMBERS];
static struct window_common common = {.size = MEMBERS, .context = &context, .parts = parts};
static struct window window = {.common = &common, .rank = 1, .latest_lock = -1};

static int no_main(struct rank *self, void *argument)
{
    (void)self;
    (void)argument;
    return 0;
}

/* The view of member 1; no rank runs. */
static void open_window(void)
{
    const struct world_options options = {.ranks = MEMBERS, .main = no_main};

    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    context.groups[0] = group_of_world(world);
    cr_assert_not_null(context.groups[0]);
    window.self = &world->ranks[1];
    rank_lock_init(&common.all_lock, "window 1", -1);
    for (int i = 0; i < MEMBERS; i++)
        rank_lock_init(&parts[i].lock, "window 1", i);
    window_check(&window);
}

static void close_window(void)
{
    window_check(&window);
    regions_destroy(load_relaxed(&parts[1].regions));
    group_drop(context.groups[0]);
    world_destroy(world);
}

TestSuite(window_laws, .init = open_window, .fini = close_window);

static void lock(int target, bool is_exclusive)
{
    cr_assert_eq(passive_lock(&window, target, is_exclusive, true, &call), MPI_SUCCESS);
    window_check(&window);
}

static void unlock(int target)
{
    cr_assert_eq(passive_unlock(&window, target), MPI_SUCCESS);
    window_check(&window);
}

/* ---- what holds ------------------------------------------------------------------------------ */

Test(window_laws, hold_while_members_are_locked_and_unlocked)
{
    lock(0, false);
    lock(2, true);
    lock(MPI_PROC_NULL, false);
    unlock(0);
    lock(0, true);
    unlock(MPI_PROC_NULL);
    unlock(0);
    unlock(2);
    cr_assert_eq(passive_lock_all(&window, true, &call), MPI_SUCCESS);
    window_check(&window);
    passive_unlock_all(&window);
}

Test(window_laws, hold_while_a_member_exposes_itself_to_itself)
{
    struct group *self = group_of_one(window.self);

    cr_assert_not_null(self);
    cr_assert_eq(pscw_post(&window, self, true, &call), MPI_SUCCESS);
    window_check(&window);
    cr_assert_eq(pscw_start(&window, self, true, &call), MPI_SUCCESS);
    window_check(&window);
    pscw_complete(&window);
    window_check(&window);
    pscw_wait(&window);
    group_drop(self);
}

Test(window_laws, hold_while_memory_is_attached_and_detached)
{
    static char memory[64];

    for (int i = 0; i < 8; i++) {
        cr_assert_eq(region_attach(&parts[1], memory + 8 * (i * 3 % 8), i % 2 == 0 ? 8 : 0), 0);
        window_check(&window);
    }
    for (int i = 0; i < 8; i++) {
        cr_assert_eq(region_detach(&parts[1], memory + 8 * (i * 5 % 8)), 0);
        window_check(&window);
    }
}

/* ---- what does not --------------------------------------------------------------------------- */

static void be_another_member(void)
{
    window.rank = 2;
    window_check(&window);
}

static void leave_with_a_view(void)
{
    store_relaxed(&common.left, MEMBERS);
    window_check(&window);
}

Test(window_laws, find_a_view_that_belongs_to_another)
{
    cr_assert(is_caught(be_another_member,
                        "window_member(window, window->rank) == window->self"));
    cr_assert(is_caught(leave_with_a_view, "load_relaxed(&common->left) < common->size"));
}

static void forget_the_epoch(void)
{
    store_relaxed(&window.access, ACCESS_NONE);
    window_check(&window);
}

static void lose_count(void)
{
    window.lock_count++;
    window_check(&window);
}

static void know_a_lock_that_is_none(void)
{
    store_relaxed(&window.latest_lock, 2);
    window_check(&window);
}

static void release_behind_the_back(void)
{
    rank_lock_release(container_of(window.self->lock_holds.next, struct rank_lock_hold, link));
    window_check(&window);
}

Test(window_laws, find_an_epoch_of_locks_that_is_none)
{
    lock(0, false);
    cr_assert(is_caught(forget_the_epoch,
                        "(window->locks != NULL) == (window_access(window) >= ACCESS_LOCK)"));
    cr_assert(is_caught(lose_count, "epoch != NULL || count == window->lock_count"));
    cr_assert(is_caught(know_a_lock_that_is_none,
                        "latest < 0 || find_held(window, latest) != NULL"));
    cr_assert(is_caught(release_behind_the_back, "load_relaxed(&hold->is_granted)"));
    unlock(0);
}

static void keep_what_no_epoch_allows(void)
{
    const struct data data = {.count = 1, .type = type_predefined(MPI_BYTE)};
    const struct access access = {.call = &call, .window = &window, .target = data};

    pending_keep(&access, 1, ACCESS_WRITES);
    window_check(&window);
}

Test(window_laws, find_an_operation_that_is_pending_outside_of_an_epoch)
{
    cr_assert(is_caught(keep_what_no_epoch_allows,
                        "pending == NULL || window_access(window) != ACCESS_NONE"));
}

static void claim_exposure(void)
{
    window.is_exposed = true;
    window_check(&window);
}

static void hide_exposure(void)
{
    store_relaxed(&parts[1].is_exposed, true);
    window_check(&window);
}

static void complete_before_a_post(void)
{
    store_relaxed(&parts[1].completed, -1);
    window_check(&window);
}

Test(window_laws, find_an_exposure_that_is_none)
{
    cr_assert(is_caught(claim_exposure, "window->is_exposed == (extras != NULL && "
                                        "extras->post != NULL)"));
    cr_assert(is_caught(hide_exposure,
                        "window->is_exposed == load_relaxed(&part->is_exposed)"));
    cr_assert(is_caught(complete_before_a_post,
                        "load_relaxed(&window_own_part(window)->completed) >= 0"));
}

static void leave_more_often(void)
{
    store_relaxed(&parts[1].inside, -1);
    window_check(&window);
}

static void queue_nobody_knows_of(void)
{
    static struct rank_lock_hold hold;

    list_append(&parts[1].lock.queue, &hold.link);
    window_check(&window);
}

Test(window_laws, find_a_part_in_disorder)
{
    cr_assert(is_caught(leave_more_often, "load_relaxed(&part->inside) >= 0"));
    cr_assert(is_caught(queue_nobody_knows_of,
                        "list_is_empty(&lock->queue) || (word & WORD_QUEUED) != 0"));
}
