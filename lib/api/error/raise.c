/* SPDX-License-Identifier: MIT */
#include "api/error/raise.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/argument/handle.h"
#include "api/argument/local.h"
#include "api/error/error_table.h"
#include "base/note.h"
#include "object/errhandler.h"
#include "rank/abort.h"
#include "rank/findings.h"
#include "rank/name.h"
#include "request/request.h"
#include "rma/window.h"

enum { ERROR_SENTENCE_BYTES = 480 };

/* Ends the job, for whichever thread. One that belongs to no rank has no job: the process ends. */
static _Noreturn void end_job(const struct call *call, int err)
{
    struct rank *self = rank_self();
    const char *name = error_name(err);

    if (name == NULL)
        name = "of the user's own";
    if (self != NULL) {
        finding_keep(self, FINDING_ERROR, call->site, 1, note_text());
        world_abort_call(self->world, err, call, finding_mark(FINDING_ERROR).text, "%s: %s (%s)",
                         rank_name(self).text, note_text(), name);
    }
    fprintf(stderr, "%s (%s)\n", note_text(), name);
    exit(err);
}

static void complete_sentence(const struct call *call, int err, const char *object)
{
    char sentence[ERROR_SENTENCE_BYTES], name[CALL_NAME_BYTES];
    const char *cause = note_class() == err ? note_text() : error_text(err);

    snprintf(sentence, sizeof sentence, "%s", cause != NULL ? cause : "");
    note(err, "%s: %s%s%s", call_name(call->name, call_fortran_site != NULL, name), sentence,
         *object != '\0' ? " on " : "", object);
}

/* The object whose error it is; for handlers of the user's. */
union subject {
    MPI_Comm comm;
    MPI_Win win;
    MPI_File file;
    MPI_Session session;
};

static void call_user(const struct errhandler *handler, union subject subject, int err)
{
    int code = err;

    switch (handler->kind) {
    case ERRHANDLER_COMM:
        handler->function.comm(&subject.comm, &code);
        break;
    case ERRHANDLER_WIN:
        handler->function.win(&subject.win, &code);
        break;
    case ERRHANDLER_FILE:
        handler->function.file(&subject.file, &code);
        break;
    case ERRHANDLER_SESSION:
        handler->function.session(&subject.session, &code);
        break;
    }
}

/* Takes over the caller's hold: the function may free its own handler, other threads may set
 * another one. */
static int handle(const struct call *call, MPI_Errhandler handler, union subject subject, int err)
{
    if (handler == MPI_ERRORS_RETURN)
        return err;
    if (errhandler_is_predefined(handler))
        end_job(call, err);
    call_user(errhandler_of(handler), subject, err);
    errhandler_drop(handle_store(), handler);
    return err;
}

static MPI_Errhandler held(const MPI_Errhandler *place)
{
    return errhandler_read(&rank_self()->guard, place);
}

int raise_comm(const struct call *call, const struct comm *comm, int err)
{
    if (comm == NULL)
        return raise_self(call, err);
    complete_sentence(call, err, comm_describe(comm).text);
    return handle(call, comm_hold_errhandler(comm),
                  (union subject){.comm = handle_of_comm((struct comm *)(uintptr_t)comm)}, err);
}

int raise_session(const struct call *call, struct session *session, int err)
{
    if (session == NULL || session->object.is_freed)
        return raise_self(call, err);
    complete_sentence(call, err, "");
    return handle(call, held(&session->errhandler),
                  (union subject){.session = (MPI_Session)(void *)session}, err);
}

/* To find where a window was made takes milliseconds: too long for errors that programs handle, but
 * for a race, of which a program has few. */
int raise_win(const struct call *call, struct window_object *win, int err)
{
    MPI_Errhandler handler;

    if (win == NULL)
        return raise_self(call, err);
    handler = held(&win->errhandler);
    if (handler == MPI_ERRORS_RETURN && err != MPI_ERR_RMA_CONFLICT)
        complete_sentence(call, err, window_name(window_of(win)));
    else
        complete_sentence(call, err, window_describe(window_of(win)).text);
    return handle(call, handler, (union subject){.win = (MPI_Win)(void *)win}, err);
}

int raise_file(const struct call *call, struct file_object *file, int err)
{
    const struct local *local = rank_self() != NULL ? local_of(rank_self()) : NULL;
    MPI_File subject = file != NULL ? (MPI_File)(void *)file : MPI_FILE_NULL;
    MPI_Errhandler handler = MPI_ERRORS_RETURN;

    complete_sentence(call, err, "");
    if (file != NULL)
        handler = held(&file->errhandler);
    else if (local != NULL)
        handler = held(&local->file_errhandler);
    return handle(call, handler, (union subject){.file = subject}, err);
}

int raise_request(const struct call *call, const struct request *request, int err)
{
    if (request->class->file != NULL)
        return raise_file(call, request->class->file(request), err);
    return raise_comm(call, request->comm, err);
}

int raise_self(const struct call *call, int err)
{
    const struct rank *self = rank_self();

    complete_sentence(call, err, "");
    if (self == NULL)
        end_job(call, err);
    if (self->comm_self == NULL)
        return handle(call, errhandler_initial(self->world->options.errhandler),
                      (union subject){.comm = MPI_COMM_NULL}, err);
    return handle(call, comm_hold_errhandler(self->comm_self),
                  (union subject){.comm = MPI_COMM_SELF}, err);
}

int raise_handler(const struct call *call, MPI_Errhandler handler, int err)
{
    union subject subject = {.comm = MPI_COMM_NULL};

    complete_sentence(call, err, "");
    if (!errhandler_is_predefined(handler) &&
        errhandler_of(handler)->kind == ERRHANDLER_SESSION)
        subject.session = MPI_SESSION_NULL;
    return handle(call, errhandler_hold(handler), subject, err);
}
