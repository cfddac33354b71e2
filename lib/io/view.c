/* SPDX-License-Identifier: MIT */
#include "io/view.h"

#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "io/staging.h"
#include "layout/order.h"

static int check_order(const struct io_view *view, bool is_written)
{
    const struct type *tile = view->tile;

    if (tile->size == 0)
        return MPI_SUCCESS;
    if (tile->true_lb < 0)
        return note(MPI_ERR_ARG, "filetype begins at byte %lld, before its displacement",
                    (long long)tile->true_lb);
    if (!piece_ascends(&tile->layout, true))
        return note(MPI_ERR_ARG, "filetype has displacements that decrease");
    if (is_written && !piece_ascends(&tile->layout, false))
        return note(MPI_ERR_ARG, "filetype overlaps itself, and the file may be written");
    if (is_written && tile->extent < 0)
        return note(MPI_ERR_ARG, "filetype has a negative extent");
    return MPI_SUCCESS;
}

/* Whole copies of the filetype follow one another in ascending order. */
static bool tiles_ascend(const struct type *tile)
{
    return tile->extent >= tile->true_extent && piece_ascends(&tile->layout, false);
}

static int measure(struct io_view *view)
{
    const struct type *in_file;
    int err = datarep_type(view->datarep, view->etype, &in_file);

    if (err != MPI_SUCCESS)
        return err;
    view->etype_bytes = in_file->size;
    view->etype_extent = in_file->extent;
    type_drop(in_file);
    if (view->etype_bytes == 0)
        return note(MPI_ERR_ARG, "etype has no data");
    err = datarep_type(view->datarep, view->filetype, &view->tile);
    if (err != MPI_SUCCESS)
        return err;
    if (view->tile->size % view->etype_bytes != 0)
        return note(MPI_ERR_ARG, "filetype has %lld bytes, which are no whole etypes of %lld",
                    (long long)view->tile->size, (long long)view->etype_bytes);
    view->is_contiguous = view->tile->is_dense;
    view->is_ascending = tiles_ascend(view->tile);
    if (view->tile->size > 0)
        view->run_bytes = view->tile->size / piece_runs(&view->tile->layout);
    return MPI_SUCCESS;
}

int view_create(MPI_Offset displacement, const struct type *etype, const struct type *filetype,
                const struct datarep *datarep, bool is_written, struct io_view **created)
{
    struct io_view *view = memory_take_zeroed(sizeof *view);
    int err;

    if (view == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a view");
    view->displacement = displacement;
    view->etype = etype;
    view->filetype = filetype;
    view->datarep = datarep;
    type_hold(etype);
    type_hold(filetype);
    err = measure(view);
    if (err == MPI_SUCCESS)
        err = check_order(view, is_written);
    if (err != MPI_SUCCESS) {
        view_free(view);
        return err;
    }
    if (LAWS_ARE_CHECKED)
        view_check(view);
    *created = view;
    return MPI_SUCCESS;
}

void view_free(struct io_view *view)
{
    if (view == NULL)
        return;
    type_drop(view->etype);
    type_drop(view->filetype);
    type_drop(view->tile);
    memory_give(view);
}

MPI_Offset view_place(const struct io_view *view, MPI_Count position)
{
    const struct type *tile = view->tile;
    MPI_Count copy;

    if (view->is_contiguous)
        return view->displacement + tile->true_lb + position;
    copy = position / tile->size;
    return view->displacement + copy * tile->extent +
           piece_place_of(&tile->layout, position - copy * tile->size);
}

bool view_has_room(const struct io_view *view, MPI_Count position, MPI_Count bytes)
{
    const struct type *tile = view->tile;
    MPI_Count copy = 0, start, length;

    if (bytes == 0)
        return true;
    if (__builtin_add_overflow(position, bytes, &length))
        return false;
    if (!view->is_contiguous) { /* the last copy counts as a whole */
        copy = (length - 1) / tile->size;
        length = tile->true_extent;
    }
    return !__builtin_mul_overflow(copy, tile->extent, &start) &&
           !__builtin_add_overflow(start, tile->true_lb, &start) &&
           !__builtin_add_overflow(start, view->displacement, &start) && start >= 0 &&
           length <= INT64_MAX - BUFFER_BYTES - start;
}

/* Counts, in a view whose copies overlap, the bytes of copies that begin below `place`. */
static MPI_Count below_by_copies(const struct io_view *view, MPI_Offset place)
{
    const struct type *tile = view->tile;
    MPI_Count first = view->displacement + tile->true_lb;

    if (place <= first || tile->extent <= 0)
        return 0;
    return ((place - first - 1) / tile->extent + 1) * tile->size;
}

MPI_Count view_bytes_below(const struct io_view *view, MPI_Offset place)
{
    const struct type *tile = view->tile;
    MPI_Count copy;

    if (tile->size == 0)
        return 0;
    if (!view->is_ascending)
        return below_by_copies(view, place);
    place -= view->displacement;
    if (place <= tile->true_lb)
        return 0;
    if (view->is_contiguous)
        return place - tile->true_lb;
    copy = (place - tile->true_lb - 1) / tile->extent;
    return copy * tile->size + piece_bytes_below(&tile->layout, place - copy * tile->extent);
}

struct data view_data(const struct io_view *view, char *start, MPI_Offset place, MPI_Count position,
                      MPI_Count bytes, MPI_Count *offset)
{
    const struct type *tile = view->tile;
    MPI_Count copy = position / tile->size;
    MPI_Count copies = (position + bytes - 1) / tile->size - copy + 1;

    *offset = position - copy * tile->size;
    return (struct data){.buf = start + (view->displacement + copy * tile->extent - place),
                         .count = copies,
                         .type = tile};
}
