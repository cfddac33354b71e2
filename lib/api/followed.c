/* SPDX-License-Identifier: MIT */
#include "api/followed.h"

#include "api/handle.h"
#include "api/raise.h"
#include "base/note.h"
#include "rank/choice.h"
#include "rank/tape.h"
#include "timeline/timeline.h"

static_assert((int)CALL_HAS_NONE == (int)TAPE_NOBODY, "a call without a peer has none on the tape");
static_assert((int)CALL_HAS_NONE == (int)TAPE_NO_TAG, "a call without a tag has none on the tape");

/* The bytes of its data, and its name. */
static void tell_data(const struct call_facts *facts, struct tape_record *record)
{
    const struct type *type =
        facts->type != NULL && rank_self()->p2p != NULL ? handle_type(facts->type) : NULL;

    if (type == NULL || facts->count < 0)
        return;
    record->bytes = (int64_t)((uint64_t)facts->count * (uint64_t)type->size);
    record->type = likely(type->is_named) ? type->name : timeline_name(type->own_name);
}

static void record_call(struct rank *self, const struct call *call, const struct call_facts *facts)
{
    const struct comm *comm = facts->comm != NULL ? handle_comm(facts->comm) : NULL;
    struct tape_record record = {
        .kind = TAPE_CALL,
        .name = call->name,
        .site = (uint32_t)(uintptr_t)call->site,
        .peer = facts->peer,
        .tag = facts->tag,
    };

    tell_data(facts, &record);
    if (comm != NULL) {
        record.has_comm = true;
        record.comm = comm->context->id;
        if (unlikely(!tape_knows(self, record.comm)))
            timeline_see_comm(comm);
    }
    tape_begin_call(self, call, &record);
}

/* Raises an error in the place of the call. */
static int fail(const struct call *call, const struct call_facts *facts)
{
    note(MPI_ERR_OTHER, "the call fails on purpose");
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
