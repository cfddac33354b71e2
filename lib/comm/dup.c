/* SPDX-License-Identifier: MIT */
/* Duplicates. The blocking form is a vote. The nonblocking one must not hold up, or be held up by,
 * the operations that follow it on the board: its members meet in the lobby. */
#include "base/note.h"
#include "comm/lobby.h"
#include "comm/make.h"

static void count_dup(struct vote *vote)
{
    const struct context *old = vote->turn.comm->context;
    struct context *context =
        context_create(old->world, group_hold(old->groups[0]),
                       old->groups[1] != NULL ? group_hold(old->groups[1]) : NULL,
                       vote->turn.board->seats);

    memcpy(vote->outcome, &context, sizeof context);
}

static int no_memory(void)
{
    return note(MPI_ERR_NO_MEM, "no memory for a communicator");
}

/* The second half: the duplicate has its context, or there was no memory for that. */
static int finish(struct comm *created, struct context *context)
{
    if (context == NULL) {
        comm_drop(created);
        return no_memory();
    }
    comm_dup_end(created, context);
    return MPI_SUCCESS;
}

int comm_dup(struct comm *comm, struct attribute *copies, struct comm **created)
{
    struct context *context;
    struct comm *made;
    struct vote vote;
    int err = comm_dup_begin(comm, copies, &made);

    if (err != MPI_SUCCESS)
        return err;
    err = vote_hold(&vote, comm, NULL, 0, count_dup);
    if (err != MPI_SUCCESS) {
        comm_drop(made);
        return err;
    }
    memcpy(&context, vote.outcome, sizeof context);
    err = finish(made, context);
    if (err == MPI_SUCCESS)
        *created = made;
    return err;
}

int dup_start(struct dup *dup, struct comm *comm, struct attribute *copies)
{
    struct comm_extras *extras = comm_make_extras(comm);
    struct meeting_key key = {.kind = MEETING_DUP, .context = comm->context};
    int err = extras != NULL ? comm_dup_begin(comm, copies, &dup->created) : no_memory();

    if (err != MPI_SUCCESS)
        return err;
    key.tag = extras->dups++;
    dup->meeting = lobby_enter(comm->self, &key, context_seats(comm->context), NULL, 0,
                               &(struct meeting_outcome){0});
    if (dup->meeting != NULL)
        return MPI_SUCCESS;
    comm_drop(dup->created);
    return no_memory();
}

bool dup_is_ready(const struct dup *dup)
{
    return meeting_is_complete(dup->meeting);
}

int dup_finish(struct dup *dup)
{
    return finish(dup->created, meeting_leave(dup->meeting).context);
}
