/* SPDX-License-Identifier: MIT */
#include "io/file.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/note.h"
#include "io/worker.h"
#include "rank/choice.h"
#include "rank/observe/event.h"
#include "request/request.h"
#include "request/status.h"

/* An access with a request, in the request's `extra`. */
struct pending {
    void *next; /* among the abandoned blocks of an accord */
    struct file *file;
    struct joint joint;
    char sentence[FILE_SENTENCE_BYTES]; /* of wrong arguments */
};

static struct pending *pending_of(const struct request *request)
{
    return request->extra;
}

static struct file_object *file_of(const struct request *request)
{
    return &pending_of(request)->file->head;
}

static int query(struct request *request, MPI_Status *status)
{
    if (request->error == MPI_SUCCESS)
        status_set_bytes(status, access_bytes_here(&pending_of(request)->joint.access));
    return MPI_SUCCESS;
}

static void end_pending(struct request *request)
{
    struct pending *pending = pending_of(request);
    struct file *file = pending->file;

    guard_enter(&file->self->guard);
    file->pending--;
    guard_leave(&file->self->guard);
    type_drop(pending->joint.access.data.type);
    memory_give(pending);
}

/* ---- one rank's ------------------------------------------------------------------------------ */

static void explain_own(const struct request *request)
{
    access_note(&pending_of(request)->joint.access);
}

static void describe_own(const struct request *request, struct wait_report *wait_report)
{
    const struct io_access *access = &pending_of(request)->joint.access;

    fprintf(wait_report->words, "the end of %s, on \"%s\"", access->call.name,
            access->description->path);
}

static void release_own(struct request *request)
{
    access_end(&pending_of(request)->joint.access);
    end_pending(request);
}

static const struct request_class own_class = {
    .query = query,
    .explain = explain_own,
    .describe = describe_own,
    .release = release_own,
    .file = file_of,
};

/* ---- of all ---------------------------------------------------------------------------------- */

static bool advance_all(struct request *request)
{
    if (!request_is_done(request))
        joint_help(&pending_of(request)->joint);
    return request_is_done(request);
}

static void explain_all(const struct request *request)
{
    joint_note(&pending_of(request)->joint);
}

static void describe_all(const struct request *request, struct wait_report *wait_report)
{
    joint_describe(&pending_of(request)->joint, wait_report);
}

static void release_all(struct request *request)
{
    joint_end(&pending_of(request)->joint);
    end_pending(request);
}

static const struct request_class all_class = {
    .advance = advance_all,
    .query = query,
    .explain = explain_all,
    .describe = describe_all,
    .release = release_all,
    .file = file_of,
    .has_to_be_completed = true,
};

/* ---------------------------------------------------------------------------------------------- */

/* Makes a request; the access is to be filled in. */
static struct request *create_pending(struct file *file, const struct request_class *class,
                                      struct pending **made)
{
    struct pending *pending = memory_take_zeroed(sizeof *pending);
    struct request *request = pending != NULL ? request_create(file->self, class, NULL) : NULL;

    if (request == NULL) {
        memory_give(pending);
        note(MPI_ERR_NO_MEM, "no memory for a nonblocking access to a file");
        return NULL;
    }
    pending->file = file;
    request->extra = pending;
    request->source = MPI_UNDEFINED;
    request->tag = MPI_UNDEFINED;
    *made = pending;
    return request;
}

/* Gives up a request whose access has not begun. */
static void give_up_access(struct request *request)
{
    static const struct request_class none;
    struct pending *pending = request->extra;

    request->class = &none;
    request_free(request);
    memory_give(pending);
}

/* The user may free the type while the access is pending, and not the file. */
static void hold(struct file *file, const struct data *data)
{
    type_hold(data->type);
    guard_enter(&file->self->guard);
    file->pending++;
    guard_leave(&file->self->guard);
}

static void run_pending(void *given)
{
    struct request *request = given;
    struct io_access *access = &pending_of(request)->joint.access;

    access_run_unlocked(access);
    request->error = access->err;
    request_complete(request);
}

/* In atomic mode the access needs a lock, for which a helper thread cannot wait; a conversion
 * function of the user's belongs to the thread that calls. */
static void start_pending(struct rank *self, struct request *request, struct io_access *access)
{
    if (load_relaxed(&access->description->is_atomic)) {
        access_run(access);
        request->error = access->err;
        request_complete(request);
    } else if (access->bytes <= AT_ONCE_BYTES_MAX ||
               access->view->datarep->kind == DATAREP_OF_USER) {
        run_pending(request);
    } else {
        (void)turn_pass(self, TURN_FILE);
        worker_do(self, run_pending, request);
    }
}

int file_start(struct file *file, const struct file_access *wanted, struct request **started)
{
    struct pending *pending;
    struct request *request = create_pending(file, &own_class, &pending);
    int err;

    if (request == NULL)
        return MPI_ERR_NO_MEM;
    err = file_prepare(file, wanted, &pending->joint.access);
    if (err != MPI_SUCCESS) {
        give_up_access(request);
        return err;
    }
    file_show(file, &pending->joint.access, wanted->is_write ? WAY_WRITE : WAY_READ);
    hold(file, &wanted->data);
    pending->joint.access.request = request;
    request->site = wanted->call.site;
    *started = request;
    start_pending(file->self, request, &pending->joint.access);
    return MPI_SUCCESS;
}

/* The arguments are wrong: this member gets the error now, the others when they come. */
static int refuse_access(struct file *file, struct request *request, int err)
{
    struct pending *pending = request->extra;
    struct joint *joint = &pending->joint;
    char sentence[FILE_SENTENCE_BYTES];
    bool decides;

    snprintf(sentence, sizeof sentence, "%s", note_text());
    joint->showing.abandoned = pending;
    joint->accord = accord_enter(file->description, file->member, file_next_call(file),
                                        &joint->showing, joint_decide, &decides);
    if (joint->accord != NULL)
        accord_leave(joint->accord);
    request->extra = NULL;
    give_up_access(request);
    return note(err, "%s", sentence);
}

int file_start_all(struct file *file, const struct file_access *wanted, struct request **started)
{
    struct pending *pending;
    struct request *request = create_pending(file, &all_class, &pending);
    int err;

    if (request == NULL)
        return MPI_ERR_NO_MEM;
    err = file_prepare_all(file, wanted, &pending->joint, ACCESS_NONBLOCKING,
                           pending->sentence);
    if (err != MPI_SUCCESS)
        return refuse_access(file, request, err);
    hold(file, &pending->joint.access.data);
    pending->joint.access.request = request;
    request->site = wanted->call.site;
    if (joint_begin(&pending->joint, file->member, file_next_call(file)) !=
        MPI_SUCCESS) {
        end_pending(request);
        request->extra = NULL;
        give_up_access(request);
        return MPI_ERR_NO_MEM;
    }
    *started = request;
    return MPI_SUCCESS;
}
