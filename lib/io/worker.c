/* SPDX-License-Identifier: MIT */
#include "io/worker.h"

#include "base/container.h"
#include "base/memory.h"
#include "io/state.h"
#include "rank/thread/helper.h"
#include "sync/lock.h"
#include "sync/park.h"

enum { LINGER_NS = 10 * 1000 * 1000 };

struct task {
    struct list link;
    void (*run)(void *argument);
    void *argument;
};

struct worker {
    struct lock lock;
    struct list tasks;
    struct park park;
    bool is_running; /* it will look at the list again */
    bool is_started; /* and has to be joined */
    bool should_end;
    struct helper helper;
};

/* Returns the next task; NULL when the thread is to end. */
static struct task *next_task(struct worker *worker, struct helper *helper)
{
    bool has_slept = false, is_over = false;

    for (;;) {
        uint32_t seen = park_count(&worker->park);
        struct task *task = NULL;

        lock_take(&worker->lock);
        if (!list_is_empty(&worker->tasks) && !helper_should_stop(helper)) {
            task = container_of(worker->tasks.next, struct task, link);
            list_remove(&task->link);
        } else if (has_slept || worker->should_end || helper_should_stop(helper)) {
            worker->is_running = false;
            is_over = true;
        }
        lock_release(&worker->lock);
        if (task != NULL || is_over)
            return task;
        park_sleep(&worker->park, seen, LINGER_NS);
        has_slept = true;
    }
}

static void work(struct helper *helper, void *argument)
{
    struct worker *worker = argument;
    struct task *task;

    while ((task = next_task(worker, helper)) != NULL) {
        const struct task copy = *task;

        memory_give(task);
        copy.run(copy.argument);
    }
}

static struct worker *worker_of(struct rank *self)
{
    struct io_rank *own = io_rank_of(self);
    struct worker *made;

    if (own == NULL || own->worker != NULL)
        return own != NULL ? own->worker : NULL;
    made = memory_take_zeroed(sizeof *made);
    if (made == NULL)
        return NULL;
    list_init(&made->tasks);
    park_init(&made->park);
    guard_enter(&self->guard);
    if (own->worker == NULL) {
        own->worker = made;
        made = NULL;
    }
    guard_leave(&self->guard);
    memory_give(made);
    return own->worker;
}

/* Gives the task to a thread that runs; false: there is none. The caller starts one then. */
static bool hand_over(struct worker *worker, struct task *task)
{
    bool is_running;

    lock_take(&worker->lock);
    is_running = worker->is_running;
    list_append(&worker->tasks, &task->link);
    worker->is_running = true;
    worker->should_end = false;
    lock_release(&worker->lock);
    if (is_running)
        park_wake(&worker->park);
    return is_running;
}

/* There can be no thread: the caller does all that is there. */
static void do_all(struct worker *worker)
{
    for (;;) {
        struct task *task = NULL;

        lock_take(&worker->lock);
        if (!list_is_empty(&worker->tasks)) {
            task = container_of(worker->tasks.next, struct task, link);
            list_remove(&task->link);
        } else {
            worker->is_running = false;
        }
        lock_release(&worker->lock);
        if (task == NULL)
            return;
        task->run(task->argument);
        memory_give(task);
    }
}

void worker_do(struct rank *self, void (*run)(void *argument), void *argument)
{
    struct worker *worker = worker_of(self);
    struct task *task = worker != NULL ? memory_take(sizeof *task) : NULL;

    if (task == NULL) {
        run(argument);
        return;
    }
    *task = (struct task){.run = run, .argument = argument};
    list_init(&task->link);
    if (hand_over(worker, task))
        return;
    if (worker->is_started)
        helper_join(&worker->helper); /* it has ended, or is about to */
    worker->is_started = helper_start(self, &worker->helper, work, worker) == 0;
    if (!worker->is_started)
        do_all(worker);
}

void worker_end(struct rank *self)
{
    struct io_rank *own = io_rank_of(self);
    struct worker *worker = own != NULL ? own->worker : NULL;

    if (worker == NULL || !worker->is_started)
        return;
    lock_take(&worker->lock);
    worker->should_end = true;
    lock_release(&worker->lock);
    park_wake(&worker->park);
    helper_join(&worker->helper);
    worker->is_started = false;
}

void worker_free(struct rank *rank)
{
    struct io_rank *own = load_relaxed(&rank->local[FLOOR_IO]);

    if (own == NULL || own->worker == NULL)
        return;
    while (!list_is_empty(&own->worker->tasks)) {
        struct task *task = container_of(own->worker->tasks.next, struct task, link);

        list_remove(&task->link);
        memory_give(task);
    }
    memory_give(own->worker);
    own->worker = NULL;
}
