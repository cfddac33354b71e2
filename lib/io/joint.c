/* SPDX-License-Identifier: MIT */
#include "io/joint.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/container.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "io/merge.h"
#include "io/overlap.h"
#include "io/worker.h"
#include "rank/wait.h"
#include "request/request.h"

static struct joint *member_of(const struct accord *accord, int member)
{
    return (struct joint *)(uintptr_t)accord->showings[member]->body;
}

/* Each member's place behind the shared pointer, in the order of the ranks. */
static int order_members(const struct accord *accord)
{
    struct description *description = accord->description;
    int64_t pointer = load_relaxed(&description->pointer);
    int i, err = MPI_SUCCESS;

    for (i = 0; i < description->group->size && err == MPI_SUCCESS; i++) {
        struct joint *joint = member_of(accord, i);

        err = access_place(&joint->access, pointer);
        pointer += joint->etypes;
    }
    if (err == MPI_SUCCESS)
        store_relaxed(&description->pointer, pointer);
    return err;
}

/* The outcome of all is there: gives it to the members. One that waits may be gone at once, with
 * what it has shown; one with a request is there until that is complete. */
static void conclude(struct accord *accord)
{
    struct merge *merge = accord->outcome;
    bool has_requests = accord->showings[0]->request != NULL;
    int i, members = merge->members;

    merge_conclude(merge);
    store_seq_cst(&merge->is_done, true); /* edge merge.done */
    for (i = 0; i < members && has_requests; i++) {
        accord->showings[i]->request->error = merge->err;
        request_complete(accord->showings[i]->request);
    }
    if (!has_requests)
        accord_wake(accord);
}

/* The others take about as long for their parts as this member took for its own: to spin for so
 * long costs less than to fall asleep and be woken (bench/api/files). */
static void stay_awake(struct joint *joint, uint64_t since_ns)
{
    uint64_t now_ns = clock_ns(), until_ns = now_ns + (now_ns - since_ns);

    if (until_ns > joint->awake_until_ns)
        joint->awake_until_ns = until_ns;
}

static void work(struct accord *accord, struct joint *own)
{
    uint64_t start_ns = clock_ns();

    if (merge_work(accord->outcome, own != NULL ? &own->access : NULL))
        conclude(accord);
    if (own != NULL)
        stay_awake(own, start_ns);
}

static void work_as_helper(void *argument)
{
    work(argument, NULL);
    accord_leave(argument);
}

/* In atomic mode one thread does all, so that each access is whole. */
static void work_atomically(struct accord *accord, struct joint *last)
{
    struct merge *merge = accord->outcome;
    struct rank_lock_hold hold;

    rank_lock_take(rank_self(), &accord->description->access,
                   merge->is_write ? RANK_LOCK_EXCLUSIVE : RANK_LOCK_SHARED,
                   last->access.call.site, &hold);
    work(accord, last);
    rank_lock_release(&hold);
}

/* At the last to come. */
int joint_decide(struct accord *accord)
{
    int members = accord->description->group->size, i;
    int err = member_of(accord, 0)->access.is_shared ? order_members(accord) : MPI_SUCCESS;
    struct merge *merge =
        err == MPI_SUCCESS ? merge_create(accord->description, members) : NULL;

    if (merge == NULL)
        return err != MPI_SUCCESS ? err : MPI_ERR_NO_MEM;
    for (i = 0; i < members; i++)
        merge->accesses[i] = &member_of(accord, i)->access;
    accord->outcome = merge;
    accord->dispose = merge_free;
    if (load_relaxed(&accord->description->group->members[0]->own.io) > 0 &&
        merge->accesses[0]->is_write &&
        !load_relaxed(&accord->description->is_atomic))
        err = overlap_check(merge->accesses, members);
    if (err == MPI_SUCCESS)
        merge_plan(merge);
    return err;
}

/* The last to come begins the work, or has a helper do it. */
static void start_work(struct accord *accord, struct joint *last)
{
    struct merge *merge = accord->outcome;

    if (merge->is_plain) {
        conclude(accord);
    } else if (load_relaxed(&accord->description->is_atomic)) {
        work_atomically(accord, last);
    } else if (last->access.request == NULL || merge->bytes <= AT_ONCE_BYTES_MAX) {
        work(accord, last);
    } else {
        accord_hold(accord);
        worker_do(rank_self(), work_as_helper, accord);
    }
}

/* Carries out an access that others have no part in, before the member waits for them. */
static void run_alone(struct joint *joint)
{
    struct io_access *access = &joint->access;
    uint64_t start_ns = clock_ns();

    access->is_done = joint->showing.err == MPI_SUCCESS && access->request == NULL &&
                      !access->is_shared && !load_relaxed(&access->description->is_atomic) &&
                      merge_leaves_alone(access);
    if (!access->is_done)
        return;
    access_run_unlocked(access);
    stay_awake(joint, start_ns);
}

int joint_begin(struct joint *joint, int member, uint64_t number)
{
    bool is_last = false;

    joint->awake_until_ns = 0;
    run_alone(joint);
    joint->access.member = member;
    joint->showing.body = joint;
    joint->showing.request = joint->access.request;
    joint->accord = accord_enter(joint->access.description, member, number,
                                        &joint->showing, joint_decide,
                                        &is_last);
    if (joint->accord == NULL)
        return MPI_ERR_NO_MEM;
    if (is_last)
        start_work(joint->accord, joint);
    return MPI_SUCCESS;
}

/* ---- waiting --------------------------------------------------------------------------------- */

static bool is_done(const struct joint *joint)
{
    const struct accord *accord = joint->accord;
    const struct merge *merge;

    if (!accord_is_over(accord))
        return false;
    merge = accord->outcome;
    return accord->err != MPI_SUCCESS || load_acquire(&merge->is_done); /* edge merge.done */
}

/* In atomic mode a member does only what no other member may do. */
static bool may_help(const struct joint *joint)
{
    return !load_relaxed(&joint->access.description->is_atomic) ||
           joint->access.is_own;
}

bool joint_help(struct joint *joint)
{
    struct accord *accord = joint->accord;

    if (!accord_is_over(accord))
        return false;
    if (accord->err == MPI_SUCCESS && may_help(joint))
        work(accord, joint);
    return is_done(joint);
}

void joint_describe(const struct joint *joint, struct wait_report *wait_report)
{
    bool is_started = joint->access.request != NULL;

    accord_describe(joint->accord, is_started ? joint->access.call.name : NULL, wait_report);
}

static bool is_pending(void *subject)
{
    struct joint *joint = subject;
    struct rank *self = rank_self();

    if (joint_help(joint))
        return false;
    if (rank_may_spin(self) && clock_ns() < joint->awake_until_ns)
        rank_has_worked(self);
    return true;
}

static void describe_joint(void *subject, struct wait_report *wait_report)
{
    joint_describe(subject, wait_report);
}

static const struct wait done = {.is_pending = is_pending, .describe = describe_joint};

void joint_finish(struct rank *self, struct joint *joint)
{
    if (!is_done(joint))
        rank_wait(self, &done, joint);
}

int joint_note(const struct joint *joint)
{
    const struct accord *accord = joint->accord;
    const struct showing *showing = &joint->showing;
    const struct merge *merge = accord->outcome;

    if (accord->err != MPI_SUCCESS && showing->err != MPI_SUCCESS)
        return note(showing->err, "%s", showing->sentence != NULL ? showing->sentence : "");
    if (accord->err != MPI_SUCCESS)
        return accord_note(accord);
    if (merge->err == MPI_SUCCESS)
        return MPI_SUCCESS;
    return note(merge->err, "%s", merge->sentence != NULL ? merge->sentence : "it failed");
}

void joint_end(struct joint *joint)
{
    accord_leave(joint->accord);
    access_end(&joint->access);
}
