/* SPDX-License-Identifier: MIT */
/* Where the data of an operation lie at its target. */
#ifndef RMA_TARGET_H
#define RMA_TARGET_H

#include "rma/window.h"
#include "type/data.h"

/* Sets target->buf, whose count and type are given, to the address `disp` units from the member's
 * base: MPI_SUCCESS, or MPI_ERR_RMA_RANGE with a note when the data are not all in the member's
 * part of the window. The general case of target_find. */
int target_find_slowly(const struct window *window, int rank, MPI_Aint disp, struct data *target);

/* Finds data without gaps in the memory of a window that is not dynamic. False: it is another case,
 * or they are not there. */
static inline bool target_is_found(const struct window *window, int rank, MPI_Aint disp,
                                   struct data *target)
{
    const struct window_part *part = &window->common->parts[rank];
    MPI_Count bytes = target->count * target->type->size, at;

    if (unlikely(!target->type->is_dense || target->type->true_lb != 0) ||
        unlikely(__builtin_mul_overflow(disp, part->disp_unit, &at)) ||
        unlikely((uint64_t)at > (uint64_t)part->size || bytes > part->size - at) ||
        unlikely(part->base == NULL))
        return false;
    target->buf = part->base + at;
    return true;
}

static inline int target_find(const struct window *window, int rank, MPI_Aint disp,
                              struct data *target)
{
    if (likely(target_is_found(window, rank, disp, target)))
        return MPI_SUCCESS;
    return target_find_slowly(window, rank, disp, target);
}

#endif
