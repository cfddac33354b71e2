/* SPDX-License-Identifier: MIT */
#include "rank/thread/helper.h"

#include <signal.h>
#include <string.h>

#include "base/note.h"
#include "base/sanitizer.h"
#include "rank/thread/kernel.h"
#include "rank/thread/thread.h"
#include "rank/wait.h"

static void end(void *given)
{
    struct helper *helper = given;

    store_seq_cst(&helper->is_done, true); /* edge helper.end */
    rank_wake(helper->rank);
}

/* The end is announced also if `run` leaves by pthread_exit, as an abort makes it do. */
static void *run(void *given)
{
    struct helper *helper = given;

    pthread_cleanup_push(end, helper);
    helper->run(helper, helper->argument);
    pthread_cleanup_pop(true);
    return NULL;
}

static void enlist(struct helper *helper)
{
    lock_take(&helper->rank->helpers_lock);
    list_append(&helper->rank->helpers, &helper->link);
    lock_release(&helper->rank->helpers_lock);
}

static void delist(struct helper *helper)
{
    lock_take(&helper->rank->helpers_lock);
    list_remove(&helper->link);
    lock_release(&helper->rank->helpers_lock);
}

/* ThreadSanitizer has to see the thread come and go, as it does when a program calls these. */
static int create(struct helper *helper)
{
    if (IS_FOR_THREAD_SANITIZER)
        return pthread_create(&helper->thread, NULL, run, helper);
    return thread_create(helper->rank, 0, &helper->thread, NULL, run, helper);
}

static void join(struct helper *helper)
{
    if (IS_FOR_THREAD_SANITIZER)
        pthread_join(helper->thread, NULL);
    else
        thread_join(helper->thread, NULL);
}

/* A new thread inherits the mask of its creator. */
static int create_without_signals(struct helper *helper)
{
    sigset_t before;
    int error;

    kernel_block_all_signals(&before);
    error = create(helper);
    kernel_set_signals(&before);
    return error;
}

int helper_start(struct rank *self, struct helper *helper,
                 void (*run_function)(struct helper *helper, void *argument), void *argument)
{
    int error;

    *helper = (struct helper){.rank = self, .run = run_function, .argument = argument};
    enlist(helper);
    error = create_without_signals(helper);
    if (error == 0)
        return 0;
    delist(helper);
    return note(-1, "no helper thread for rank %d: %s", self->world_rank, strerror(error));
}

bool helper_is_done(const struct helper *helper)
{
    return load_acquire(&helper->is_done); /* edge helper.end */
}

bool helper_should_stop(const struct helper *helper)
{
    return load_acquire(&helper->should_stop); /* edge helper.stop */
}

static bool is_at_work(void *subject)
{
    return !helper_is_done(subject);
}

static void describe(void *subject, struct wait_report *wait_report)
{
    (void)subject;
    fputs("a helper thread of its own", wait_report->words);
}

static const struct wait done = {.is_pending = is_at_work, .describe = describe};

void helper_join(struct helper *helper)
{
    rank_wait(helper->rank, &done, helper);
    join(helper);
    delist(helper);
}

/* No rank_wait here: the rank may be unwound already. */
void helpers_end(struct rank *self)
{
    struct list *link;

    lock_take(&self->helpers_lock);
    for (link = self->helpers.next; link != &self->helpers; link = link->next)
        store_release(&container_of(link, struct helper, link)->should_stop,
                      true); /* edge helper.stop */
    lock_release(&self->helpers_lock);
    while (!list_is_empty(&self->helpers)) {
        struct helper *helper = container_of(self->helpers.next, struct helper, link);

        join(helper);
        delist(helper);
    }
}
