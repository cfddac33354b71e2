/* SPDX-License-Identifier: MIT */
#include "rank/lock.h"

#include "base/container.h"
#include "base/must.h"
#include "base/place.h"
#include "base/sanitizer.h"
#include "rank/choice.h"
#include "rank/name.h"
#include "rank/observe/causal.h"
#include "rank/wait.h"
#include "rank/worlds/connected.h"

/* A report names that many holders with the places where they took the lock. */
enum { HOLDERS_TOLD_MAX = 3 };

static struct rank_lock_hold *hold_of(struct list *link)
{
    return container_of(link, struct rank_lock_hold, link);
}

/* The word: whether ranks wait, the mode of the holders, and how many they are. 0: it is free. */
enum { WORD_QUEUED = 1, WORD_MODE_SHIFT = 1, WORD_MODE_MASK = 3 << WORD_MODE_SHIFT };

static const uint64_t word_holder = 8;

void rank_lock_init(struct rank_lock *lock, const char *name, int member)
{
    *lock = (struct rank_lock){.name = name, .member = member};
    list_init(&lock->queue);
}

static bool word_is_free(uint64_t word)
{
    return word < word_holder;
}

static enum rank_lock_mode word_mode(uint64_t word)
{
    return (enum rank_lock_mode)((word & WORD_MODE_MASK) >> WORD_MODE_SHIFT);
}

/* True if the holders that the word names let one more in. */
static bool word_admits(uint64_t word, enum rank_lock_mode mode)
{
    return word_is_free(word) || (mode != RANK_LOCK_EXCLUSIVE && word_mode(word) == mode);
}

/* The word with one holder more. */
static uint64_t word_with(uint64_t word, enum rank_lock_mode mode)
{
    return (word & ~(uint64_t)WORD_MODE_MASK) + word_holder +
           ((uint64_t)mode << WORD_MODE_SHIFT);
}

/* ThreadSanitizer would take the order of all operations on the word for an order of the holders;
 * it gets their own by causal_acquire and causal_release. */
static bool word_change(struct rank_lock *lock, uint64_t *expected, uint64_t word)
{
    if (IS_FOR_THREAD_SANITIZER)
        return compare_exchange_relaxed(&lock->word, expected, word);
    /* edges rank_lock.word, rank_lock.seen */
    return compare_exchange_seq_cst(&lock->word, expected, word);
}

/* The address by which ThreadSanitizer knows what holders of a mode have done. */
static char *token_of(struct rank_lock *lock, enum rank_lock_mode mode)
{
    return (char *)lock + mode;
}

static void tell_taken(struct rank_lock *lock, enum rank_lock_mode mode)
{
    if (likely(!causal_is_there()))
        return;
    if (mode != RANK_LOCK_SHARED)
        causal_acquire(token_of(lock, RANK_LOCK_SHARED));
    if (mode != RANK_LOCK_GROUP)
        causal_acquire(token_of(lock, RANK_LOCK_GROUP));
    causal_acquire(token_of(lock, RANK_LOCK_EXCLUSIVE));
}

/* ---- under lock->lock ------------------------------------------------------------------------ */

/* CHOICE_LOCK: which of the queue is next, as the rank that releases the lock decides. By default
 * the one that came first. */
static void choose_next(struct rank *self, struct rank_lock *lock)
{
    struct list *link;
    struct choice_list waiting;
    int chosen;

    choice_list_open(&waiting, list_length(&lock->queue));
    for (link = lock->queue.next; link != &lock->queue; link = link->next)
        choice_list_add(&waiting, hold_of(link)->rank->world_rank, CHOICE_NO_NUMBER, 0);
    chosen = choice_list_ask(self, &waiting, CHOICE_LOCK, NULL).origin;
    for (link = lock->queue.next; chosen > 0; chosen--)
        link = link->next;
    list_remove(link);
    list_append(lock->queue.next, link);
}

/* Gives the lock to a rank of the queue. Once granted, a hold belongs to its rank, which may
 * release it at once. False: the word has changed. */
static bool grant_to(struct rank_lock *lock, struct rank_lock_hold *hold, uint64_t *word)
{
    struct rank *rank = hold->rank;
    bool is_only = lock->queue.next->next == &lock->queue;
    uint64_t with = word_with(*word, hold->mode) & ~(uint64_t)(is_only ? WORD_QUEUED : 0);

    if (!word_change(lock, word, with))
        return false;
    *word = with;
    list_remove(&hold->link);
    store_seq_cst(&hold->is_granted, true); /* edge rank_lock.granted */
    rank_wake(rank);
    return true;
}

/* Grants the lock to those that it admits: those at the head of the queue, and behind them ranks
 * that hold other locks. While ranks wait, the word is changed here and by those that release the
 * lock. */
static void grant(struct rank *self, struct rank_lock *lock)
{
    uint64_t word = load_relaxed(&lock->word);
    struct list *link, *next;
    bool is_head = true;

    if (choice_is_open(self) && word_is_free(word) && !list_is_empty(&lock->queue))
        choose_next(self, lock);
    for (link = lock->queue.next; link != &lock->queue; link = next) {
        struct rank_lock_hold *hold = hold_of(link);
        bool is_granted = false;

        next = link->next;
        while (!is_granted && (is_head || hold->overtakes) && word_admits(word, hold->mode))
            is_granted = grant_to(lock, hold, &word);
        is_head &= is_granted;
    }
}

/* Marks the word so that no rank takes the lock past the queue, and that the rank that releases it
 * comes here. True: it has been taken instead, since it was released meanwhile. */
static bool take_or_mark(struct rank_lock *lock, const struct rank_lock_hold *hold)
{
    uint64_t word = load_relaxed(&lock->word);
    bool is_free;

    do
        is_free = (hold->overtakes || list_is_empty(&lock->queue)) && word_admits(word, hold->mode);
    while (!word_change(lock, &word, is_free ? word_with(word, hold->mode) : word | WORD_QUEUED));
    return is_free;
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

    fprintf(wait_report->words, "%s", rank_name(holder->rank).text);
    if (holder->site != NULL)
        fprintf(wait_report->words, ", since %s",
                place_describe(wait_report->places, holder->site, text));
}

static void tell_holder(const struct rank_lock_hold *holder, int before,
                        struct wait_report *wait_report)
{
    wait_report_await(wait_report, holder->rank);
    if (before >= HOLDERS_TOLD_MAX)
        return;
    fputs(before == 0 ? ", held by " : "; and by ", wait_report->words);
    describe_holder(holder, wait_report);
}

/* No rank runs meanwhile, so that their lists can be read. */
static void describe_lock_wait(void *subject, struct wait_report *wait_report)
{
    struct rank_lock_hold *hold = subject;
    struct rank_lock *lock = hold->lock;
    struct list *link;
    int count = 0, i;

    fprintf(wait_report->words, "the %slock of ",
            hold->mode == RANK_LOCK_SHARED ? "shared " : "");
    if (lock->member >= 0)
        fprintf(wait_report->words, "rank %d in ", lock->member);
    fputs(lock->name, wait_report->words);
    for (i = 0; i < connected_size(); i++) {
        struct rank *rank = connected_rank(i);

        for (link = rank->lock_holds.next; link != &rank->lock_holds; link = link->next)
            if (hold_of(link)->lock == lock)
                tell_holder(hold_of(link), count++, wait_report);
    }
    if (count > HOLDERS_TOLD_MAX)
        fprintf(wait_report->words, "; and by %d more", count - HOLDERS_TOLD_MAX);
    wait_report->needs_all = true;
}

static const struct wait granted = {.is_pending = is_waiting, .describe = describe_lock_wait};

/* ---- what ranks call ------------------------------------------------------------------------- */

/* True if the rank holds a lock other than the companion. */
static bool holds_any(struct rank *self, const struct rank_lock_hold *companion)
{
    const struct list *first;
    bool holds;

    guard_enter(&self->guard);
    first = self->lock_holds.next;
    if (companion != NULL && first == &companion->link)
        first = first->next;
    holds = first != &self->lock_holds;
    guard_leave(&self->guard);
    return holds;
}

/* Takes the lock if its holders let the rank in; one that does not overtake needs an empty
 * queue, too. */
static bool take_at_once(const struct rank_lock_hold *hold, bool overtakes)
{
    struct rank_lock *lock = hold->lock;
    uint64_t word = load_relaxed(&lock->word);

    while ((overtakes || !(word & WORD_QUEUED)) && word_admits(word, hold->mode))
        if (likely(word_change(lock, &word, word_with(word, hold->mode))))
            return true;
    return false;
}

/* Takes the lock if that needs no waiting, or queues the rank. True: it has the lock. */
static bool ask(struct rank_lock_hold *hold, const struct rank_lock_hold *companion)
{
    struct rank_lock *lock = hold->lock;
    bool is_free;

    if (likely(take_at_once(hold, false)))
        return true;
    hold->overtakes = holds_any(hold->rank, companion);
    if (hold->overtakes && take_at_once(hold, true))
        return true;
    lock_take(&lock->lock);
    is_free = take_or_mark(lock, hold);
    if (!is_free)
        list_append(&lock->queue, &hold->link);
    lock_release(&lock->lock);
    return is_free;
}

static void fill_hold(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                      const void *site, struct rank_lock_hold *hold)
{
    hold->lock = lock;
    hold->rank = self;
    hold->site = site;
    hold->mode = mode;
    store_relaxed(&hold->is_granted, false);
}

/* Inside the rank's guard. */
static void note_taken(struct rank_lock_hold *hold)
{
    tell_taken(hold->lock, hold->mode);
    store_relaxed(&hold->is_granted, true);
    list_append(&hold->rank->lock_holds, &hold->link);
}

bool rank_lock_try(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                   const void *site, struct rank_lock_hold *hold)
{
    fill_hold(self, lock, mode, site, hold);
    if (!take_at_once(hold, false))
        return false;
    note_taken(hold);
    return true;
}

void rank_lock_take_beside(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                           const void *site, struct rank_lock_hold *hold,
                           const struct rank_lock_hold *companion)
{
    fill_hold(self, lock, mode, site, hold);
    if (unlikely(!ask(hold, companion)))
        rank_wait(self, &granted, hold);
    guard_enter(&self->guard);
    note_taken(hold);
    guard_leave(&self->guard);
}

void rank_lock_take(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                    const void *site, struct rank_lock_hold *hold)
{
    rank_lock_take_beside(self, lock, mode, site, hold, NULL);
}

bool rank_lock_drop(struct rank_lock_hold *hold)
{
    struct rank_lock *lock = hold->lock;
    uint64_t before;

    must(load_relaxed(&hold->is_granted));
    list_remove(&hold->link);
    store_relaxed(&hold->is_granted, false);
    causal_release(token_of(lock, hold->mode));
    before = IS_FOR_THREAD_SANITIZER
                 ? fetch_add_relaxed(&lock->word, -word_holder)
                 : fetch_sub_acq_rel(&lock->word, word_holder); /* edge rank_lock.word */
    law(!word_is_free(before));
    return unlikely(before & WORD_QUEUED);
}

void rank_lock_grant(struct rank *self, struct rank_lock *lock)
{
    lock_take(&lock->lock);
    grant(self, lock);
    lock_release(&lock->lock);
}

void rank_lock_release(struct rank_lock_hold *hold)
{
    struct rank_lock *lock = hold->lock;
    struct rank *self = hold->rank;
    bool others_wait;

    guard_enter(&self->guard);
    others_wait = rank_lock_drop(hold);
    guard_leave(&self->guard);
    if (others_wait)
        rank_lock_grant(self, lock);
}

bool rank_lock_is_exclusive(const struct rank_lock *lock)
{
    const uint64_t word = load_seq_cst(&lock->word); /* edge rank_lock.seen */

    return !word_is_free(word) && word_mode(word) == RANK_LOCK_EXCLUSIVE;
}

void rank_lock_publish(struct rank_lock *lock)
{
    causal_release(token_of(lock, RANK_LOCK_GROUP));
}

void rank_lock_check(struct rank_lock *lock)
{
    uint64_t word;

    lock_take(&lock->lock);
    word = load_relaxed(&lock->word);
    must(word_mode(word) != RANK_LOCK_EXCLUSIVE || word < 2 * word_holder);   /* law 1 */
    must(list_is_empty(&lock->queue) || (word & WORD_QUEUED) != 0);           /* law 2 */
    lock_release(&lock->lock);
}
