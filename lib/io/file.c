/* SPDX-License-Identifier: MIT */
/* Opening and closing, and what the members only have to agree on. */
#include "io/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "comm/vote.h"
#include "io/failure.h"
#include "io/hints.h"
#include "io/state.h"
#include "io/worker.h"
#include "object/errhandler.h"
#include "rank/name.h"
#include "rank/observe/event.h"
#include "request/request.h"

uint64_t file_next_call(struct file *file)
{
    uint64_t number;

    guard_enter(&file->self->guard);
    number = ++file->calls;
    guard_leave(&file->self->guard);
    return number;
}

/* ---- open ------------------------------------------------------------------------------------ */

/* The outcome of the vote for all members. Each one that has read it counts itself out. */
struct opened {
    _Atomic(int) readers;
    struct description *description; /* NULL: there was an error */
    int err;
    char sentence[FILE_SENTENCE_BYTES];
};

static const struct file_opening *opening_of(const struct vote *vote, int seat)
{
    const struct file_opening *opening;

    memcpy(&opening, round_see(&vote->round, seat), sizeof opening);
    return opening;
}

static int check_openings(const struct vote *vote)
{
    const struct file_opening *first = opening_of(vote, 0), *opening;
    int seat, seats = vote->round.board->seats, err = MPI_SUCCESS;
    struct hint_givers givers = {0};

    for (seat = 0; seat < seats; seat++) {
        opening = opening_of(vote, seat);
        if (opening->err != MPI_SUCCESS)
            return note(opening->err, "the arguments of rank %d are wrong", seat);
    }
    for (seat = 1; seat < seats; seat++) {
        opening = opening_of(vote, seat);
        if (opening->mode != first->mode)
            return note(MPI_ERR_NOT_SAME, "amode is %d at rank 0 and %d at rank %d", first->mode,
                        opening->mode, seat);
        if (strcmp(opening->path, first->path) != 0)
            return note(MPI_ERR_NOT_SAME, "filename is \"%s\" at rank 0 and \"%s\" at rank %d",
                        first->path, opening->path, seat);
    }
    for (seat = 0; seat < seats && err == MPI_SUCCESS; seat++)
        err = hints_compare(&givers, opening_of(vote, seat)->hints, seat, first->path);
    return err;
}

/* At the last to come: opens the file once for all. */
static void count_openings(struct vote *vote)
{
    const struct comm *comm = vote->round.comm;
    const struct file_opening *first = opening_of(vote, 0);
    struct opened *made = memory_take_zeroed(sizeof *made);
    struct open_request request;

    memcpy(vote->outcome, &made, sizeof made);
    if (made == NULL)
        return;
    store_relaxed(&made->readers, comm->size);
    made->err = check_openings(vote);
    if (made->err == MPI_SUCCESS) {
        request = (struct open_request){.path = first->path,
                                        .mode = first->mode,
                                        .permissions = hints_permissions(first->hints),
                                        .group = comm_group(comm)};
        made->err = description_open(comm->self->world, &request, &made->description);
    }
    if (made->err != MPI_SUCCESS)
        snprintf(made->sentence, sizeof made->sentence, "%s", note_text());
}

/* The arguments are right at this member. */
static int read_opened(struct opened *found, struct description **description)
{
    int err;

    if (found == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for an open file");
    *description = found->description;
    err = found->err != MPI_SUCCESS ? note(found->err, "%s", found->sentence) : MPI_SUCCESS;
    if (fetch_sub_acq_rel(&found->readers, 1) == 1) /* edge description.references */
        memory_give(found);
    return err;
}

void file_destroy(struct file *file)
{
    struct store *store = file->self->world->store;

    view_free(file->view);
    info_free(store, file->hints);
    errhandler_drop(store, file->head.errhandler);
    object_destroy(store, &file->head.object);
}

static struct file *create_file(const struct file_opening *opening)
{
    struct rank *self = opening->comm->self;
    struct store *store = self->world->store;
    struct file *made = io_rank_of(self) != NULL ? object_create(store, OBJECT_FILE) : NULL;
    const struct type *byte = type_predefined(MPI_BYTE);
    const struct datarep *native = datarep_find(self, "native");

    if (made == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for an open file");
        return NULL;
    }
    made->self = self;
    made->head.errhandler = errhandler_hold(opening->errhandler);
    made->hints = hints_of_file(store, opening->path, opening->comm->size, opening->hints);
    if (made->hints == NULL ||
        view_create(0, byte, byte, native, false, &made->view) != MPI_SUCCESS) {
        file_destroy(made);
        return NULL;
    }
    store_relaxed(&made->tactics, hints_tactics(made->hints, opening->comm->size, NULL));
    return made;
}

static int prepare_file(const struct file_opening *opening, struct file **made)
{
    if (opening->err != MPI_SUCCESS)
        return opening->err;
    *made = create_file(opening);
    return *made != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

static void enter_file(struct file *file, const struct comm *comm, struct description *description)
{
    file->description = description;
    file->member = comm->rank;
    io_rank_of(file->self)->files++;
    file->pointer = description->start;
}

static void show(const struct file *file, enum way way)
{
    observe(file->self, .way = way, .context = file->description->number,
            .number = file->description->mode);
}

int file_open(const struct file_opening *opening, struct file **opened)
{
    struct file_opening own = *opening;
    const struct file_opening *shown = &own;
    struct description *description = NULL;
    char sentence[FILE_SENTENCE_BYTES];
    struct opened *found;
    struct file *made = NULL;
    struct vote vote;
    int err;

    own.err = prepare_file(opening, &made);
    snprintf(sentence, sizeof sentence, "%s", note_text());
    err = vote_hold(&vote, own.comm, AGREE_FILE_OPEN, own.call.name, &shown, sizeof shown,
                    count_openings);
    if (err == MPI_SUCCESS) {
        memcpy(&found, vote.outcome, sizeof found);
        err = read_opened(found, &description);
    }
    if (err == MPI_SUCCESS) {
        enter_file(made, own.comm, description);
        show(made, WAY_FILE_OPENED);
        *opened = made;
        return MPI_SUCCESS;
    }
    if (made != NULL)
        file_destroy(made);
    return own.err != MPI_SUCCESS ? note(own.err, "%s", sentence) : err;
}

int file_delete(const char *path)
{
    return TEMP_FAILURE_RETRY(unlink(path)) == 0 ? MPI_SUCCESS
                                                 : failure_of_file(errno, "deleting", path);
}

/* ---- accords -------------------------------------------------------------------------------- */

struct showing file_showing(const struct call *call, uint32_t word, int err, const void *body,
                            char sentence[])
{
    if (err != MPI_SUCCESS)
        snprintf(sentence, FILE_SENTENCE_BYTES, "%s", note_text());
    return (struct showing){
        .call = *call, .word = word, .err = err, .sentence = sentence, .body = body};
}

static int meet_at_file(struct file *file, const struct call *call, uint32_t word, int err,
                        const void *body, accord_decision *decide)
{
    char sentence[FILE_SENTENCE_BYTES];
    struct showing showing = file_showing(call, word, err, body, sentence);

    return accord_hold_all(file->self, file->description, file->member, file_next_call(file),
                            &showing, decide);
}

int file_check_idle(struct file *file, const char *doing)
{
    if (request_has_orphans(file->self))
        request_sweep_orphans(file->self);
    if (file->split != NULL)
        return note(MPI_ERR_OTHER, "%s while %s has not been ended, on \"%s\"", doing,
                    file->split->access.call.name, file->description->path);
    if (file->pending > 0)
        return note(MPI_ERR_OTHER, "%s while %d nonblocking access%s pending, on \"%s\"", doing,
                    file->pending, file->pending > 1 ? "es are" : " is",
                    file->description->path);
    return MPI_SUCCESS;
}

int file_check_places(const struct file *file)
{
    if (!(file->description->mode & MPI_MODE_SEQUENTIAL))
        return MPI_SUCCESS;
    return note(MPI_ERR_UNSUPPORTED_OPERATION, "\"%s\" is open with MPI_MODE_SEQUENTIAL",
                file->description->path);
}

/* ---- close ----------------------------------------------------------------------------------- */

/* If members have different values, the first one's counts. */
static int io_sync_of(const struct description *description)
{
    return load_relaxed(&description->group->members[0]->own.io_sync);
}

static int decide_close(struct accord *accord)
{
    struct description *description = accord->description;
    int err = io_sync_of(description) > 1 ? description_sync(description) : MPI_SUCCESS;
    int closed = description_close(description);

    if (err == MPI_SUCCESS)
        err = closed;
    if (description->mode & MPI_MODE_DELETE_ON_CLOSE) {
        int deleted = file_delete(description->path);

        err = err != MPI_SUCCESS ? err : deleted;
    }
    return err;
}

int file_close(struct file *file, const struct call *call, bool *is_closed)
{
    int err = file_check_idle(file, "closing"), idle = err;
    struct io_rank *own = io_rank_of(file->self);

    err = meet_at_file(file, call, AGREE_FILE_CLOSE, err, NULL, decide_close);
    *is_closed = idle == MPI_SUCCESS && file->description->file < 0;
    if (!*is_closed)
        return err;
    show(file, WAY_FILE_CLOSED);
    description_drop(file->description);
    file->description = NULL;
    if (--own->files == 0)
        worker_end(file->self);
    return err;
}

/* ---- size ------------------------------------------------------------------------------------ */

static MPI_Offset number_of(const struct accord *accord, int member)
{
    return *(const MPI_Offset *)accord->showings[member]->body;
}

/* The members give one number. */
static int check_same(const struct accord *accord, const char *name)
{
    const struct group *group = accord->description->group;
    MPI_Offset first = number_of(accord, 0);
    int i;

    for (i = 1; i < group->size; i++)
        if (number_of(accord, i) != first)
            return note(MPI_ERR_NOT_SAME, "%s is %lld at %s and %lld at %s, of \"%s\"", name,
                        (long long)first, rank_name(group->members[0]).text,
                        (long long)number_of(accord, i), rank_name(group->members[i]).text,
                        accord->description->path);
    return MPI_SUCCESS;
}

static int decide_size(struct accord *accord)
{
    int err = check_same(accord, "size");

    return err == MPI_SUCCESS ? description_resize(accord->description, number_of(accord, 0))
                              : err;
}

static int check_resizable(struct file *file, int err)
{
    if (err == MPI_SUCCESS && !description_may_write(file->description))
        err = note(MPI_ERR_READ_ONLY, "\"%s\" is open to be read only", file->description->path);
    if (err == MPI_SUCCESS)
        err = file_check_places(file);
    return err == MPI_SUCCESS ? file_check_idle(file, "a new size") : err;
}

int file_set_size(struct file *file, const struct call *call, MPI_Offset size, int err)
{
    err = check_resizable(file, err);
    return meet_at_file(file, call, AGREE_FILE_SIZE, err, &size, decide_size);
}

static int decide_preallocate(struct accord *accord)
{
    int err = check_same(accord, "size");

    return err == MPI_SUCCESS
               ? description_preallocate(accord->description, number_of(accord, 0))
               : err;
}

int file_preallocate(struct file *file, const struct call *call, MPI_Offset size, int err)
{
    err = check_resizable(file, err);
    return meet_at_file(file, call, AGREE_FILE_PREALLOCATE, err, &size, decide_preallocate);
}

static int decide_sync(struct accord *accord)
{
    return io_sync_of(accord->description) > 0 ? description_sync(accord->description)
                                               : MPI_SUCCESS;
}

int file_sync(struct file *file, const struct call *call)
{
    int err = file_check_idle(file, "a sync");

    return meet_at_file(file, call, AGREE_FILE_SYNC, err, NULL, decide_sync);
}

static int decide_atomicity(struct accord *accord)
{
    int err = check_same(accord, "flag");

    if (err == MPI_SUCCESS)
        store_relaxed(&accord->description->is_atomic, number_of(accord, 0) != 0);
    return err;
}

int file_set_atomicity(struct file *file, const struct call *call, bool is_atomic)
{
    MPI_Offset flag = is_atomic;

    return meet_at_file(file, call, AGREE_FILE_ATOMICITY, MPI_SUCCESS, &flag, decide_atomicity);
}

/* ---- hints ----------------------------------------------------------------------------------- */

static int decide_hints(struct accord *accord)
{
    const struct group *group = accord->description->group;
    struct hint_givers givers = {0};
    int i, err = MPI_SUCCESS;

    for (i = 0; i < group->size && err == MPI_SUCCESS; i++)
        err = hints_compare(&givers, (struct info *)(uintptr_t)accord->showings[i]->body,
                            group->members[i]->world_rank, accord->description->path);
    return err;
}

int file_change_hints(struct file *file, struct info *wanted)
{
    int members = file->description->group->size;
    int err = hints_change(file->hints, members, wanted);

    store_relaxed(&file->tactics, hints_tactics(file->hints, members, NULL));
    return err;
}

int file_set_hints(struct file *file, const struct call *call, struct info *hints, int err)
{
    err = meet_at_file(file, call, AGREE_FILE_HINTS, err, hints, decide_hints);
    return err == MPI_SUCCESS ? file_change_hints(file, hints) : err;
}

/* ---- the end of a rank ---------------------------------------------------------------------- */

void files_end_rank(struct rank *rank)
{
    struct io_rank *own = load_relaxed(&rank->local[FLOOR_IO]);

    if (own == NULL)
        return;
    worker_free(rank);
    datareps_give(own->datareps);
    memory_give(own);
    store_relaxed(&rank->local[FLOOR_IO], NULL);
}
