/* SPDX-License-Identifier: MIT */
#include "io/cover.h"

#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "io/runs.h"

enum { WORD_BITS = 64 };

static const uint64_t ALL = UINT64_MAX;

bool cover_open(struct cover *cover, bool is_needed)
{
    cover->bits = NULL;
    if (!is_needed)
        return true;
    cover->bits = memory_take(BUFFER_BYTES / WORD_BITS * sizeof(uint64_t));
    if (cover->bits == NULL)
        note(MPI_ERR_NO_MEM, "no memory for a collective access");
    return cover->bits != NULL;
}

void cover_close(struct cover *cover)
{
    memory_give(cover->bits);
}

void cover_clear(struct cover *cover, MPI_Count bytes)
{
    cover->bytes = bytes;
    memset(cover->bits, 0, (size_t)((bytes + WORD_BITS - 1) / WORD_BITS) * sizeof(uint64_t));
}

/* The bits [first, end) of one word. */
static uint64_t bits_of(unsigned first, unsigned end)
{
    return (end == WORD_BITS ? ALL : (UINT64_C(1) << end) - 1) & ALL << first;
}

/* Returns a number in the range that was set before, or -1. */
static MPI_Count set_cover(struct cover *cover, MPI_Count from, MPI_Count bytes)
{
    MPI_Count end = from + bytes, found = -1;

    while (from < end) {
        MPI_Count word = from / WORD_BITS, start = word * WORD_BITS;
        MPI_Count stop = start + WORD_BITS < end ? start + WORD_BITS : end;
        uint64_t bits = bits_of((unsigned)(from - start), (unsigned)(stop - start));
        uint64_t before = cover->bits[word] & bits;

        if (before != 0 && found < 0)
            found = start + __builtin_ctzll(before);
        cover->bits[word] |= bits;
        from = stop;
    }
    return found;
}

MPI_Offset cover_add(struct cover *cover, const struct io_view *view, MPI_Offset low,
                     MPI_Count position, MPI_Count bytes)
{
    MPI_Offset place, twice = -1;
    MPI_Count run, found;
    struct view_runs runs;

    runs_open(&runs, view, position, bytes);
    while (runs_next(&runs, &place, &run)) {
        found = set_cover(cover, place - low, run);
        if (found >= 0 && twice < 0)
            twice = low + found;
    }
    runs_close(&runs);
    return twice;
}

/* Finds the first byte from there on that is covered, or is not; the end if there is none. */
static MPI_Count find_in_cover(const struct cover *cover, MPI_Count from, bool is_covered)
{
    while (from < cover->bytes) {
        uint64_t word = cover->bits[from / WORD_BITS];

        word = (is_covered ? word : ~word) & ALL << from % WORD_BITS;
        if (word != 0) {
            from = from / WORD_BITS * WORD_BITS + __builtin_ctzll(word);
            return from < cover->bytes ? from : cover->bytes;
        }
        from = (from / WORD_BITS + 1) * WORD_BITS;
    }
    return cover->bytes;
}

bool cover_next(const struct cover *cover, MPI_Count *from, MPI_Count *bytes)
{
    *from = find_in_cover(cover, *from, true);
    if (*from == cover->bytes)
        return false;
    *bytes = find_in_cover(cover, *from, false) - *from;
    return true;
}
