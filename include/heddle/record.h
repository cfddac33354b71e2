/* SPDX-License-Identifier: MIT */
/* Records what a rank sends, so that a test can say what communication it expects.
 *
 *     #include <heddle/record.h>
 *
 *     heddle_record_start();
 *     exchange_halo(grid);
 *     heddle_expect_sent(left, HALO_TAG, grid->comm, 1, 1);     from one to one such message
 *     heddle_expect_sent_in("exchange_halo", 2, 2);             by calls in that function
 *     heddle_expect_only_on(grid->comm);                        nothing on MPI_COMM_WORLD
 *     heddle_expect_no_collective();
 *     heddle_expect_rounds(1, heddle_log2(size));               it has waited so often for others
 *     heddle_expect_recorded("MPI_Send to 1, tag 5, 8 bytes on grid\n");
 *     heddle_expect_trace("halo.trace");                        of all ranks, kept in a file
 *
 * One that does not hold fails as heddle_fail does, with its place and what was sent, and where.
 * The calls are those of the whole program, of libraries too. What a persistent or partitioned
 * request sends is recorded when it is started. heddle_record_start_all records all calls, but
 * those of MPI_Test, MPI_Iprobe and the like: how often they are called depends on chance. See
 * heddle/called.h for what to know of the functions that record. */
#ifndef HEDDLE_RECORD_H
#define HEDDLE_RECORD_H

#ifdef HEDDLE_ELSEWHERE
#include <heddle/elsewhere_calls.h>
#else

#include <heddle/called.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HEDDLE_RECORD_BYTES_ = 320,
    HEDDLE_RECORD_TEXT_ = 1500, /* of a list, or a difference */
    HEDDLE_RECORD_PLACE_ = 128
};

/* Forgets what was recorded and records what the rank sends from now on. */
static inline void heddle_record_start(void)
{
    if (heddle_calls_.all == NULL)
        heddle_calls_.all =
            (struct heddle_record_ *)calloc(HEDDLE_RECORDS_MAX_, sizeof *heddle_calls_.all);
    heddle_calls_.is_recording = heddle_calls_.all != NULL;
    heddle_calls_.count = heddle_calls_.waits = heddle_calls_.records_all = 0;
}

/* Records all calls of the rank, not only those that send. */
static inline void heddle_record_start_all(void)
{
    heddle_record_start();
    heddle_calls_.records_all = 1;
}

static inline void heddle_record_stop(void)
{
    heddle_calls_.is_recording = 0;
}

/* The logarithm to base 2, rounded up: 0 of 1, 1 of 2, 2 of 3 and 4. */
static inline int heddle_log2(int number)
{
    int power = 0;

    while (1 << power < number)
        power++;
    return power;
}

/* ---- what was recorded ---------------------------------------------------------------------- */

/* Writes a line: "MPI_Send to 1, tag 5, 8 bytes on grid\n". */
static inline void heddle_record_line_(const struct heddle_record_ *record, char *line)
{
    int length = snprintf(line, HEDDLE_RECORD_BYTES_, "%s%s%s", record->call,
                          record->prepared != NULL ? " of " : "",
                          record->prepared != NULL ? record->prepared : "");
    size_t room = HEDDLE_RECORD_BYTES_;
    char peer[16], tag[16];

    snprintf(peer, sizeof peer, record->peer == MPI_ANY_SOURCE ? "any" : "%d", record->peer);
    snprintf(tag, sizeof tag, record->tag == MPI_ANY_TAG ? "any tag" : "tag %d", record->tag);
    if (record->is_message)
        length += snprintf(line + length, room - (size_t)length, " to %s, %s, %lld bytes", peer,
                           tag, record->bytes);
    else if (record->peer == MPI_PROC_NULL)
        length += snprintf(line + length, room - (size_t)length, " %s nobody",
                           record->is_received ? "from" : "to");
    else if (record->is_received)
        length += snprintf(line + length, room - (size_t)length, " from %s, %s", peer, tag);
    if (record->comm_name[0] != '\0')
        length += snprintf(line + length, room - (size_t)length, " on %s", record->comm_name);
    snprintf(line + length, room - (size_t)length, "\n");
}

/* Writes a line for each call, in the order of the calls. */
static inline void heddle_record_write(FILE *out)
{
    char line[HEDDLE_RECORD_BYTES_];
    int i;

    for (i = 0; i < heddle_calls_.count; i++) {
        heddle_record_line_(&heddle_calls_.all[i], line);
        fputs(line, out);
    }
}

/* Fills in the first lines of what was sent, and where. */
static inline const char *heddle_record_list_(char *text)
{
    char line[HEDDLE_RECORD_BYTES_], place[HEDDLE_RECORD_PLACE_];
    size_t length = 0;
    int i;

    snprintf(text, HEDDLE_RECORD_TEXT_, "nothing");
    for (i = 0; i < heddle_calls_.count; i++) {
        heddle_record_line_(&heddle_calls_.all[i], line);
        if (length + strlen(line) + sizeof place + 16 > HEDDLE_RECORD_TEXT_) {
            snprintf(text + length, HEDDLE_RECORD_TEXT_ - length, "\n  ...");
            break;
        }
        line[strlen(line) - 1] = '\0';
        length += (size_t)snprintf(text + length, HEDDLE_RECORD_TEXT_ - length, "\n  %s, in %s",
                                   line, heddle_place(heddle_calls_.all[i].site, place,
                                                      sizeof place));
    }
    return text;
}

/* ---- contracts ------------------------------------------------------------------------------ */

/* All that the ranks of MPI_COMM_WORLD have recorded, in a file; each of them calls it. With the
 * environment variable HEDDLE_UPDATE=1 the file is written. If it differs, <path>.new has what
 * should be compared with it. */
#define heddle_expect_trace(path) heddle_expect_trace_(__FILE__, __LINE__, path)
/* MPI_ANY_SOURCE, MPI_ANY_TAG and MPI_COMM_NULL stand for any. */
#define heddle_expect_sent(peer, tag, comm, least, most) \
    heddle_expect_sent_(__FILE__, __LINE__, peer, tag, comm, least, most)
/* By calls in that function. */
#define heddle_expect_sent_in(function, least, most) \
    heddle_expect_sent_in_(__FILE__, __LINE__, function, least, most)
#define heddle_expect_only_on(comm) heddle_expect_only_on_(__FILE__, __LINE__, comm)
#define heddle_expect_no_collective() heddle_expect_no_collective_(__FILE__, __LINE__)
/* A round is a call in which the rank has waited for others: a receive, a probe, a wait, a
 * collective operation. A nonblocking operation waits when it is completed. */
#define heddle_expect_rounds(least, most) heddle_expect_rounds_(__FILE__, __LINE__, least, most)
/* All that was recorded, line by line as heddle_record_write writes it. */
#define heddle_expect_recorded(text) heddle_expect_recorded_(__FILE__, __LINE__, text)

static inline void heddle_expect_sent_(const char *file, int line, int peer, int tag, MPI_Comm comm,
                                       int least, int most)
{
    char text[HEDDLE_RECORD_TEXT_];
    int i, sent = 0;

    for (i = 0; i < heddle_calls_.count; i++) {
        const struct heddle_record_ *record = &heddle_calls_.all[i];

        sent += record->is_message && (peer == MPI_ANY_SOURCE || peer == record->peer) &&
                (tag == MPI_ANY_TAG || tag == record->tag) &&
                (comm == MPI_COMM_NULL || comm == record->comm);
    }
    if (sent < least || sent > most)
        heddle_fail(file, line, "%d such messages, expected %d to %d; sent was: %s", sent, least,
                    most, heddle_record_list_(text));
}

static inline void heddle_expect_sent_in_(const char *file, int line, const char *function,
                                          int least, int most)
{
    char text[HEDDLE_RECORD_TEXT_], place[HEDDLE_RECORD_PLACE_] = "";
    size_t length = strlen(function);
    const void *site = NULL;
    int i, sent = 0;

    for (i = 0; i < heddle_calls_.count; i++) {
        const struct heddle_record_ *record = &heddle_calls_.all[i];

        if (record->site != site)
            heddle_place(record->site, place, sizeof place);
        site = record->site;
        sent += record->is_message && strncmp(place, function, length) == 0 &&
                (place[length] == ' ' || place[length] == '\0');
    }
    if (sent < least || sent > most)
        heddle_fail(file, line, "%d messages sent in %s, expected %d to %d; sent was: %s", sent,
                    function, least, most, heddle_record_list_(text));
}

static inline void heddle_expect_rounds_(const char *file, int line, int least, int most)
{
    char text[HEDDLE_RECORD_TEXT_];

    if (heddle_calls_.waits < least || heddle_calls_.waits > most)
        heddle_fail(file, line, "%d rounds, expected %d to %d; sent was: %s", heddle_calls_.waits,
                    least, most, heddle_record_list_(text));
}

static inline void heddle_expect_only_on_(const char *file, int line, MPI_Comm comm)
{
    char text[HEDDLE_RECORD_TEXT_];
    int i;

    for (i = 0; i < heddle_calls_.count; i++)
        if (heddle_calls_.all[i].comm != comm &&
            (heddle_calls_.all[i].is_message || heddle_calls_.all[i].is_collective))
            heddle_fail(file, line, "%s on %s, another communicator; sent was: %s",
                        heddle_calls_.all[i].call, heddle_calls_.all[i].comm_name,
                        heddle_record_list_(text));
}

static inline void heddle_expect_no_collective_(const char *file, int line)
{
    char text[HEDDLE_RECORD_TEXT_];
    int i;

    for (i = 0; i < heddle_calls_.count; i++)
        if (heddle_calls_.all[i].is_collective)
            heddle_fail(file, line, "%s is a collective operation; sent was: %s",
                        heddle_calls_.all[i].call, heddle_record_list_(text));
}

static inline void heddle_expect_recorded_(const char *file, int line, const char *expected)
{
    char got[HEDDLE_RECORD_BYTES_];
    int i, length;

    for (i = 0; i < heddle_calls_.count; i++) {
        heddle_record_line_(&heddle_calls_.all[i], got);
        length = (int)strcspn(expected, "\n");
        if (strncmp(got, expected, strlen(got)) != 0)
            heddle_fail(file, line, "call %d differs:\n- %.*s\n+ %s", i + 1, length, expected, got);
        expected += strlen(got);
    }
    if (*expected != '\0')
        heddle_fail(file, line, "call %d is missing:\n- %.*s", i + 1, (int)strcspn(expected, "\n"),
                    expected);
}

/* ---- traces of all ranks -------------------------------------------------------------------- */

/* Returns what the rank has recorded, below a line that names it. */
static inline char *heddle_trace_own_(int *length)
{
    char *text = (char *)malloc((size_t)(heddle_calls_.count + 1) * HEDDLE_RECORD_BYTES_);
    int i, rank;

    if (text == NULL)
        abort();
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    *length = sprintf(text, "rank %d\n", rank);
    for (i = 0; i < heddle_calls_.count; i++) {
        memcpy(text + *length, "    ", 4);
        heddle_record_line_(&heddle_calls_.all[i], text + *length + 4);
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

/* Appends lines from one to before the other with a mark each, as far as there is room. */
static inline void heddle_trace_mark_(char *diff, char mark, const char *from, const char *to)
{
    size_t length = strlen(diff);

    while (from < to && *from != '\0') {
        size_t bytes = strcspn(from, "\n");

        if (length + bytes + 8 > HEDDLE_RECORD_TEXT_) {
            snprintf(diff + length, HEDDLE_RECORD_TEXT_ - length, "\n...");
            return;
        }
        length += (size_t)snprintf(diff + length, HEDDLE_RECORD_TEXT_ - length, "\n%c%.*s", mark,
                                   (int)bytes, from);
        from += bytes + (from[bytes] != '\0');
    }
}

/* Describes the lines that differ between a common beginning and a common end, with the heading of
 * their rank. */
static inline void heddle_trace_compare_(const char *expected, const char *got, char *diff)
{
    const char *old_end = expected + strlen(expected), *new_end = got + strlen(got);
    const char *rank = got, *old_from = expected, *new_from = got;
    size_t i, same = 0;

    for (i = 0; expected[i] != '\0' && expected[i] == got[i]; i++)
        if (expected[i] == '\n') {
            same = i + 1;
            if (strncmp(got + same, "rank ", 5) == 0)
                rank = got + same;
        }
    old_from += same;
    new_from += same;
    while (old_end > old_from && new_end > new_from && old_end[-1] == new_end[-1])
        old_end--, new_end--;
    while (old_end > old_from && *old_end != '\0' && old_end[-1] != '\n')
        old_end++, new_end++;
    diff[0] = '\0';
    if (rank < new_from)
        heddle_trace_mark_(diff, ' ', rank, rank + strcspn(rank, "\n"));
    heddle_trace_mark_(diff, '-', old_from, old_end);
    heddle_trace_mark_(diff, '+', new_from, new_end);
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
#endif
