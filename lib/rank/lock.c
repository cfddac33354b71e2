/* SPDX-License-Identifier: MIT */
#include "rank/lock.h"

#include "base/container.h"
#include "base/must.h"
#include "base/place.h"
#include "rank/choice.h"
#include "rank/wait.h"

/* A report names that many holders with the places where they took the lock. */
enum { HOLDERS_TOLD_MAX = 3 };

static struct rank_lock_hold *hold_of(struct list *link)
{
    return container_of(link, struct rank_lock_hold, link);
}

void rank_lock_init(struct rank_lock *lock, const char *name)
{
    *lock = (struct rank_lock){.name = name};
    list_init(&lock->holders);
    list_init(&lock->queue);
}

/* ---- under lock->lock ------------------------------------------------------------------------ */

/* All holders are of one mode (law 1). */
static bool admits(const struct rank_lock *lock, enum rank_lock_mode mode)
{
    return list_is_empty(&lock->holders) ||
           (mode == RANK_LOCK_SHARED && hold_of(lock->holders.next)->mode == RANK_LOCK_SHARED);
}

static int length(const struct list *list)
{
    const struct list *link;
    int count = 0;

    for (link = list->next; link != list; link = link->next)
        count++;
    return count;
}

/* CHOICE_LOCK: who of the queue is next, as the rank that releases the lock decides. By default the
 * one that came first. */
static void choose_next(struct rank *self, struct rank_lock *lock)
{
    struct list *link = lock->queue.next;
    int picked = choice_pick(self, CHOICE_LOCK, length(&lock->queue));

    for (; picked > 0; picked--)
        link = link->next;
    list_remove(link);
    list_append(lock->queue.next, link);
}

/* Grants the lock to those at the head of the queue whom it admits. Once granted, a hold belongs to
 * its rank, which may release it at once. */
static void grant(struct rank *self, struct rank_lock *lock)
{
    if (choice_is_open(self) && list_is_empty(&lock->holders) && !list_is_empty(&lock->queue))
        choose_next(self, lock);
    while (!list_is_empty(&lock->queue) && admits(lock, hold_of(lock->queue.next)->mode)) {
        struct rank_lock_hold *hold = hold_of(lock->queue.next);
        struct rank *rank = hold->rank;

        list_remove(&hold->link);
        list_append(&lock->holders, &hold->link);
        store_seq_cst(&hold->is_granted, true); /* edge rank_lock.granted */
        rank_wake(rank);
    }
}

/* ---- waiting --------------------------------------------------------------------------------- */

static bool is_waiting(void *subject)
{
    const struct rank_lock_hold *hold = subject;

    return !load_acquire(&hold->is_granted); /* edge rank_lock.granted */
}

static void describe_holder(const struct rank_lock_hold *holder, struct wait_report *wait_report)
{
    char text[PLACE_TEXT_BYTES];

    fprintf(wait_report->words, "rank %d", holder->rank->world_rank);
    if (holder->site != NULL)
        fprintf(wait_report->words, ", since %s",
                place_describe(wait_report->places, holder->site, text));
}

static void describe(void *subject, struct wait_report *wait_report)
{
    struct rank_lock_hold *hold = subject;
    struct rank_lock *lock = hold->lock;
    struct list *link;
    int count = 0;

    fprintf(wait_report->words, "the %slock of %s",
            hold->mode == RANK_LOCK_SHARED ? "shared " : "", lock->name);
    lock_take(&lock->lock);
    for (link = lock->holders.next; link != &lock->holders; link = link->next) {
        wait_report_await(wait_report, hold_of(link)->rank);
        if (count++ >= HOLDERS_TOLD_MAX)
            continue;
        fputs(count == 1 ? ", held by " : "; and by ", wait_report->words);
        describe_holder(hold_of(link), wait_report);
    }
    if (count > HOLDERS_TOLD_MAX)
        fprintf(wait_report->words, "; and by %d more", count - HOLDERS_TOLD_MAX);
    lock_release(&lock->lock);
    wait_report->needs_all = true;
}

static const struct wait granted = {is_waiting, describe};

/* ---- what ranks call ------------------------------------------------------------------------- */

/* True: the rank has the lock; otherwise it is queued, if it is to wait. */
static bool ask(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                const void *site, struct rank_lock_hold *hold, bool waits)
{
    bool is_free;

    hold->lock = lock;
    hold->rank = self;
    hold->site = site;
    hold->mode = mode;
    lock_take(&lock->lock);
    is_free = list_is_empty(&lock->queue) && admits(lock, mode);
    store_relaxed(&hold->is_granted, is_free);
    if (is_free)
        list_append(&lock->holders, &hold->link);
    else if (waits)
        list_append(&lock->queue, &hold->link);
    lock_release(&lock->lock);
    return is_free;
}

bool rank_lock_try(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                   const void *site, struct rank_lock_hold *hold)
{
    return ask(self, lock, mode, site, hold, false);
}

void rank_lock_take(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                    const void *site, struct rank_lock_hold *hold)
{
    if (!ask(self, lock, mode, site, hold, true))
        rank_wait(self, &granted, hold);
}

void rank_lock_release(struct rank_lock_hold *hold)
{
    struct rank_lock *lock = hold->lock;
    struct rank *self = hold->rank;

    must(load_relaxed(&hold->is_granted));
    lock_take(&lock->lock);
    list_remove(&hold->link);
    store_relaxed(&hold->is_granted, false);
    grant(self, lock);
    lock_release(&lock->lock);
}

void rank_lock_check(struct rank_lock *lock)
{
    struct list *link;
    int shared = 0, exclusive = 0;

    lock_take(&lock->lock);
    for (link = lock->holders.next; link != &lock->holders; link = link->next)
        *(hold_of(link)->mode == RANK_LOCK_SHARED ? &shared : &exclusive) += 1;
    must(exclusive == 0 || (exclusive == 1 && shared == 0));                /* law 1 */
    must(list_is_empty(&lock->queue) || !list_is_empty(&lock->holders)); /* law 2 */
    lock_release(&lock->lock);
}
