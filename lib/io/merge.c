/* SPDX-License-Identifier: MIT */
#include "io/merge.h"

#include <stdint.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "io/staging.h"
#include "io/cover.h"
#include "io/state.h"
#include "rank/rank.h"

enum {
    WINDOW_BYTES = BUFFER_BYTES,
    RUN_MERGED_MAX = 16 << 10, /* longer runs are not copied (bench/api/files) */
    GAPS_MERGED_MAX = 64,      /* so much of the file for what is accessed: it is not merged */
};

/* ---- life ------------------------------------------------------------------------------------ */

struct merge *merge_create(struct description *description, int members)
{
    struct merge *made =
        memory_take_zeroed(sizeof *made + 2 * (size_t)members * sizeof made->accesses[0]);

    if (made == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for a collective access to \"%s\"", description->path);
        return NULL;
    }
    made->description = description;
    made->members = members;
    store_relaxed(&made->end, INT64_MAX);
    return made;
}

void merge_free(void *given)
{
    struct merge *merge = given;

    memory_give(merge->sentence);
    memory_give(merge);
}

/* ---- the plan -------------------------------------------------------------------------------- */

static bool is_converted(const struct io_access *access)
{
    return datarep_converts(access->view->datarep, access->data.type);
}

/* Has the access to be served alone? */
static bool is_single(const struct merge *merge, const struct io_access *access)
{
    if (!access->view->is_ascending || is_converted(access) || !merge->description->has_places)
        return true;
    if (merge->tells_overlap)
        return false;
    return access->view->is_contiguous ? access->bytes > RUN_MERGED_MAX
                                       : access->view->run_bytes > RUN_MERGED_MAX;
}

/* The file between the first byte that a member accesses and the end of the last one. */
static void widen(struct merge *merge, const struct io_access *access)
{
    MPI_Offset low = view_place(access->view, access->position);
    MPI_Offset high = view_place(access->view, access->position + access->bytes - 1) + 1;

    if (merge->high == 0 || low < merge->low)
        merge->low = low;
    if (high > merge->high)
        merge->high = high;
}

/* A conversion function of the user's is called by the rank that has registered it. */
static void make_single(struct merge *merge, int member)
{
    struct io_access *access = merge->accesses[member];

    access->is_own = is_converted(access) && access->view->datarep->kind == DATAREP_OF_USER;
    if (access->is_own)
        merge->owns++;
    else
        merge->accesses[merge->members + merge->singles++] = access;
    merge->accesses[member] = NULL;
}

/* Puts the members into the two kinds, and returns the bytes of those that are merged. */
static MPI_Count sort_members(struct merge *merge)
{
    MPI_Count bytes = 0;
    int i;

    for (i = 0; i < merge->members; i++) {
        struct io_access *access = merge->accesses[i];

        merge->is_write = access->is_write;
        if (access->bytes == 0) {
            merge->accesses[i] = NULL;
        } else if (is_single(merge, access)) {
            make_single(merge, i);
        } else {
            widen(merge, access);
            bytes += access->bytes;
        }
    }
    return bytes;
}

void merge_plan(struct merge *merge)
{
    MPI_Count bytes;
    int i, merged = 0;

    merge->tells_overlap = knobs.io > 1 && merge->accesses[0]->is_write;
    bytes = sort_members(merge);
    for (i = 0; i < merge->members; i++)
        merged += merge->accesses[i] != NULL;
    if (bytes > 0 && !merge->tells_overlap &&
        (merged == 1 || (merge->high - merge->low) / bytes > GAPS_MERGED_MAX)) {
        for (i = 0; i < merge->members; i++)
            if (merge->accesses[i] != NULL)
                make_single(merge, i);
        bytes = 0;
    }
    if (bytes > 0) {
        merge->low -= merge->low % WINDOW_BYTES;
        merge->windows = (merge->high - merge->low - 1) / WINDOW_BYTES + 1;
    }
    merge->shares = merge->windows + merge->singles;
    merge->is_plain = merge->shares + merge->owns == 0;
}

/* ---- windows --------------------------------------------------------------------------------- */

/* Some bytes of the file in a buffer, and a member's part of them. */
struct io_window {
    MPI_Offset low, high;
    char *buffer;
    struct cover *cover; /* of a write */
};

struct part {
    MPI_Count position; /* in the member's view */
    MPI_Count bytes;
};

/* The part of an access that lies in [low, high). */
static struct part part_in(const struct io_access *access, MPI_Offset low, MPI_Offset high)
{
    MPI_Count first = view_bytes_below(access->view, low);
    MPI_Count end = view_bytes_below(access->view, high);

    if (first < access->position)
        first = access->position;
    if (end > access->position + access->bytes)
        end = access->position + access->bytes;
    return (struct part){.position = first, .bytes = end > first ? end - first : 0};
}

static void copy_part(const struct io_window *window, struct io_access *access,
                      const struct part *part)
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

static void keep_error(struct merge *merge, int err)
{
    lock_take(&merge->lock);
    if (merge->err == MPI_SUCCESS) {
        merge->err = err;
        merge->sentence = memory_copy_text(note_text());
    }
    lock_release(&merge->lock);
}

/* The lowest member that has written the byte before. */
static const struct io_access *writer_of(const struct merge *merge, int before, MPI_Offset place)
{
    int i;

    for (i = 0; i < before; i++)
        if (merge->accesses[i] != NULL && part_in(merge->accesses[i], place, place + 1).bytes > 0)
            return merge->accesses[i];
    return NULL;
}

static int note_overlap(const struct merge *merge, int member, MPI_Offset place)
{
    const struct io_access *own = merge->accesses[member];
    const struct io_access *other = writer_of(merge, member, place);

    if (other == NULL)
        return MPI_SUCCESS;
    return cover_note_overlap(own, other, place);
}

static int gather(struct merge *merge, const struct io_window *window)
{
    MPI_Offset twice = -1;
    int i, err = MPI_SUCCESS;

    cover_clear(window->cover, window->high - window->low);
    for (i = 0; i < merge->members && err == MPI_SUCCESS; i++) {
        struct io_access *access = merge->accesses[i];
        struct part part;

        if (access == NULL)
            continue;
        part = part_in(access, window->low, window->high);
        if (part.bytes == 0)
            continue;
        copy_part(window, access, &part);
        cover_add(window->cover, access->view, window->low, part.position, part.bytes,
                  merge->tells_overlap ? &twice : NULL);
        if (twice >= 0)
            err = note_overlap(merge, i, twice);
    }
    return err;
}

static int write_window(struct merge *merge, const struct io_window *window)
{
    MPI_Count from = 0, bytes, done;
    int err = gather(merge, window);

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
        struct part part;
        MPI_Offset first, last;

        if (access == NULL)
            continue;
        part = part_in(access, window->low, window->high);
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

static void tell_end(struct merge *merge, MPI_Offset end)
{
    int64_t known = load_relaxed(&merge->end);

    while (end < known && !compare_exchange_weak_acq_rel(&merge->end, &known, end))
        continue; /* edge merge.done */
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
        tell_end(merge, window->low + done);
    window->high = window->low + done;
    for (i = 0; i < merge->members; i++) {
        struct io_access *access = merge->accesses[i];
        struct part part;

        if (access == NULL)
            continue;
        part = part_in(access, window->low, window->high);
        if (part.bytes > 0)
            copy_part(window, access, &part);
    }
    return err;
}

static int do_window(struct merge *merge, MPI_Count index)
{
    struct io_state *state = io_state_of(merge->description->world);
    struct io_window window = {.low = merge->low + index * WINDOW_BYTES};
    struct cover cover;
    int err = MPI_SUCCESS;

    window.high = window.low + WINDOW_BYTES < merge->high ? window.low + WINDOW_BYTES
                                                          : merge->high;
    window.cover = &cover;
    window.buffer = staging_take(state);
    if (window.buffer == NULL || !cover_open(&cover, merge->is_write))
        err = MPI_ERR_NO_MEM;
    else
        err = merge->is_write ? write_window(merge, &window) : read_window(merge, &window);
    if (window.buffer != NULL)
        cover_close(&cover);
    staging_give(state, window.buffer);
    return err;
}

/* ---- work ------------------------------------------------------------------------------------ */

static int run_single(struct io_access *access)
{
    access_run_unlocked(access);
    return access_note(access);
}

/* Ends a share. The error of a share that failed is the error of all. True: it was the last one. */
static bool finish(struct merge *merge, int err)
{
    if (err != MPI_SUCCESS)
        keep_error(merge, err);
    /* edge merge.done */
    return fetch_add_acq_rel(&merge->finished, 1) + 1 == merge->shares + merge->owns;
}

static int do_share(struct merge *merge, int64_t share)
{
    if (share < merge->singles)
        return run_single(merge->accesses[merge->members + share]);
    return do_window(merge, share - merge->singles);
}

bool merge_work(struct merge *merge, struct io_access *own)
{
    bool is_last = false;

    if (own != NULL && own->is_own) {
        own->is_own = false;
        is_last = finish(merge, run_single(own));
    }
    while (load_relaxed(&merge->taken) < merge->shares) {
        int64_t share = fetch_add_relaxed(&merge->taken, 1);

        if (share >= merge->shares)
            break;
        is_last = finish(merge, do_share(merge, share));
    }
    return is_last;
}

/* Tells a merged member how much it has got: the bytes up to the end of the file. */
static void conclude_member(struct merge *merge, struct io_access *access)
{
    MPI_Offset end = load_relaxed(&merge->end);
    MPI_Count below = access->position + access->bytes;

    if (end != INT64_MAX) {
        MPI_Count in_file = view_bytes_below(access->view, end);

        below = in_file < below ? in_file : below;
    }
    access->done_bytes = below > access->position ? below - access->position : 0;
}

void merge_conclude(struct merge *merge)
{
    int i;

    for (i = 0; i < merge->members; i++)
        if (merge->accesses[i] != NULL && merge->err == MPI_SUCCESS)
            conclude_member(merge, merge->accesses[i]);
}
