/* SPDX-License-Identifier: MIT */
/* Access to files: blocking, joint, and split. */
#include <stdio.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "io/file.h"
#include "rank/observe/event.h"
#include "rank/turns.h"
#include "type/signature.h"

/* The word of a call at its accord consists of kind, pointer and form, so that calls which differ
 * are reported. */
enum { WORD_POINTER_SHIFT = 8, WORD_FORM_SHIFT = 16 };

/* ---- preparing ------------------------------------------------------------------------------- */

static int check_mode(const struct file *file, const struct file_access *wanted)
{
    const struct description *description = file->description;

    if (wanted->is_write && !description_may_write(description))
        return note(MPI_ERR_READ_ONLY, "\"%s\" is open to be read only", description->path);
    if (!wanted->is_write && !description_may_read(description))
        return note(MPI_ERR_ACCESS, "\"%s\" is open to be written only", description->path);
    if (wanted->pointer == FILE_EXPLICIT || wanted->pointer == FILE_INDIVIDUAL)
        return file_check_places(file);
    return MPI_SUCCESS;
}

static int take_own_pointer(struct file *file, struct io_access *access, MPI_Offset etypes)
{
    int err;

    guard_enter(&file->self->guard);
    err = access_place(access, file->pointer);
    if (err == MPI_SUCCESS)
        file->pointer += etypes;
    guard_leave(&file->self->guard);
    return err;
}

/* A rank that has not opened the file with the others, or has opened it once more, reaches the same
 * bytes by another pointer. */
static bool has_pointers_elsewhere(const struct description *description)
{
    return load_relaxed(&description->twins) > 0 ||
           description->group->size < description->world->size;
}

static int take_shared_pointer(struct file *file, struct io_access *access, MPI_Offset etypes)
{
    bool has_turn = file_await_pointer(file, true);
    int64_t offset = load_relaxed(&file->description->pointer);
    int err;

    if (has_pointers_elsewhere(file->description))
        (void)turn_pass(file->self, TURN_FILE);
    do
        err = access_place(access, offset);
    while (err == MPI_SUCCESS && !compare_exchange_relaxed(&file->description->pointer, &offset,
                                                           offset + etypes));
    file_leave_pointer(file, has_turn, true, err == MPI_SUCCESS && etypes != 0);
    return err;
}

/* Finds where the access begins, and moves the pointer past it. */
static int place(struct file *file, const struct file_access *wanted, struct io_access *access)
{
    const MPI_Offset etypes = access->bytes / file->view->etype_bytes;

    switch (wanted->pointer) {
    case FILE_INDIVIDUAL:
        return take_own_pointer(file, access, etypes);
    case FILE_SHARED:
        return take_shared_pointer(file, access, etypes);
    default: /* explicit; or ordered, which takes the pointer when all have come */
        return access_place(access, wanted->offset);
    }
}

int file_prepare(struct file *file, const struct file_access *wanted, struct io_access *access)
{
    int err = wanted->err;

    *access = (struct io_access){
        .description = file->description,
        .view = file->view,
        .call = wanted->call,
        .data = wanted->data,
        .is_write = wanted->is_write,
        .tactics = load_relaxed(&file->tactics),
        .is_shared = wanted->pointer == FILE_ORDERED,
        .member = file->member,
    };
    if (access->data.type == NULL) /* the arguments are wrong */
        access->data.type = type_predefined(MPI_BYTE);
    if (err == MPI_SUCCESS)
        err = check_mode(file, wanted);
    if (err == MPI_SUCCESS)
        err = access_measure(access);
    if (err == MPI_SUCCESS)
        err = place(file, wanted, access);
    if (err != MPI_SUCCESS)
        access->bytes = 0;
    return err;
}

void file_show(const struct file *file, const struct io_access *access, unsigned way)
{
    observe(file->self, .way = way, .context = file->description->number, .bytes = access->bytes,
            .offset = access->is_shared ? -1 : access->position, .site = access->call.site);
}

/* PnetCDF's members call MPI_File_write_at_all and MPI_File_write_all together, which other
 * libraries take: each names its own place either way. */
static enum file_pointer compared_pointer(const struct file_access *wanted)
{
    return wanted->pointer == FILE_EXPLICIT && knobs.mismatch < MISMATCH_IS_AN_ERROR
               ? FILE_INDIVIDUAL
               : wanted->pointer;
}

int file_prepare_all(struct file *file, const struct file_access *wanted,
                     struct joint *joint, enum access_form form, char sentence[])
{
    struct file_access checked = *wanted;
    uint32_t word = wanted->is_write ? AGREE_FILE_WRITE : AGREE_FILE_READ;
    int err;

    if (checked.err == MPI_SUCCESS && file->split != NULL)
        checked.err = note(MPI_ERR_OTHER, "%s has not been ended, on \"%s\"",
                           file->split->access.call.name, file->description->path);
    err = file_prepare(file, &checked, &joint->access);
    if (err == MPI_SUCCESS)
        file_show(file, &joint->access, wanted->is_write ? WAY_WRITE_ALL : WAY_READ_ALL);
    joint->etypes = joint->access.bytes / file->view->etype_bytes;
    word |= (uint32_t)compared_pointer(wanted) << WORD_POINTER_SHIFT;
    word |= (uint32_t)form << WORD_FORM_SHIFT;
    joint->showing = file_showing(&wanted->call, word, err, joint, sentence);
    return err;
}

/* ---- blocking -------------------------------------------------------------------------------- */

int file_access(struct file *file, const struct file_access *wanted, MPI_Count *bytes)
{
    struct io_access access;
    int err = file_prepare(file, wanted, &access);

    if (err != MPI_SUCCESS)
        return err;
    file_show(file, &access, wanted->is_write ? WAY_WRITE : WAY_READ);
    access_run(&access);
    *bytes = access_bytes_here(&access);
    err = access_note(&access);
    access_end(&access);
    return err;
}

static int run_all(struct file *file, struct joint *joint, MPI_Count *bytes)
{
    int err = joint_begin(joint, file->member, file_next_call(file));

    if (err != MPI_SUCCESS)
        return err;
    joint_finish(file->self, joint);
    err = joint_note(joint);
    if (err == MPI_SUCCESS)
        *bytes = access_bytes_here(&joint->access);
    joint_end(joint);
    return err;
}

int file_access_all(struct file *file, const struct file_access *wanted, MPI_Count *bytes)
{
    char sentence[FILE_SENTENCE_BYTES];
    struct joint joint;

    file_prepare_all(file, wanted, &joint, ACCESS_BLOCKING, sentence);
    return run_all(file, &joint, bytes);
}

/* ---- split ----------------------------------------------------------------------------------- */

static void set_split(struct file *file, struct joint *split)
{
    guard_enter(&file->self->guard);
    file->split = split;
    guard_leave(&file->self->guard);
}

/* The whole access is done at its beginning, so that its end need not wait. What is kept is for the
 * end: the call, the buffer, the result. */
int file_begin_split(struct file *file, const struct file_access *wanted)
{
    struct joint *kept = memory_take_zeroed(sizeof *kept);
    struct file_access checked = *wanted;
    char sentence[FILE_SENTENCE_BYTES];
    struct joint joint;
    MPI_Count bytes = 0;
    int err;

    if (kept == NULL && checked.err == MPI_SUCCESS)
        checked.err = note(MPI_ERR_NO_MEM, "no memory for a split collective access");
    file_prepare_all(file, &checked, &joint, ACCESS_SPLIT, sentence);
    err = run_all(file, &joint, &bytes);
    if (err != MPI_SUCCESS) {
        memory_give(kept);
        return err;
    }
    kept->access.call = wanted->call;
    kept->access.data.buf = wanted->data.buf;
    kept->access.is_write = wanted->is_write;
    kept->access.bytes = bytes;
    set_split(file, kept);
    return MPI_SUCCESS;
}

/* "MPI_File_read_all_begin" belongs to "MPI_File_read_all_end". */
static bool is_end_of(const char *begin, const char *end)
{
    size_t stem = strlen(end) - strlen("_end");

    return strncmp(begin, end, stem) == 0 && strncmp(begin + stem, "_begin", 6) == 0;
}

int file_end_split(struct file *file, const struct call *call, const void *buf, MPI_Count *bytes)
{
    struct joint *split = file->split;

    if (split == NULL)
        return note(MPI_ERR_OTHER, "no split collective access of \"%s\" has been begun",
                    file->description->path);
    if (!is_end_of(split->access.call.name, call->name))
        return note(MPI_ERR_OTHER, "%s has been begun, on \"%s\"", split->access.call.name,
                    file->description->path);
    if (split->access.data.buf != buf)
        return note(MPI_ERR_OTHER, "buf is %p, and %s was called with %p", buf,
                    split->access.call.name, split->access.data.buf);
    *bytes = split->access.bytes;
    set_split(file, NULL);
    memory_give(split);
    return MPI_SUCCESS;
}
