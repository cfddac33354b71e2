/* SPDX-License-Identifier: MIT */
/* Traces of all ranks, for heddle_expect_trace of heddle/record.h, which includes this file. */
#ifndef HEDDLE_TRACE_H
#define HEDDLE_TRACE_H

#include <heddle/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns what the rank has recorded, below a line that names it. */
static inline char *heddle_trace_own_(int *length)
{
    const struct heddle_recorded *recorded = heddle_recorded_();
    char *text = (char *)malloc((size_t)(recorded->count + 1) * HEDDLE_RECORD_BYTES_);
    int i, rank;

    if (text == NULL)
        abort();
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    *length = sprintf(text, "rank %d\n", rank);
    for (i = 0; i < recorded->count; i++) {
        memcpy(text + *length, "    ", 4);
        heddle_record_line_(&recorded->all[i], text + *length + 4);
        *length += (int)strlen(text + *length);
    }
    return text;
}

/* Returns those of all ranks in rank 0, elsewhere NULL. */
static inline char *heddle_trace_gather_(void)
{
    int length, rank, size, i, total = 0;
    char *own = heddle_trace_own_(&length), *all = NULL;
    int *lengths, *places;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    lengths = (int *)calloc((size_t)size * 2, sizeof *lengths);
    if (lengths == NULL)
        abort();
    places = lengths + size;
    PMPI_Gather(&length, 1, MPI_INT, lengths, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (i = 0; rank == 0 && i < size; i++) {
        places[i] = total;
        total += lengths[i];
    }
    if (rank == 0)
        all = (char *)calloc((size_t)total + 1, 1);
    PMPI_Gatherv(own, length, MPI_CHAR, all, lengths, places, MPI_CHAR, 0, MPI_COMM_WORLD);
    free(lengths);
    free(own);
    return all;
}

/* Returns the file's text, or NULL if there is no such file. */
static inline char *heddle_trace_read_(const char *path)
{
    FILE *in = fopen(path, "r");
    char *text = NULL;
    long bytes;

    if (in == NULL)
        return NULL;
    fseek(in, 0, SEEK_END);
    bytes = ftell(in);
    rewind(in);
    text = (char *)calloc((size_t)bytes + 1, 1);
    if (text == NULL || fread(text, 1, (size_t)bytes, in) != (size_t)bytes)
        abort();
    fclose(in);
    return text;
}

static inline void heddle_trace_write_(const char *file, int line, const char *path,
                                       const char *text)
{
    FILE *out = fopen(path, "w");

    if (out == NULL || fputs(text, out) < 0 || fclose(out) != 0)
        heddle_fail(file, line, "%s cannot be written", path);
}

enum { HEDDLE_TRACE_LINES_ = 8 }; /* of each side that are shown */

/* Appends lines from one to before the other with a mark each, as far as there is room. */
static inline void heddle_trace_mark_(char *diff, char mark, const char *from, const char *to)
{
    size_t length = strlen(diff);
    int shown;

    for (shown = 0; from < to && length < HEDDLE_RECORD_TEXT_; shown++) {
        size_t bytes = strcspn(from, "\n");
        int is_shown = shown < HEDDLE_TRACE_LINES_;

        length += (size_t)snprintf(diff + length, HEDDLE_RECORD_TEXT_ - length, "\n%c%.*s", mark,
                                   is_shown ? (int)bytes : 7, is_shown ? from : "    ...");
        if (!is_shown)
            return;
        from += bytes + (from[bytes] != '\0');
    }
}

/* Returns the heading of the next rank, or the end. */
static inline const char *heddle_trace_next_(const char *line)
{
    do
        line += strcspn(line, "\n") + (strchr(line, '\n') != NULL);
    while (*line != '\0' && strncmp(line, "rank ", 5) != 0);
    return line;
}

/* Returns the beginning of the last line. */
static inline const char *heddle_trace_last_(const char *from, const char *end)
{
    end--;
    while (end > from && end[-1] != '\n')
        end--;
    return end;
}

/* Describes the lines of one rank that differ between a common beginning and a common end, below
 * the rank's heading. */
static inline void heddle_trace_compare_rank_(const char *old_from, const char *old_end,
                                              const char *new_from, const char *new_end,
                                              char *diff)
{
    const char *heading = new_from, *old_last, *new_last;
    size_t bytes;

    while (old_from < old_end && new_from < new_end &&
           (bytes = strcspn(old_from, "\n")) == strcspn(new_from, "\n") &&
           strncmp(old_from, new_from, bytes) == 0) {
        old_from += bytes + 1;
        new_from += bytes + 1;
    }
    while (old_from < old_end && new_from < new_end) {
        old_last = heddle_trace_last_(old_from, old_end);
        new_last = heddle_trace_last_(new_from, new_end);
        if (old_end - old_last != new_end - new_last ||
            strncmp(old_last, new_last, (size_t)(old_end - old_last)) != 0)
            break;
        old_end = old_last;
        new_end = new_last;
    }
    if (old_from >= old_end && new_from >= new_end)
        return;
    if (heading < new_from)
        heddle_trace_mark_(diff, ' ', heading, heading + strcspn(heading, "\n"));
    heddle_trace_mark_(diff, '-', old_from, old_end);
    heddle_trace_mark_(diff, '+', new_from, new_end);
}

/* Describes what differs, rank by rank. */
static inline void heddle_trace_compare_(const char *expected, const char *got, char *diff)
{
    diff[0] = '\0';
    while (*expected != '\0' || *got != '\0') {
        const char *old_end = heddle_trace_next_(expected), *new_end = heddle_trace_next_(got);

        heddle_trace_compare_rank_(expected, old_end, got, new_end, diff);
        expected = old_end;
        got = new_end;
    }
}

static inline void heddle_expect_trace_(const char *file, int line, const char *path)
{
    char *all = heddle_trace_gather_(), *expected;
    const char *update = getenv("HEDDLE_UPDATE");
    char other[1024], diff[HEDDLE_RECORD_TEXT_];

    if (all == NULL)
        return;
    if (update != NULL && strcmp(update, "1") == 0) {
        heddle_trace_write_(file, line, path, all);
        free(all);
        return;
    }
    expected = heddle_trace_read_(path);
    if (expected != NULL && strcmp(expected, all) == 0) {
        free(expected);
        free(all);
        return;
    }
    snprintf(other, sizeof other, "%s.new", path);
    heddle_trace_write_(file, line, other, all);
    if (expected == NULL)
        heddle_fail(file, line, "there is no file %s; HEDDLE_UPDATE=1 writes it", path);
    heddle_trace_compare_(expected, all, diff);
    heddle_fail(file, line, "the trace differs from %s:%s", path, diff);
}

#ifdef __cplusplus
}
#endif
#endif
