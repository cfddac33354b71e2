/* SPDX-License-Identifier: MIT */
#include "layout/order.h"

#include <stddef.h>

/* Returns where the first byte of a body lies. */
static MPI_Count first_of_body(const struct piece *piece)
{
    if (piece->runs != NULL)
        return piece->runs[0].offset;
    if (piece->pieces != NULL)
        return piece_place(&piece->pieces[0], 0) + first_of_body(&piece->pieces[0]);
    return 0;
}

/* Returns the end of a body whose runs ascend. */
static MPI_Count end_of_body(const struct piece *piece)
{
    if (piece->runs != NULL) {
        const struct run *last = &piece->runs[piece->body_count - 1];

        return last->offset + run_bytes(last);
    }
    if (piece->pieces != NULL) {
        const struct piece *last = &piece->pieces[piece->body_count - 1];

        return piece_place(last, last->count - 1) + end_of_body(last);
    }
    return piece->bytes;
}

static bool runs_ascend(const struct piece *piece, bool may_share)
{
    MPI_Count i;

    for (i = 0; i + 1 < piece->body_count; i++) {
        const struct run *run = &piece->runs[i];

        if (run[1].offset < run->offset + (may_share ? 0 : run_bytes(run)))
            return false;
    }
    return true;
}

/* Where the last run of a piece begins. */
static MPI_Count last_start(const struct piece *piece)
{
    MPI_Count place = piece_place(piece, piece->count - 1);

    if (piece->runs != NULL)
        return place + piece->runs[piece->body_count - 1].offset;
    if (piece->pieces != NULL)
        return place + last_start(&piece->pieces[piece->body_count - 1]);
    return place;
}

static MPI_Count end_of(const struct piece *piece)
{
    return piece_place(piece, piece->count - 1) + end_of_body(piece);
}

static bool pieces_ascend(const struct piece *piece, bool may_share)
{
    MPI_Count i;

    for (i = 0; i < piece->body_count; i++) {
        const struct piece *part = &piece->pieces[i];
        MPI_Count end;

        if (!piece_ascends(part, may_share))
            return false;
        if (i + 1 == piece->body_count)
            break;
        end = may_share ? last_start(part) : end_of(part);
        if (piece_place(&part[1], 0) + first_of_body(&part[1]) < end)
            return false;
    }
    return true;
}

bool piece_ascends(const struct piece *piece, bool may_share)
{
    MPI_Count least, i;

    if (piece->count == 0)
        return true;
    if (piece->runs != NULL ? !runs_ascend(piece, may_share)
                            : piece->pieces != NULL && !pieces_ascend(piece, may_share))
        return false;
    if (piece->count == 1)
        return true;
    least = may_share ? last_start(piece) - piece_place(piece, piece->count - 1)
                      : end_of_body(piece);
    least -= first_of_body(piece);
    if (piece->offsets == NULL)
        return piece->stride >= least;
    for (i = 0; i + 1 < piece->count; i++)
        if ((MPI_Count)piece->offsets[i + 1] - piece->offsets[i] < least)
            return false;
    return true;
}

MPI_Count piece_place_of(const struct piece *piece, MPI_Count number)
{
    MPI_Count place = 0;

    for (;;) {
        MPI_Count copy = number / piece->bytes;

        number -= copy * piece->bytes;
        place += piece_place(piece, copy);
        if (piece_is_run(piece))
            return place + number;
        if (piece->runs != NULL) {
            const struct run *run = &piece->runs[piece_find(piece, number)];

            return place + run->offset + number - run->before;
        }
        piece = &piece->pieces[piece_find(piece, number)];
        number -= piece->before;
    }
}

/* How many copies begin below that place, which counts from the piece's address. */
static MPI_Count copies_below(const struct piece *piece, MPI_Count place)
{
    MPI_Count first = first_of_body(piece), low = 0, high = piece->count;

    if (place <= piece_place(piece, 0) + first)
        return 0;
    if (piece->offsets == NULL) {
        MPI_Count copies = piece->count == 1 || piece->stride <= 0
                               ? piece->count
                               : (place - piece->offset - first - 1) / piece->stride + 1;

        return copies < piece->count ? copies : piece->count;
    }
    while (high - low > 1) { /* copy `low` begins below it */
        MPI_Count middle = low + (high - low) / 2;

        if (piece_place(piece, middle) + first < place)
            low = middle;
        else
            high = middle;
    }
    return low + 1;
}

static MPI_Count least(MPI_Count a, MPI_Count b)
{
    return a < b ? a : b;
}

static MPI_Count runs_below(const struct piece *piece, MPI_Count place)
{
    MPI_Count low = 0, high = piece->body_count;
    const struct run *run;

    if (place <= piece->runs[0].offset)
        return 0;
    while (high - low > 1) {
        MPI_Count middle = low + (high - low) / 2;

        if (piece->runs[middle].offset < place)
            low = middle;
        else
            high = middle;
    }
    run = &piece->runs[low];
    return run->before + least(place - run->offset, run_bytes(run));
}

/* Returns the last piece of the list that begins below the place, or the first. */
static const struct piece *piece_below(const struct piece *piece, MPI_Count place)
{
    MPI_Count low = 0, high = piece->body_count;

    while (high - low > 1) {
        MPI_Count middle = low + (high - low) / 2;
        const struct piece *part = &piece->pieces[middle];

        if (piece_place(part, 0) + first_of_body(part) < place)
            low = middle;
        else
            high = middle;
    }
    return &piece->pieces[low];
}

MPI_Count piece_bytes_below(const struct piece *piece, MPI_Count place)
{
    MPI_Count bytes = 0;

    for (;;) {
        MPI_Count copies = piece->count > 0 ? copies_below(piece, place) : 0;

        if (copies == 0)
            return bytes;
        bytes += (copies - 1) * piece->bytes;
        place -= piece_place(piece, copies - 1);
        if (piece_is_run(piece))
            return bytes + least(place, piece->bytes);
        if (piece->runs != NULL)
            return bytes + runs_below(piece, place);
        piece = piece_below(piece, place);
        bytes += piece->before;
    }
}

MPI_Count piece_runs(const struct piece *piece)
{
    MPI_Count runs = 0, i;

    if (piece->runs != NULL)
        return piece->count * piece->body_count;
    if (piece->pieces == NULL)
        return piece->count;
    for (i = 0; i < piece->body_count; i++)
        runs += piece_runs(&piece->pieces[i]);
    return piece->count * runs;
}
