/* SPDX-License-Identifier: MIT */
#include "io/runs.h"

#include <stdint.h>

/* Addresses that stand for places in a file, for the cursor; NULL is none. */
static char *address_of(MPI_Offset place)
{
    return (char *)((uintptr_t)place + 1);
}

static MPI_Offset place_of_address(const char *address)
{
    return (MPI_Offset)((uintptr_t)address - 1);
}

void runs_open(struct view_runs *runs, const struct io_view *view, MPI_Count position,
               MPI_Count bytes)
{
    MPI_Count offset;

    runs->left = bytes;
    runs->data = view_data(view, address_of(0), 0, position, bytes, &offset);
    cursor_open(&runs->cursor, runs->data.buf, data_layout(&runs->data, &runs->made),
                runs->data.type->depth + 1, offset);
}

void runs_close(struct view_runs *runs)
{
    cursor_close(&runs->cursor);
}

/* Moves the strip to the start of its next run. */
static void go_on(struct strip *strip)
{
    strip->at -= strip->run - strip->left;
    strip->left = strip->run;
    if (strip->offsets == NULL) {
        strip->at += strip->stride;
    } else {
        strip->at += strip->offsets[1] - strip->offsets[0];
        strip->offsets++;
    }
}

bool runs_next(struct view_runs *runs, MPI_Offset *place, MPI_Count *bytes)
{
    struct strip *strip = &runs->cursor.strip;

    if (runs->left == 0)
        return false;
    *place = place_of_address(strip->at);
    *bytes = strip->left < runs->left ? strip->left : runs->left;
    runs->left -= *bytes;
    if (runs->left == 0)
        return true;
    if (--strip->count == 0)
        cursor_next(&runs->cursor);
    else
        go_on(strip);
    return true;
}
