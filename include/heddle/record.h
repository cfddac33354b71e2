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
 * The result of the job has it, too, when the job is over, so a test outside of the ranks can ask:
 *
 *     heddle_result_sent(&result, 0, 1, HALO_TAG, "grid")       messages of rank 0 to rank 1
 *     heddle_result_calls(&result, HEDDLE_EVERY_RANK, "MPI_Allreduce", NULL)
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
    size_t bytes = sizeof *heddle_calls_.recorded;

    if (heddle_calls_.recorded == NULL)
        heddle_calls_.recorded = (struct heddle_recorded *)heddle_keep_record_(bytes);
    if (heddle_calls_.recorded == NULL)
        heddle_calls_.recorded = (struct heddle_recorded *)calloc(1, bytes);
    heddle_calls_.is_recording = heddle_calls_.recorded != NULL;
    heddle_calls_.records_all = 0;
    if (heddle_calls_.is_recording)
        heddle_calls_.recorded->count = heddle_calls_.recorded->waits = 0;
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
        length += snprintf(line + length, room - (size_t)length, " %s MPI_PROC_NULL",
                           record->is_received ? "from" : "to");
    else if (record->is_received)
        length += snprintf(line + length, room - (size_t)length, " from %s, %s", peer, tag);
    if (record->comm_name[0] != '\0')
        length += snprintf(line + length, room - (size_t)length, " on %s", record->comm_name);
    snprintf(line + length, room - (size_t)length, "\n");
}

/* The records of the calling rank: none before heddle_record_start. */
static inline const struct heddle_recorded *heddle_recorded_(void)
{
    if (heddle_calls_.recorded == NULL)
        heddle_fail(__FILE__, __LINE__, "heddle_record_start was not called");
    return heddle_calls_.recorded;
}

/* Writes a line for each call, in the order of the calls. */
static inline void heddle_record_write(FILE *out)
{
    const struct heddle_recorded *recorded = heddle_recorded_();
    char line[HEDDLE_RECORD_BYTES_];
    int i;

    for (i = 0; i < recorded->count; i++) {
        heddle_record_line_(&recorded->all[i], line);
        fputs(line, out);
    }
}

/* Fills in the first lines of what was sent, and where. */
static inline const char *heddle_record_list_of_(const struct heddle_recorded *recorded,
                                                 char *text)
{
    char line[HEDDLE_RECORD_BYTES_], place[HEDDLE_RECORD_PLACE_];
    size_t length = 0;
    int i;

    snprintf(text, HEDDLE_RECORD_TEXT_, " nothing");
    for (i = 0; i < recorded->count; i++) {
        heddle_record_line_(&recorded->all[i], line);
        if (length + strlen(line) + sizeof place + 16 > HEDDLE_RECORD_TEXT_) {
            snprintf(text + length, HEDDLE_RECORD_TEXT_ - length, "\n  ...");
            break;
        }
        line[strlen(line) - 1] = '\0';
        length += (size_t)snprintf(text + length, HEDDLE_RECORD_TEXT_ - length, "\n  %s, in %s",
                                   line, heddle_place(recorded->all[i].site, place,
                                                      sizeof place));
    }
    return text;
}

static inline const char *heddle_record_list_(char *text)
{
    return heddle_record_list_of_(heddle_recorded_(), text);
}

/* ---- counting -------------------------------------------------------------------------------- */

/* Messages to that peer, with that tag, on that communicator. A handle is good in its rank only;
 * elsewhere communicators have names. */
static inline int heddle_count_sent_(const struct heddle_recorded *recorded, int peer, int tag,
                                     MPI_Comm comm, const char *comm_name)
{
    int i, sent = 0;

    for (i = 0; i < recorded->count; i++) {
        const struct heddle_record_ *record = &recorded->all[i];

        sent += record->is_message && (peer == MPI_ANY_SOURCE || peer == record->peer) &&
                (tag == MPI_ANY_TAG || tag == record->tag) &&
                (comm == MPI_COMM_NULL || comm == record->comm) &&
                (comm_name == NULL || strcmp(comm_name, record->comm_name) == 0);
    }
    return sent;
}

/* Messages that calls in that function have sent. */
static inline int heddle_count_sent_in_(const struct heddle_recorded *recorded,
                                        const char *function)
{
    char place[HEDDLE_RECORD_PLACE_] = "";
    size_t length = strlen(function);
    const void *site = NULL;
    int i, sent = 0;

    for (i = 0; i < recorded->count; i++) {
        const struct heddle_record_ *record = &recorded->all[i];

        if (record->site != site)
            heddle_place(record->site, place, sizeof place);
        site = record->site;
        sent += record->is_message && strncmp(place, function, length) == 0 &&
                (place[length] == ' ' || place[length] == '\0');
    }
    return sent;
}

/* Calls of that function; NULL: all that are collective. */
static inline int heddle_count_calls_(const struct heddle_recorded *recorded, const char *call,
                                      const char *comm_name)
{
    int i, calls = 0;

    for (i = 0; i < recorded->count; i++) {
        const struct heddle_record_ *record = &recorded->all[i];

        calls += (call != NULL ? strcmp(call, record->call) == 0 : record->is_collective) &&
                 (comm_name == NULL || strcmp(comm_name, record->comm_name) == 0);
    }
    return calls;
}

/* ---- the result of a job --------------------------------------------------------------------- */

/* The records of a rank of a job of heddle_run when the job ended, also early: each function
 * counts of one rank, or of HEDDLE_EVERY_RANK together. -1: the rank, or one of all, has recorded
 * nothing, because it has not called heddle_record_start. */
#define HEDDLE_OF_RESULT_(count, add)                                                       \
    int heddle_first = rank == HEDDLE_EVERY_RANK ? 0 : rank, heddle_sum = 0;                \
    int heddle_end = rank == HEDDLE_EVERY_RANK ? result->ranks : rank + 1;                  \
                                                                                            \
    if (result->recorded == NULL || heddle_first < 0 || heddle_end > result->ranks)         \
        return -1;                                                                          \
    for (; heddle_first < heddle_end; heddle_first++) {                                     \
        const struct heddle_recorded *recorded = result->recorded[heddle_first];            \
                                                                                            \
        if (recorded == NULL)                                                               \
            return -1;                                                                      \
        heddle_sum = add(heddle_sum, count);                                                \
    }                                                                                       \
    return heddle_sum
#define HEDDLE_SUM_(a, b) ((a) + (b))
#define HEDDLE_MOST_(a, b) ((a) > (b) ? (a) : (b))

/* Messages to that peer, with that tag, on a communicator of that name. MPI_ANY_SOURCE, MPI_ANY_TAG
 * and NULL stand for any. */
static inline int heddle_result_sent(const struct heddle_result *result, int rank, int peer,
                                     int tag, const char *comm_name)
{
    HEDDLE_OF_RESULT_(heddle_count_sent_(recorded, peer, tag, MPI_COMM_NULL, comm_name),
                      HEDDLE_SUM_);
}

/* Messages that calls in that function of the program have sent. */
static inline int heddle_result_sent_in(const struct heddle_result *result, int rank,
                                        const char *function)
{
    HEDDLE_OF_RESULT_(heddle_count_sent_in_(recorded, function), HEDDLE_SUM_);
}

/* Calls of that function of MPI, such as "MPI_Isend", on a communicator of that name (NULL: any).
 * The functions are those that send and the collective ones, unless heddle_record_start_all has
 * recorded others. */
static inline int heddle_result_calls(const struct heddle_result *result, int rank,
                                      const char *call, const char *comm_name)
{
    HEDDLE_OF_RESULT_(heddle_count_calls_(recorded, call, comm_name), HEDDLE_SUM_);
}

static inline int heddle_result_collectives(const struct heddle_result *result, int rank,
                                            const char *comm_name)
{
    HEDDLE_OF_RESULT_(heddle_count_calls_(recorded, NULL, comm_name), HEDDLE_SUM_);
}

/* Returns the rounds of a rank; for HEDDLE_EVERY_RANK those of the rank that had most. */
static inline int heddle_result_rounds(const struct heddle_result *result, int rank)
{
    HEDDLE_OF_RESULT_(recorded->waits, HEDDLE_MOST_);
}

/* Writes what each rank has recorded, with the places of the calls, for a test that fails. */
static inline void heddle_result_write(const struct heddle_result *result, FILE *out)
{
    char text[HEDDLE_RECORD_TEXT_];
    int i;

    for (i = 0; i < result->ranks; i++)
        fprintf(out, "rank %d sent%s\n", i,
                result->recorded != NULL && result->recorded[i] != NULL
                    ? heddle_record_list_of_(result->recorded[i], text)
                    : " what was not recorded");
}

/* ---- contracts ------------------------------------------------------------------------------ */

/* All that the ranks of MPI_COMM_WORLD have recorded, in a file; each of them calls it. With the
 * environment variable HEDDLE_UPDATE=1 the file is written. If it differs, <path>.new has what
 * should be compared with it. */
#define heddle_expect_trace(path) heddle_expect_trace_(__FILE__, __LINE__, path)
/* MPI_ANY_SOURCE, MPI_ANY_TAG and MPI_COMM_NULL stand for any. */
#define heddle_expect_sent(peer, tag, comm, least, most) \
    heddle_expect_sent_(__FILE__, __LINE__, peer, tag, comm, least, most)
/* Counts messages that calls in that function have sent. */
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
    int sent = heddle_count_sent_(heddle_recorded_(), peer, tag, comm, NULL);
    char text[HEDDLE_RECORD_TEXT_], to[32] = "any rank", with[32] = "any tag";

    if (peer != MPI_ANY_SOURCE)
        snprintf(to, sizeof to, "rank %d", peer);
    if (tag != MPI_ANY_TAG)
        snprintf(with, sizeof with, "tag %d", tag);
    if (sent < least || sent > most)
        heddle_fail(file, line, "%d messages to %s, %s, expected %d to %d; sent was:%s", sent, to,
                    with, least, most, heddle_record_list_(text));
}

static inline void heddle_expect_sent_in_(const char *file, int line, const char *function,
                                          int least, int most)
{
    int sent = heddle_count_sent_in_(heddle_recorded_(), function);
    char text[HEDDLE_RECORD_TEXT_];

    if (sent < least || sent > most)
        heddle_fail(file, line, "%d messages sent in %s, expected %d to %d; sent was:%s", sent,
                    function, least, most, heddle_record_list_(text));
}

static inline void heddle_expect_rounds_(const char *file, int line, int least, int most)
{
    int rounds = heddle_recorded_()->waits;
    char text[HEDDLE_RECORD_TEXT_];

    if (rounds < least || rounds > most)
        heddle_fail(file, line, "%d rounds, expected %d to %d; sent was:%s", rounds, least, most,
                    heddle_record_list_(text));
}

static inline void heddle_expect_only_on_(const char *file, int line, MPI_Comm comm)
{
    const struct heddle_recorded *recorded = heddle_recorded_();
    char text[HEDDLE_RECORD_TEXT_];
    int i;

    for (i = 0; i < recorded->count; i++)
        if (recorded->all[i].comm != comm &&
            (recorded->all[i].is_message || recorded->all[i].is_collective))
            heddle_fail(file, line, "%s on %s, another communicator; sent was:%s",
                        recorded->all[i].call, recorded->all[i].comm_name,
                        heddle_record_list_(text));
}

static inline void heddle_expect_no_collective_(const char *file, int line)
{
    const struct heddle_recorded *recorded = heddle_recorded_();
    char text[HEDDLE_RECORD_TEXT_];
    int i;

    for (i = 0; i < recorded->count; i++)
        if (recorded->all[i].is_collective)
            heddle_fail(file, line, "%s is a collective operation; sent was:%s",
                        recorded->all[i].call, heddle_record_list_(text));
}

static inline void heddle_expect_recorded_(const char *file, int line, const char *expected)
{
    const struct heddle_recorded *recorded = heddle_recorded_();
    char got[HEDDLE_RECORD_BYTES_];
    int i, length;

    for (i = 0; i < recorded->count; i++) {
        heddle_record_line_(&recorded->all[i], got);
        length = (int)strcspn(expected, "\n");
        if (strncmp(got, expected, strlen(got)) != 0)
            heddle_fail(file, line, "call %d differs:\n- %.*s\n+ %s", i + 1, length, expected, got);
        expected += strlen(got);
    }
    if (*expected != '\0')
        heddle_fail(file, line, "call %d is missing:\n- %.*s", i + 1, (int)strcspn(expected, "\n"),
                    expected);
}

#ifdef __cplusplus
}
#endif

#include <heddle/trace.h>
#endif
#endif
