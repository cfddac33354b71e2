/* SPDX-License-Identifier: MIT */
#include "io/merge.h"

#include <stdint.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "io/weave.h"
#include "io/window.h"
#include "rank/rank.h"

enum {
    RUN_MERGED_MAX = 4 << 10,       /* longer runs are not copied (bench/api/files) */
    GAPS_MERGED_MAX = 64,           /* so much of the file for what is accessed: it is not merged */
    WINDOW_SHARES_MAX = 256,
    BYTES_FOR_FIRST_MIN = 256 << 10, /* fewer are written before the first member has woken up */
};

/* ---- life ------------------------------------------------------------------------------------ */

struct merge *merge_create(struct description *description, int members)
{
    struct merge *made = memory_take_zeroed(
        sizeof *made + 3 * (size_t)members * sizeof made->accesses[0] +
        ((size_t)members + WINDOW_SHARES_MAX + 1) * sizeof made->taken[0]);

    if (made == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for a collective access to \"%s\"", description->path);
        return NULL;
    }
    made->description = description;
    made->members = members;
    made->singles = made->accesses + members;
    made->weaving = made->singles + members;
    made->taken = (_Atomic(bool) *)(made->weaving + members);
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

/* Is the access served for itself? One whose bytes are not in order is; others are where their
 * runs are long. */
static bool is_apart(const struct merge *merge, const struct io_access *access)
{
    const struct io_view *view = access->view;

    if (!view->is_ascending || is_converted(access) || !merge->description->has_places)
        return true;
    if (merge->tells_overlap)
        return false;
    return (view->is_contiguous ? access->bytes : view->run_bytes) >= RUN_MERGED_MAX;
}

/* Data that only have to be written go to the system together with those of other members. */
static bool is_woven(const struct merge *merge, const struct io_access *access)
{
    return access->is_write && access->view->is_ascending && !is_converted(access) &&
           data_is_contiguous(&access->data) && merge->description->has_places;
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
static void set_apart(struct merge *merge, int member)
{
    struct io_access *access = merge->accesses[member];

    merge->accesses[member] = NULL;
    access->is_own = is_converted(access) && access->view->datarep->kind == DATAREP_OF_USER;
    if (access->is_own)
        merge->owns++;
    else if (is_woven(merge, access))
        merge->weaving[merge->woven++] = access;
    else
        merge->singles[member] = access;
}

/* Puts the members into the kinds, and returns the bytes of those that are merged. */
static MPI_Count sort_members(struct merge *merge)
{
    MPI_Count bytes = 0;
    int i;

    for (i = 0; i < merge->members; i++) {
        struct io_access *access = merge->accesses[i];

        merge->is_write = access->is_write;
        merge->bytes += access->bytes;
        if (access->bytes == 0) {
            merge->accesses[i] = NULL;
        } else if (is_apart(merge, access)) {
            set_apart(merge, i);
        } else {
            widen(merge, access);
            bytes += access->bytes;
        }
    }
    return bytes;
}

/* Merging pays when several members access much of what lies between their first and last byte. */
static bool pays(const struct merge *merge, MPI_Count bytes)
{
    int i, merged = 0;

    for (i = 0; i < merge->members; i++)
        merged += merge->accesses[i] != NULL;
    return merged > 1 && (merge->high - merge->low) / bytes <= GAPS_MERGED_MAX;
}

static void cut_windows(struct merge *merge)
{
    merge->low -= merge->low % WINDOW_BYTES;
    merge->windows = (merge->high - merge->low - 1) / WINDOW_BYTES + 1;
    merge->windows_in_share = (merge->windows - 1) / WINDOW_SHARES_MAX + 1;
    if (!merge->is_write)
        merge->window_shares = (int)((merge->windows - 1) / merge->windows_in_share + 1);
}

/* The system lets one thread at a time write a file, and two that wait for each other take twice as
 * long as one: so one thread does all that only has to be written. It takes twice as long, too, to
 * write where another processor has written before: so it is the first member's thread, again and
 * again, if all wait and what is written is long (bench/api/files). */
static void plan_writing(struct merge *merge, const struct io_access *any)
{
    merge->has_writing = merge->is_write && (merge->windows > 0 || merge->woven > 0);
    merge->is_for_first = merge->has_writing && any->request == NULL &&
                          merge->bytes >= BYTES_FOR_FIRST_MIN &&
                          !load_relaxed(&merge->description->is_atomic);
}

/* Counts the shares. */
static void plan_shares(struct merge *merge)
{
    int64_t shares = merge->window_shares + merge->has_writing;
    int i;

    for (i = 0; i < merge->members; i++) {
        shares += merge->singles[i] != NULL;
        store_relaxed(&merge->taken[i], merge->singles[i] == NULL);
    }
    merge->to_do = shares + merge->owns;
    merge->is_plain = merge->to_do == 0;
    store_relaxed(&merge->left, shares);
}

void merge_plan(struct merge *merge)
{
    const struct io_access *any = merge->accesses[0];
    MPI_Count bytes;
    int i;

    merge->tells_overlap = knobs.io > 0 && any->is_write;
    bytes = sort_members(merge);
    if (bytes > 0 && !merge->tells_overlap && !pays(merge, bytes)) {
        for (i = 0; i < merge->members; i++)
            if (merge->accesses[i] != NULL)
                set_apart(merge, i);
        bytes = 0;
    }
    if (bytes > 0)
        cut_windows(merge);
    plan_writing(merge, any);
    plan_shares(merge);
}

/* ---- work ------------------------------------------------------------------------------------ */

static void keep_error(struct merge *merge, int err)
{
    lock_take(&merge->lock);
    if (merge->err == MPI_SUCCESS) {
        merge->err = err;
        merge->sentence = memory_copy_text(note_text());
    }
    lock_release(&merge->lock);
}

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
    return fetch_add_acq_rel(&merge->finished, 1) + 1 == merge->to_do; /* edge merge.done */
}

static int do_windows(struct merge *merge, MPI_Count first, MPI_Count end)
{
    int err = MPI_SUCCESS;

    if (end > merge->windows)
        end = merge->windows;
    for (; first < end && err == MPI_SUCCESS; first++)
        err = window_transfer(merge, first);
    return err;
}

static int do_writing(struct merge *merge)
{
    int err = MPI_SUCCESS;

    if (merge->woven > 0)
        err = weave_write(merge->description, merge->weaving, merge->woven);
    return err == MPI_SUCCESS ? do_windows(merge, 0, merge->windows) : err;
}

static int do_share(struct merge *merge, int share)
{
    MPI_Count window;

    if (share < merge->members)
        return run_single(merge->singles[share]);
    share -= merge->members;
    if (share == merge->window_shares)
        return do_writing(merge);
    window = share * merge->windows_in_share;
    return do_windows(merge, window, window + merge->windows_in_share);
}

static bool take(struct merge *merge, int share)
{
    if (load_relaxed(&merge->taken[share]) || exchange_relaxed(&merge->taken[share], true))
        return false;
    fetch_add_relaxed(&merge->left, -1);
    return true;
}

/* May the member take the share? */
static bool is_open_to(const struct merge *merge, int share, const struct io_access *own)
{
    return !merge->is_for_first || share < merge->members + merge->window_shares ||
           (own != NULL && own->member == 0);
}

/* Goes round the shares from a place of the member's own, so that it is again and again the same
 * thread that reads the same part of a file, to the same memory. */
static bool work_round(struct merge *merge, const struct io_access *own)
{
    int member = own != NULL ? own->member : 0, i;
    int shares = merge->members + merge->window_shares + merge->has_writing;
    int first = merge->members +
                (int)((int64_t)member * merge->window_shares / merge->members);
    bool is_last = false;

    for (i = 0; i < shares && load_relaxed(&merge->left) > 0; i++) {
        int share = (first + i) % shares;

        if (is_open_to(merge, share, own) && take(merge, share))
            is_last = finish(merge, do_share(merge, share));
    }
    return is_last;
}

bool merge_work(struct merge *merge, struct io_access *own)
{
    bool is_last = false;

    if (own != NULL && own->is_own) {
        own->is_own = false;
        is_last = finish(merge, run_single(own));
    }
    if (own != NULL && load_relaxed(&merge->left) > 0 && take(merge, own->member))
        is_last = finish(merge, do_share(merge, own->member));
    if (load_relaxed(&merge->left) > 0)
        is_last |= work_round(merge, own);
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
