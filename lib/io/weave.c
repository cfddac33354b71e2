/* SPDX-License-Identifier: MIT */
#include "io/weave.h"

#include <sys/uio.h>

#include "base/memory.h"
#include "base/note.h"
#include "io/runs.h"

/* The system takes this many parts in one call. This many bytes suffice to make the call itself
 * cheap (bench/api/files). */
enum { PARTS_MAX = 1024, WEAVE_BYTES = 4 << 20 };

/* One access; its next run. */
struct strand {
    struct view_runs runs;
    char *at;
    MPI_Offset place;
    MPI_Count bytes;
};

struct weave {
    struct description *description;
    bool is_write;
    bool is_at_end; /* of the file, at that place: there is no more to be read */
    MPI_Offset end;
    struct strand *strands;
    struct strand **order; /* a heap: the lowest place comes first */
    int count;             /* of strands that have runs left */
    /* The bytes of the next call. */
    MPI_Offset place;
    MPI_Count bytes;
    int parts_count;
    struct iovec parts[PARTS_MAX];
};

/* ---- the heap -------------------------------------------------------------------------------- */

/* Moves the strand down to its place, from `at`. */
static void sift(struct weave *weave, int at)
{
    struct strand *moved = weave->order[at];
    int child;

    while ((child = 2 * at + 1) < weave->count) {
        if (child + 1 < weave->count &&
            weave->order[child + 1]->place < weave->order[child]->place)
            child++;
        if (moved->place <= weave->order[child]->place)
            break;
        weave->order[at] = weave->order[child];
        at = child;
    }
    weave->order[at] = moved;
}

/* The first strand has given its run: finds its next one. */
static void advance(struct weave *weave)
{
    struct strand *first = weave->order[0];

    first->at += first->bytes;
    if (!runs_next(&first->runs, &first->place, &first->bytes)) {
        runs_close(&first->runs);
        weave->order[0] = weave->order[--weave->count];
    }
    if (weave->count > 0)
        sift(weave, 0);
}

/* ---- life ------------------------------------------------------------------------------------ */

static struct weave *create_weave(struct description *description, bool is_write, int count)
{
    struct weave *made = memory_take(sizeof *made);

    if (made != NULL) {
        made->description = description;
        made->is_write = is_write;
        made->count = 0;
        made->is_at_end = false;
        made->bytes = 0;
        made->parts_count = 0;
        made->strands = memory_take((size_t)count * sizeof made->strands[0]);
        made->order = memory_take((size_t)count * sizeof made->order[0]);
        if (made->strands != NULL && made->order != NULL)
            return made;
        memory_give(made->strands);
        memory_give(made->order);
        memory_give(made);
    }
    note(MPI_ERR_NO_MEM, "no memory for a collective access to \"%s\"", description->path);
    return NULL;
}

static void open_strand(struct weave *weave, const struct io_access *access,
                        const struct access_part *part)
{
    struct strand *strand = &weave->strands[weave->count];

    runs_open(&strand->runs, access->view, part->position, part->bytes);
    strand->at = data_start(&access->data) + (part->position - access->position);
    runs_next(&strand->runs, &strand->place, &strand->bytes);
    weave->order[weave->count++] = strand;
}

static void put_in_order(struct weave *weave)
{
    int i;

    for (i = weave->count / 2 - 1; i >= 0; i--)
        sift(weave, i);
}

static void destroy_weave(struct weave *weave)
{
    int i;

    for (i = 0; i < weave->count; i++)
        runs_close(&weave->order[i]->runs);
    memory_give(weave->strands);
    memory_give(weave->order);
    memory_give(weave);
}

/* ---------------------------------------------------------------------------------------------- */

static int flush(struct weave *weave)
{
    MPI_Count done = weave->bytes;
    int err = MPI_SUCCESS;

    if (weave->is_write && weave->bytes > 0)
        err = description_write_parts(weave->description, weave->place, weave->parts,
                                      weave->parts_count, weave->bytes);
    else if (weave->bytes > 0)
        err = description_read_parts(weave->description, weave->place, weave->parts,
                                     weave->parts_count, weave->bytes, &done);
    weave->is_at_end = done < weave->bytes;
    weave->end = weave->place + done;
    weave->parts_count = 0;
    weave->bytes = 0;
    return err;
}

static void add_strand(struct weave *weave, const struct strand *strand)
{
    if (weave->bytes == 0)
        weave->place = strand->place;
    weave->parts[weave->parts_count++] =
        (struct iovec){.iov_base = strand->at, .iov_len = (size_t)strand->bytes};
    weave->bytes += strand->bytes;
}

static int transfer(struct weave *weave)
{
    int err = MPI_SUCCESS;

    put_in_order(weave);
    while (err == MPI_SUCCESS && weave->count > 0 && !weave->is_at_end) {
        const struct strand *next = weave->order[0];

        if (weave->bytes > 0 &&
            (next->place != weave->place + weave->bytes || weave->bytes >= WEAVE_BYTES ||
             weave->parts_count == PARTS_MAX))
            err = flush(weave);
        add_strand(weave, next);
        advance(weave);
    }
    return err == MPI_SUCCESS && !weave->is_at_end ? flush(weave) : err;
}

int weave_transfer(struct description *description, bool is_write,
                   struct io_access *const *accesses, int count, MPI_Offset low, MPI_Offset high,
                   MPI_Offset *end)
{
    struct weave *weave = create_weave(description, is_write, count);
    int i, err;

    *end = high;
    if (weave == NULL)
        return MPI_ERR_NO_MEM;
    for (i = 0; i < count; i++) {
        struct access_part part = {0};

        if (accesses[i] != NULL)
            part = access_part_in(accesses[i], low, high);
        if (part.bytes > 0)
            open_strand(weave, accesses[i], &part);
    }
    err = transfer(weave);
    if (weave->is_at_end)
        *end = weave->end;
    destroy_weave(weave);
    return err;
}
