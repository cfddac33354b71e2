/* SPDX-License-Identifier: MIT */
/* Explicit tasks: which tasks wait for them, and which of them depend on others. */
#include "runtime/openmp/order.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "openmp/depend.h"

typedef void copier(void *to, void *from);

/* Stands in front of the data of an explicit task. */
struct task_head {
    long bounds[2];   /* the library writes them: part of a loop, or the event of a detached task */
    void *reductions; /* the library reads the third word */
    body *run;
    copier *copy; /* NULL: plain bytes */
    void *data;
    size_t bytes, offset; /* of the data, from the head on */
    bool is_of_loop, has_event;
    struct parallel *region;
    const struct running *parent; /* a name: it may have ended */
    const char *taskgroup;
    int inputs, outputs;
    void *dependences[]; /* the outputs first */
};

/* The library's flags. */
enum { FLAG_DEPEND = 8, FLAG_NOGROUP = 1 << 11, FLAG_REDUCTION = 1 << 12, FLAG_DETACH = 1 << 13 };

/* The library has the creator of a task call it, with the place where the task will find its
 * data. */
static void copy_task(void *to, void *from)
{
    struct task_head *head = from;
    void *data = (char *)to + head->offset;

    if (head->has_event)
        memcpy(head->data, head->bounds, sizeof head->bounds[0]);
    memcpy(to, from, sizeof *head + (size_t)(head->inputs + head->outputs) * sizeof(void *));
    if (head->copy != NULL)
        head->copy(data, head->data);
    else if (head->bytes > 0)
        memcpy(data, head->data, head->bytes);
    openmp_release(to);
}

/* The first byte is the name of the tasks that write, the second one of those that read. */
static void await_dependences(void *const dependences[], int outputs, int inputs)
{
    int i;

    for (i = 0; i < outputs + inputs; i++) {
        const char *name = dependences[i];

        openmp_acquire(name);
        if (i < outputs)
            openmp_acquire(name + 1);
    }
    openmp_acquire(&openmp_fulfilled);
}

static void end_task(const struct task_head *head, const int *barriers)
{
    int i;

    for (i = 0; i < head->outputs + head->inputs; i++)
        openmp_release((const char *)head->dependences[i] + (i < head->outputs ? 0 : 1));
    if (barriers != NULL)
        openmp_release(&head->region->arrived[*barriers % 2]);
    openmp_release(&head->region->joined);
    openmp_release(head->parent);
    if (head->taskgroup != NULL)
        openmp_release(head->taskgroup);
}

static void run_task(void *argument)
{
    struct task_head *head = argument;
    char *data = (char *)argument + head->offset;
    struct running *outer = openmp_running;
    struct running task = {
        .region = head->region,
        .taskgroup = head->taskgroup,
        .outer_taskgroup = head->taskgroup,
        .barriers = outer != NULL && outer->region == head->region ? outer->barriers : NULL,
    };

    openmp_acquire(head);
    await_dependences(head->dependences, head->outputs, head->inputs);
    if (head->is_of_loop)
        memcpy(data, head->bounds, sizeof head->bounds);
    openmp_running = &task;
    head->run(data);
    openmp_running = outer;
    end_task(head, task.barriers);
}

static size_t round_up(size_t bytes, size_t align)
{
    return (bytes + align - 1) / align * align;
}

/* Fills in what the arguments of a call that makes tasks say. `depend` has room in the head. */
static void fill_head(struct task_head *head, body *run, void *data, copier *copy, long bytes,
                      long align, unsigned flags, void *const *depend)
{
    const int count = depend_count(depend);
    const int outputs = depend_list(depend, head->dependences);
    const size_t head_bytes = sizeof *head + (size_t)count * sizeof(void *);

    head->run = run;
    head->copy = copy;
    head->data = data;
    head->bytes = (size_t)bytes;
    head->offset = round_up(head_bytes, align > 0 ? (size_t)align : 1);
    head->is_of_loop = head->has_event = false;
    head->region = openmp_running->region;
    head->parent = openmp_running;
    head->taskgroup = openmp_running->taskgroup;
    head->outputs = outputs;
    head->inputs = count - outputs;
    head->reductions = NULL;
    if ((flags & FLAG_REDUCTION) != 0 && bytes >= (long)sizeof head->bounds)
        memcpy(&head->reductions, (char *)data + sizeof head->bounds, sizeof head->reductions);
}

static long head_align(long align)
{
    return align > (long)alignof(struct task_head) ? align : (long)alignof(struct task_head);
}

IN_FRONT void GOMP_task(body *run, void *data, copier *copy, long bytes, long align,
                        bool is_deferred, unsigned flags, void **depend, int priority, void *event);
void GOMP_task(body *run, void *data, copier *copy, long bytes, long align, bool is_deferred,
               unsigned flags, void **depend, int priority, void *event)
{
    void **list = (flags & FLAG_DEPEND) != 0 ? depend : NULL;
    const int count = depend_count(list);
    alignas(struct task_head) char room[sizeof(struct task_head) + (size_t)count * sizeof(void *)];
    struct task_head *head = (struct task_head *)room;

    if (openmp_running == NULL) {
        LIBRARYS(GOMP_task)(run, data, copy, bytes, align, is_deferred, flags, depend, priority,
                            event);
        return;
    }
    fill_head(head, run, data, copy, bytes, align, 0, list);
    head->has_event = (flags & FLAG_DETACH) != 0 && data != NULL;
    LIBRARYS(GOMP_task)
    (run_task, head, copy_task, (long)head->offset + bytes, head_align(align), is_deferred, flags,
     depend, priority, event);
}

/* A loop whose parts are tasks waits for them, unless the program says nogroup. */
#define TASKLOOP(function, number)                                                                 \
    IN_FRONT void function(body *run, void *data, copier *copy, long bytes, long align,            \
                           unsigned flags, unsigned long tasks, int priority, number start,        \
                           number end, number step);                                               \
    void function(body *run, void *data, copier *copy, long bytes, long align, unsigned flags,     \
                  unsigned long tasks, int priority, number start, number end, number step)        \
    {                                                                                              \
        char taskgroup; /* a name */                                                               \
        struct task_head head;                                                                     \
                                                                                                   \
        if (openmp_running == NULL) {                                                              \
            LIBRARYS(function)                                                                     \
            (run, data, copy, bytes, align, flags, tasks, priority, start, end, step);             \
            return;                                                                                \
        }                                                                                          \
        fill_head(&head, run, data, copy, bytes, align, flags, NULL);                              \
        head.is_of_loop = true;                                                                    \
        if ((flags & FLAG_NOGROUP) == 0)                                                           \
            head.taskgroup = &taskgroup;                                                           \
        LIBRARYS(function)                                                                         \
        (run_task, &head, copy_task, (long)head.offset + bytes, head_align(align), flags, tasks,   \
         priority, start, end, step);                                                              \
        if ((flags & FLAG_NOGROUP) == 0)                                                           \
            openmp_acquire(&taskgroup);                                                            \
    }

TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)

IN_FRONT void GOMP_taskwait(void);
void GOMP_taskwait(void)
{
    LIBRARYS(GOMP_taskwait)();
    if (openmp_running != NULL)
        openmp_acquire(openmp_running);
    openmp_acquire(&openmp_fulfilled);
}

IN_FRONT void GOMP_taskwait_depend(void **depend);
void GOMP_taskwait_depend(void **depend)
{
    const int count = depend_count(depend);
    void *listed[count + 1];
    int outputs;

    LIBRARYS(GOMP_taskwait_depend)(depend);
    outputs = depend_list(depend, listed);
    await_dependences(listed, outputs, count - outputs);
}

static const char *name_of_taskgroup(const struct running *task, int depth)
{
    return &task->taskgroups[depth < TASKGROUPS_MAX ? depth : TASKGROUPS_MAX - 1];
}

IN_FRONT void GOMP_taskgroup_start(void);
void GOMP_taskgroup_start(void)
{
    struct running *self = openmp_running;

    LIBRARYS(GOMP_taskgroup_start)();
    if (self == NULL)
        return;
    self->taskgroup = name_of_taskgroup(self, self->depth);
    self->depth++;
}

IN_FRONT void GOMP_taskgroup_end(void);
void GOMP_taskgroup_end(void)
{
    struct running *self = openmp_running;

    LIBRARYS(GOMP_taskgroup_end)();
    if (self == NULL)
        return;
    openmp_acquire(self->taskgroup);
    openmp_acquire(&openmp_fulfilled);
    self->depth--;
    self->taskgroup = self->depth > 0 ? name_of_taskgroup(self, self->depth - 1)
                                      : self->outer_taskgroup;
}

IN_FRONT void omp_fulfill_event(uintptr_t event);
void omp_fulfill_event(uintptr_t event)
{
    openmp_release(&openmp_fulfilled);
    LIBRARYS(omp_fulfill_event)(event);
}
