/* SPDX-License-Identifier: MIT */
#include "io/access.h"

#include "base/memory.h"
#include "base/note.h"
#include "io/staging.h"
#include "io/state.h"
#include "io/strided.h"
#include "rank/wait.h"

int access_measure(struct io_access *access)
{
    const struct io_view *view = access->view;
    const struct data *data = &access->data;
    MPI_Count of_element;
    int err = datarep_size(view->datarep, data->type, &of_element);

    if (err != MPI_SUCCESS)
        return err;
    if (__builtin_mul_overflow(of_element, data->count, &access->bytes))
        return note(MPI_ERR_COUNT, "more than 2^63 - 1 bytes");
    if (access->bytes % view->etype_bytes != 0)
        return note(MPI_ERR_IO, "%lld bytes are no whole etypes of %lld",
                    (long long)access->bytes, (long long)view->etype_bytes);
    if (access->bytes > 0 && !view_has_data(view))
        return note(MPI_ERR_ARG, "%lld bytes, and the view has no data",
                    (long long)access->bytes);
    return MPI_SUCCESS;
}

int access_place(struct io_access *access, MPI_Offset offset)
{
    if (!__builtin_mul_overflow(offset, access->view->etype_bytes, &access->position) &&
        view_has_room(access->view, access->position, access->bytes))
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "%lld bytes at offset %lld are beyond what a file can have, on \"%s\"",
                (long long)access->bytes, (long long)offset, access->description->path);
}

struct access_part access_part_in(const struct io_access *access, MPI_Offset low,
                                  MPI_Offset high)
{
    MPI_Count first = view_bytes_below(access->view, low);
    MPI_Count end = view_bytes_below(access->view, high);

    if (first < access->position)
        first = access->position;
    if (end > access->position + access->bytes)
        end = access->position + access->bytes;
    return (struct access_part){.position = first, .bytes = end > first ? end - first : 0};
}

/* ---- the outcome ----------------------------------------------------------------------------- */

/* Keeps the error, since the thread may work for another. */
static void fail(struct io_access *access, int err)
{
    if (access->err != MPI_SUCCESS)
        return;
    access->err = err;
    access->sentence = memory_copy_text(note_text());
}

int access_note(const struct io_access *access)
{
    if (access->err == MPI_SUCCESS)
        return MPI_SUCCESS;
    return note(access->err, "%s", access->sentence != NULL ? access->sentence : "it failed");
}

void access_end(struct io_access *access)
{
    memory_give(access->sentence);
    access->sentence = NULL;
}

MPI_Count access_bytes_here(const struct io_access *access)
{
    const struct datarep *datarep = access->view->datarep;
    const struct type *type = access->data.type;
    MPI_Count of_element, whole;

    if (datarep->kind == DATAREP_NATIVE)
        return access->done_bytes;
    if (datarep_size(datarep, type, &of_element) != MPI_SUCCESS || of_element == 0)
        return 0;
    whole = access->done_bytes / of_element;
    return whole * type->size + datarep_bytes_here(datarep, type,
                                                   access->done_bytes - whole * of_element, NULL);
}

/* ---- data with gaps, and conversions --------------------------------------------------------- */

/* Transfers bytes of contiguous memory at an offset of the access. */
static int transfer(struct io_access *access, MPI_Count offset, char *at, MPI_Count bytes,
                    MPI_Count *done)
{
    struct strided strided = {
        .description = access->description,
        .view = access->view,
        .position = access->position + offset,
        .at = at,
        .bytes = bytes,
        .sieve = access->tactics.sieve[access->is_write],
    };
    int err = access->is_write ? strided_write(&strided) : strided_read(&strided);

    *done = strided.done;
    return err;
}

/* Data of memory's representation that have gaps. */
static int run_packed(struct io_access *access, char *buffer)
{
    MPI_Count offset, done;
    int err = MPI_SUCCESS;

    for (offset = 0; offset < access->bytes && err == MPI_SUCCESS; offset += BUFFER_BYTES) {
        MPI_Count left = access->bytes - offset;
        MPI_Count bytes = left < BUFFER_BYTES ? left : BUFFER_BYTES;

        if (access->is_write)
            data_pack(&access->data, offset, buffer, bytes);
        err = transfer(access, offset, buffer, bytes, &done);
        if (!access->is_write)
            data_unpack(&access->data, offset, buffer, done);
        access->done_bytes += done;
        if (done < bytes)
            break;
    }
    return err;
}

/* Converts what was read of elements from `first` on. Of an element that ends in the middle, the
 * rest is what memory had before. */
static int unpack_read(struct io_access *access, MPI_Count first, MPI_Count of_element,
                       const char *buffer, MPI_Count done)
{
    const struct datarep *datarep = access->view->datarep;
    MPI_Count whole = done / of_element, rest = done - whole * of_element;
    int err = MPI_SUCCESS;

    if (whole > 0)
        err = datarep_unpack(datarep, &access->data, first, whole, buffer);
    if (err != MPI_SUCCESS || rest == 0)
        return err;
    return datarep_unpack_items(datarep, &access->data, first + whole, rest,
                                buffer + whole * of_element);
}

static int convert_part(struct io_access *access, MPI_Count first, MPI_Count count,
                        MPI_Count of_element, char *buffer, MPI_Count *done)
{
    int err = MPI_SUCCESS;

    *done = 0;
    if (access->is_write)
        err = datarep_pack(access->view->datarep, &access->data, first, count, buffer);
    if (err == MPI_SUCCESS)
        err = transfer(access, first * of_element, buffer, count * of_element, done);
    if (err == MPI_SUCCESS && !access->is_write)
        err = unpack_read(access, first, of_element, buffer, *done);
    return err;
}

static int run_converted(struct io_access *access)
{
    const struct data *data = &access->data;
    MPI_Count of_element = data->count > 0 ? access->bytes / data->count : 0, first, done, step;
    char *buffer;
    int err = MPI_SUCCESS;

    if (of_element == 0)
        return MPI_SUCCESS;
    step = of_element < BUFFER_BYTES ? BUFFER_BYTES / of_element : 1;
    buffer = memory_take((size_t)(step * of_element));
    if (buffer == NULL)
        return note(MPI_ERR_NO_MEM, "no memory to convert %lld bytes of a file",
                    (long long)(step * of_element));
    for (first = 0; first < data->count && err == MPI_SUCCESS; first += step) {
        MPI_Count count = data->count - first < step ? data->count - first : step;

        err = convert_part(access, first, count, of_element, buffer, &done);
        access->done_bytes += done;
        if (done < count * of_element)
            break;
    }
    memory_give(buffer);
    return err;
}

static int access_file(struct io_access *access)
{
    struct io_state *state = io_state_of(access->description->world);
    char *buffer;
    int err;

    if (datarep_converts(access->view->datarep, access->data.type))
        return run_converted(access);
    if (data_is_contiguous(&access->data))
        return transfer(access, 0, data_start(&access->data), access->bytes,
                        &access->done_bytes);
    buffer = staging_take(state);
    if (buffer == NULL)
        return MPI_ERR_NO_MEM;
    err = run_packed(access, buffer);
    staging_give(state, buffer);
    return err;
}

void access_run_unlocked(struct io_access *access)
{
    struct description *description = access->description;
    int err;

    access->done_bytes = 0;
    if (access->bytes == 0)
        return;
    if (!description->has_places)
        lock_take(&description->turn);
    err = access_file(access);
    if (!description->has_places)
        lock_release(&description->turn);
    if (err != MPI_SUCCESS)
        fail(access, err);
}

void access_run(struct io_access *access)
{
    struct rank_lock_hold hold;

    if (likely(!load_relaxed(&access->description->is_atomic))) {
        access_run_unlocked(access);
        return;
    }
    rank_lock_take(rank_self(), &access->description->access,
                   access->is_write ? RANK_LOCK_EXCLUSIVE : RANK_LOCK_SHARED, access->call.site,
                   &hold);
    access_run_unlocked(access);
    rank_lock_release(&hold);
}
