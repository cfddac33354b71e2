/* SPDX-License-Identifier: MIT */
/* Duplicates. The blocking form is a vote. The nonblocking one must not hold up, or be held up by,
 * the operations that follow it on the board: its members meet in the lobby. More than VOTERS_MAX
 * members meet there too: their board would take more memory than the communicator and its
 * duplicate. */
#include "base/note.h"
#include "comm/lobby.h"
#include "comm/make.h"
#include "rank/wait.h"

enum { VOTERS_MAX = 256 };

static void count_dup(struct vote *vote)
{
    struct context *context = context_duplicate(vote->round.comm->context);

    memcpy(vote->outcome, &context, sizeof context);
}

static int no_memory_for_dup(void)
{
    return note(MPI_ERR_NO_MEM, "no memory for a communicator");
}

/* The second half: the duplicate has its context, or there was no memory for that. */
static int finish_dup(struct comm *created, struct context *context)
{
    if (context == NULL) {
        comm_drop(created);
        return no_memory_for_dup();
    }
    comm_dup_end(created, context);
    return MPI_SUCCESS;
}

static int dup_by_vote(struct comm *comm, struct attribute *copies, struct comm **created)
{
    struct context *context;
    struct comm *made;
    struct vote vote;
    int err = comm_dup_begin(comm, copies, &made);

    if (err != MPI_SUCCESS)
        return err;
    err = vote_hold(&vote, comm, AGREE_COMM_DUP, "MPI_Comm_dup", NULL, 0, count_dup);
    if (err != MPI_SUCCESS) {
        comm_drop(made);
        return err;
    }
    memcpy(&context, vote.outcome, sizeof context);
    err = finish_dup(made, context);
    if (err == MPI_SUCCESS)
        *created = made;
    return err;
}

int dup_start(struct dup *dup, struct comm *comm, struct attribute *copies)
{
    struct appointment_key key = {.kind = APPOINTMENT_DUP, .context = comm->context};
    int err = comm_dup_begin(comm, copies, &dup->created);

    if (err != MPI_SUCCESS)
        return err;
    key.tag = comm->dups++;
    key.own = round_seat_of(comm);
    dup->comm = comm;
    dup->appointment = lobby_enter(comm->self, &key, NULL, &(struct appointment_outcome){0});
    if (dup->appointment != NULL)
        return MPI_SUCCESS;
    comm_drop(dup->created);
    return no_memory_for_dup();
}

bool dup_is_ready(const struct dup *dup)
{
    return appointment_is_complete(dup->appointment);
}

int dup_finish(struct dup *dup)
{
    return finish_dup(dup->created, appointment_leave(dup->appointment).context);
}

void dup_describe(const struct dup *dup, struct wait_report *wait_report)
{
    appointment_describe(dup->appointment, wait_report);
    fputc(',', wait_report->words);
    comm_tell(dup->comm, wait_report);
}

static bool is_unready(void *subject)
{
    return !dup_is_ready(subject);
}

static void describe_wait(void *subject, struct wait_report *wait_report)
{
    wait_report->needs_all = true;
    dup_describe(subject, wait_report);
}

static const struct wait ready = {.is_pending = is_unready, .describe = describe_wait};

int comm_dup(struct comm *comm, struct attribute *copies, struct comm **created)
{
    struct dup dup;
    int err;

    if (context_seats(comm->context) <= VOTERS_MAX)
        return dup_by_vote(comm, copies, created);
    err = dup_start(&dup, comm, copies);
    if (err != MPI_SUCCESS)
        return err;
    rank_wait(comm->self, &ready, &dup);
    err = dup_finish(&dup);
    if (err == MPI_SUCCESS)
        *created = dup.created;
    return err;
}
