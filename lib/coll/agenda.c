/* SPDX-License-Identifier: MIT */
#include "coll/agenda.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/note.h"
#include "coll/card.h"

struct task {
    struct coll coll;
    struct coll_call call;
    struct board *board; /* a persistent operation's own; NULL: the communicator's */
    struct list link;    /* on the agenda */
    struct request *request;
    char sentence[REPORT_BYTES]; /* about how it failed */
};

static void finish(struct task *task)
{
    struct request *request = task->request;

    request->error = coll_end(&task->coll);
    if (unlikely(request->error != MPI_SUCCESS))
        snprintf(task->sentence, sizeof task->sentence, "%s", note_text());
    request_complete(request);
}

/* Once through the agenda; entered and left inside the guard, which is open in between. True when
 * something has been completed. */
static bool go_through(struct rank *self)
{
    struct list *at = self->agenda.next;
    bool moved = false;

    while (at != &self->agenda) {
        struct task *task = container_of(at, struct task, link);
        bool is_over;

        guard_leave(&self->guard);
        is_over = coll_advance(&task->coll);
        guard_enter(&self->guard);
        at = at->next;
        if (!is_over)
            continue;
        list_remove(&task->link);
        fetch_add_relaxed(&self->agenda_length, -1);
        guard_leave(&self->guard);
        finish(task);
        guard_enter(&self->guard);
        moved = true;
    }
    return moved;
}

bool coll_progress(struct rank *self)
{
    bool moved = false;

    if (likely(load_relaxed(&self->agenda_length) == 0))
        return false;
    guard_enter(&self->guard);
    if (self->is_agenda_busy) {
        self->is_agenda_wanted = true;
        guard_leave(&self->guard);
        return false;
    }
    self->is_agenda_busy = true;
    do {
        self->is_agenda_wanted = false;
        moved |= go_through(self);
    } while (self->is_agenda_wanted);
    self->is_agenda_busy = false;
    guard_leave(&self->guard);
    return moved;
}

static int begin(struct task *task)
{
    struct rank *self = task->request->owner;
    int err = coll_begin(&task->coll, &task->call, task->board);

    if (err != MPI_SUCCESS)
        return err;
    if (coll_advance(&task->coll)) {
        finish(task);
        return MPI_SUCCESS;
    }
    guard_enter(&self->guard);
    if (self->agenda.next == NULL)
        list_init(&self->agenda);
    list_append(&self->agenda, &task->link);
    fetch_add_relaxed(&self->agenda_length, 1);
    guard_leave(&self->guard);
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

static void release(struct request *request)
{
    struct task *task = request->extra;

    if (task->board != NULL)
        board_close_offspring(context_board(request->comm->context), task->board);
    drop(&task->call);
    coll_call_give(&task->call);
    memory_give(task);
}

static void explain(const struct request *request)
{
    const struct task *task = request->extra;

    note(request->error, "%s", task->sentence);
}

static void describe(const struct request *request, struct situation *situation)
{
    const struct task *task = request->extra;
    char text[CALL_TEXT_BYTES];

    card_describe_call(&task->coll, text, sizeof text);
    coll_describe(&task->coll, text, situation);
}

static const struct request_class coll_class = {
    .advance = advance,
    .restart = restart,
    .release = release,
    .explain = explain,
    .describe = describe,
};

const struct coll_call *coll_of_request(const struct request *request)
{
    const struct task *task = request->extra;

    return request->class == &coll_class ? &task->call : NULL;
}

/* The board of the next persistent operation; all members count them alike. */
static struct board *open_board(struct comm *comm)
{
    struct board *board = context_board(comm->context);

    if (board == NULL)
        return NULL;
    return board_open_offspring(board, ++board->members[turn_seat_of(comm)].offspring);
}

static int no_memory(void)
{
    return note(MPI_ERR_NO_MEM, "no memory for a collective operation");
}

/* Takes over what the call owns. NULL: no memory. */
static struct task *create(struct rank *self, const struct coll_call *call)
{
    struct task *task = memory_take_zeroed(sizeof *task);

    if (task == NULL) {
        coll_call_give(call);
        return NULL;
    }
    task->call = *call;
    task->request = request_create(self, &coll_class, call->comm);
    if (task->request == NULL) {
        coll_call_give(call);
        memory_give(task);
        return NULL;
    }
    task->request->extra = task;
    task->request->source = MPI_ANY_SOURCE;
    task->request->tag = MPI_ANY_TAG;
    task->request->bytes = 0;
    hold(&task->call);
    return task;
}

int coll_start(struct rank *self, const struct coll_call *call, struct request **started)
{
    struct task *task = create(self, call);
    int err;

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

    if (task == NULL)
        return no_memory();
    task->request->is_persistent = true;
    task->request->is_inactive = true;
    task->board = open_board(call->comm);
    if (task->board == NULL) {
        request_free(task->request);
        return no_memory();
    }
    *prepared = task->request;
    return MPI_SUCCESS;
}
