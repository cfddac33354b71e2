/* SPDX-License-Identifier: MIT */
#include "openmp/queue.h"

#include "base/memory.h"
#include "openmp/depend.h"
#include "rank/choice.h"

_Thread_local struct team_task *openmp_task;

enum { FLAG_FINAL = 2 };

/* ---- tasks ---------------------------------------------------------------------------------- */

static struct team_task *task_of(const struct list *link)
{
    return container_of(link, struct team_task, link);
}

/* Do both name one place, and does one of them write there? */
static bool depend_on_each_other(const struct team_task *one, const struct team_task *other)
{
    int i, k;

    for (i = 0; i < one->count; i++)
        for (k = 0; k < other->count; k++)
            if (one->dependences[i] == other->dependences[k] &&
                (i < one->outputs || k < other->outputs))
                return true;
    return false;
}

bool queue_has_to_wait(const struct team *team, const struct team_task *task)
{
    const struct list *link = team->tasks.next;

    while (link != &team->tasks && task_of(link) != task &&
           (task_of(link)->parent != task->parent || !depend_on_each_other(task_of(link), task)))
        link = link->next;
    return link != &team->tasks && task_of(link) != task;
}

static bool may_take(const struct awaited *awaited, const struct team_task *task)
{
    return !task->is_running && (awaited->admits == NULL || awaited->admits(awaited, task)) &&
           !queue_has_to_wait(awaited->team, task);
}

/* The nth that the caller may run; NULL: there are fewer. */
static struct team_task *nth_ready(const struct awaited *awaited, int nth)
{
    const struct list *all = &awaited->team->tasks, *link;

    for (link = all->next; link != all; link = link->next)
        if (may_take(awaited, task_of(link)) && nth-- == 0)
            return task_of(link);
    return NULL;
}

static void unuse(struct team_task *task)
{
    if (--task->uses == 0)
        memory_give(task);
}

static void end_task(struct team *team, struct team_task *task)
{
    lock_take(&team->lock);
    list_remove(&task->link);
    if (task->group != NULL)
        task->group->unfinished--;
    unuse(task->parent);
    unuse(task);
    lock_release(&team->lock);
}

void queue_run(struct team_task *task)
{
    struct team_task *outer = openmp_task;

    task->is_running = true;
    openmp_task = task;
    BEHIND(GOMP_task)
    (task->run, task->data, NULL, task->bytes, task->align, false, task->is_final ? FLAG_FINAL : 0,
     NULL, 0, NULL);
    openmp_task = outer;
    end_task(task->team, task);
}

/* ---- new ones ------------------------------------------------------------------------------- */

static void copy_data(struct team_task *task, const struct team_task *given,
                      openmp_copier *copy, char *room)
{
    const uintptr_t align = given->align > 0 ? (uintptr_t)given->align : 1;

    task->data = room + (align - (uintptr_t)room % align) % align;
    if (copy != NULL)
        copy(task->data, given->data);
    else if (given->bytes > 0)
        memcpy(task->data, given->data, (size_t)given->bytes);
}

struct team_task *queue_add(struct team *team, const struct team_task *given, openmp_copier *copy,
                       void **depend)
{
    const int count = depend_count(depend);
    const size_t head_bytes = sizeof *given + (size_t)count * sizeof(void *);
    struct team_task *task = memory_take(head_bytes + (size_t)given->align + (size_t)given->bytes);

    if (task == NULL)
        return NULL;
    *task = *given;
    task->dependences = (void **)(task + 1);
    task->outputs = depend_list(depend, task->dependences);
    task->count = count;
    task->team = team;
    task->parent = openmp_task;
    task->group = task->inner = openmp_task->inner;
    task->uses = 1;
    copy_data(task, given, copy, (char *)task + head_bytes);
    lock_take(&team->lock);
    list_append(&team->tasks, &task->link);
    team->has_tasks = true;
    task->parent->uses++;
    if (task->group != NULL)
        task->group->unfinished++;
    lock_release(&team->lock);
    return task;
}

/* ---- work by turns -------------------------------------------------------------------------- */

static bool has_nothing_to_do(void *subject)
{
    const struct awaited *awaited = subject;

    return !awaited->is_over(awaited) && nth_ready(awaited, 0) == NULL;
}

/* Returns one of those that are ready, which is chosen; NULL: there is none. */
static struct team_task *choose_ready(struct rank *self, const struct awaited *awaited)
{
    struct choice_list list;
    int count = 0, i;

    while (nth_ready(awaited, count) != NULL)
        count++;
    if (count == 0)
        return NULL;
    choice_list_open(&list, count);
    for (i = 0; i < count; i++)
        choice_list_add(&list, i, CHOICE_NO_NUMBER, 0);
    return nth_ready(awaited, choice_list_ask(self, &list, CHOICE_TASK,
                                              (const void *)awaited->site).number);
}

/* Takes its turn among those who could. False: the turns have ended. */
static bool take_one(struct rank *self, const struct awaited *awaited,
                     const struct turn_block *block)
{
    struct team_task *task;

    if (!taken_stand(self, TURN_TASK, &awaited->team->tasks, TURN_TAKE, block))
        return false;
    taken_end(self, true);
    task = awaited->is_over(awaited) ? NULL : choose_ready(self, awaited);
    if (task != NULL)
        queue_run(task);
    return true;
}

/* A member that comes when others have run all tasks could have come before them, so it looks at
 * least once. */
bool queue_work(const struct awaited *awaited)
{
    const struct turn_block block = {.is_pending = has_nothing_to_do,
                                     .subject = (void *)(uintptr_t)awaited,
                                     .site = (const void *)awaited->site,
                                     .words = awaited->words};
    const struct turn_block none = {.site = (const void *)awaited->site};
    struct rank *self = openmp_self(awaited->site, NULL);
    bool goes_on = self != NULL && (!awaited->team->has_tasks || take_one(self, awaited, &none));

    while (goes_on && (self = openmp_self(awaited->site, NULL)) != NULL) {
        if (awaited->is_over(awaited))
            return true;
        goes_on = nth_ready(awaited, 0) != NULL ? take_one(self, awaited, &block)
                                                : turn_block(self, &block);
    }
    return false;
}

/* ---- without turns -------------------------------------------------------------------------- */

static struct team_task *take_ready(const struct awaited *awaited)
{
    struct team_task *task;

    lock_take(&awaited->team->lock);
    task = nth_ready(awaited, 0);
    if (task != NULL)
        task->is_running = true;
    lock_release(&awaited->team->lock);
    return task;
}

bool queue_work_freely(const struct awaited *awaited)
{
    struct team_task *task;
    bool is_over;

    while ((task = take_ready(awaited)) != NULL)
        queue_run(task);
    lock_take(&awaited->team->lock);
    is_over = awaited->is_over(awaited);
    lock_release(&awaited->team->lock);
    return is_over;
}
