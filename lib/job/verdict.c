/* SPDX-License-Identifier: MIT */
#include "job/verdict.h"

#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/finding.h"
#include "base/knob.h"
#include "base/report_file.h"
#include "base/tsan.h"
#include "check/bounds.h"
#include "job/sarif.h"
#include "rank/findings.h"
#include "rank/sleep/waiter.h"
#include "rank/world.h"

void verdict_keep_abort(const struct world *world)
{
    if (world->abort.has_hung && world->abort.status == STATUS_DEADLOCK)
        finding_keep(&world->ranks[0], FINDING_DEADLOCK, NULL, 1,
                     world->abort.report != NULL ? world->abort.report : world->abort.text);
}

/* ---- in words -------------------------------------------------------------------------------- */

/* How often each kind was found. */
struct tally {
    long places, times;
};

static void count(const struct findings *findings, struct tally tally[FINDING_KINDS])
{
    const struct finding_place *found;

    for (found = findings->first; found != NULL; found = found->next) {
        tally[found->kind].places++;
        tally[found->kind].times += found->count;
    }
}

static void tell_kind(enum finding finding, const struct tally *tally)
{
    const struct finding_kind *kind = finding_kind(finding);

    fprintf(stderr, "heddle: %s, ", kind->name);
    if (tally->times > tally->places)
        fprintf(stderr, "%ld times at ", tally->times);
    fprintf(stderr, "%ld place%s: %s", tally->places, tally->places == 1 ? "" : "s",
            kind->sentence);
    if (kind->section[0] != '\0')
        fprintf(stderr, " (MPI 5.0, %s)", kind->section);
    fputc('\n', stderr);
}

static void list(const char **before, const char *words)
{
    fprintf(stderr, "%s%s", *before, words);
    *before = ", ";
}

static bool follows_sends(const struct findings *findings)
{
    return knobs.unsafe > 0 && !load_relaxed(&findings->has_unfollowed);
}

static void tell_checked(const struct findings *findings)
{
    const struct {
        bool is_on;
        const char *words;
    } checks[] = {
        {knobs.leaks > 0, "what is left at MPI_Finalize"},
        {knobs.buffers > 0, "buffers"},
        {knobs.mismatch > 0, "types"},
        {knobs.rma > 0, "operations on windows"},
        {knobs.io > 0, "writes to files"},
        {knobs.advice > 0, "threads, and forms of calls"},
        {knobs.deadlock > 0, "deadlocks"},
        {follows_sends(findings), "sends that rely on buffering"},
    };
    const char *before = "; checked: ";
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(checks); i++)
        if (checks[i].is_on)
            list(&before, checks[i].words);
}

static void tell_unchecked(const struct findings *findings)
{
    const char *before = "; not checked: ";
    int i;

    for (i = 0; i < FINDING_KINDS; i++)
        if (finding_is_off((enum finding)i))
            list(&before, finding_kind((enum finding)i)->name);
    if (load_relaxed(&findings->has_windows) && !load_relaxed(&findings->sees_accesses))
        list(&before, "loads and stores beside windows (compile with -fheddle-races)");
    if (!tsan_is_there())
        list(&before, "other races (compile with -fsanitize=thread)");
    if (!bounds_are_of_sanitizer())
        list(&before, "ends of local variables that no call names (-fsanitize=address)");
    if (knobs.eager != 1 && !follows_sends(findings))
        list(&before, "sends that rely on buffering (HEDDLE_EAGER=1)");
    if (knobs.explore == NULL)
        list(&before, "other orders of messages (mpiexec -explore all)");
}

static void write_counts(const struct findings *findings)
{
    struct tally tally[FINDING_KINDS] = {{0, 0}};
    const int reports = load_relaxed(&findings->thread_reports);
    const int places = findings->places + findings->left_out;
    int i;

    count(findings, tally);
    for (i = 0; i < FINDING_KINDS; i++)
        if (tally[i].places > 0)
            tell_kind((enum finding)i, &tally[i]);
    fputs("heddle: check: ", stderr);
    if (places == 0)
        fputs("nothing found", stderr);
    else
        fprintf(stderr, "%d finding%s", places, places == 1 ? "" : "s");
    if (reports > 0)
        fprintf(stderr, ", and %d report%s of ThreadSanitizer", reports, reports == 1 ? "" : "s");
    tell_checked(findings);
    tell_unchecked(findings);
    fputc('\n', stderr);
}

/* ---- in files -------------------------------------------------------------------------------- */

static void write_file(const char *file, const struct findings *findings,
                       void (*write)(FILE *out, const struct findings *findings))
{
    struct report_file report;

    if (file == NULL)
        return;
    if (report_file_open(&report, "the findings", file))
        write(report.out, findings);
    report_file_close(&report);
}

int verdict_tell(struct world *world, int status)
{
    struct findings *findings = &world->root->findings;
    bool has_found;

    if (!finding_choice.is_on)
        return status;
    lock_take(&findings->lock);
    has_found = findings->places + findings->left_out > 0 ||
                load_relaxed(&findings->thread_reports) > 0;
    write_counts(findings);
    write_file(finding_choice.json, findings, lines_write);
    write_file(finding_choice.sarif, findings, sarif_write);
    lock_release(&findings->lock);
    return status == 0 && has_found ? finding_choice.status : status;
}
