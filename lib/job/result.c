/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/container.h"
#include "base/finding.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/place.h"
#include "check/leaks.h"
#include "job/job.h"
#include "job/recorded.h"
#include "job/run.h"
#include "job/summarized.h"
#include "rank/observe/counters.h"
#include "rank/observe/event.h"

enum { LEFT_TEXT_BYTES = 200 };

struct heddle_counters counters_of(const struct rank *rank)
{
    struct counters_sum messages = counters_of_event(rank, EVENT_MESSAGE);

    return (struct heddle_counters){messages.count, messages.bytes,
                                    counters_of_event(rank, EVENT_COLLECTIVE).count};
}

__attribute__((visibility("default"))) int64_t heddle_count(const char *name)
{
    const struct rank *self = rank_self();

    return self != NULL ? counters_find(self, name) : -1;
}

static struct heddle_window_counters window_counters_of(const struct rank *rank)
{
    struct counters_sum puts = counters_of_event(rank, EVENT_PUT);
    struct counters_sum gets = counters_of_event(rank, EVENT_GET);
    struct counters_sum accumulates = counters_of_event(rank, EVENT_ACCUMULATE);

    return (struct heddle_window_counters){puts.count, puts.bytes, gets.count, gets.bytes,
                                           accumulates.count, accumulates.bytes};
}

/* Puts the lines behind a text, which may be NULL. False: no memory. */
static bool append_lines(char **text, const char *lines)
{
    const char *old = *text != NULL ? *text : "";
    size_t bytes = strlen(old) + strlen(lines) + sizeof "\n  ";
    char *longer = memory_take(bytes);

    if (longer == NULL)
        return false;
    snprintf(longer, bytes, "%s%s%s", old, *text != NULL ? "\n  " : "", lines);
    memory_give(*text);
    *text = longer;
    return true;
}

bool result_explain(struct heddle_result *result, const char *lines)
{
    if (!append_lines(&result->faults, lines))
        return false;
    if (result->status == 0)
        return true;
    if (result->text == NULL)
        result->text = memory_copy_text("a rank has failed");
    return result->text != NULL && append_lines(&result->text, lines);
}

/* Describes one rank. Of a rank that still runs, only the counters may be read. A rank that has
 * stopped waits for ranks that still run, and never returns either. */
static struct heddle_rank_result rank_result(const struct rank *rank, bool is_over)
{
    static const enum heddle_end ends[] = {
        [RANK_RUNS] = HEDDLE_UNWOUND, /* the rank never started */
        [RANK_RETURNED] = HEDDLE_RETURNED,
        [RANK_QUIT] = HEDDLE_QUIT,
        [RANK_UNWOUND] = HEDDLE_UNWOUND,
    };
    struct heddle_rank_result result = {.sent = counters_of(rank),
                                        .windows = window_counters_of(rank)};

    if (is_over || load_acquire(&rank->is_over)) { /* edge rank.over */
        result.end = ends[rank->end];
        result.status = rank->status;
    } else {
        result.end = load_relaxed(&rank->has_stopped) ? HEDDLE_UNWOUND : HEDDLE_LEFT;
    }
    return result;
}

/* Beginnings of functions that are not the program's own, although it may have been compiled with
 * them: a sanitizer's interceptors, the C++ library's, those of Heddle's headers. */
static const char *const others[] = {"__interceptor_", "_ZNSt",       "_ZNKSt", "_ZSt",
                                     "_ZN6heddle",     "_ZZN6heddle", "heddle_"};

static bool is_programs(struct place place)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(others) && place.function != NULL; i++)
        if (strncmp(place.function, others[i], strlen(others[i])) == 0)
            return false;
    return place.line > 0;
}

bool place_of_program(const struct trace *trace, struct places *places, char text[])
{
    int i = 0;

    while (i < trace->count && !is_programs(places_find(places, trace->frames[i])))
        i++;
    if (i == trace->count)
        return false;
    place_describe(places, (const void *)(trace->frames[i] + 1), text);
    return true;
}

static void add_place(const struct trace *trace, struct places *places, char text[], size_t bytes)
{
    char words[PLACE_TEXT_BYTES];

    if (place_of_program(trace, places, words))
        snprintf(text, bytes, ", in %s", words);
}

/* Adds to the text where the rank was that a signal ended, and returns its stack as a report. */
static char *describe_failure(const struct world *world, char text[], size_t bytes)
{
    struct places *places = places_open();
    char *report = NULL;
    size_t length;
    FILE *out = memory_open_stream(&report, &length);

    add_place(&world->abort.trace, places, text, bytes);
    if (out != NULL) {
        fprintf(out, "%s\n", world->abort.text);
        trace_write(&world->abort.trace, 0, places, out);
        fclose(out);
    }
    places_close(places);
    return memory_take_over(report);
}

/* Returns the sentence of the abort, with the ranks that did not notice it. */
static char *describe_abort(struct heddle_result *result, const struct world *world)
{
    char text[ABORT_TEXT_BYTES + PLACE_TEXT_BYTES + LEFT_TEXT_BYTES];
    const char *before = "; still computing, and so left behind: rank";
    int i, length = snprintf(text, sizeof text, "%s", world->abort.text);

    if (world->abort.signal != 0) {
        result->report =
            describe_failure(world, text + length, PLACE_TEXT_BYTES + sizeof ", in");
        length = (int)strlen(text);
    }

    for (i = 0; i < result->ranks && length < (int)sizeof text; i++)
        if (result->rank[i].end == HEDDLE_LEFT) {
            length += snprintf(text + length, sizeof text - (size_t)length, "%s %d", before, i);
            before = ",";
        }
    return memory_copy_text(text);
}

/* Returns the status that a process would have: 0 to 255, and 0 for success only. Thus
 * `return heddle_run(...)` ends main with the status of a failure. */
static int exit_status(const struct world *world)
{
    int status = world_status(world), low = status & STATUS_MASK;

    if (load_relaxed(&world->life.could_not_start))
        return -1;
    return status != 0 && low == 0 ? EXIT_FAILURE : low;
}

bool result_fill(struct heddle_result *result, struct world *world, bool is_over)
{
    int i;

    *result = (struct heddle_result){.status = exit_status(world), .ranks = world->size};
    result->rank = memory_take((size_t)world->size * sizeof result->rank[0]);
    if (result->rank == NULL)
        return false;
    for (i = 0; i < world->size; i++)
        result->rank[i] = rank_result(&world->ranks[i], is_over);
    result->leaks = leaks_describe(world, true);
    result->findings = findings_describe(&world->findings);
    if (!world_is_aborted(world))
        return true;
    result->is_aborted = true;
    if (result->status == 0)
        result->status = EXIT_FAILURE;
    result->signal = world->abort.signal;
    result->has_faulted = load_relaxed(&world->abort.has_faulted);
    if (world->abort.report != NULL)
        result->report = memory_copy_text(world->abort.report);
    result->text = describe_abort(result, world);
    if (result->text == NULL)
        heddle_result_free(result);
    return result->text != NULL;
}

/* How many lines of the text end with the kind's name in brackets; NULL: none. */
static long count_lines(const char *text, const char *kind)
{
    char end[80];
    long count = 0;

    snprintf(end, sizeof end, " [%s]\n", kind);
    for (text = text != NULL ? strstr(text, end) : NULL; text != NULL; text = strstr(text + 1, end))
        count++;
    return count;
}

static long count_reports(const char *findings)
{
    const char *line = findings != NULL ? strstr(findings, FINDINGS_REPORTS) : NULL;

    return line != NULL ? strtol(line + strlen(FINDINGS_REPORTS), NULL, 10) : 0;
}

__attribute__((visibility("default")))
long heddle_result_found(const struct heddle_result *result, const char *kind)
{
    /* With HEDDLE_CHECK leaks are findings, too. */
    const long found = count_lines(result->findings, kind);
    const long left = count_lines(result->leaks, kind);
    int i = 0;

    while (i < FINDING_KINDS && strcmp(finding_kind((enum finding)i)->name, kind) != 0)
        i++;
    if (i == FINDING_KINDS)
        return -1;
    return i == FINDING_RACE_THREAD ? count_reports(result->findings) : found > left ? found : left;
}

static void forbid(struct heddle_result *result, const char *found, const char *why)
{
    if (found == NULL || result->status != 0)
        return;
    result->status = EXIT_FAILURE;
    result->text = memory_copy_text(why);
}

void result_forbid_leaks(struct heddle_result *result)
{
    forbid(result, result->leaks, "not everything was freed before MPI_Finalize");
}

void result_forbid_findings(struct heddle_result *result)
{
    forbid(result, result->findings, "the job was warned, and its options forbid that");
}

void result_forbid_reliance(struct heddle_result *result)
{
    forbid(result, result->findings, "standard sends return only because messages are buffered");
}

void result_refuse(struct heddle_result *result)
{
    *result = (struct heddle_result){.status = -1, .text = memory_copy_text(note_text())};
}

static void print_first_failure(const struct heddle_result *result, const char *name)
{
    int i;

    for (i = 0; i < result->ranks; i++)
        if (result->rank[i].status != 0) {
            fprintf(stderr, "%s: rank %d ended with status %d\n", name, i,
                    result->rank[i].status);
            return;
        }
}

/* A sentence of the library's own begins with its name, which is also that of a job without one. */
static void print_text(const char *text, const char *name)
{
    size_t length = strlen(name);

    if (strncmp(text, name, length) == 0 && text[length] == ':')
        fprintf(stderr, "%s\n", text);
    else
        fprintf(stderr, "%s: %s\n", name, text);
}

void result_print(const struct heddle_result *result, const char *name)
{
    if (result->status == 0 && result->missed_faults)
        fprintf(stderr, "%s: %s\n", name, result->faults);
    if (result->report != NULL)
        fputs(result->report, stderr);
    if (result->leaks != NULL)
        fputs(result->leaks, stderr);
    if (result->text != NULL)
        print_text(result->text, name);
    else if (result->status != 0)
        print_first_failure(result, name);
}

/* Copies the array with entries of that length. Returns NULL if there is no memory. */
static void *restride(const struct heddle_result *result, size_t rank_bytes)
{
    size_t known = rank_bytes < sizeof result->rank[0] ? rank_bytes : sizeof result->rank[0];
    char *array = memory_take_zeroed((size_t)result->ranks * rank_bytes);
    int i;

    for (i = 0; i < result->ranks && array != NULL; i++)
        memcpy(array + (size_t)i * rank_bytes, &result->rank[i], known);
    return array;
}

/* Does a caller whose result has this many bytes know the member that ends there? */
#define KNOWS(bytes, member)                                                                   \
    ((bytes) >= offsetof(struct heddle_result, member) +                                       \
                    sizeof(((struct heddle_result *)0)->member))

void result_hand_over(struct heddle_result *own, struct heddle_result *result,
                      size_t result_bytes, size_t rank_bytes)
{
    if (rank_bytes != sizeof own->rank[0] && own->rank != NULL) {
        void *array = restride(own, rank_bytes);

        memory_give(own->rank);
        own->rank = array;
        if (array == NULL)
            own->ranks = 0;
    }
    if (!KNOWS(result_bytes, recorded))
        recorded_free(own);
    if (!KNOWS(result_bytes, faults))
        memory_give(own->faults);
    if (!KNOWS(result_bytes, findings))
        memory_give(own->findings);
    if (!KNOWS(result_bytes, summary))
        summarized_free(own);
    memset(result, 0, result_bytes);
    memcpy(result, own, result_bytes < sizeof *own ? result_bytes : sizeof *own);
}

/* The members that need freeing exist since the first version, but those that are asked for. */
__attribute__((visibility("default")))
void heddle_result_free_sized(struct heddle_result *result, size_t result_bytes)
{
    int status = result->status;

    if (KNOWS(result_bytes, recorded))
        recorded_free(result);
    if (KNOWS(result_bytes, faults))
        memory_give(result->faults);
    if (KNOWS(result_bytes, findings))
        memory_give(result->findings);
    if (KNOWS(result_bytes, summary))
        summarized_free(result);
    memory_give(result->text);
    memory_give(result->report);
    memory_give(result->leaks);
    memory_give(result->rank);
    memset(result, 0, result_bytes);
    result->status = status;
}
