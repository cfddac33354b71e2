/* SPDX-License-Identifier: MIT */
/* A summary in words, and as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/place.h"
#include "rank/observe/event.h"
#include "timeline/summary.h"

/* A screen has some 24 lines. */
enum { CALLS_MAX = 8, NAME_BYTES = 40 };

/* A call that takes less would be shown as 0.0 %. */
#define SHOWN_PART 0.0005

/* Percent. A part of the path that is less is not worth a line. */
#define SHOWN_SHARE 1.0

struct writing {
    const struct summary_report *report;
    FILE *out;
    struct places *places;
};

static double part(const struct summary *summary, uint64_t ns)
{
    return summary->ns > 0 && summary->ranks > 0
               ? (double)ns / (double)summary->ns / (double)summary->ranks : 0.0;
}

static double mean_seconds(const struct summary *summary, uint64_t ns)
{
    return summary->ranks > 0 ? (double)ns * 1e-9 / (double)summary->ranks : 0.0;
}

static const char *place_text(const struct writing *writing, uint32_t site,
                              char text[PLACE_TEXT_BYTES])
{
    const void *whole = site != 0 ? place_complete(site) : NULL;

    text[0] = '\0';
    return whole != NULL ? place_describe(writing->places, whole, text) : text;
}

/* Writes a word and the place of a call, if that is known. */
static void tell_place(const struct writing *writing, const char *word, uint32_t site)
{
    char text[PLACE_TEXT_BYTES];

    if (place_text(writing, site, text)[0] != '\0')
        fprintf(writing->out, "%s%s", word, text);
}

static const char *name_rank(const struct writing *writing, int number, char text[NAME_BYTES])
{
    const struct summary_rank *rank = &writing->report->ranks[number];

    if (writing->report->has_worlds)
        snprintf(text, NAME_BYTES, "rank %d of job %d", rank->rank, rank->world);
    else
        snprintf(text, NAME_BYTES, "rank %d", rank->rank);
    return text;
}

/* ---- advice ---------------------------------------------------------------------------------- */

static void tell_late(const struct writing *writing, const struct summary_advice *advice,
                      const char *unknown)
{
    char name[NAME_BYTES];

    fputs(advice->late != SUMMARY_NO_RANK ? name_rank(writing, advice->late, name) : unknown,
          writing->out);
}

static void tell_bytes(FILE *out, uint64_t bytes)
{
    if (bytes >= 10000000)
        fprintf(out, "%" PRIu64 " MB", bytes / 1000000);
    else
        fprintf(out, "%" PRIu64 " bytes", bytes);
}

/* Writes what happens, and where. */
static void tell_fact(const struct writing *writing, const struct summary_advice *advice)
{
    FILE *out = writing->out;
    const bool is_one = advice->late != SUMMARY_NO_RANK;

    if (advice->kind == ADVICE_UNEXPECTED_MESSAGES)
        fprintf(out, "%" PRIu64 " messages, ", advice->count);
    else
        fputs(advice->name, out);
    if (advice->kind == ADVICE_UNEXPECTED_MESSAGES)
        tell_bytes(out, advice->bytes);
    tell_place(writing, advice->kind == ADVICE_UNEXPECTED_MESSAGES ? ", sent in " : " in ",
               advice->site);
    switch (advice->kind) {
    case ADVICE_LATE_SENDER:
        fputs(" waits for ", out);
        tell_late(writing, advice, "its senders");
        tell_place(writing, is_one ? ", which sends in " : ", which send in ", advice->there);
        break;
    case ADVICE_LATE_RECEIVER:
        fputs(" waits for ", out);
        tell_late(writing, advice, "its receivers");
        tell_place(writing, is_one ? ", which receives in " : ", which receive in ",
                   advice->there);
        break;
    case ADVICE_IMBALANCE:
        fputs(" waits for ", out);
        tell_late(writing, advice, "the last rank, now one and now another");
        if (is_one)
            fputs(", which comes last", out);
        break;
    case ADVICE_EPOCH:
        fputs(" waits for other ranks", out);
        break;
    case ADVICE_SMALL_MESSAGES:
        fprintf(out, " sends %" PRIu64 " small messages, each behind another one to that rank",
                advice->count);
        tell_place(writing, ", received in ", advice->there);
        break;
    case ADVICE_UNEXPECTED_MESSAGES:
        tell_place(writing, ", come before their receive in ", advice->there);
        break;
    case ADVICE_SMALL_ACCESSES:
        fprintf(out, " makes %" PRIu64 " small accesses, each where the one before has ended",
                advice->count);
        break;
    case ADVICE_STRIDED_ACCESSES:
        fprintf(out, " makes %" PRIu64 " small accesses on %d rank%s, each as far from the one "
                     "before as that from its own", advice->count, advice->ranks,
                advice->ranks == 1 ? "" : "s");
        break;
    case ADVICE_KINDS:
        break;
    }
}

static const char *remedy(const struct summary_advice *advice)
{
    static const char *const remedies[ADVICE_KINDS] = {
        [ADVICE_LATE_SENDER] = "send earlier, or do other work before the receive",
        [ADVICE_LATE_RECEIVER] = "receive earlier, or send by MPI_Isend and wait later",
        [ADVICE_IMBALANCE] = "give that rank less to do before",
        [ADVICE_EPOCH] = "make the epochs of the other ranks shorter, or begin this one later",
        [ADVICE_SMALL_MESSAGES] = "send several as one message",
        [ADVICE_UNEXPECTED_MESSAGES] = "post the receives before the sends; it spares a copy each",
        [ADVICE_SMALL_ACCESSES] = "access several at once, or as one with a datatype",
        [ADVICE_STRIDED_ACCESSES] = "make a view of the steps (MPI_File_set_view), and one access",
    };

    if (advice->kind == ADVICE_STRIDED_ACCESSES && advice->ranks > 1)
        return "make a view of the steps (MPI_File_set_view), and one collective access of all";
    return advice->kind == ADVICE_IMBALANCE && advice->late == SUMMARY_NO_RANK
               ? "divide the work before it more evenly" : remedies[advice->kind];
}

static void tell_advice(const struct writing *writing, const struct summary_advice *advice)
{
    tell_fact(writing, advice);
    if (advice->longest_ns > 0) {
        char name[NAME_BYTES];

        fprintf(writing->out, "; %s waits longest, %.3g s",
                name_rank(writing, advice->longest, name), (double)advice->longest_ns * 1e-9);
    }
    fprintf(writing->out, ": %s", remedy(advice));
}

/* ---- in words -------------------------------------------------------------------------------- */

static int compare_times(const void *one, const void *other)
{
    const struct summary_call *const *a = one, *const *b = other;

    return (*a)->ns > (*b)->ns ? -1 : (*a)->ns < (*b)->ns;
}

/* The calls that take longest come first. NULL: no memory. */
static const struct summary_call **list_calls(const struct summary *summary)
{
    const struct summary_call **list =
        memory_take(((size_t)summary->call_count + 1) * sizeof *list);

    if (list == NULL)
        return NULL;
    for (int i = 0; i < summary->call_count; i++)
        list[i] = &summary->calls[i];
    qsort(list, (size_t)summary->call_count, sizeof *list, compare_times);
    return list;
}

static void tell_calls(const struct writing *writing)
{
    const struct summary *summary = &writing->report->summary;
    const struct summary_call **list = list_calls(summary);

    for (int i = 0; list != NULL && i < summary->call_count && i < CALLS_MAX &&
                    part(summary, list[i]->ns) >= SHOWN_PART; i++) {
        if (i == 0)
            fputs("   in MPI  waiting      calls\n", writing->out);
        fprintf(writing->out, "  %5.1f %%  %5.1f %%  %9" PRIu64 "  %s",
                100.0 * part(summary, list[i]->ns), 100.0 * part(summary, list[i]->waited),
                list[i]->calls, list[i]->name);
        tell_place(writing, " in ", list[i]->site);
        fputc('\n', writing->out);
    }
    memory_give(list);
}

/* ---- the critical path ----------------------------------------------------------------------- */

static const char *const doings[] = {
    [STRETCH_WORK] = "works before", [STRETCH_CALL] = "is in", [STRETCH_WAIT] = "waits in"};

/* The percent of the job's time. */
static double share(const struct writing *writing, uint64_t ns)
{
    uint64_t whole = writing->report->summary.ns;

    return whole > 0 ? 100.0 * (double)ns / (double)whole : 0.0;
}

/* Stretches that are very short are not kept (rank/observe/stretches.h). */
static bool is_hardly_known(const struct path *path)
{
    return path->known < (path->end - path->begin) / 10 * 9;
}

/* A path on which all ranks have equal shares gets this one sentence. */
static void tell_path(const struct writing *writing)
{
    const struct path *path = &writing->report->path;
    FILE *out = writing->out;
    char name[NAME_BYTES];

    if (path->end == 0)
        return;
    fprintf(out, "heddle: critical path, %s%.3g s", path->begin > 0 ? "the last " : "",
            (double)(path->end - path->begin) * 1e-9);
    if (path->begin > 0)
        fputs(" (it is not complete: there is no room for what was before)", out);
    if (is_hardly_known(path))
        fprintf(out, " (%.0f %% of it are known: the rest is calls and work of microseconds)",
                100.0 * (double)path->known / (double)(path->end - path->begin));
    if (path->is_even) {
        fputs(": nothing on it takes longer than a rank takes there on average\n", out);
        return;
    }
    fputs(":\n  on path  of a rank\n", out);
    for (int i = 0; i < path->part_count && path->parts[i].stands_out; i++) {
        const struct path_part *part = &path->parts[i];

        if (share(writing, part->ns) < SHOWN_SHARE)
            break;
        fprintf(out, "  %5.1f %%  %5.1f %%     %s %s %s", share(writing, part->ns),
                share(writing, part->mean), name_rank(writing, part->rank, name),
                doings[part->kind], part->name);
        tell_place(writing, " in ", part->site);
        fputc('\n', out);
    }
}

static void sum_up(const struct summary *summary, uint64_t *ns, uint64_t *waited)
{
    *ns = *waited = 0;
    for (int i = 0; i < summary->call_count; i++) {
        *ns += summary->calls[i].ns;
        *waited += summary->calls[i].waited;
    }
}

void summary_write_words(const struct summary_report *report, FILE *out)
{
    const struct summary *summary = &report->summary;
    const struct writing writing = {report, out, places_open()};
    uint64_t ns, waited;

    sum_up(summary, &ns, &waited);
    fprintf(out, "heddle: summary: %d rank%s, %.3g s; %.0f %% of it in MPI, %.0f %% waiting\n",
            summary->ranks, summary->ranks == 1 ? "" : "s", (double)summary->ns * 1e-9,
            100.0 * part(summary, ns), 100.0 * part(summary, waited));
    if (report->advice_count == 0)
        fputs("heddle: nothing stands out\n", out);
    for (int i = 0; i < report->advice_count; i++) {
        fprintf(out, "heddle: %d. %s, %.0f %% (%.3g s of each rank): ", i + 1,
                advice_word(report->advice[i].kind),
                100.0 * part(summary, report->advice[i].ns),
                mean_seconds(summary, report->advice[i].ns));
        tell_advice(&writing, &report->advice[i]);
        fputc('\n', out);
    }
    tell_path(&writing);
    tell_calls(&writing);
    if (summary->lost > 0)
        fprintf(out, "heddle: the summary is not complete: %" PRIu64 " calls, waits or messages "
                     "were at more places than it has room for\n", summary->lost);
    places_close(writing.places);
}

/* ---- as JSON --------------------------------------------------------------------------------- */

static void write_name(const struct writing *writing, const char *key, const char *text)
{
    fprintf(writing->out, ",\"%s\":", key);
    json_write_text(writing->out, text);
}

/* Nothing if it is unknown. */
static void write_place(const struct writing *writing, const char *key, uint32_t site)
{
    char text[PLACE_TEXT_BYTES];

    if (place_text(writing, site, text)[0] != '\0')
        write_name(writing, key, text);
}

static void write_rank(const struct writing *writing, const char *key, int number)
{
    const struct summary_rank *rank;

    if (number == SUMMARY_NO_RANK)
        return;
    rank = &writing->report->ranks[number];
    fprintf(writing->out, ",\"%s\":%d", key, rank->rank);
    if (writing->report->has_worlds)
        fprintf(writing->out, ",\"%s_job\":%d", key, rank->world);
}

static void write_call(const struct writing *writing, const struct summary_call *call)
{
    fprintf(writing->out,
            "{\"ranks\":%d,\"calls\":%" PRIu64 ",\"seconds\":%.9f,\"waiting\":%.9f", call->ranks,
            call->calls, (double)call->ns * 1e-9, (double)call->waited * 1e-9);
    write_name(writing, "call", call->name);
    write_place(writing, "at", call->site);
    fputc('}', writing->out);
}

static void write_wait(const struct writing *writing, const struct summary_link *link)
{
    static const char *const words[] = {
        [TALLY_FOR_SENDER] = "sender", [TALLY_FOR_RECEIVER] = "receiver",
        [TALLY_FOR_MEMBER] = "member", [TALLY_FOR_EPOCH] = "epoch",
        [TALLY_FOR_OTHERS] = "others",
    };

    fprintf(writing->out, "{\"for\":\"%s\",\"times\":%" PRIu64 ",\"seconds\":%.9f",
            words[link->kind], link->count, (double)link->sum * 1e-9);
    write_rank(writing, "rank", link->rank);
    write_rank(writing, "awaited", link->other);
    write_name(writing, "call", link->name);
    write_place(writing, "at", link->site);
    write_place(writing, "there", link->there);
    fputc('}', writing->out);
}

static void write_advice(const struct writing *writing, const struct summary_advice *advice)
{
    struct writing into = *writing;
    char *text = NULL;
    size_t length;

    fprintf(writing->out, "{\"kind\":\"%s\",\"share\":%.6f", advice_word(advice->kind),
            part(&writing->report->summary, advice->ns));
    write_rank(writing, "late", advice->late);
    write_place(writing, "at", advice->site);
    write_place(writing, "there", advice->there);
    into.out = memory_open_stream(&text, &length);
    if (into.out != NULL) {
        tell_advice(&into, advice);
        fclose(into.out);
        text = memory_take_over(text);
        if (text != NULL)
            write_name(writing, "text", text);
        memory_give(text);
    }
    fputc('}', writing->out);
}

static void write_path(const struct writing *writing)
{
    const struct path *path = &writing->report->path;
    FILE *out = writing->out;

    fprintf(out, "{\"seconds\":%.9f,\"is_complete\":%s,\"is_even\":%s,\"parts\":[",
            (double)(path->end - path->begin) * 1e-9, path->begin == 0 ? "true" : "false",
            path->is_even ? "true" : "false");
    for (int i = 0; i < path->part_count; i++) {
        const struct path_part *part = &path->parts[i];

        fprintf(out, "%s{\"kind\":\"%s\",\"seconds\":%.9f,\"mean\":%.9f,\"stands_out\":%s",
                i > 0 ? ",\n" : "", path_word(part->kind), (double)part->ns * 1e-9,
                (double)part->mean * 1e-9, part->stands_out ? "true" : "false");
        write_rank(writing, "rank", part->rank);
        write_name(writing, "call", part->name);
        write_place(writing, "at", part->site);
        fputc('}', out);
    }
    fputs("]}", out);
}

/* Events that have happened, and each of their ways, by the names that heddle_count knows. */
static void write_counts(const struct summary *summary, FILE *out)
{
    const char *before = "";

    for (int i = 0; i < WAYS; i++) {
        enum event_kind kind = event_of_way((enum way)i);
        bool is_first = i == 0 || event_of_way((enum way)(i - 1)) != kind;
        uint64_t all = 0;

        for (int k = i; is_first && k < WAYS && event_of_way((enum way)k) == kind; k++)
            all += summary->counts[k];
        if (all > 0)
            fprintf(out, "%s\"%s\":%" PRIu64, before, event_text(kind), all);
        if (all > 0)
            before = ",\n";
        if (summary->counts[i] > 0 && *way_text((enum way)i) != '\0')
            fprintf(out, ",\n\"%s.%s\":%" PRIu64, event_text(kind), way_text((enum way)i),
                    summary->counts[i]);
    }
}

void summary_write_json(const struct summary_report *report, FILE *out)
{
    const struct summary *summary = &report->summary;
    const struct writing writing = {report, out, places_open()};
    const char *before = "";

    fprintf(out, "{\"ranks\":%d,\"seconds\":%.9f,\"left_out\":%" PRIu64 ",\n\"advice\":[",
            summary->ranks, (double)summary->ns * 1e-9, summary->lost);
    for (int i = 0; i < report->advice_count; i++, before = ",\n") {
        fputs(before, out);
        write_advice(&writing, &report->advice[i]);
    }
    fputs("],\n\"critical_path\":", out);
    write_path(&writing);
    fputs(",\n\"calls\":[", out);
    before = "";
    for (int i = 0; i < summary->call_count; i++, before = ",\n") {
        fputs(before, out);
        write_call(&writing, &summary->calls[i]);
    }
    fputs("],\n\"waits\":[", out);
    before = "";
    for (int i = 0; i < summary->link_count; i++) {
        if (!summary_is_wait(&summary->links[i]))
            continue;
        fputs(before, out);
        write_wait(&writing, &summary->links[i]);
        before = ",\n";
    }
    fputs("],\n\"counts\":{", out);
    write_counts(summary, out);
    fputs("}}\n", out);
    places_close(writing.places);
}
