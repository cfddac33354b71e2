/* SPDX-License-Identifier: MIT */
#include "api/raise.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/error.h"
#include "base/note.h"
#include "rank/abort.h"

enum { SENTENCE_BYTES = 480 };

/* Ends the job, for whichever thread. One that belongs to no rank has no job: the process ends. */
static _Noreturn void end_job(int err)
{
    struct rank *self = rank_self();

    if (self != NULL)
        world_abort(self->world, err, "rank %d: %s (%s)", self->world_rank, note_text(),
                    error_name(err));
    fprintf(stderr, "%s (%s)\n", note_text(), error_name(err));
    exit(err);
}

static void complete_sentence(const struct call *call, int err, const char *comm_name)
{
    char sentence[SENTENCE_BYTES];
    const char *cause = note_class() == err ? note_text() : error_text(err);

    snprintf(sentence, sizeof sentence, "%s", cause);
    note(err, "%s: %s%s%s", call->name, sentence, *comm_name != '\0' ? " on " : "", comm_name);
}

static int handle(MPI_Errhandler handler, int err)
{
    if (handler == MPI_ERRORS_RETURN)
        return err;
    end_job(err);
}

int raise_comm(const struct call *call, const struct comm *comm, int err)
{
    if (comm == NULL)
        return raise_self(call, err);
    complete_sentence(call, err, comm_describe(comm));
    return handle(comm->errhandler, err);
}

int raise_self(const struct call *call, int err)
{
    const struct rank *self = rank_self();

    complete_sentence(call, err, "");
    /* Before MPI_Init and after MPI_Finalize there is only the initial error handler. */
    if (self == NULL || self->comm_self == NULL)
        end_job(err);
    return handle(self->comm_self->errhandler, err);
}
