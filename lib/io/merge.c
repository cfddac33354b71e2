/* SPDX-License-Identifier: MIT */
#include "io/merge.h"

#include <stdint.h>

#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "io/window.h"
#include "rank/rank.h"

/* Lengths of runs (bench/api/files, decision 18). */
enum {
    RUN_SCATTERED_MIN = 512,       /* the system puts what it reads where it belongs */
    RUN_READ_MAX = 4 << 10,        /* longer ones are not picked out of a buffer */
    RUN_READ_ALONE_MIN = 64 << 10, /* each member reads its own */
    RUN_WOVEN_MIN = 4 << 10,       /* the system gathers what it writes */
};

enum {
    GAPS_MERGED_MAX = 64, /* so much of the file for what is accessed: it is not merged */
    WINDOW_SHARES_MAX = 256,
};

/* ---- life ------------------------------------------------------------------------------------ */

struct merge *merge_create(struct description *description, int members)
{
    struct merge *made = memory_take_zeroed(
        sizeof *made + 2 * (size_t)members * sizeof made->accesses[0] +
        ((size_t)members + WINDOW_SHARES_MAX) * sizeof made->taken[0]);

    if (made == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for a collective access to \"%s\"", description->path);
        return NULL;
    }
    made->description = description;
    made->members = members;
    made->singles = made->accesses + members;
    made->taken = (_Atomic(bool) *)(made->singles + members);
    store_relaxed(&made->end, INT64_MAX);
    return made;
}

void merge_free(void *given)
{
    struct merge *merge = given;

    memory_give(merge->sentence);
    memory_give(merge);
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

/* ---- the plan -------------------------------------------------------------------------------- */

static bool is_converted(const struct io_access *access)
{
    return datarep_converts(access->view->datarep, access->data.type);
}

static MPI_Count run_of(const struct io_access *access)
{
    return access->view->is_contiguous ? access->bytes : access->view->run_bytes;
}

static enum use merging_of(const struct io_access *access)
{
    return access->tactics.merge[access->is_write];
}

/* Is the access served for itself? One whose bytes are not in order is. */
static bool is_apart(const struct io_access *access)
{
    return !access->view->is_ascending || is_converted(access) ||
           !access->description->has_places;
}

bool merge_leaves_alone(const struct io_access *access)
{
    return !access->is_write && access->bytes > 0 && access->description->has_places &&
           (is_apart(access) || merging_of(access) == USE_DISABLED ||
            run_of(access) >= RUN_READ_ALONE_MIN);
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
    else
        merge->singles[member] = access;
}

/* Sets those apart that are not to be merged: with runs of `run_max` and more, and for other
 * reasons. Returns the bytes of those that are merged. */
static MPI_Count sort_members(struct merge *merge, MPI_Count run_max)
{
    MPI_Count bytes = 0;
    int i;

    merge->low = merge->high = 0;
    for (i = 0; i < merge->members; i++) {
        struct io_access *access = merge->accesses[i];

        if (access == NULL)
            continue;
        if (is_apart(access) || run_of(access) >= run_max ||
            merging_of(access) == USE_DISABLED) {
            set_apart(merge, i);
        } else {
            widen(merge, access);
            bytes += access->bytes;
        }
    }
    return bytes;
}

/* Leaves out the members that have nothing to do. */
static void measure(struct merge *merge)
{
    int i;

    for (i = 0; i < merge->members; i++) {
        const struct io_access *access = merge->accesses[i];

        merge->is_write = access->is_write;
        merge->bytes += access->bytes;
        if (access->is_done && access_note(access) != MPI_SUCCESS)
            keep_error(merge, access->err);
        if (access->is_done || access->bytes == 0)
            merge->accesses[i] = NULL;
    }
}

/* Merging pays when several members access much of what lies between their first and last byte, or
 * one of them says so. */
static bool pays(const struct merge *merge, MPI_Count bytes)
{
    int i, merged = 0;
    bool is_wanted = false;

    for (i = 0; i < merge->members; i++) {
        merged += merge->accesses[i] != NULL;
        is_wanted |= merge->accesses[i] != NULL &&
                     merging_of(merge->accesses[i]) == USE_ENABLED;
    }
    return merged > 1 &&
           (is_wanted || (merge->high - merge->low) / bytes <= GAPS_MERGED_MAX);
}

/* Can the system itself move the bytes between the file and the members' memory? It can if runs
 * are not too short; of those to be read also hardly any bytes between may be left out, and none be
 * read twice. */
static bool can_be_direct(const struct merge *merge, MPI_Count bytes)
{
    MPI_Count hull = merge->high - merge->low;
    MPI_Count run_min = merge->is_write ? RUN_WOVEN_MIN : RUN_SCATTERED_MIN;
    int i;

    if (!merge->is_write && (bytes > hull || hull - bytes > hull / 8))
        return false;
    for (i = 0; i < merge->members; i++) {
        const struct io_access *access = merge->accesses[i];

        if (access != NULL && (!data_is_contiguous(&access->data) || run_of(access) < run_min))
            return false;
    }
    return true;
}

static void cut_windows(struct merge *merge)
{
    merge->low -= merge->low % WINDOW_BYTES;
    merge->windows = (merge->high - merge->low - 1) / WINDOW_BYTES + 1;
    merge->windows_in_share = (merge->windows - 1) / WINDOW_SHARES_MAX + 1;
    merge->window_shares = (int)((merge->windows - 1) / merge->windows_in_share + 1);
}

/* Counts the shares. */
static void plan_shares(struct merge *merge)
{
    int64_t shares = merge->window_shares;
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
    MPI_Count bytes;

    measure(merge);
    bytes = sort_members(merge, merge->is_write ? INT64_MAX : RUN_READ_ALONE_MIN);
    merge->is_direct = bytes > 0 && can_be_direct(merge, bytes);
    if (bytes > 0 && !merge->is_write && !merge->is_direct)
        bytes = sort_members(merge, RUN_READ_MAX);
    if (bytes > 0 && !pays(merge, bytes))
        bytes = sort_members(merge, 0);
    if (bytes > 0)
        cut_windows(merge);
    plan_shares(merge);
}

/* ---- work ------------------------------------------------------------------------------------ */

static int run_single(struct io_access *access)
{
    access_run_unlocked(access);
    return access_note(access);
}

/* Ends a share. The error of a share that failed is the error of all. True: it was the last one. */
static bool finish_merge(struct merge *merge, int err)
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

static int do_share(struct merge *merge, int share)
{
    MPI_Count window;

    if (share < merge->members)
        return run_single(merge->singles[share]);
    share -= merge->members;
    window = share * merge->windows_in_share;
    return do_windows(merge, window, window + merge->windows_in_share);
}

static bool take_share(struct merge *merge, int share)
{
    if (load_relaxed(&merge->taken[share]) || exchange_relaxed(&merge->taken[share], true))
        return false;
    fetch_add_relaxed(&merge->left, -1);
    return true;
}

/* Goes round the shares from a place of the member's own, so that it is again and again the same
 * thread that reads the same part of a file, to the same memory. */
static bool work_round(struct merge *merge, const struct io_access *own)
{
    int member = own != NULL ? own->member : 0, i;
    int shares = merge->members + merge->window_shares;
    int first = merge->members +
                (int)((int64_t)member * merge->window_shares / merge->members);
    bool is_last = false;

    for (i = 0; i < shares && load_relaxed(&merge->left) > 0; i++) {
        int share = (first + i) % shares;

        if (take_share(merge, share))
            is_last = finish_merge(merge, do_share(merge, share));
    }
    return is_last;
}

/* In a blocking call all members wait for those that work. Of another one, and in atomic mode, the
 * thread that comes does it, whose progress may depend on no other (14.6.3). */
static bool works_for_others(const struct merge *merge, const struct io_access *own)
{
    return own == NULL || own->request != NULL || own->member < own->tactics.nodes ||
           load_relaxed(&merge->description->is_atomic);
}

bool merge_work(struct merge *merge, struct io_access *own)
{
    bool is_last = false;

    if (own != NULL && own->is_own) {
        own->is_own = false;
        is_last = finish_merge(merge, run_single(own));
    }
    if (own != NULL && load_relaxed(&merge->left) > 0 && take_share(merge, own->member))
        is_last = finish_merge(merge, do_share(merge, own->member));
    if (load_relaxed(&merge->left) > 0 && works_for_others(merge, own))
        is_last |= work_round(merge, own);
    return is_last;
}

void merge_tell_end(struct merge *merge, MPI_Offset end)
{
    int64_t known = load_relaxed(&merge->end);

    while (end < known && !compare_exchange_relaxed(&merge->end, &known, end))
        continue; /* the end of the share publishes it */
}

/* Sets how much a merged member has got: the bytes up to the end of the file. */
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

    if (LAWS_ARE_CHECKED)
        merge_check(merge);
    for (i = 0; i < merge->members; i++)
        if (merge->accesses[i] != NULL && merge->err == MPI_SUCCESS)
            conclude_member(merge, merge->accesses[i]);
}
