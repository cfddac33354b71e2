/* SPDX-License-Identifier: MIT */
#include "io/weave.h"

#include <sys/uio.h>

#include "base/memory.h"
#include "base/note.h"
#include "io/runs.h"

/* The system takes so many parts in one call. So many bytes suffice to make the call itself cheap
 * (bench/api/files). */
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
    struct strand *strands;
    struct strand **order; /* a heap: the lowest place comes first */
    int count;             /* of strands that have runs left */
    /* The bytes that the next call is to write. */
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

static struct weave *create(struct description *description, int count)
{
    struct weave *made = memory_take(sizeof *made);

    if (made != NULL) {
        made->description = description;
        made->count = 0;
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

static void open_strands(struct weave *weave, struct io_access *const *accesses, int count)
{
    int i;

    for (i = 0; i < count; i++) {
        struct strand *strand = &weave->strands[i];

        runs_open(&strand->runs, accesses[i]->view, accesses[i]->position, accesses[i]->bytes);
        strand->at = data_start(&accesses[i]->data);
        runs_next(&strand->runs, &strand->place, &strand->bytes);
        weave->order[weave->count++] = strand;
    }
    for (i = count / 2 - 1; i >= 0; i--)
        sift(weave, i);
}

static void destroy(struct weave *weave)
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
    int err = description_write_parts(weave->description, weave->place, weave->parts,
                                      weave->parts_count, weave->bytes);

    weave->parts_count = 0;
    weave->bytes = 0;
    return err;
}

static void add(struct weave *weave, const struct strand *strand)
{
    if (weave->bytes == 0)
        weave->place = strand->place;
    weave->parts[weave->parts_count++] =
        (struct iovec){.iov_base = strand->at, .iov_len = (size_t)strand->bytes};
    weave->bytes += strand->bytes;
}

int weave_write(struct description *description, struct io_access *const *accesses, int count)
{
    struct weave *weave = create(description, count);
    int i, err = MPI_SUCCESS;

    if (weave == NULL)
        return MPI_ERR_NO_MEM;
    open_strands(weave, accesses, count);
    while (err == MPI_SUCCESS && weave->count > 0) {
        const struct strand *next = weave->order[0];

        if (weave->bytes > 0 &&
            (next->place != weave->place + weave->bytes || weave->bytes >= WEAVE_BYTES ||
             weave->parts_count == PARTS_MAX))
            err = flush(weave);
        add(weave, next);
        advance(weave);
    }
    if (err == MPI_SUCCESS)
        err = flush(weave);
    for (i = 0; i < count && err == MPI_SUCCESS; i++)
        accesses[i]->done_bytes = accesses[i]->bytes;
    destroy(weave);
    return err;
}
