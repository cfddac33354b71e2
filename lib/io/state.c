/* SPDX-License-Identifier: MIT */
#include "io/state.h"

#include "base/memory.h"
#include "base/note.h"
#include "mpi_types.h"

struct io_rank *io_rank_of(struct rank *self)
{
    struct io_rank *own = load_relaxed(&self->local[FLOOR_IO]), *made;

    if (own != NULL)
        return own;
    made = memory_take_zeroed(sizeof *made);
    if (made == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for what a rank keeps of files");
        return NULL;
    }
    guard_enter(&self->guard);
    own = load_relaxed(&self->local[FLOOR_IO]);
    if (own == NULL)
        store_relaxed(&self->local[FLOOR_IO], own = made);
    guard_leave(&self->guard);
    if (own != made)
        memory_give(made);
    return own;
}
