/* SPDX-License-Identifier: MIT */
#include "api/entry/followed.h"

#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "base/note.h"
#include "base/traits.h"
#include "io/file.h"
#include "io/view.h"
#include "rank/choice.h"
#include "rank/observe/tally.h"
#include "rank/observe/tape.h"
#include "rank/worlds/singleton.h"
#include "rma/window.h"
#include "timeline/timeline.h"

static_assert((int)CALL_HAS_NONE == (int)TAPE_NOBODY, "a call without a peer has none on the tape");
static_assert((int)CALL_HAS_NONE == (int)TAPE_NO_TAG, "a call without a tag has none on the tape");

static const struct type *type_of(const struct call_facts *facts)
{
    return facts->type != NULL && facts->count >= 0 && rank_self()->p2p != NULL
               ? handle_type(facts->type) : NULL;
}

static int64_t bytes_of_call(const struct call_facts *facts, const struct type *type)
{
    return (int64_t)((uint64_t)facts->count * (uint64_t)type->size);
}

static struct file *file_of(const struct call_facts *facts)
{
    return facts->file != NULL && facts->file != MPI_FILE_NULL && rank_self()->p2p != NULL
               ? (struct file *)handle_file(facts->file) : NULL;
}

/* Returns where an access begins among the bytes of the view; -1: nowhere, or where others have
 * ended that have the shared pointer, too. */
static MPI_Count position_of(const struct call *call, const struct call_facts *facts,
                             const struct file *file)
{
    MPI_Offset from = facts->offset != CALL_HAS_NONE ? facts->offset : file->pointer;
    MPI_Count unit = file->view->etype_bytes;

    if ((call_traits(call->name) & (TRAIT_SHARED_POINTER | TRAIT_ORDERED)) != 0)
        return -1;
    return from >= 0 && (unit == 0 || from <= INT64_MAX / unit) ? from * unit : -1;
}

/* A call that moves data has a datatype. */
static void describe_file(const struct call *call, const struct call_facts *facts,
                          const struct file *file, struct tape_record *record)
{
    MPI_Count at = record->type != NULL ? position_of(call, facts, file) : -1;
    uint32_t number = load_relaxed(&file->description->path_number);

    if (unlikely(number == 0)) {
        number = timeline_number(file->description->path);
        store_relaxed(&file->description->path_number, number);
    }
    record->of = number != 0 ? TAPE_OF_FILE : TAPE_OF_NONE;
    record->number = number;
    record->offset = at >= 0 && record->bytes >= 0 && view_has_data(file->view) &&
                             view_has_room(file->view, at, record->bytes)
                         ? view_place(file->view, at) : TAPE_NO_OFFSET;
}

static void describe_win(struct tape *tape, const struct window *window, struct tape_record *record)
{
    const struct context *context = window->common->context;
    char name[MPI_MAX_OBJECT_NAME];

    record->of = TAPE_OF_WIN;
    record->number = context->id;
    if (likely(tape_knows(tape, record->number)))
        return;
    window_copy_name(window, name);
    timeline_see_win(context, name);
}

static inline void describe_comm(struct tape *tape, const struct comm *comm,
                                 struct tape_record *record)
{
    record->of = TAPE_OF_COMM;
    record->number = comm->context->id;
    if (unlikely(!tape_knows(tape, record->number)))
        timeline_see_comm(comm);
}

/* Calls of windows and files, which take longer themselves. */
static __attribute__((noinline)) void describe_other(struct tape *tape, const struct call *call,
                                                     const struct call_facts *facts,
                                                     struct tape_record *record)
{
    struct window_object *win = facts->win != NULL && rank_self()->p2p != NULL
                                    ? handle_win(facts->win) : NULL;
    const struct file *file = file_of(facts);

    if (facts->path != NULL) {
        record->number = timeline_number(facts->path);
        record->of = record->number != 0 ? TAPE_OF_FILE : TAPE_OF_NONE;
        record->offset = TAPE_NO_OFFSET;
    } else if (win != NULL) {
        describe_win(tape, window_of(win), record);
    } else if (file != NULL) {
        describe_file(call, facts, file, record);
    }
}

/* Adds what a timeline shows beside the name, the place, and the peer. */
static inline void describe_arguments(struct tape *tape, const struct call *call,
                                      const struct call_facts *facts, struct tape_record *record)
{
    const struct comm *comm =
        facts->comm != NULL && facts->path == NULL ? handle_comm(facts->comm) : NULL;
    const struct type *type = facts->type != NULL ? type_of(facts) : NULL;

    if (type != NULL) {
        record->bytes = bytes_of_call(facts, type);
        record->type = likely(type->is_named) ? type->name : timeline_name(type->own_name);
    }
    if (comm != NULL)
        describe_comm(tape, comm, record);
    else if (unlikely(facts->path != NULL || facts->win != NULL || facts->file != NULL))
        describe_other(tape, call, facts, record);
}

static void tally_file(struct rank *self, const struct call *call, const struct call_facts *facts)
{
    struct tally *tally = tape_tally(self);
    const struct type *type = tally != NULL ? type_of(facts) : NULL;
    const struct file *file = type != NULL ? file_of(facts) : NULL;
    MPI_Count at = file != NULL ? position_of(call, facts, file) : -1;

    if (at >= 0)
        tally_access(tally, file, at, bytes_of_call(facts, type));
}

static void record_call(struct rank *self, const struct call *call, const struct call_facts *facts)
{
    struct tape *tape = tape_of(self);
    struct tape_record *record;

    if (unlikely(tape == NULL))
        return;
    record = tape_wants_calls(self->tapes) ? tape_next(tape) : NULL;
    if (likely(record != NULL)) {
        record->kind = TAPE_CALL;
        record->name = call->name;
        record->site = (uint32_t)(uintptr_t)call->site;
        record->peer = facts->peer;
        record->tag = facts->tag;
        record->bytes = 0;
        record->type = NULL;
        record->number = 0;
        record->of = TAPE_OF_NONE;
        describe_arguments(tape, call, facts, record);
    }
    tape_begin_call(tape, call, record);
    if (unlikely(facts->file != NULL))
        tally_file(self, call, facts);
}

/* Raises an error in the place of the call. To open a file raises as if there were none. */
static int fail(const struct call *call, const struct call_facts *facts)
{
    note(MPI_ERR_OTHER, "the call fails on purpose");
    if (facts->win != NULL)
        return raise_win(call, handle_win(facts->win), MPI_ERR_OTHER);
    if ((call_traits(call->name) & TRAIT_OF_FILE) != 0)
        return raise_file(call, handle_file(facts->file), MPI_ERR_OTHER);
    return raise_comm(call, facts->comm != NULL ? handle_comm(facts->comm) : NULL, MPI_ERR_OTHER);
}

int followed_begin(const struct call *call, const struct call_facts *facts)
{
    struct rank *self = rank_self();
    bool fails;

    if (self == NULL && !singleton_join())
        return MPI_SUCCESS;
    self = rank_self();
    fails = choice_is_open(self) && turn_begin(call);
    if (self->tapes != NULL)
        record_call(self, call, facts);
    return unlikely(fails) ? fail(call, facts) : MPI_SUCCESS;
}

int followed_end(const struct call *call, int result)
{
    struct rank *self = rank_self();

    if (self == NULL)
        return result;
    if (self->tapes != NULL)
        tape_end_call(self, call);
    if (choice_is_open(self))
        turn_end();
    return result;
}
