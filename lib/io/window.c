/* SPDX-License-Identifier: MIT */
#include "io/window.h"

#include <stdint.h>

#include "io/cover.h"
#include "io/staging.h"
#include "io/state.h"
#include "io/weave.h"

/* Some bytes of the file in a buffer. */
struct io_window {
    MPI_Offset low, high;
    char *buffer;
    struct cover *cover; /* of a write */
};

static void copy_part(const struct io_window *window, struct io_access *access,
                      const struct access_part *part)
{
    MPI_Count offset;
    struct data in_file = view_data(access->view, window->buffer, window->low, part->position,
                                    part->bytes, &offset);
    MPI_Count in_memory = part->position - access->position;

    if (access->is_write)
        data_copy_apart(&access->data, in_memory, &in_file, offset, part->bytes);
    else
        data_copy_apart(&in_file, offset, &access->data, in_memory, part->bytes);
}

static void gather(struct merge *merge, const struct io_window *window)
{
    int i;

    cover_clear(window->cover, window->high - window->low);
    for (i = 0; i < merge->members; i++) {
        struct io_access *access = merge->accesses[i];
        struct access_part part;

        if (access == NULL)
            continue;
        part = access_part_in(access, window->low, window->high);
        if (part.bytes == 0)
            continue;
        copy_part(window, access, &part);
        cover_add(window->cover, access->view, window->low, part.position, part.bytes);
    }
}

static int write_window(struct merge *merge, const struct io_window *window)
{
    MPI_Count from = 0, bytes, done;
    int err = MPI_SUCCESS;

    gather(merge, window);
    while (err == MPI_SUCCESS && cover_next(window->cover, &from, &bytes)) {
        err = description_write(merge->description, window->low + from, window->buffer + from,
                                bytes, &done);
        from += bytes;
    }
    return err;
}

/* Only what members want: from the first byte to the last. */
static bool narrow(const struct merge *merge, struct io_window *window)
{
    MPI_Offset low = window->high, high = window->low;
    int i;

    for (i = 0; i < merge->members; i++) {
        const struct io_access *access = merge->accesses[i];
        struct access_part part;
        MPI_Offset first, last;

        if (access == NULL)
            continue;
        part = access_part_in(access, window->low, window->high);
        if (part.bytes == 0)
            continue;
        first = view_place(access->view, part.position);
        last = view_place(access->view, part.position + part.bytes - 1);
        low = first < low ? first : low;
        high = last + 1 > high ? last + 1 : high;
    }
    window->low = low;
    window->high = high;
    return low < high;
}

static int read_window(struct merge *merge, struct io_window *window)
{
    MPI_Count done;
    int i, err;

    if (!narrow(merge, window))
        return MPI_SUCCESS;
    err = description_read(merge->description, window->low, window->buffer,
                           window->high - window->low, &done);
    if (window->low + done < window->high)
        merge_tell_end(merge, window->low + done);
    window->high = window->low + done;
    for (i = 0; i < merge->members; i++) {
        struct io_access *access = merge->accesses[i];
        struct access_part part;

        if (access == NULL)
            continue;
        part = access_part_in(access, window->low, window->high);
        if (part.bytes > 0)
            copy_part(window, access, &part);
    }
    return err;
}

static int transfer_buffered(struct merge *merge, struct io_window *window)
{
    struct io_state *state = io_state_of(merge->description->world);
    struct cover cover;
    int err = MPI_SUCCESS;

    window->cover = &cover;
    window->buffer = staging_take(state);
    if (window->buffer == NULL)
        return MPI_ERR_NO_MEM;
    if (!cover_open(&cover, merge->is_write))
        err = MPI_ERR_NO_MEM;
    else
        err = merge->is_write ? write_window(merge, window) : read_window(merge, window);
    cover_close(&cover);
    staging_give(state, window->buffer);
    return err;
}

static int transfer_direct(struct merge *merge, const struct io_window *window)
{
    MPI_Offset end;
    int err = weave_transfer(merge->description, merge->is_write, merge->accesses, merge->members,
                             window->low, window->high, &end);

    if (end < window->high)
        merge_tell_end(merge, end);
    return err;
}

/* The system lets one thread at a time write a file. A thread that would have to wait gathers a
 * window meanwhile, which is then written from the processor's cache (bench/api/files, decision
 * 18). */
static int write_any(struct merge *merge, struct io_window *window)
{
    bool is_alone = fetch_add_relaxed(&merge->writers, 1) == 0;
    int err = is_alone && merge->is_direct ? transfer_direct(merge, window)
                                           : transfer_buffered(merge, window);

    fetch_add_relaxed(&merge->writers, -1);
    return err;
}

int window_transfer(struct merge *merge, MPI_Count index)
{
    struct io_window window = {.low = merge->low + index * WINDOW_BYTES};

    window.high = window.low + WINDOW_BYTES < merge->high ? window.low + WINDOW_BYTES
                                                          : merge->high;
    if (merge->is_write)
        return write_any(merge, &window);
    return merge->is_direct ? transfer_direct(merge, &window) : transfer_buffered(merge, &window);
}
