/* SPDX-License-Identifier: MIT */
#include "io/staging.h"

#include <stddef.h>

#include "base/memory.h"
#include "base/note.h"
#include "io/state.h"
#include "mpi_types.h"

void *staging_take(struct io_state *state)
{
    void *buffer = NULL;

    lock_take(&state->lock);
    if (state->spare_buffers > 0)
        buffer = state->buffers[--state->spare_buffers];
    lock_release(&state->lock);
    if (buffer == NULL)
        buffer = memory_take(BUFFER_BYTES);
    if (buffer == NULL)
        note(MPI_ERR_NO_MEM, "no memory for a buffer of %d bytes", BUFFER_BYTES);
    return buffer;
}

void staging_give(struct io_state *state, void *buffer)
{
    if (buffer == NULL)
        return;
    lock_take(&state->lock);
    if (state->spare_buffers < SPARE_BUFFERS_MAX) {
        state->buffers[state->spare_buffers++] = buffer;
        buffer = NULL;
    }
    lock_release(&state->lock);
    memory_give(buffer);
}

void staging_give_all(struct io_state *state)
{
    while (state->spare_buffers > 0)
        memory_give(state->buffers[--state->spare_buffers]);
}
