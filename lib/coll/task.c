/* SPDX-License-Identifier: MIT */
#include "coll/task.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/note.h"
#include "coll/agenda.h"
#include "coll/prepare.h"
#include "coll/wording.h"

struct task {
    struct item item;
    struct coll coll;
    struct coll_call call;
    struct board *board; /* a persistent operation's own; NULL: the communicator's */
    struct request *request;
    char sentence[REPORT_BYTES]; /* about how it failed */
};

static struct task *task_of(struct item *item)
{
    return container_of(item, struct task, item);
}

static bool advance_item(struct item *item)
{
    return coll_advance(&task_of(item)->coll);
}

static void finish_item(struct item *item)
{
    struct task *task = task_of(item);
    struct request *request = task->request;

    request->error = coll_end(&task->coll);
    if (unlikely(request->error != MPI_SUCCESS))
        snprintf(task->sentence, sizeof task->sentence, "%s", note_text());
    request_complete(request);
}

static int begin(struct task *task)
{
    int err = coll_begin(&task->coll, &task->call, task->board);

    if (err != MPI_SUCCESS)
        return err;
    if (coll_open(&task->coll))
        finish_item(&task->item);
    else
        agenda_add(task->request->owner, &task->item);
    return MPI_SUCCESS;
}

static void hold_types(const struct blocks *blocks, void (*change)(const struct type *type))
{
    int i;

    for (i = 0; blocks->types != NULL && i < blocks->types_count; i++)
        change(blocks->types[i]);
}

/* Types and operations may be freed by the user while the operation is under way. */
static void hold(const struct coll_call *call)
{
    type_hold(call->send.type);
    type_hold(call->recv.type);
    if (call->op != NULL)
        op_hold(call->op);
    hold_types(&call->send_blocks, type_hold);
    hold_types(&call->recv_blocks, type_hold);
}

static void drop(const struct coll_call *call)
{
    type_drop(call->send.type);
    type_drop(call->recv.type);
    op_drop(call->op);
    hold_types(&call->send_blocks, type_drop);
    hold_types(&call->recv_blocks, type_drop);
}

static bool advance(struct request *request)
{
    coll_progress(request->owner);
    return request_is_done(request);
}

static int restart(struct request *request)
{
    return begin(request->extra);
}

static int no_memory(void)
{
    return note(MPI_ERR_NO_MEM, "no memory for a collective operation");
}

static void release(struct request *request)
{
    struct task *task = request->extra;

    if (task == NULL)
        return;
    prepare_close_board(request->comm, task->board);
    drop(&task->call);
    coll_call_give(&task->call);
    memory_give(task);
}

static void explain(const struct request *request)
{
    const struct task *task = request->extra;

    note(request->error, "%s", task->sentence);
}

static void describe(const struct request *request, struct wait_report *wait_report)
{
    const struct task *task = request->extra;
    char text[CALL_TEXT_BYTES];

    wording_of_call(&task->coll, text);
    coll_describe(&task->coll, text, wait_report);
}

static const struct request_class coll_class = {
    .advance = advance,
    .restart = restart,
    .release = release,
    .explain = explain,
    .describe = describe,
    .has_to_be_completed = true,
};

const struct coll_call *coll_of_request(const struct request *request)
{
    const struct task *task = request->extra;

    return request->class == &coll_class && task != NULL ? &task->call : NULL;
}

/* Takes over what the call owns. NULL: no memory. */
static struct task *create(struct rank *self, const struct coll_call *call)
{
    struct task *task = memory_take_zeroed(sizeof *task);
    struct request *request =
        task != NULL ? request_create(self, &coll_class, call->comm) : NULL;

    if (request == NULL) {
        coll_call_give(call);
        memory_give(task);
        return NULL;
    }
    task->item = (struct item){.advance = advance_item, .finish = finish_item};
    task->call = *call;
    task->request = request;
    request->extra = task;
    hold(&task->call);
    return task;
}

/* What goes with a call lasts as long as its request, for those who ask what that uses. */
static bool owns(const struct coll_call *call)
{
    return call->owned[0] != NULL || call->owned[1] != NULL;
}

/* A request of which nothing is left to be done. */
static int start_done(struct rank *self, const struct coll_call *call, struct request **started)
{
    struct request *request = request_create(self, &coll_class, call->comm);

    if (request == NULL)
        return no_memory();
    request_complete_own(request);
    *started = request;
    return MPI_SUCCESS;
}

int coll_start(struct rank *self, const struct coll_call *call, struct request **started)
{
    struct task *task;
    int err;

    if (!owns(call) && coll_run_alone(call))
        return start_done(self, call, started);
    task = create(self, call);
    if (task == NULL)
        return no_memory();
    err = begin(task);
    if (err == MPI_SUCCESS)
        *started = task->request;
    else
        request_free(task->request);
    return err;
}

int coll_prepare(struct rank *self, const struct coll_call *call, struct request **prepared)
{
    struct task *task = create(self, call);
    int err;

    if (task == NULL)
        return no_memory();
    task->request->is_persistent = true;
    task->request->is_inactive = true;
    err = prepare_open_board(&task->call, &task->board);
    if (err == MPI_SUCCESS)
        *prepared = task->request;
    else
        request_free(task->request);
    return err;
}
