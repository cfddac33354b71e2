/* SPDX-License-Identifier: MIT */
#include "io/strided.h"

#include "base/note.h"
#include "io/staging.h"
#include "io/runs.h"
#include "io/state.h"

/* Gaps are read, too, when runs follow one another so closely: a call of the system costs as much
 * as to read and copy that much (bench/api/files). */
enum { STEP_READ_MAX = 4 << 10 };

/* Gaps are written, as they were read just before, when runs follow one another so closely: reading
 * and writing that much costs less than another call of the system. */
enum { STEP_WRITTEN_MAX = 32 << 10 };

/* A rank writes this many bytes run by run before another has its turn. */
enum { BATCH_BYTES = 256 << 10 };

/* From one run to the next, on average. */
static MPI_Count step_of(const struct io_view *view)
{
    return view->tile->extent / (view->tile->size / view->run_bytes);
}

static int read_runs(struct strided *strided)
{
    MPI_Offset place;
    MPI_Count bytes, done;
    struct view_runs runs;
    int err = MPI_SUCCESS;

    runs_open(&runs, strided->view, strided->position, strided->bytes);
    while (err == MPI_SUCCESS && runs_next(&runs, &place, &bytes)) {
        err = description_read(strided->description, place, strided->at + strided->done, bytes,
                               &done);
        strided->done += done;
        if (done < bytes)
            break;
    }
    runs_close(&runs);
    return err;
}

/* Writes runs until that many bytes are written or none is left; *is_over: none is. */
static int write_batch(struct strided *strided, struct view_runs *runs, bool *is_over)
{
    MPI_Count bytes, done, before = strided->done;
    MPI_Offset place;
    int err = MPI_SUCCESS;

    while (err == MPI_SUCCESS && strided->done < before + BATCH_BYTES) {
        *is_over = !runs_next(runs, &place, &bytes);
        if (*is_over)
            return MPI_SUCCESS;
        err = description_write(strided->description, place, strided->at + strided->done, bytes,
                                &done);
        strided->done += done;
    }
    return err;
}

/* Writes all that is not done. The system lets one thread write a file at a time. To wait for that
 * at each run costs more than to let one rank write some of its runs. */
static int write_runs(struct strided *strided)
{
    struct view_runs runs;
    bool is_over = false;
    int err = MPI_SUCCESS;

    runs_open(&runs, strided->view, strided->position + strided->done,
              strided->bytes - strided->done);
    while (err == MPI_SUCCESS && !is_over) {
        lock_take(&strided->description->batch);
        err = write_batch(strided, &runs, &is_over);
        lock_release(&strided->description->batch);
    }
    runs_close(&runs);
    return err;
}

/* ---- together with the gaps ------------------------------------------------------------------ */

/* Is it faster, or wanted? */
static bool is_close(const struct io_view *view, MPI_Count step_max, enum use sieve)
{
    return sieve == USE_ENABLED || (sieve == USE_AUTOMATIC && step_of(view) <= step_max);
}

static bool is_sieved(const struct strided *strided)
{
    const struct io_view *view = strided->view;

    return view->is_ascending && strided->bytes > view->run_bytes &&
           is_close(view, STEP_READ_MAX, strided->sieve) && strided->description->has_places;
}

/* Reads what is in the next buffer's length of the file: *bytes of data. */
static int sieve(struct strided *strided, char *buffer, MPI_Count *bytes)
{
    const struct io_view *view = strided->view;
    MPI_Count position = strided->position + strided->done, offset, got;
    MPI_Count end = strided->position + strided->bytes, last;
    MPI_Offset low = view_place(view, position);
    struct data in_buffer, to;
    int err;

    last = view_bytes_below(view, low + BUFFER_BYTES);
    if (last > end)
        last = end;
    err = description_read(strided->description, low, buffer,
                           view_place(view, last - 1) + 1 - low, &got);
    *bytes = last - position;
    last = view_bytes_below(view, low + got);
    if (last - position < *bytes)
        *bytes = last - position;
    if (*bytes == 0)
        return err;
    in_buffer = view_data(view, buffer, low, position, *bytes, &offset);
    to = (struct data){
        .buf = strided->at + strided->done, .count = *bytes, .type = type_predefined(MPI_BYTE)};
    data_copy_apart(&in_buffer, offset, &to, 0, *bytes);
    return err;
}

static int read_sieved(struct strided *strided)
{
    struct io_state *state = io_state_of(strided->description->world);
    char *buffer = staging_take(state);
    int err = buffer != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    MPI_Count bytes = 1;

    while (err == MPI_SUCCESS && bytes > 0 && strided->done < strided->bytes) {
        err = sieve(strided, buffer, &bytes);
        strided->done += bytes;
    }
    staging_give(state, buffer);
    return err;
}

/* ---- writing gaps ---------------------------------------------------------------------------- */

bool strided_may_sieve(const struct io_view *view, enum use sieve)
{
    return view_has_data(view) && view->is_ascending && !view->is_contiguous &&
           is_close(view, STEP_WRITTEN_MAX, sieve);
}

/* The bytes that are written in one window. */
struct sieved {
    const struct strided *strided;
    char *buffer;
    MPI_Offset low;
    MPI_Count position, bytes;
};

static void fill_in(void *subject)
{
    const struct sieved *sieved = subject;
    const struct strided *strided = sieved->strided;
    struct data from = {.buf = strided->at + strided->done,
                        .count = sieved->bytes,
                        .type = type_predefined(MPI_BYTE)};
    MPI_Count offset;
    struct data in_buffer = view_data(strided->view, sieved->buffer, sieved->low,
                                      sieved->position, sieved->bytes, &offset);

    data_copy_apart(&from, 0, &in_buffer, offset, sieved->bytes);
}

/* Writes what is in the next window; *is_refused: it does not. */
static int write_window(struct strided *strided, char *buffer, bool *is_refused)
{
    const struct io_view *view = strided->view;
    struct sieved sieved = {.strided = strided, .buffer = buffer};
    MPI_Count last, end = strided->position + strided->bytes;
    int err;

    sieved.position = strided->position + strided->done;
    sieved.low = view_place(view, sieved.position);
    last = view_bytes_below(view, (sieved.low / BUFFER_BYTES + 1) * BUFFER_BYTES);
    if (last > end)
        last = end;
    sieved.bytes = last - sieved.position;
    err = description_change(strided->description, sieved.low, view_place(view, last - 1) + 1,
                             buffer, fill_in, &sieved, is_refused);
    if (err == MPI_SUCCESS && !*is_refused)
        strided->done += sieved.bytes;
    return err;
}

static int write_sieved(struct strided *strided)
{
    struct io_state *state = io_state_of(strided->description->world);
    char *buffer = staging_take(state);
    int err = buffer != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    bool is_refused = false;

    while (err == MPI_SUCCESS && !is_refused && strided->done < strided->bytes)
        err = write_window(strided, buffer, &is_refused);
    staging_give(state, buffer);
    return is_refused ? write_runs(strided) : err;
}

/* ---------------------------------------------------------------------------------------------- */

int strided_read(struct strided *strided)
{
    strided->done = 0;
    if (strided->bytes == 0)
        return MPI_SUCCESS;
    if (strided->view->is_contiguous)
        return description_read(strided->description,
                                view_place(strided->view, strided->position), strided->at,
                                strided->bytes, &strided->done);
    return is_sieved(strided) ? read_sieved(strided) : read_runs(strided);
}

int strided_write(struct strided *strided)
{
    strided->done = 0;
    if (strided->bytes == 0)
        return MPI_SUCCESS;
    if (strided->view->is_contiguous)
        return description_write(strided->description,
                                 view_place(strided->view, strided->position), strided->at,
                                 strided->bytes, &strided->done);
    if (strided->description->has_sieves && strided->description->is_readable &&
        strided->description->has_places && strided->bytes > strided->view->run_bytes &&
        strided_may_sieve(strided->view, strided->sieve))
        return write_sieved(strided);
    return write_runs(strided);
}
