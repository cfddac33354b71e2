/* SPDX-License-Identifier: MIT */
#include "check/deadlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/place.h"
#include "check/call.h"
#include "rank/sleep/waiter.h"
#include "rank/world.h"
#include "rank/worlds/connected.h"

/* The most lines of a report about ranks in the same call, about circles, members of a circle, and
 * hints. Of the rest only the number is reported. */
enum { LINES_PER_CALL_MAX = 4, CIRCLES_MAX = 4, CIRCLE_SHOWN_MAX = 9, HINTS_MAX = 12 };

/* One waiting thread. */
struct blocked {
    const struct rank *rank;
    char *call;  /* "MPI_Recv, called in exchange (halo.c:41)" */
    char *words; /* "waits for a message ..." */
    char *hints;
    bool *awaited;
    bool needs_all;
    bool is_written;
};

struct report {
    int size;            /* ranks of all worlds of the view (rank/worlds/connected.h) */
    struct places *places;
    struct blocked *blocked_ranks;
    int count;
    FILE *out;
    bool *marks;   /* [size], for lists */
    int *partners; /* [size]: the waiting rank that a rank depends on, or -1 */
    int *walks;    /* [size]: 1 + the rank whose search came here first */
};

/* ---- what each waiting thread does ---------------------------------------------------------- */

static bool describe_blocked(struct report *report, const struct rank *rank, struct waiter *waiter,
                             struct blocked *blocked)
{
    struct wait_report wait_report = {.rank = rank, .places = report->places, .is_frozen = true};
    size_t bytes;
    FILE *call = memory_open_stream(&blocked->call, &bytes);

    blocked->rank = rank;
    blocked->awaited = memory_take_zeroed((size_t)report->size * sizeof(bool));
    wait_report.words = memory_open_stream(&blocked->words, &bytes);
    wait_report.hints = memory_open_stream(&blocked->hints, &bytes);
    wait_report.awaited = blocked->awaited;
    if (call != NULL && load_acquire(&waiter->has_trace)) { /* edge world.trace */
        int frame = call_find(report->places, &waiter->trace);

        if (load_relaxed(&rank->has_returned))
            fputs("its function has returned, and it ends", call);
        else
            call_describe(report->places, &waiter->trace, frame, call);
        wait_report.site = call_site(&waiter->trace, frame);
    }
    if (wait_report.words != NULL && wait_report.hints != NULL && wait_report.awaited != NULL)
        wait_report_describe(waiter->wait, waiter->subject, &wait_report);
    blocked->needs_all = wait_report.needs_all && !wait_report.is_open;
    if (call != NULL)
        fclose(call);
    if (wait_report.words != NULL)
        fclose(wait_report.words);
    if (wait_report.hints != NULL)
        fclose(wait_report.hints);
    return blocked->call != NULL && blocked->words != NULL && blocked->hints != NULL &&
           blocked->awaited != NULL;
}

/* Orders threads by rank. Threads of one rank have no order of their own, so their texts decide. */
static int compare_blocked(const void *one, const void *other)
{
    const struct blocked *first = one, *second = other;
    int difference = connected_index(first->rank) - connected_index(second->rank);

    if (difference == 0)
        difference = strcmp(first->call, second->call);
    return difference != 0 ? difference : strcmp(first->words, second->words);
}

static int count_waiters(const struct report *report)
{
    int i, count = 0;

    for (i = 0; i < report->size; i++) {
        const struct list *head = &connected_rank(i)->waiters, *link;

        for (link = head->next; link != head; link = link->next)
            count++;
    }
    return count;
}

static bool describe_all(struct report *report)
{
    int i;

    for (i = 0; i < report->size; i++) {
        const struct rank *rank = connected_rank(i);
        const struct list *link;

        for (link = rank->waiters.next; link != &rank->waiters; link = link->next)
            if (!describe_blocked(report, rank, container_of(link, struct waiter, link),
                                  &report->blocked_ranks[report->count++]))
                return false;
    }
    qsort(report->blocked_ranks, (size_t)report->count, sizeof *report->blocked_ranks,
          compare_blocked);
    return true;
}

/* ---- ranks with equal lines share one line ------------------------------------------------- */

static void clear_marks(struct report *report)
{
    memset(report->marks, false, (size_t)report->size * sizeof(bool));
}

/* Writes one line for all threads that wait in the same call for the same thing. */
static int tell_like(struct report *report, int first)
{
    const struct blocked *model = &report->blocked_ranks[first];
    int i, count = 0;

    clear_marks(report);
    for (i = first; i < report->count; i++) {
        struct blocked *blocked = &report->blocked_ranks[i];

        if (blocked->is_written || strcmp(blocked->call, model->call) != 0 ||
            strcmp(blocked->words, model->words) != 0)
            continue;
        blocked->is_written = true;
        report->marks[connected_index(blocked->rank)] = true;
        count++;
    }
    fputs("  ", report->out);
    wait_report_list(report->out, report->marks);
    fprintf(report->out, ": %s: %s\n", model->call, model->words);
    return count;
}

/* Writes one line for the remaining threads of a call that already has LINES_PER_CALL_MAX lines. */
static void tell_rest(struct report *report, int first)
{
    const struct blocked *model = &report->blocked_ranks[first];
    int i;

    clear_marks(report);
    for (i = first; i < report->count; i++) {
        struct blocked *blocked = &report->blocked_ranks[i];

        if (blocked->is_written || strcmp(blocked->call, model->call) != 0)
            continue;
        blocked->is_written = true;
        report->marks[connected_index(blocked->rank)] = true;
    }
    fputs("  ", report->out);
    wait_report_list(report->out, report->marks);
    fprintf(report->out, ": %s: as the ranks above, each for its own partner\n", model->call);
}

static int lines_with_call(const struct report *report, int before)
{
    int i, lines = 0;

    for (i = 0; i < before; i++)
        lines += strcmp(report->blocked_ranks[i].call, report->blocked_ranks[before].call) == 0;
    return lines;
}

static void tell_waiters(struct report *report)
{
    int i;

    for (i = 0; i < report->count; i++) {
        if (report->blocked_ranks[i].is_written)
            continue;
        if (lines_with_call(report, i) < LINES_PER_CALL_MAX)
            tell_like(report, i);
        else
            tell_rest(report, i);
    }
}

/* ---- which rank waits for which -------------------------------------------------------------- */

static const struct blocked *blocked_of(const struct report *report, int rank)
{
    const struct blocked *found = NULL;
    int i;

    for (i = 0; i < report->count; i++) {
        if (connected_index(report->blocked_ranks[i].rank) != rank)
            continue;
        if (found != NULL)
            return NULL; /* with several threads, a rank has no single partner */
        found = &report->blocked_ranks[i];
    }
    return found;
}

static int partner_of(const struct report *report, int rank)
{
    const struct blocked *blocked = blocked_of(report, rank);
    int i, count = 0, first = -1;

    for (i = 0; blocked != NULL && i < report->size; i++) {
        if (!blocked->awaited[i])
            continue;
        count++;
        if (first < 0 && blocked_of(report, i) != NULL)
            first = i;
    }
    return count == 1 || (blocked != NULL && blocked->needs_all) ? first : -1;
}

static void find_partners(struct report *report)
{
    int i;

    for (i = 0; i < report->size; i++)
        report->partners[i] = partner_of(report, i);
}

/* Follows partners from `start` on until a rank that an earlier search visited. Returns the lowest
 * rank of the circle that this search closes, or -1. */
static int find_circle(struct report *report, int start)
{
    int rank = start, lowest, i;

    for (; rank >= 0 && report->walks[rank] == 0; rank = report->partners[rank])
        report->walks[rank] = start + 1;
    if (rank < 0 || report->walks[rank] != start + 1)
        return -1;
    lowest = rank;
    for (i = report->partners[rank]; i != rank; i = report->partners[i])
        if (i < lowest)
            lowest = i;
    return lowest;
}

/* The name of that rank of the view. */
static void tell_rank(struct report *report, int rank)
{
    clear_marks(report);
    report->marks[rank] = true;
    wait_report_list(report->out, report->marks);
}

static void tell_next(struct report *report, int rank)
{
    fputc(' ', report->out);
    tell_rank(report, rank);
}

static void tell_circle(struct report *report, int start)
{
    const int *next = report->partners;
    int rank, others = 0;

    for (rank = next[start]; rank != start; rank = next[rank])
        others++;
    fputs("  circle: ", report->out);
    tell_rank(report, start);
    fputs(" waits for", report->out);
    if (others == 0) {
        fputs(" itself\n", report->out);
        return;
    }
    for (rank = next[start]; rank != start; rank = next[rank]) {
        tell_next(report, rank);
        fputs(", which waits for", report->out);
        if (others > CIRCLE_SHOWN_MAX) {
            tell_next(report, next[rank]);
            fprintf(report->out, ", and so on over %d more to", others - 2);
            break;
        }
    }
    tell_next(report, start);
    fputc('\n', report->out);
}

/* Each rank has at most one partner here, so circles are disjoint. */
static void tell_circles(struct report *report)
{
    int i, count = 0;

    find_partners(report);
    for (i = 0; i < report->size; i++) {
        int start = find_circle(report, i);

        if (start >= 0 && count++ < CIRCLES_MAX)
            tell_circle(report, start);
    }
    if (count > CIRCLES_MAX)
        fprintf(report->out, "  %d more circle%s\n", count - CIRCLES_MAX,
                count > CIRCLES_MAX + 1 ? "s" : "");
}

static void tell_ended(struct report *report)
{
    bool is_any = false;
    int i;

    for (i = 0; i < report->size; i++) {
        report->marks[i] = list_is_empty(&connected_rank(i)->waiters);
        is_any |= report->marks[i];
    }
    if (!is_any)
        return;
    fputs("  ", report->out);
    wait_report_list(report->out, report->marks);
    fputs(": ended before\n", report->out);
}

static void tell_hints(struct report *report)
{
    int i, written = 0;

    for (i = 0; i < report->count; i++) {
        const char *hint = report->blocked_ranks[i].hints, *end;

        for (; (end = strchr(hint, '\n')) != NULL; hint = end + 1) {
            if (written < HINTS_MAX)
                fprintf(report->out, "  note: %.*s\n", (int)(end - hint), hint);
            written++;
        }
    }
    if (written > HINTS_MAX)
        fprintf(report->out, "  note: %d more like these\n", written - HINTS_MAX);
}

static void write_deadlock(struct report *report)
{
    fprintf(report->out, "heddle: deadlock: no rank of %d can go on\n", report->size);
    tell_waiters(report);
    tell_ended(report);
    tell_circles(report);
    tell_hints(report);
}

static void give_report(struct report *report)
{
    int i;

    for (i = 0; report->blocked_ranks != NULL && i < report->count; i++) {
        free(report->blocked_ranks[i].call);
        free(report->blocked_ranks[i].words);
        free(report->blocked_ranks[i].hints);
        memory_give(report->blocked_ranks[i].awaited);
    }
    memory_give(report->blocked_ranks);
    memory_give(report->marks);
    memory_give(report->partners);
    memory_give(report->walks);
    places_close(report->places);
}

char *deadlock_explain(void)
{
    struct report report = {
        .size = connected_size(), .places = places_open()};
    char *text, *copy = NULL;
    size_t bytes;

    report.blocked_ranks =
        memory_take_zeroed((size_t)count_waiters(&report) * sizeof *report.blocked_ranks);
    report.marks = memory_take_zeroed((size_t)report.size * sizeof(bool));
    report.partners = memory_take_zeroed((size_t)report.size * sizeof(int));
    report.walks = memory_take_zeroed((size_t)report.size * sizeof(int));
    report.out = memory_open_stream(&text, &bytes);
    if (report.out != NULL) {
        if (report.blocked_ranks != NULL && report.marks != NULL && report.partners != NULL &&
            report.walks != NULL && describe_all(&report))
            write_deadlock(&report);
        fclose(report.out);
        copy = memory_take_over(text);
    }
    give_report(&report);
    return copy;
}
