/* SPDX-License-Identifier: MIT */
#include "check/pending.h"

#include "base/finding.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/tsan.h"
#include "check/contents.h"
#include "check/scope.h"
#include "rank/world.h"
#include "request/request.h"

static const struct address_range no_addresses = {UINTPTR_MAX, 0};

static void users_init(struct users *users)
{
    list_init(&users->pending);
    users->hull = no_addresses;
}

bool buffers_are_to_be_diverted(void)
{
    return knobs.buffers == BUFFERS_ARE_DIVERTED ||
           (knobs.buffers == BUFFERS_ARE_REPORTED && finding_choice.is_on && !tsan_is_there());
}

int buffers_open(struct rank *self)
{
    if (self->world->options.watches_buffers <= BUFFERS_PASS)
        return MPI_SUCCESS;
    self->buffers = memory_take_zeroed(sizeof *self->buffers);
    if (self->buffers == NULL)
        return note(MPI_ERR_NO_MEM, "no memory to watch buffers");
    contents_begin();
    users_init(&self->buffers->users[BUFFER_SENT]);
    users_init(&self->buffers->users[BUFFER_RECEIVED]);
    return MPI_SUCCESS;
}

static void drop_types(struct pending_buffer *pending)
{
    for (int i = 0; i < pending->count; i++)
        type_drop(pending->blocks[i].type);
}

static void destroy_pending_buffer(struct pending_buffer *pending)
{
    snapshot_give(&pending->snapshot);
    memory_give(pending);
}

/* Ends the use of an entry that is in no list and no chain. */
static void give_pending_buffer(struct buffers *buffers, struct pending_buffer *pending)
{
    drop_types(pending);
    memory_give(pending->change);
    if (unlikely(pending->count != 1)) {
        destroy_pending_buffer(pending);
        return;
    }
    snapshot_trim(&pending->snapshot);
    buffers_enter(buffers);
    pending->next = buffers->spare;
    buffers->spare = pending;
    buffers_leave(buffers);
}

static void close_users(struct users *users)
{
    while (!list_is_empty(&users->pending)) {
        struct pending_buffer *next = pending_of(users->pending.next);

        diverted_unpoison(&next->diverted, next->blocks, next->count);
        next->request->watched = NULL;
        list_remove(&next->link);
        drop_types(next);
        memory_give(next->change);
        destroy_pending_buffer(next);
    }
}

void buffers_close(struct rank *self)
{
    struct buffers *buffers = self->buffers;
    struct pending_buffer *next;

    if (buffers == NULL)
        return;
    close_users(&buffers->users[BUFFER_SENT]);
    close_users(&buffers->users[BUFFER_RECEIVED]);
    while ((next = buffers->spare) != NULL) {
        buffers->spare = next->next;
        destroy_pending_buffer(next);
    }
    memory_give(buffers);
    self->buffers = NULL;
}

/* Takes a spare entry; NULL: there is none for that many blocks. */
static inline struct pending_buffer *take_spare(struct buffers *buffers, int count)
{
    struct pending_buffer *found;

    if (unlikely(count != 1))
        return NULL;
    buffers_enter(buffers);
    found = buffers->spare;
    if (likely(found != NULL))
        buffers->spare = found->next;
    buffers_leave(buffers);
    return found;
}

/* A buffer that is sent must not change, and neither must one whose data are diverted. */
static bool is_kept(const struct pending_buffer *pending)
{
    return pending->use == BUFFER_SENT || pending->diverted.memory != NULL;
}

static inline void fill_pending_buffer(struct pending_buffer *pending, const struct call *call,
                                       struct request *request, const char *name,
                                       enum buffer_use use)
{
    pending->request = request;
    pending->call = *call;
    pending->name = name;
    pending->diverted.memory = NULL;
    pending->use = use;
    pending->comes_back = false;
    pending->is_unlisted = false;
    pending->change = NULL;
}

/* Makes an entry; NULL: no memory. */
static struct pending_buffer *make_pending_buffer(const struct call *call, struct request *request,
                                                  const struct buffer_used *used,
                                                  const struct diverted *diverted)
{
    struct pending_buffer *pending = take_spare(rank_self()->buffers, used->count);

    if (unlikely(pending == NULL))
        pending =
            memory_take_zeroed(sizeof *pending + (size_t)used->count * sizeof used->blocks[0]);
    if (unlikely(pending == NULL))
        return NULL;
    fill_pending_buffer(pending, call, request,
                        used->pending_name != NULL ? used->pending_name : buffers_unnamed,
                        used->use);
    if (unlikely(diverted != NULL && diverted->memory != NULL))
        pending->diverted = *diverted;
    pending->comes_back = used->comes_back;
    pending->count = used->count;
    for (int i = 0; i < used->count; i++) {
        pending->blocks[i] = used->blocks[i];
        type_hold(used->blocks[i].type);
    }
    pending->span = blocks_span(used->blocks, used->count);
    if (is_kept(pending))
        snapshot_fill(&pending->snapshot, used->blocks, used->count);
    return pending;
}

static inline void widen(struct address_range *hull, struct address_range span)
{
    hull->low = span.low < hull->low ? span.low : hull->low;
    hull->high = span.high > hull->high ? span.high : hull->high;
}

static inline void enlist(struct buffers *buffers, struct pending_buffer *pending)
{
    struct users *users = &buffers->users[pending->use];

    widen(&users->hull, pending->span);
    list_append(&users->pending, &pending->link);
    pending->next = pending->request->watched;
    pending->request->watched = pending;
}

/* Reports a buffer to the follower from now on. One that comes back block by block is not followed:
 * the thread that learns of a block may be any. */
static void follow_blocks(const struct buffers *buffers, struct pending_buffer *pending)
{
    const struct buffer_used used = {
        .use = pending->use, .count = pending->count, .blocks = pending->blocks};

    pending->is_followed = !pending->comes_back && buffers_are_followed(buffers, pending->span);
    if (unlikely(pending->is_followed))
        load_relaxed(&buffers->follower)->begin(rank_self(), &pending->call, pending->request,
                                                &used);
}

static void enter_and_enlist(struct pending_buffer *pending)
{
    struct buffers *buffers = rank_self()->buffers;

    follow_blocks(buffers, pending);
    buffers_enter(buffers);
    enlist(buffers, pending);
    buffers_leave(buffers);
}

static inline void delist(struct buffers *buffers, struct pending_buffer *pending)
{
    struct users *users = &buffers->users[pending->use];

    if (unlikely(pending->is_followed))
        load_relaxed(&buffers->follower)->end(rank_self(), pending->request);
    list_remove(&pending->link);
    if (list_is_empty(&users->pending))
        users->hull = no_addresses;
}

void buffers_note_blocks(const struct call *call, struct request *request,
                         const struct buffer_used *used)
{
    struct pending_buffer *pending = make_pending_buffer(call, request, used, NULL);

    if (likely(pending != NULL))
        enter_and_enlist(pending);
}

void buffers_keep_sent(const struct call *call, struct request *request, const char *name,
                       const struct data *data)
{
    const struct buffer_used used = {.pending_name = name, .count = 1, .blocks = data};
    struct pending_buffer *pending = make_pending_buffer(call, request, &used, NULL);

    if (pending == NULL)
        return;
    pending->is_followed = false;
    pending->is_unlisted = true;
    list_init(&pending->link);
    pending->next = request->watched;
    request->watched = pending;
}

/* A persistent request has its own buffer again. */
static void move_back(struct request *request, ptrdiff_t shift)
{
    if (request->is_persistent && request->class->move_buffer != NULL)
        request->class->move_buffer(request, -shift);
}

static void close_diverted(struct pending_buffer *pending)
{
    if (likely(pending->diverted.memory == NULL))
        return;
    diverted_close(&pending->diverted, pending->blocks, pending->count);
    move_back(pending->request, pending->diverted.shift);
}

/* The buffer is there no more. */
static void discard_diverted(struct pending_buffer *pending)
{
    if (pending->diverted.memory == NULL)
        return;
    memory_give(pending->diverted.memory);
    pending->diverted.memory = NULL;
    move_back(pending->request, pending->diverted.shift);
}

static void give_up_diversion(struct request *request, struct diverted *diverted,
                              const struct data blocks[], int count)
{
    if (diverted->memory == NULL)
        return;
    diverted_give_up(diverted, request, blocks, count);
    move_back(request, diverted->shift);
}

void buffers_note_diverted(const struct call *call, struct request *request,
                           const struct buffer_used *used, struct diverted *diverted)
{
    struct pending_buffer *pending = make_pending_buffer(call, request, used, diverted);

    if (pending == NULL) {
        give_up_diversion(request, diverted, used->blocks, used->count);
        return;
    }
    diverted_poison(&pending->diverted, used->blocks, used->count);
    enter_and_enlist(pending);
}

void buffers_note_received(const struct call *call, struct request *request,
                           const struct data *data, struct diverted *diverted)
{
    const struct buffer_used used = {.use = BUFFER_RECEIVED, .count = 1, .blocks = data};

    buffers_note_diverted(call, request, &used, diverted);
}

static __attribute__((noinline)) void keep_pending_buffer(struct pending_buffer *pending)
{
    snapshot_fill(&pending->snapshot, pending->blocks, pending->count);
}

static __attribute__((noinline)) void note_unusual(const struct call *call,
                                                   struct request *request, const char *name,
                                                   const struct data *data, enum buffer_use use)
{
    const struct buffer_used used = {
        .pending_name = name, .use = use, .count = 1, .blocks = data};

    if (data_bytes(data) > 0)
        buffers_note_blocks(call, request, &used);
}

void buffers_note_as(const struct call *call, struct request *request, const char *name,
                     const struct data *data, enum buffer_use use)
{
    struct buffers *buffers = rank_self()->buffers;
    struct pending_buffer *pending = buffers->spare;

    if (!buffers_are_usual(data) || unlikely(pending == NULL) || unlikely(data_bytes(data) == 0)) {
        note_unusual(call, request, name, data, use);
        return;
    }
    buffers->spare = pending->next;
    fill_pending_buffer(pending, call, request, name, use);
    pending->blocks[0] = *data;
    pending->span = buffers_run(data);
    follow_blocks(buffers, pending);
    enlist(buffers, pending);
    if (use == BUFFER_RECEIVED)
        return;
    if (likely(snapshot_is_word(data)))
        pending->snapshot.word = snapshot_word_of(data);
    else
        keep_pending_buffer(pending);
}

static bool has_changed(const struct pending_buffer *pending)
{
    return pending->change != NULL ||
           (is_kept(pending) &&
            snapshot_differs(&pending->snapshot, pending->blocks, pending->count));
}

/* Describes what has changed, for a block that is about to be given back. */
static void remember_change(struct pending_buffer *pending)
{
    if (pending->change != NULL || !has_changed(pending))
        return;
    pending->change = memory_take(CHANGE_TEXT_BYTES);
    if (pending->change != NULL)
        snapshot_describe(&pending->snapshot, pending->blocks, pending->count, pending->change);
}

/* Gives a block back that was diverted with others, which are watched without it from here on. */
static void give_back(struct pending_buffer *pending, int block)
{
    struct data *data = &pending->blocks[block];

    diverted_unpoison(&pending->diverted, pending->blocks, pending->count);
    remember_change(pending);
    diverted_deliver(&pending->diverted, data, 1);
    data->count = 0;
    keep_pending_buffer(pending);
    diverted_poison(&pending->diverted, pending->blocks, pending->count);
}

void buffers_release(struct request *request, int block)
{
    struct buffers *buffers = rank_self()->buffers;
    struct pending_buffer *next;

    buffers_enter(buffers);
    for (next = request->watched; next != NULL; next = next->next)
        if (next->diverted.memory != NULL)
            give_back(next, block);
        else
            next->blocks[block].count = 0;
    buffers_leave(buffers);
}

/* Removes the request's entries. Returns their chain, oldest first. */
static struct pending_buffer *take_all(struct buffers *buffers, struct request *request)
{
    struct pending_buffer *oldest = NULL, *next, *older;

    buffers_enter(buffers);
    for (next = request->watched; next != NULL; next = older) {
        older = next->next;
        delist(buffers, next);
        next->next = oldest;
        oldest = next;
    }
    request->watched = NULL;
    buffers_leave(buffers);
    return oldest;
}

/* Never of an unlisted buffer: it takes longer to unwind the stack for a put than to do the put. */
static bool is_of_ended_function(const struct call *call, const struct pending_buffer *pending)
{
    return !pending->is_unlisted && scope_has_ended(call, pending->span.low);
}

static bool some_have_ended(const struct call *call, const struct request *request)
{
    const struct pending_buffer *next = request->watched;

    while (next != NULL && !is_of_ended_function(call, next))
        next = next->next;
    return next != NULL;
}

/* A received buffer may change. */
static inline bool cannot_have_changed(const struct pending_buffer *pending)
{
    if (pending->use == BUFFER_RECEIVED)
        return pending->diverted.memory == NULL;
    return likely(pending->count == 1) && likely(snapshot_is_word(&pending->blocks[0])) &&
           likely(pending->snapshot.word == snapshot_word_of(&pending->blocks[0]));
}

/* Ends the use of the request's entries that are as buffers_note makes them, newest first, up to
 * one that has changed, if that matters. Returns whether these were all. */
static inline bool forget_usual(struct buffers *buffers, struct request *request, bool checks)
{
    struct pending_buffer *pending;

    while ((pending = request->watched) != NULL) {
        if (unlikely(pending->diverted.memory != NULL) || unlikely(pending->count != 1) ||
            !buffers_are_usual(&pending->blocks[0]) ||
            (checks && !cannot_have_changed(pending) && has_changed(pending)))
            return false;
        request->watched = pending->next;
        delist(buffers, pending);
        snapshot_trim(&pending->snapshot);
        pending->next = buffers->spare;
        buffers->spare = pending;
    }
    return true;
}

static __attribute__((noinline)) bool has_a_change(const struct request *request)
{
    struct buffers *buffers = rank_self()->buffers;
    const struct pending_buffer *next;
    bool have_changed = false;

    buffers_enter(buffers);
    for (next = request->watched; next != NULL && !have_changed; next = next->next)
        have_changed = has_changed(next);
    buffers_leave(buffers);
    return have_changed;
}

bool buffers_have_changed(const struct request *request)
{
    const struct pending_buffer *only = request->watched;

    return (unlikely(only->next != NULL) || !cannot_have_changed(only)) && has_a_change(request);
}

int buffers_conclude(const struct call *call, struct request *request)
{
    struct buffers *buffers = rank_self()->buffers;
    struct pending_buffer *next, *newer;
    int err = MPI_SUCCESS;

    if (likely(!some_have_ended(call, request)) && likely(forget_usual(buffers, request, true)))
        return MPI_SUCCESS;
    for (next = take_all(buffers, request); next != NULL; next = newer) {
        newer = next->next;
        diverted_unpoison(&next->diverted, next->blocks, next->count);
        if (is_of_ended_function(call, next)) {
            err = pending_tell_end(call, next);
            discard_diverted(next);
        } else if (has_changed(next)) {
            err = pending_tell_change(call, next);
        }
        close_diverted(next);
        give_pending_buffer(buffers, next);
    }
    return err;
}

static __attribute__((noinline)) void forget_all(struct request *request)
{
    struct buffers *buffers = rank_self()->buffers;
    struct pending_buffer *next, *newer;

    for (next = take_all(buffers, request); next != NULL; next = newer) {
        newer = next->next;
        if (unlikely(next->diverted.memory != NULL)) {
            diverted_unpoison(&next->diverted, next->blocks, next->count);
            give_up_diversion(request, &next->diverted, next->blocks, next->count);
        }
        give_pending_buffer(buffers, next);
    }
}

void buffers_forget(struct request *request)
{
    if (!forget_usual(rank_self()->buffers, request, false))
        forget_all(request);
}
