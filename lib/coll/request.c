/* SPDX-License-Identifier: MIT */
#include "coll/request.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "coll/driver.h"
#include "coll/policy.h"
#include "coll/verify/agree.h"
#include "coll/verify/wording.h"
#include "rank/observe/tally.h"

/* The facts that a request needs of an operation that is not over when it has been started. */
struct started {
    struct list link; /* in the rank's progress list */
    struct request *request;
    struct coll_op op;
    struct coll_args args; /* and what they point to, which does not last */
    struct call call;
    struct blocks send_blocks, recv_blocks;
    char *sentence; /* about how it failed; NULL: it has not, or there was no memory for it */
    int64_t arrays[]; /* of blocks: copies of the caller's */
};

/* ---- arguments that last --------------------------------------------------------------------- */

static int types_count(const struct blocks *blocks)
{
    return blocks != NULL && blocks->types != NULL ? blocks->types_count : 0;
}

typedef void change_type(const struct type *type);

static void change_side(const struct data *side, const struct blocks *blocks, change_type *change)
{
    int i;

    change(side->type);
    for (i = 0; i < types_count(blocks); i++)
        change(blocks->types[i]);
}

/* The user may free types and operations while the operation is under way. Plain arguments are all
 * predefined. */
static void hold(const struct coll_args *args)
{
    if (args->is_plain)
        return;
    change_side(&args->send, args->send_blocks, type_hold);
    change_side(&args->recv, args->recv_blocks, type_hold);
    if (args->op != NULL)
        op_hold(args->op);
}

static void drop_args(const struct coll_args *args)
{
    if (args->is_plain)
        return;
    change_side(&args->send, args->send_blocks, type_drop);
    change_side(&args->recv, args->recv_blocks, type_drop);
    op_drop(args->op);
}

/* A started operation copies counts and displacements as well: programs free or change them at
 * once, though 6.12 says that they should not. Lengths are in elements of struct started's
 * arrays. */
static size_t length_of(size_t bytes)
{
    return (bytes + sizeof(int64_t) - 1) / sizeof(int64_t);
}

/* How long the copies of a side's arrays are. */
static size_t arrays_length(const struct blocks *blocks, int count)
{
    if (blocks == NULL)
        return 0;
    return length_of((size_t)types_count(blocks) * sizeof *blocks->types) +
           length_of(view_bytes(blocks->counts, (size_t)count)) +
           length_of(view_bytes(blocks->displacements, (size_t)count));
}

/* Returns the copy, and moves *room behind it. */
static void *keep_array(const void *array, size_t bytes, int64_t **room)
{
    void *copy = *room;

    if (bytes > 0)
        memcpy(copy, array, bytes);
    *room += length_of(bytes);
    return copy;
}

static struct int_view keep_view(struct int_view view, int count, int64_t **room)
{
    size_t bytes = view_bytes(view, (size_t)count);
    void *copy = keep_array(view_start(view), bytes, room);

    if (bytes == 0)
        return view;
    return view.narrow != NULL ? view_narrow(copy) : view_wide(copy);
}

static void keep_blocks(const struct blocks **blocks, int count, struct blocks *kept,
                        int64_t **room)
{
    size_t bytes = (size_t)types_count(*blocks) * sizeof *kept->types;

    if (*blocks == NULL)
        return;
    *kept = **blocks;
    *blocks = kept;
    if (bytes > 0)
        kept->types = keep_array(kept->types, bytes, room);
    kept->counts = keep_view(kept->counts, count, room);
    kept->displacements = keep_view(kept->displacements, count, room);
}

/* NULL: no memory. */
static struct started *create_started(const struct coll_args *args, struct request *request)
{
    int sent = coll_blocks_sent(args), received = coll_blocks_received(args);
    size_t length = arrays_length(args->send_blocks, sent) +
                    arrays_length(args->recv_blocks, received);
    struct started *started = memory_take(sizeof *started + length * sizeof started->arrays[0]);
    int64_t *room;

    request->extra = started;
    if (unlikely(started == NULL))
        return NULL;
    room = started->arrays;
    started->request = request;
    started->args = *args;
    started->call = *args->call;
    started->args.call = &started->call;
    keep_blocks(&started->args.send_blocks, sent, &started->send_blocks, &room);
    keep_blocks(&started->args.recv_blocks, received, &started->recv_blocks, &room);
    started->sentence = NULL;
    hold(&started->args);
    return started;
}

/* ---- the progress list ----------------------------------------------------------------------- */

static void add_to_progress_list(struct rank *self, struct started *started)
{
    guard_enter(&self->guard);
    if (self->progress_list.next == NULL)
        list_init(&self->progress_list);
    list_append(&self->progress_list, &started->link);
    fetch_add_relaxed(&self->progress_list_length, 1);
    guard_leave(&self->guard);
}

/* The sentence about a failure goes with the request. */
static void conclude(struct request *request, int err)
{
    struct started *started = request->extra;

    request->error = err;
    if (unlikely(err != MPI_SUCCESS) && started != NULL) {
        if (started->sentence == NULL)
            started->sentence = memory_take(REPORT_BYTES);
        if (started->sentence != NULL)
            snprintf(started->sentence, REPORT_BYTES, "%s", note_text());
    }
    request_complete(request);
}

/* Once through the list; entered and left inside the guard, which is open in between. True when
 * something has been completed. */
static bool go_through(struct rank *self)
{
    struct list *at = self->progress_list.next;
    bool moved = false;

    while (at != &self->progress_list) {
        struct started *started = container_of(at, struct started, link);
        bool is_over;

        guard_leave(&self->guard);
        is_over = coll_advance(&started->op);
        guard_enter(&self->guard);
        at = at->next;
        if (!is_over)
            continue;
        list_remove(&started->link);
        fetch_add_relaxed(&self->progress_list_length, -1);
        guard_leave(&self->guard);
        conclude(started->request, coll_end(&started->op));
        guard_enter(&self->guard);
        moved = true;
    }
    return moved;
}

bool coll_progress(struct rank *self)
{
    bool moved = false;

    if (likely(load_relaxed(&self->progress_list_length) == 0))
        return false;
    guard_enter(&self->guard);
    if (self->is_progress_list_busy) {
        self->is_progress_list_wanted = true;
        guard_leave(&self->guard);
        return false;
    }
    self->is_progress_list_busy = true;
    do {
        self->is_progress_list_wanted = false;
        moved |= go_through(self);
    } while (self->is_progress_list_wanted);
    self->is_progress_list_busy = false;
    guard_leave(&self->guard);
    return moved;
}

/* ---- the boards of persistent operations --------------------------------------------------- */

/* The next one, for this call: 0, or with a note MPI_ERR_NO_MEM or MPI_ERR_OTHER: the members have
 * not prepared the same, now or before. */
static int open_board(struct coll_args *args)
{
    const struct board_call known = call_record_of(args);
    struct board *family = context_board(args->comm->context);
    int seat = round_seat_of(args->comm);

    if (family != NULL)
        args->board = board_open_offspring(family, board_prepare(family, seat), seat, &known);
    if (args->board == NULL)
        return coll_no_memory();
    if (likely(call_agrees_with_opener(args, args->board) && !board_is_broken(args->board)))
        return MPI_SUCCESS;
    return coll_note_mismatch(args->board, 0);
}

static void close_board(const struct coll_args *args)
{
    if (args->board != NULL)
        board_close_offspring(context_board(args->comm->context), args->board);
}

/* ---- the request class ------------------------------------------------------------------- */

static bool advance(struct request *request)
{
    coll_progress(request->owner);
    return request_is_done(request);
}

/* An operation has been opened, and has its place: it ends, or goes on to the progress list. */
static void go_on(struct started *started, bool is_over)
{
    struct request *request = started->request;
    int err;

    if (!is_over) {
        add_to_progress_list(request->owner, started);
        return;
    }
    err = coll_end(&started->op);
    request->error = err;
    if (likely(err == MPI_SUCCESS))
        request_complete_own(request);
    else
        conclude(request, err);
}

/* Begins the operation where it is going to stay. */
static int begin_started(struct started *started)
{
    int err = coll_begin(&started->op);

    if (unlikely(err != MPI_SUCCESS))
        return err;
    coll_settle(&started->op);
    go_on(started, coll_open(&started->op));
    return MPI_SUCCESS;
}

static int restart(struct request *request)
{
    return begin_started(request->extra);
}

static void move_buffer(struct request *request, ptrdiff_t shift)
{
    struct started *started = request->extra;

    args_move_received(&started->args, shift);
}

static void release(struct request *request)
{
    struct started *started = request->extra;

    if (started == NULL)
        return;
    close_board(&started->args);
    drop_args(&started->args);
    memory_give(started->sentence);
    memory_give(started);
}

static void explain(const struct request *request)
{
    const struct started *started = request->extra;

    if (started != NULL && started->sentence != NULL)
        note(request->error, "%s", started->sentence);
    else
        note(request->error, "no memory for the sentence about a collective operation's error");
}

static void describe_started(const struct request *request, struct wait_report *wait_report)
{
    const struct started *started = request->extra;
    char text[CALL_TEXT_BYTES];

    wording_of_call(&started->op, text);
    coll_describe(&started->op, text, wait_report);
}

/* A member of a neighbourhood waits for its neighbours; the board does not show for which. */
static void show_awaited(const struct request *request, struct tally_awaited *awaited)
{
    const struct started *started = request->extra;

    if (started == NULL || started->args.neighbors != NULL)
        return;
    awaited->board = started->op.board;
    awaited->number = started->op.seqno;
}

static void tell_order(const struct request *request, bool is_last)
{
    const struct started *started = request->extra;

    (void)is_last;
    if (started != NULL)
        coll_tell_end(&started->op);
}

static const struct request_class coll_class = {
    .advance = advance,
    .restart = restart,
    .move_buffer = move_buffer,
    .release = release,
    .explain = explain,
    .describe = describe_started,
    .tell = show_awaited,
    .tell_order = tell_order,
    .has_to_be_completed = true,
};

const struct coll_args *coll_of_request(const struct request *request)
{
    const struct started *started = request->extra;

    return request->class == &coll_class && started != NULL ? &started->args : NULL;
}

/* ---- starting -------------------------------------------------------------------------------- */

/* An operation that has begun on the stack is over, or goes on in memory of its own. Without
 * memory it is waited for here: there would be none later either. */
static int go_on_elsewhere(struct coll_op *op, bool is_over, struct request *request)
{
    int err = is_over ? coll_end(op) : MPI_SUCCESS;
    struct started *started;

    if (likely(is_over && err == MPI_SUCCESS && !causal_is_there())) {
        request_complete_own(request);
        return MPI_SUCCESS;
    }
    started = create_started(op->args, request);
    if (likely(started != NULL)) {
        started->op = *op;
        started->op.args = &started->args;
    }
    if (is_over || unlikely(started == NULL)) {
        conclude(request, is_over ? err : coll_finish(op));
        return MPI_SUCCESS;
    }
    coll_settle(&started->op);
    add_to_progress_list(request->owner, started);
    return MPI_SUCCESS;
}

static int start_small(const struct coll_args *args, const struct coll_algorithm *algorithm,
                       struct request *request)
{
    struct coll_op op;
    int err = coll_init(&op, args, algorithm);

    if (likely(err == MPI_SUCCESS))
        err = coll_begin(&op);
    return likely(err == MPI_SUCCESS) ? go_on_elsewhere(&op, coll_open(&op), request) : err;
}

static int start_large(const struct coll_args *args, const struct coll_algorithm *algorithm,
                       struct request *request)
{
    struct started *started = create_started(args, request);
    int err = started != NULL ? coll_init(&started->op, &started->args, algorithm)
                              : coll_no_memory();

    return err == MPI_SUCCESS ? begin_started(started) : err;
}

static int start_done(const struct coll_args *args, const struct coll_algorithm *algorithm,
                      struct request *request)
{
    (void)args;
    (void)algorithm;
    request_complete_own(request);
    return MPI_SUCCESS;
}

static int prepare(const struct coll_args *args, const struct coll_algorithm *algorithm,
                   struct request *request)
{
    struct started *started = create_started(args, request);
    int err = started != NULL ? open_board(&started->args) : coll_no_memory();

    request->is_persistent = true;
    request->is_inactive = true;
    return err == MPI_SUCCESS ? coll_init(&started->op, &started->args, algorithm) : err;
}

/* Makes a request and has it carry the call out by `start`. */
ALWAYS_INLINE int make_request(const struct coll_args *args, const struct coll_algorithm *algorithm,
                               int start(const struct coll_args *, const struct coll_algorithm *,
                                         struct request *),
                               struct request **made)
{
    struct request *request = request_create(args->comm->self, &coll_class, args->comm);
    int err;

    if (unlikely(request == NULL))
        return coll_no_memory();
    request->extra = NULL;
    err = start(args, algorithm, request);
    if (likely(err == MPI_SUCCESS))
        *made = request;
    else
        request_free(request);
    return err;
}

int coll_start(const struct coll_args *args, const struct coll_algorithm *algorithm,
               struct request **started)
{
    return algorithm->is_small ? make_request(args, algorithm, start_small, started)
                               : make_request(args, algorithm, start_large, started);
}

int coll_start_done(const struct coll_args *args, struct request **started)
{
    return make_request(args, NULL, start_done, started);
}

int coll_prepare(const struct coll_args *args, struct request **prepared)
{
    return make_request(args, coll_choose(args), prepare, prepared);
}
