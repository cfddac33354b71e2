/* SPDX-License-Identifier: MIT */
#include "rma/pscw.h"

#include <string.h>

#include "base/call.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "rank/choice.h"
#include "rank/observe/causal.h"
#include "rank/wait.h"

/* A target's note to one origin. */
struct post {
    struct post *next;
    int target;
    int origin;
    _Atomic(bool) is_complete; /* for reports */
};

struct post_epoch {
    const void *site;
    int count;
    bool has_notes;
    struct post posts[];
};

/* The targets of an access epoch. `has` has a bit for each member of the window. */
struct start_epoch {
    int count;
    int awaited; /* of those whose note has not come */
    int seen;    /* part->posted, when the notes were looked at */
    unsigned char *has;
    struct start_target {
        int target;
        bool is_awaited;
        struct post *post;
    } targets[];
};

static bool bit(const unsigned char *bits, int i)
{
    return (bits[i / 8] >> i % 8 & 1) != 0;
}

static int no_memory_for_epoch(const char *what)
{
    return note(MPI_ERR_NO_MEM, "no memory for the epoch of %s", what);
}

/* Writes the numbers that a group's members have in the window: 0, MPI_ERR_NO_MEM, or MPI_ERR_GROUP
 * with a note. */
static int find_members(const struct window *window, const struct group *group, int members[])
{
    const struct group *all = window->common->context->groups[0];
    int i, err, *own = memory_take(((size_t)group->size + 1) * sizeof *own);

    if (own == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a group of %d", group->size);
    for (i = 0; i < group->size; i++)
        own[i] = i;
    err = group_translate(group, group->size, own, all, members);
    memory_give(own);
    for (i = 0; i < group->size && err == MPI_SUCCESS; i++)
        if (members[i] == MPI_UNDEFINED)
            err = note(MPI_ERR_GROUP, "rank %d of group is not a member of the window", i);
    return err;
}

/* ---- post ------------------------------------------------------------------------------------ */

static void leave_post(struct window *window, struct post *post)
{
    struct window_part *part = &window->common->parts[post->origin];

    lock_take(&part->posts_lock);
    post->next = part->posts;
    part->posts = post;
    lock_release(&part->posts_lock);
    fetch_add_seq_cst(&part->posted, 1); /* edge post.posted */
    rank_wake(window_member(window, post->origin));
}

/* NULL: the exposure has ended. */
static void set_exposed(struct window *window, struct post_epoch *epoch)
{
    guard_enter(&window->self->guard);
    window->extras->post = epoch;
    window->is_exposed = epoch != NULL;
    store_relaxed(&window_own_part(window)->is_exposed, epoch != NULL);
    guard_leave(&window->self->guard);
}

int pscw_post(struct window *window, const struct group *origins, bool has_notes,
              const struct call *call)
{
    struct post_epoch *epoch = memory_take_zeroed(
        sizeof *epoch + (size_t)origins->size * sizeof epoch->posts[0]);
    int *members = memory_take(((size_t)origins->size + 1) * sizeof *members);
    int i, err = epoch != NULL && members != NULL ? find_members(window, origins, members)
                                                  : no_memory_for_epoch("MPI_Win_post");

    if (err == MPI_SUCCESS && window_make_extras(window) == NULL)
        err = MPI_ERR_NO_MEM;
    if (err != MPI_SUCCESS) {
        memory_give(members);
        memory_give(epoch);
        return err;
    }
    epoch->site = call->site;
    epoch->count = origins->size;
    epoch->has_notes = has_notes;
    for (i = 0; i < origins->size; i++) {
        epoch->posts[i].target = window->rank;
        epoch->posts[i].origin = members[i];
    }
    memory_give(members);
    set_exposed(window, epoch);
    causal_release(&window_own_part(window)->posts);
    for (i = 0; i < epoch->count && has_notes; i++)
        leave_post(window, &epoch->posts[i]);
    return MPI_SUCCESS;
}

const void *pscw_post_site(const struct window *window)
{
    return window->is_exposed ? window->extras->post->site : NULL;
}

/* ---- start ----------------------------------------------------------------------------------- */

static struct start_target *target_of(struct start_epoch *epoch, int target)
{
    int i = 0;

    while (i < epoch->count && epoch->targets[i].target != target)
        i++;
    return i < epoch->count ? &epoch->targets[i] : NULL;
}

/* Takes the notes of targets that are awaited. */
static void take_posts(struct window *window, struct start_epoch *epoch)
{
    struct window_part *part = window_own_part(window);
    struct post **place;

    lock_take(&part->posts_lock);
    place = &part->posts;
    while (*place != NULL) {
        struct post *post = *place;
        struct start_target *target =
            bit(epoch->has, post->target) ? target_of(epoch, post->target) : NULL;

        if (target == NULL || !target->is_awaited) {
            place = &post->next;
            continue;
        }
        *place = post->next;
        target->is_awaited = false;
        target->post = post;
        epoch->awaited--;
    }
    lock_release(&part->posts_lock);
}

static bool misses_posts(void *subject)
{
    struct window *window = subject;
    struct start_epoch *epoch = window->extras->start;
    int posted = load_acquire(&window_own_part(window)->posted); /* edge post.posted */

    if (posted != epoch->seen) {
        epoch->seen = posted;
        take_posts(window, epoch);
    }
    return epoch->awaited > 0;
}

static void describe_posts(void *subject, struct wait_report *wait_report)
{
    const struct window *window = subject;
    const struct start_epoch *epoch = window->extras->start;
    int i, named = 0;

    for (i = 0; i < epoch->count; i++) {
        int target = epoch->targets[i].target;

        if (!epoch->targets[i].is_awaited)
            continue;
        wait_report_await(wait_report, window_member(window, target));
        if (named++ == 0)
            fprintf(wait_report->words, "rank %d", target);
    }
    if (named > 1)
        fprintf(wait_report->words, " and %d other%s", named - 1, named > 2 ? "s" : "");
    fputs(" to call MPI_Win_post", wait_report->words);
    window_tell(window, wait_report);
    wait_report->needs_all = true;
}

static const struct wait posts_there = {.is_pending = misses_posts, .describe = describe_posts};

static struct start_epoch *start_create(const struct window *window, const int members[], int count)
{
    const size_t targets = (size_t)count * sizeof(struct start_target);
    const size_t bits = ((size_t)window->common->size + 7) / 8;
    struct start_epoch *epoch = memory_take_zeroed(sizeof *epoch + targets + bits);
    int i;

    if (epoch == NULL)
        return NULL;
    epoch->count = count;
    epoch->has = (unsigned char *)epoch + sizeof *epoch + targets;
    for (i = 0; i < count; i++) {
        epoch->targets[i].target = members[i];
        epoch->has[members[i] / 8] |= (unsigned char)(1 << members[i] % 8);
    }
    return epoch;
}

static void await_posts(struct window *window, struct start_epoch *epoch)
{
    int i;

    for (i = 0; i < epoch->count; i++)
        epoch->targets[i].is_awaited = true;
    epoch->awaited = epoch->count;
    epoch->seen = load_relaxed(&window_own_part(window)->posted) - 1;
    rank_wait(window->self, &posts_there, window);
}

/* Reports to ThreadSanitizer that the targets' accesses before MPI_Win_post come before the
 * origin's. */
static void tell_started(const struct window *window, const struct start_epoch *epoch)
{
    int i;

    for (i = 0; i < epoch->count && causal_is_there(); i++)
        causal_acquire(&window->common->parts[epoch->targets[i].target].posts);
}

static void set_start(struct window *window, struct start_epoch *epoch, enum access_epoch access)
{
    guard_enter(&window->self->guard);
    window->extras->start = epoch;
    store_relaxed(&window->access, access);
    guard_leave(&window->self->guard);
}

int pscw_start(struct window *window, const struct group *targets, bool has_notes,
               const struct call *call)
{
    int *members = memory_take(((size_t)targets->size + 1) * sizeof *members);
    int err = members != NULL ? find_members(window, targets, members)
                              : no_memory_for_epoch("MPI_Win_start");
    struct start_epoch *epoch =
        err == MPI_SUCCESS ? start_create(window, members, targets->size) : NULL;

    memory_give(members);
    if (err == MPI_SUCCESS && (epoch == NULL || window_make_extras(window) == NULL))
        err = no_memory_for_epoch("MPI_Win_start");
    if (err != MPI_SUCCESS) {
        memory_give(epoch);
        return err;
    }
    window->site = call->site;
    set_start(window, epoch, ACCESS_NONE);
    if (has_notes)
        await_posts(window, epoch);
    tell_started(window, epoch);
    set_start(window, epoch, ACCESS_START);
    return MPI_SUCCESS;
}

bool pscw_has_started(const struct window *window, int target)
{
    return window_access(window) == ACCESS_START && bit(window->extras->start->has, target);
}

/* ---- complete and wait ----------------------------------------------------------------------- */

void pscw_complete(struct window *window)
{
    struct start_epoch *epoch = window->extras->start;
    int i;

    set_start(window, NULL, ACCESS_NONE);
    for (i = 0; i < epoch->count; i++) {
        int target = epoch->targets[i].target;

        causal_release(&window->common->parts[target].completed);
        if (epoch->targets[i].post != NULL)
            store_relaxed(&epoch->targets[i].post->is_complete, true);
        fetch_add_seq_cst(&window->common->parts[target].completed, 1); /* edge post.completed */
        rank_wake(window_member(window, target));
    }
    memory_give(epoch);
}

static bool misses_completes(void *subject)
{
    const struct window *window = subject;

    return load_acquire(&window_own_part(window)->completed) < /* edge post.completed */
           window->extras->post->count;
}

static void describe_completes(void *subject, struct wait_report *wait_report)
{
    const struct window *window = subject;
    const struct post_epoch *epoch = window->extras->post;
    int i, named = 0;

    for (i = 0; i < epoch->count; i++) {
        if (load_relaxed(&epoch->posts[i].is_complete))
            continue;
        wait_report_await(wait_report, window_member(window, epoch->posts[i].origin));
        if (named++ == 0)
            fprintf(wait_report->words, "rank %d", epoch->posts[i].origin);
    }
    if (named > 1)
        fprintf(wait_report->words, " and %d other%s", named - 1, named > 2 ? "s" : "");
    fputs(" to call MPI_Win_complete", wait_report->words);
    window_tell(window, wait_report);
    wait_report->needs_all = true;
}

static const struct wait completes_there = {.is_pending = misses_completes,
                                            .describe = describe_completes};

/* Takes back the note to an origin that has started with MPI_MODE_NOCHECK and so left it. */
static void take_back(struct window *window, struct post *post)
{
    struct window_part *part = &window->common->parts[post->origin];
    struct post **place;

    lock_take(&part->posts_lock);
    place = &part->posts;
    while (*place != NULL && *place != post)
        place = &(*place)->next;
    if (*place != NULL)
        *place = post->next;
    lock_release(&part->posts_lock);
}

static void end_exposure(struct window *window)
{
    struct post_epoch *epoch = window->extras->post;
    int i;

    causal_acquire(&window_own_part(window)->completed);
    fetch_add_relaxed(&window_own_part(window)->completed, -epoch->count);
    for (i = 0; i < epoch->count && epoch->has_notes; i++)
        if (!load_relaxed(&epoch->posts[i].is_complete))
            take_back(window, &epoch->posts[i]);
    set_exposed(window, NULL);
    memory_give(epoch);
}

void pscw_wait(struct window *window)
{
    rank_wait(window->self, &completes_there, window);
    end_exposure(window);
}

bool pscw_test(struct window *window)
{
    const struct look look = {misses_completes, window, (uintptr_t)window};

    if (!rank_look(window->self, &look))
        return false;
    end_exposure(window);
    return true;
}

/* ---- laws ------------------------------------------------------------------------------------ */

static bool is_member(const struct window *window, int rank)
{
    return rank >= 0 && rank < window->common->size;
}

static void check_start(const struct window *window, const struct start_epoch *epoch)
{
    int i;

    must(epoch->awaited == 0); /* law 3 */
    for (i = 0; i < epoch->count && i < LAWS_STEPS_MAX; i++) {
        const struct start_target *target = &epoch->targets[i];

        must(is_member(window, target->target)); /* law 1 */
        must(bit(epoch->has, target->target));
        must(target->post == NULL || (target->post->target == target->target &&
                                      target->post->origin == window->rank)); /* law 2 */
    }
}

static void check_post(const struct window *window, const struct post_epoch *epoch)
{
    int i;

    for (i = 0; i < epoch->count && i < LAWS_STEPS_MAX; i++) {
        must(is_member(window, epoch->posts[i].origin));      /* law 1 */
        must(epoch->posts[i].target == window->rank);         /* law 2 */
    }
}

void pscw_check(const struct window *window)
{
    const struct window_extras *extras = window->extras;

    must(load_relaxed(&window_own_part(window)->completed) >= 0); /* law 4 */
    if (window_access(window) == ACCESS_START)
        check_start(window, extras->start);
    if (window->is_exposed)
        check_post(window, extras->post);
}
