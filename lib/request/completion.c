/* SPDX-License-Identifier: MIT */
#include "request/completion.h"

#include <sched.h>

#include "base/cpu.h"
#include "base/random.h"
#include "rank/choice.h"
#include "rank/journal.h"
#include "rank/observe/causal.h"
#include "rank/observe/tally.h"
#include "rank/observe/tape.h"
#include "rank/wait.h"

/* A message's way to its receiver and back takes longer than this many pauses of the processor. */
enum { PAUSES_BEFORE_POLLING = 3 };

/* Where ranks have to take turns: turns that a large request gives its peer (bench/api/ring). */
enum { TURNS_BEFORE_ADVANCING = 2 };

/* ---- one request ---------------------------------------------------------------------------- */

static bool is_pending(void *subject)
{
    return !request_is_ready(subject);
}

static bool is_large(const struct request *request)
{
    return request->class->is_large != NULL && request->class->is_large(request);
}

/* Data that a request has just offered cannot have been received yet. A poll now would only take
 * away the cache line in which the receiver says that it has. */
static void let_it_be_received(void)
{
    int i;

    for (i = 0; i < PAUSES_BEFORE_POLLING; i++)
        cpu_pause();
}

/* Polls for a moment before `advance` is called. A sender whose receiver is about to come gets its
 * message copied from its own buffer, which is the fastest; `advance` would copy it away. Where
 * ranks have to take turns a copy costs less than a turn, unless the message is large. */
static void poll_for_a_moment(struct rank *self, const struct request *next,
                              bool (*is_pending_yet)(void *subject), void *subject)
{
    bool may_spin = rank_may_spin(self);
    int polls = may_spin         ? POLLS_BEFORE_WAITING
                : is_large(next) ? TURNS_BEFORE_ADVANCING
                                 : 0;

    if (may_spin && is_pending_yet(subject))
        let_it_be_received();
    while (polls-- > 0 && !choice_is_open(self) && is_pending_yet(subject)) {
        rank_progress(self);
        if (may_spin)
            cpu_pause();
        else
            sched_yield();
    }
}

/* A wait has found the request done that it had found not done before. */
static void record_waited(const struct request *request)
{
    struct tally_awaited awaited = {.who = tally_nobody};

    if (likely(request->owner->tapes == NULL))
        return;
    if (request->class->tell != NULL)
        request->class->tell(request, &awaited);
    tape_waited(request->owner, &awaited);
}

struct one {
    struct request *request;
    bool is_recorded;
};

static bool is_unfinished(void *subject)
{
    struct one *one = subject;

    if (!request_test(one->request))
        return true;
    if (!one->is_recorded)
        record_waited(one->request);
    one->is_recorded = true;
    return false;
}

static void describe_one(void *subject, struct wait_report *wait_report)
{
    const struct one *one = subject;

    wait_report->needs_all = true;
    request_describe(one->request, wait_report);
}

static const struct wait one_request = {.is_pending = is_unfinished, .describe = describe_one};

static void await_one(struct request *request)
{
    struct rank *self = request->owner;

    if (request->class->is_ready != NULL)
        poll_for_a_moment(self, request, is_pending, request);
    rank_wait(self, &one_request, &(struct one){.request = request});
}

void request_wait(struct request *request)
{
    if (!request_is_done(request))
        await_one(request);
    if (causal_is_there() && guard_is_shared(&request->owner->guard))
        causal_acquire(request); /* another thread of the rank may have completed it */
}

struct requests {
    int count;
    struct request *const *all;
    int done; /* the first ones, this many, are */
};

static bool some_are_pending(void *subject)
{
    struct requests *requests = subject;

    for (; requests->done < requests->count; requests->done++) {
        struct request *next = requests->all[requests->done];

        if (next != NULL && (is_pending(next) || !request_test(next)))
            return true;
    }
    return false;
}

/* The first that is not done. Those before it are work enough to be patient for another while. */
static bool some_are_unfinished(void *subject)
{
    struct requests *requests = subject;
    int before = requests->done;

    for (; requests->done < requests->count; requests->done++) {
        struct request *next = requests->all[requests->done];

        if (next != NULL && !request_test(next)) {
            if (requests->done > before)
                rank_has_worked(next->owner);
            return true;
        }
        if (next != NULL && requests->done == before)
            record_waited(next);
    }
    return false;
}

static void describe_all(void *subject, struct wait_report *wait_report)
{
    const struct requests *requests = subject;

    wait_report->needs_all = true;
    request_describe_set(requests->count, requests->all, wait_report);
}

static const struct wait all_requests = {.is_pending = some_are_unfinished,
                                         .describe = describe_all};

static bool is_under_way(const struct request *request)
{
    return request != NULL && request->class->is_under_way != NULL &&
           request->class->is_under_way(request);
}

/* A peer that is at one of several messages will come to the next: copying that one away would only
 * cost time. */
static void poll_as_long_as_some_move(struct rank *self, struct requests *requests)
{
    int before;

    do {
        if (!some_are_pending(requests))
            return;
        before = requests->done;
        poll_for_a_moment(self, requests->all[before], some_are_pending, requests);
    } while (requests->done < requests->count && rank_may_spin(self) &&
             (requests->done > before || is_under_way(requests->all[requests->done])));
}

static bool test_all(int count, struct request *const all[])
{
    bool all_done = true;
    int i;

    for (i = 0; i < count; i++)
        if (all[i] != NULL && !request_test(all[i]))
            all_done = false;
    return all_done;
}

void request_wait_all(struct rank *self, int count, struct request *const all[])
{
    struct requests requests = {.count = count, .all = all};

    poll_as_long_as_some_move(self, &requests);
    /* Each send gets its chance of being buffered before the first of them is waited for. */
    if (test_all(count, all))
        return;
    requests.done = 0;
    rank_wait(self, &all_requests, &requests);
}

static bool is_active(const struct request *request)
{
    return request != NULL && !request->is_inactive;
}

/* The first that is done; MPI_UNDEFINED: none is. */
static int find_done(int count, struct request *const all[])
{
    int i;

    for (i = 0; i < count; i++)
        if (is_active(all[i]) && request_test(all[i]))
            return i;
    return MPI_UNDEFINED;
}

/* CHOICE_COMPLETION: which of the requests that are done, from `first` on, Waitany, Testany and
 * their like report. By default the first. */
static int choose_done(struct rank *self, int count, struct request *const all[], int first)
{
    struct choice_list done;
    int i;

    if (!choice_is_open(self))
        return first;
    choice_list_open(&done, count - first);
    choice_list_add(&done, first, CHOICE_NO_NUMBER, 0);
    for (i = first + 1; i < count; i++)
        if (is_active(all[i]) && request_test(all[i]))
            choice_list_add(&done, i, CHOICE_NO_NUMBER, 0);
    return choice_list_ask(self, &done, CHOICE_COMPLETION, NULL).number;
}

/* The request of that place, which the journal names, is reported. */
static void follow_index(struct rank *self, int count, struct request *const all[], int index)
{
    if (index < 0 || index >= count || !is_active(all[index]))
        journal_refuse(self, &self->call, "the end of request %d", index);
    request_wait(all[index]);
}

/* One is done, the first of them; MPI_UNDEFINED: none is. Returns the one that is reported. */
static int report_one(struct rank *self, int count, struct request *const all[], int first)
{
    int chosen;

    if (first == MPI_UNDEFINED)
        return first;
    if (journal_take(self, JOURNAL_ANY, &chosen)) {
        follow_index(self, count, all, chosen);
        return chosen;
    }
    chosen = choose_done(self, count, all, first);
    journal_note(self, JOURNAL_ANY, chosen);
    return chosen;
}

/* CHOICE_SOME: Waitsome, Testsome and their like report one at least of the requests that are done.
 * Without a chooser they report all. */
static bool is_reported(struct rank *self, int index)
{
    struct choice_point point = {.kind = CHOICE_SOME,
                                 .count = 2,
                                 .subject = {.number = index, .tag = CHOICE_NO_NUMBER}};

    return !choice_is_open(self) || choice_ask(self, &point) == 0;
}

static int choose_some(struct rank *self, int count, struct request *const all[], int indices[])
{
    int reported = 0, latest = MPI_UNDEFINED, i;

    for (i = 0; i < count; i++) {
        if (!is_active(all[i]) || !request_test(all[i]))
            continue;
        if (latest != MPI_UNDEFINED && is_reported(self, latest))
            indices[reported++] = latest;
        latest = i;
    }
    if (latest != MPI_UNDEFINED && (reported == 0 || is_reported(self, latest)))
        indices[reported++] = latest;
    return reported;
}

/* The requests that the journal names, which may end in the middle of them, are reported. */
static int follow_some(struct rank *self, int count, struct request *const all[], int indices[])
{
    int most, i = 0;

    if (!journal_take(self, JOURNAL_SOME, &most))
        return 0;
    if (most < 1 || most > count)
        journal_refuse(self, &self->call, "the end of %d requests", most);
    for (; i < most && journal_take(self, JOURNAL_SOME, &indices[i]); i++)
        follow_index(self, count, all, indices[i]);
    return i;
}

int request_choose_some(struct rank *self, int count, struct request *const all[], int indices[])
{
    int reported = follow_some(self, count, all, indices), i;

    if (reported > 0)
        return reported;
    reported = choose_some(self, count, all, indices);
    journal_note(self, JOURNAL_SOME, reported);
    for (i = 0; i < reported; i++)
        journal_note(self, JOURNAL_SOME, indices[i]);
    return reported;
}

struct any_of {
    int count;
    struct request *const *all;
    int done; /* the index of the first that is */
    bool is_recorded;
};

static bool none_is_done(void *subject)
{
    struct any_of *any = subject;

    any->done = find_done(any->count, any->all);
    if (any->done == MPI_UNDEFINED)
        return true;
    if (!any->is_recorded)
        record_waited(any->all[any->done]);
    any->is_recorded = true;
    return false;
}

static void describe_any(void *subject, struct wait_report *wait_report)
{
    const struct any_of *any = subject;

    request_describe_set(any->count, any->all, wait_report);
}

static const struct wait any_request = {.is_pending = none_is_done, .describe = describe_any};

static bool at_least_are_active(int least, int count, struct request *const all[])
{
    int active = 0, i;

    for (i = 0; i < count && active < least; i++)
        active += is_active(all[i]);
    return active == least;
}

static bool some_are_active(int count, struct request *const all[])
{
    return at_least_are_active(1, count, all);
}

/* One is done. Others that can be, too, are candidates. Returns the first. */
static int let_others_end(struct rank *self, struct any_of *any)
{
    if (choice_is_open(self) && at_least_are_active(2, any->count, any->all) &&
        turn_pass(self, TURN_CHOOSE))
        any->done = find_done(any->count, any->all);
    return any->done;
}

static int wait_for_one(struct rank *self, int count, struct request *const all[])
{
    struct any_of any = {.count = count, .all = all};

    if (!some_are_active(count, all))
        return MPI_UNDEFINED;
    rank_wait(self, &any_request, &any);
    return let_others_end(self, &any);
}

int request_wait_any(struct rank *self, int count, struct request *const all[])
{
    return report_one(self, count, all, wait_for_one(self, count, all));
}

void request_wait_some(struct rank *self, int count, struct request *const all[])
{
    (void)wait_for_one(self, count, all);
}

/* ---- tests ---------------------------------------------------------------------------------- */

bool request_poll(struct rank *self, struct request *request)
{
    struct one one = {.request = request};
    const struct look look = {is_unfinished, &one, (uintptr_t)request};

    if (request == NULL || request->is_inactive ||
        (!choice_is_open(self) && self->journal == NULL && request_test(request)))
        return true;
    return rank_look(self, &look);
}

/* The first of several requests stands for all of them. */
static uint64_t about_all(int count, struct request *const all[])
{
    int i = 0;

    while (i < count && !is_active(all[i]))
        i++;
    return i < count ? random_mix((uintptr_t)all[i], (unsigned)count) : 0;
}

static bool one_is_unfinished(void *subject)
{
    const struct requests *requests = subject;

    return !test_all(requests->count, requests->all);
}

bool request_poll_all(struct rank *self, int count, struct request *const all[])
{
    struct requests requests = {.count = count, .all = all};
    const struct look look = {one_is_unfinished, &requests, about_all(count, all)};

    return !some_are_active(count, all) || rank_look(self, &look);
}

/* One that is done and may be reported. */
static int poll_for_one(struct rank *self, int count, struct request *const all[])
{
    struct any_of any = {.count = count, .all = all};
    const struct look look = {none_is_done, &any, about_all(count, all)};

    return rank_look(self, &look) ? let_others_end(self, &any) : MPI_UNDEFINED;
}

int request_poll_any(struct rank *self, int count, struct request *const all[])
{
    return report_one(self, count, all, poll_for_one(self, count, all));
}

bool request_poll_some(struct rank *self, int count, struct request *const all[])
{
    return poll_for_one(self, count, all) != MPI_UNDEFINED;
}
