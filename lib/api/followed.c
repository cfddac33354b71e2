/* SPDX-License-Identifier: MIT */
#include "api/followed.h"

#include <string.h>

#include "api/handle.h"
#include "api/raise.h"
#include "base/note.h"
#include "io/file.h"
#include "rank/choice.h"
#include "rank/tally.h"
#include "rank/tape.h"
#include "timeline/timeline.h"

static_assert((int)CALL_HAS_NONE == (int)TAPE_NOBODY, "a call without a peer has none on the tape");
static_assert((int)CALL_HAS_NONE == (int)TAPE_NO_TAG, "a call without a tag has none on the tape");

static const struct type *type_of(const struct call_facts *facts)
{
    return facts->type != NULL && facts->count >= 0 && rank_self()->p2p != NULL
               ? handle_type(facts->type) : NULL;
}

static int64_t bytes_of(const struct call_facts *facts, const struct type *type)
{
    return (int64_t)((uint64_t)facts->count * (uint64_t)type->size);
}

/* Adds what a timeline tells beside the name, the place, and the peer. */
static void describe(struct rank *self, const struct call_facts *facts, struct tape_record *record)
{
    const struct comm *comm = facts->comm != NULL ? handle_comm(facts->comm) : NULL;
    const struct type *type = type_of(facts);

    if (type != NULL) {
        record->bytes = bytes_of(facts, type);
        record->type = likely(type->is_named) ? type->name : timeline_name(type->own_name);
    }
    if (comm != NULL) {
        record->has_comm = true;
        record->comm = comm->context->id;
        if (unlikely(!tape_knows(self, record->comm)))
            timeline_see_comm(comm);
    }
}

/* An access by the shared pointer goes on where another rank has ended. */
static void tally_file(struct rank *self, const struct call *call, const struct call_facts *facts)
{
    struct tally *tally = tape_tally(self);
    const struct type *type = tally != NULL ? type_of(facts) : NULL;
    const struct file *file =
        type != NULL && facts->file != MPI_FILE_NULL ? (struct file *)handle_file(facts->file)
                                                     : NULL;
    MPI_Offset from;

    if (file == NULL || strstr(call->name, "_shared") != NULL ||
        strstr(call->name, "_ordered") != NULL)
        return;
    from = facts->offset != CALL_HAS_NONE ? facts->offset : file->pointer;
    tally_access(tally, file, (int64_t)((uint64_t)from * (uint64_t)file->view->etype_bytes),
                 bytes_of(facts, type));
}

static void record_call(struct rank *self, const struct call *call, const struct call_facts *facts)
{
    struct tape_record record = {
        .kind = TAPE_CALL,
        .name = call->name,
        .site = (uint32_t)(uintptr_t)call->site,
        .peer = facts->peer,
        .tag = facts->tag,
    };

    if (self->tapes->records > 0)
        describe(self, facts, &record);
    tape_begin_call(self, call, &record);
    if (unlikely(facts->file != NULL))
        tally_file(self, call, facts);
}

/* Raises an error in the place of the call. To open a file raises as if there were none. */
static int fail(const struct call *call, const struct call_facts *facts)
{
    note(MPI_ERR_OTHER, "the call fails on purpose");
    if (facts->win != NULL)
        return raise_win(call, handle_win(facts->win), MPI_ERR_OTHER);
    if (strncmp(call->name, "MPI_File_", strlen("MPI_File_")) == 0)
        return raise_file(call, handle_file(facts->file), MPI_ERR_OTHER);
    return raise_comm(call, facts->comm != NULL ? handle_comm(facts->comm) : NULL, MPI_ERR_OTHER);
}

int followed_begin(const struct call *call, const struct call_facts *facts)
{
    struct rank *self = rank_self();
    bool fails;

    if (self == NULL)
        return MPI_SUCCESS;
    fails = turn_begin(call);
    if (self->tapes != NULL)
        record_call(self, call, facts);
    return unlikely(fails) ? fail(call, facts) : MPI_SUCCESS;
}

int followed_end(const struct call *call, int result)
{
    struct rank *self = rank_self();

    if (self != NULL && self->tapes != NULL)
        tape_end_call(self, call);
    turn_end();
    return result;
}
