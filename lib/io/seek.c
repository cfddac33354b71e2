/* SPDX-License-Identifier: MIT */
/* Views and pointers. */
#include "base/note.h"
#include "io/file.h"
#include "io/strided.h"
#include "rank/choice.h"
#include "rank/journal_place.h"
#include "rank/name.h"
#include "rank/turns.h"

/* ---- views ----------------------------------------------------------------------------------- */

/* Members show this to one another. */
struct shown_view {
    const struct io_view *view; /* NULL: its arguments are wrong */
    struct info *hints;
    bool may_sieve;
};

static const struct shown_view *shown_view_of(const struct accord *accord, int member)
{
    return accord->showings[member]->body;
}

static const struct io_view *view_of(const struct accord *accord, int member)
{
    return shown_view_of(accord, member)->view;
}

static int compare_hints(const struct accord *accord)
{
    const struct group *group = accord->description->group;
    struct hint_givers givers = {0};
    int i, err = MPI_SUCCESS;

    for (i = 0; i < group->size && err == MPI_SUCCESS; i++)
        err = hints_compare(&givers, shown_view_of(accord, i)->hints,
                            group->members[i]->world_rank, accord->description->path);
    return err;
}

static int decide_view(struct accord *accord)
{
    const struct group *group = accord->description->group;
    const struct io_view *first = view_of(accord, 0);
    int i, err = compare_hints(accord);

    for (i = 1; i < group->size; i++) {
        const struct io_view *view = view_of(accord, i);

        if (strcmp(view->datarep->name, first->datarep->name) != 0)
            return note(MPI_ERR_NOT_SAME, "datarep is \"%s\" at %s and \"%s\" at %s",
                        first->datarep->name, rank_name(group->members[0]).text,
                        view->datarep->name, rank_name(group->members[i]).text);
        if (view->etype_extent != first->etype_extent)
            return note(MPI_ERR_NOT_SAME, "etype's extent in the file is %lld at %s and %lld at %s",
                        (long long)first->etype_extent, rank_name(group->members[0]).text,
                        (long long)view->etype_extent, rank_name(group->members[i]).text);
    }
    if (err != MPI_SUCCESS)
        return err;
    store_relaxed(&accord->description->pointer, 0);
    accord->description->has_sieves = false;
    for (i = 0; i < group->size && description_may_write(accord->description); i++)
        accord->description->has_sieves |= shown_view_of(accord, i)->may_sieve;
    return MPI_SUCCESS;
}

/* The displacement that is meant. */
static int find_displacement(const struct file *file, MPI_Offset *displacement)
{
    bool is_sequential = (file->description->mode & MPI_MODE_SEQUENTIAL) != 0;
    const struct io_view *view = file->view;
    MPI_Count position;

    if (*displacement != MPI_DISPLACEMENT_CURRENT) {
        if (is_sequential)
            return note(MPI_ERR_ARG, "disp is %lld, and the file is open with "
                                     "MPI_MODE_SEQUENTIAL, which needs MPI_DISPLACEMENT_CURRENT",
                        (long long)*displacement);
        return *displacement >= 0
                   ? MPI_SUCCESS
                   : note(MPI_ERR_ARG, "disp %lld is negative", (long long)*displacement);
    }
    if (!is_sequential)
        return note(MPI_ERR_ARG, "disp is MPI_DISPLACEMENT_CURRENT, and the file is not open with "
                                 "MPI_MODE_SEQUENTIAL");
    position = load_relaxed(&file->description->pointer) * view->etype_bytes;
    *displacement = view_has_data(view) ? view_place(view, position) : view->displacement;
    return MPI_SUCCESS;
}

static int make_view(struct file *file, const struct file_view *wanted, struct io_view **made)
{
    MPI_Offset displacement = wanted->displacement;
    const struct datarep *datarep;
    int err = wanted->err;

    if (err == MPI_SUCCESS)
        err = file_check_idle(file, "a new view");
    if (err == MPI_SUCCESS)
        err = find_displacement(file, &displacement);
    if (err != MPI_SUCCESS)
        return err;
    datarep = datarep_find(file->self, wanted->datarep);
    if (datarep == NULL)
        return note(MPI_ERR_UNSUPPORTED_DATAREP, "datarep \"%s\" is unknown", wanted->datarep);
    return view_create(displacement, wanted->etype, wanted->filetype, datarep,
                       description_may_write(file->description), made);
}

int file_set_view(struct file *file, const struct call *call, const struct file_view *wanted)
{
    struct io_view *made = NULL;
    char sentence[FILE_SENTENCE_BYTES];
    int err = make_view(file, wanted, &made);
    struct shown_view shown = {.view = made, .hints = wanted->hints};
    struct showing showing = file_showing(call, AGREE_FILE_VIEW, err, &shown, sentence);

    if (err == MPI_SUCCESS)
        shown.may_sieve = strided_may_sieve(
            made, hints_tactics(file->hints, file->description->group->size, wanted->hints)
                      .sieve[true]);
    err = accord_hold_all(file->self, file->description, file->member, file_next_call(file),
                           &showing, decide_view);
    if (err == MPI_SUCCESS)
        err = file_change_hints(file, wanted->hints);
    if (err != MPI_SUCCESS) {
        view_free(made);
        return err;
    }
    view_free(file->view);
    guard_enter(&file->self->guard);
    file->view = made;
    file->pointer = 0;
    guard_leave(&file->self->guard);
    return MPI_SUCCESS;
}

/* ---- pointers -------------------------------------------------------------------------------- */

bool file_await_pointer(struct file *file, bool writes)
{
    const struct rank *first = file->description->group->members[0];
    const struct turn_access access = {
        .kind = TURN_POINTER, .object = (uint32_t)first->world_rank, .writes = writes};

    if (unlikely(file->self->journal != NULL) && file->description->has_order)
        journal_begin_access(file->self, &file->description->order, writes);
    return turn_await(file->self, access);
}

void file_leave_pointer(struct file *file, bool has_turn, bool writes, bool has_changed)
{
    if (has_turn)
        turns_end_access(file->self, has_changed);
    if (unlikely(file->self->journal != NULL) && file->description->has_order)
        journal_end_access(file->self, &file->description->order, writes);
}

MPI_Offset file_position_shared(struct file *file)
{
    bool has_turn = file_await_pointer(file, false);
    MPI_Offset position = load_relaxed(&file->description->pointer);

    file_leave_pointer(file, has_turn, false, false);
    return position;
}

/* The first etype that begins behind the last byte. */
static int find_end(const struct file *file, MPI_Offset *end)
{
    MPI_Offset size;
    int err = description_size(file->description, &size);

    if (err == MPI_SUCCESS)
        *end = (view_bytes_below(file->view, size) + file->view->etype_bytes - 1) /
               file->view->etype_bytes;
    return err;
}

/* Computes a new pointer. */
static int find_target(const struct file *file, MPI_Offset now, MPI_Offset offset, int whence,
                       MPI_Offset *target)
{
    MPI_Offset base = 0;
    int err = MPI_SUCCESS;

    switch (whence) {
    case MPI_SEEK_SET:
        break;
    case MPI_SEEK_CUR:
        base = now;
        break;
    case MPI_SEEK_END:
        err = find_end(file, &base);
        break;
    default:
        return note(MPI_ERR_ARG, "whence %d is neither MPI_SEEK_SET, MPI_SEEK_CUR nor "
                                 "MPI_SEEK_END", whence);
    }
    if (err != MPI_SUCCESS)
        return err;
    if (__builtin_add_overflow(base, offset, target) || *target < 0)
        return note(MPI_ERR_ARG, "offset %lld leads to %lld + %lld, which is not in the file",
                    (long long)offset, (long long)base, (long long)offset);
    return MPI_SUCCESS;
}

int file_seek(struct file *file, MPI_Offset offset, int whence)
{
    MPI_Offset target;
    int err = file_check_places(file);

    if (err == MPI_SUCCESS)
        err = find_target(file, file->pointer, offset, whence, &target);
    if (err != MPI_SUCCESS)
        return err;
    guard_enter(&file->self->guard);
    file->pointer = target;
    guard_leave(&file->self->guard);
    return MPI_SUCCESS;
}

struct seek {
    const struct file *file;
    MPI_Offset offset;
    int whence;
};

static int decide_seek(struct accord *accord)
{
    const struct seek *first = accord->showings[0]->body, *seek;
    struct description *description = accord->description;
    MPI_Offset target;
    int i, err;

    for (i = 1; i < description->group->size; i++) {
        seek = accord->showings[i]->body;
        if (seek->offset != first->offset || seek->whence != first->whence)
            return note(MPI_ERR_NOT_SAME, "offset and whence are %lld, %d at %s and %lld, %d at %s",
                        (long long)first->offset, first->whence,
                        rank_name(description->group->members[0]).text, (long long)seek->offset,
                        seek->whence, rank_name(description->group->members[i]).text);
    }
    err = find_target(first->file, load_relaxed(&description->pointer), first->offset,
                      first->whence, &target);
    if (err == MPI_SUCCESS)
        store_relaxed(&description->pointer, target);
    return err;
}

int file_seek_shared(struct file *file, const struct call *call, MPI_Offset offset, int whence,
                     int err)
{
    struct seek seek = {.file = file, .offset = offset, .whence = whence};
    char sentence[FILE_SENTENCE_BYTES];
    struct showing showing;

    if (err == MPI_SUCCESS)
        err = file_check_places(file);
    showing = file_showing(call, AGREE_FILE_SEEK, err, &seek, sentence);
    return accord_hold_all(file->self, file->description, file->member, file_next_call(file),
                            &showing, decide_seek);
}
