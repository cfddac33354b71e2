/* SPDX-License-Identifier: MIT */
/* Stand-ins for functions that the modelled sources call, but that are not modelled themselves: a
 * copy is one memcpy, which is checked for races; an object is memory; there is no observer. */
#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "comm/group.h"
#include "io/access.h"
#include "io/window.h"
#include "object/object.h"
#include "op/kernel.h"
#include "p2p/policy.h"
#include "rank/observe/causal.h"
#include "rank/observe/observer.h"
#include "rank/thread/pool.h"
#include "ranks.h"
#include "rma/window.h"

_Atomic(bool) causal_is_wanted;
_Thread_local uint32_t object_site;
op_kernel *const sum_kernels[ELEMENT_COUNT], *const band_kernels[ELEMENT_COUNT],
    *const bor_kernels[ELEMENT_COUNT], *const bxor_kernels[ELEMENT_COUNT];

void knob_begin_own(struct own_knobs *own)
{
    *own = (struct own_knobs){0};
    store_relaxed(&own->buffered_total_kb_max, 1024);
}

void causal_look_for_wishes(void) {}

struct heap *memory_use(struct heap *heap)
{
    return heap;
}

char *memory_copy_text(const char *text)
{
    (void)text;
    return NULL;
}

int note(int error_class, const char *format, ...)
{
    (void)format;
    return error_class;
}

void *object_create(struct store *store, enum object_kind kind)
{
    (void)store, (void)kind;
    return memory_take_zeroed(OBJECT_REQUEST_BYTES);
}

int pool_take_along(struct rank *self)
{
    (void)self;
    return 0;
}

void pool_bring_back(struct rank *self)
{
    (void)self;
}

int group_translate(const struct group *from, int count, const int ranks[],
                    const struct group *to, int translated[])
{
    (void)to;
    for (int i = 0; i < count; i++)
        translated[i] = from->members[ranks[i]]->world_rank;
    return MPI_SUCCESS;
}

struct window_extras *window_make_extras(struct window *window)
{
    return window->extras;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Copies the first integer of a chunk, which stands for the whole chunk: races are the same, and no
 * program of the model needs large data. */
void data_copy_range(const struct data *from, const struct data *to, MPI_Count offset,
                     MPI_Count bytes)
{
    const MPI_Count chunk = offset / CHUNK_BYTES;

    must(bytes == CHUNK_BYTES);
    ((int *)to->buf)[chunk] = ((const int *)from->buf)[chunk];
}

void data_pack(const struct data *from, MPI_Count offset, void *out, MPI_Count bytes)
{
    memcpy(out, (const char *)from->buf + offset, (size_t)bytes);
}

void data_unpack(const struct data *to, MPI_Count offset, const void *in, MPI_Count bytes)
{
    memcpy((char *)to->buf + offset, in, (size_t)bytes);
}

void op_combine(const struct op *op, const void *left, const void *right, void *out,
                MPI_Count count, const struct type *type)
{
    (void)op, (void)type;
    for (MPI_Count i = 0; i < count; i++)
        ((int *)out)[i] = ((const int *)left)[i] + ((const int *)right)[i];
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Each access is its member's own, and this is all that is done with it. */
void access_run_unlocked(struct io_access *access)
{
    ++*(int *)access->data.buf;
    access->done_bytes = access->bytes;
}

int access_note(const struct io_access *access)
{
    return access->err;
}

void access_end(struct io_access *access)
{
    ++*(int *)access->data.buf;
}

bool datarep_converts(const struct datarep *datarep, const struct type *type)
{
    (void)datarep, (void)type;
    return false;
}

MPI_Offset view_place(const struct io_view *view, MPI_Count position)
{
    (void)view;
    return position;
}

int window_transfer(struct merge *merge, MPI_Count index)
{
    for (int i = 0; i < merge->members; i++)
        if (merge->accesses[i] != NULL)
            ++((int *)merge->accesses[i]->data.buf)[index];
    merge_tell_end(merge, merge->high - index);
    return MPI_SUCCESS;
}

MPI_Count view_bytes_below(const struct io_view *view, MPI_Offset place)
{
    (void)view;
    return place;
}
