/* SPDX-License-Identifier: MIT */
#include "rma/target.h"

#include "base/note.h"
#include "rma/region.h"
#include "rma/stream.h"

/* The bytes that data cover, counted from their address. */
struct span {
    MPI_Count low, high;
};

/* False: they do not fit an address space. */
static bool find_span(const struct data *data, struct span *span)
{
    const struct type *type = data->type;
    MPI_Count last;

    if (__builtin_mul_overflow(data->count - 1, type->extent, &last))
        return false;
    return !__builtin_add_overflow(type->true_lb, last < 0 ? last : 0, &span->low) &&
           !__builtin_add_overflow(type->true_lb + type->true_extent, last > 0 ? last : 0,
                                   &span->high);
}

static int refuse_range(const struct window *window, int rank, MPI_Aint disp,
                        const struct span *span)
{
    const struct window_part *part = &window->common->parts[rank];
    MPI_Count at = disp * part->disp_unit;

    return note(MPI_ERR_RMA_RANGE,
                "target_disp %lld: the data are the bytes %lld to %lld of the memory of rank %d, "
                "which has %lld bytes",
                (long long)disp, (long long)(at + span->low), (long long)(at + span->high - 1),
                rank, (long long)part->size);
}

static int refuse_far(MPI_Aint disp)
{
    return note(MPI_ERR_RMA_RANGE, "target_disp %lld: the data do not fit an address space",
                (long long)disp);
}

/* True if each run of the data is attached, where the whole is not. */
static bool runs_are_attached(const struct window_part *part, const struct data *target)
{
    bool are_attached = true;
    struct stream stream;
    MPI_Count run;

    stream_open(&stream, target, data_bytes(target));
    for (; stream.left > 0 && are_attached; stream_advance(&stream, run)) {
        uintptr_t at = (uintptr_t)stream_at(&stream);

        run = stream_run(&stream, stream.left);
        are_attached = region_holds(part, at, at + (uintptr_t)run);
    }
    stream_close(&stream);
    return are_attached;
}

static int find_attached(const struct window *window, int rank, MPI_Aint disp, struct data *target,
                         const struct span *span)
{
    const struct window_part *part = &window->common->parts[rank];
    uintptr_t low = (uintptr_t)disp + (uintptr_t)span->low;
    uintptr_t high = (uintptr_t)disp + (uintptr_t)span->high;

    target->buf = (void *)disp;
    /* Data that reach past the end of the address space are nowhere. */
    if (low < high && (region_holds(part, low, high) ||
                       (!target->type->is_dense && runs_are_attached(part, target))))
        return MPI_SUCCESS;
    return note(MPI_ERR_RMA_RANGE,
                "target_disp %p: rank %d has not attached all of the data, %lld bytes from %p on",
                target->buf, rank, (long long)(span->high - span->low), (void *)low);
}

int target_find_slowly(const struct window *window, int rank, MPI_Aint disp, struct data *target)
{
    const struct window_part *part = &window->common->parts[rank];
    struct span span;
    MPI_Count at, low, high;

    if (data_bytes(target) == 0) {
        target->buf = part->base;
        return MPI_SUCCESS;
    }
    if (!find_span(target, &span))
        return refuse_far(disp);
    if (window->common->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return find_attached(window, rank, disp, target, &span);
    if (__builtin_mul_overflow(disp, part->disp_unit, &at) ||
        __builtin_add_overflow(at, span.low, &low) || __builtin_add_overflow(at, span.high, &high))
        return refuse_far(disp);
    if (low < 0 || high > part->size)
        return refuse_range(window, rank, disp, &span);
    target->buf = part->base + at;
    return MPI_SUCCESS;
}
