/* SPDX-License-Identifier: MIT */
#include "rank/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/memory.h"
#include "base/place.h"
#include "rank/name.h"
#include "rank/rank.h"
#include "rank/world.h"

enum { LINE_BYTES = 2048, FILE_BYTES = PLACE_PATH_BYTES + 16 };

static uint64_t pair_of(const void *site, const void *other)
{
    return (uint64_t)(uint32_t)(uintptr_t)site << 32 | (uint32_t)(uintptr_t)other;
}

/* ---- keeping: the caller has the lock -------------------------------------------------------- */

static struct finding_place *find_finding(const struct findings *findings, enum finding kind,
                                          uint64_t pair)
{
    struct finding_place *found = findings->first;

    while (found != NULL && (found->kind != kind || found->pair != pair))
        found = found->next;
    return found;
}

/* Returns NULL if there is no room. */
static struct finding_place *add_finding(struct findings *findings, const struct rank *rank,
                                         enum finding kind, uint64_t pair)
{
    struct finding_place *found =
        findings->places < FINDINGS_MAX ? memory_take_zeroed(sizeof *found) : NULL;

    if (found == NULL) {
        findings->left_out++;
        return NULL;
    }
    found->kind = kind;
    found->pair = pair;
    found->rank = rank->world_rank;
    *(findings->last != NULL ? &findings->last->next : &findings->first) = found;
    findings->last = found;
    findings->places++;
    return found;
}

/* The job's findings belong to the root's heap, whichever rank of the job finds them. */
static struct findings *enter(const struct rank *rank, struct heap **before)
{
    struct world *root = rank->world->root;

    *before = memory_use(root->options.heap);
    lock_take(&root->findings.lock);
    return &root->findings;
}

static void leave_findings(struct findings *findings, struct heap *before)
{
    lock_release(&findings->lock);
    memory_use(before);
}

bool finding_is_news(const struct rank *rank, enum finding kind, const void *site,
                     const void *other)
{
    struct findings *findings;
    struct finding_place *found;
    struct heap *before;
    bool is_news;

    if (finding_is_off(kind))
        return false;
    findings = enter(rank, &before);
    found = find_finding(findings, kind, pair_of(site, other));
    is_news = found == NULL && findings->places < FINDINGS_MAX;
    if (found == NULL)
        found = add_finding(findings, rank, kind, pair_of(site, other));
    if (found != NULL)
        found->count++;
    leave_findings(findings, before);
    return is_news;
}

/* ---- telling --------------------------------------------------------------------------------- */

/* Writes "file:line", or nothing if the place is unknown. */
static void find_file(struct places *places, const void *site, char text[FILE_BYTES])
{
    struct place place = places_find(places, (uintptr_t)site - 1);

    text[0] = '\0';
    if (site != NULL && place.path != NULL && place.line > 0)
        snprintf(text, FILE_BYTES, "%.*s:%d", PLACE_PATH_BYTES, place.path, place.line);
}

static char *copy_unless_empty(const char *text)
{
    return text[0] != '\0' ? memory_copy_text(text) : NULL;
}

/* The files and lines of the calls are looked up only with HEDDLE_CHECK, which may have to write
 * them for other programs. */
static void keep_finding(const struct rank *rank, enum finding kind, const void *site,
                         const void *other, long count, const char *line, size_t head)
{
    struct places *places = finding_choice.is_on ? places_open() : NULL;
    char file[FILE_BYTES] = "", other_file[FILE_BYTES] = "";
    struct heap *before;
    struct findings *findings;
    struct finding_place *found;

    if (places != NULL) {
        find_file(places, site, file);
        find_file(places, other, other_file);
    }
    places_close(places);
    findings = enter(rank, &before);
    found = find_finding(findings, kind, pair_of(site, other));
    if (found == NULL)
        found = add_finding(findings, rank, kind, pair_of(site, other));
    if (found != NULL && (found->line != NULL || found->count == 0))
        found->count += count;
    if (found != NULL && found->line == NULL) {
        found->line = memory_copy_text(line);
        found->head = head;
        if (found->line == NULL)
            findings->left_out++;
        found->place = copy_unless_empty(file);
        found->other = copy_unless_empty(other_file);
    }
    leave_findings(findings, before);
}

/* Returns the length of a word that begins a sentence. */
static size_t word_length(const char *sentence)
{
    static const char *const words[] = {"warning: ", "advice: "};

    for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
        if (strncmp(sentence, words[i], strlen(words[i])) == 0)
            return strlen(words[i]);
    return 0;
}

void finding_tell(const struct rank *rank, enum finding kind, const void *site, const void *other,
                  const char *format, ...)
{
    const char *name = finding_kind(kind)->name;
    char line[LINE_BYTES];
    va_list arguments;
    size_t length, head, room = sizeof line - strlen(name) - sizeof " []\n";

    if (finding_is_off(kind))
        return;
    length = (size_t)snprintf(line, room, "%s: ", rank_name(rank).text);
    va_start(arguments, format);
    vsnprintf(line + length, room - length, format, arguments);
    va_end(arguments);
    head = length + word_length(line + length);
    length = strlen(line);
    snprintf(line + length, sizeof line - length, " [%s]\n", name);
    fputs(line, stderr);
    keep_finding(rank, kind, site, other, 1, line, head);
}

struct finding_mark finding_mark(enum finding kind)
{
    struct finding_mark mark = {""};

    if (finding_choice.is_on && !finding_is_off(kind))
        snprintf(mark.text, sizeof mark.text, " [%s]", finding_kind(kind)->name);
    return mark;
}

void finding_keep(const struct rank *rank, enum finding kind, const void *site, long count,
                  const char *sentence)
{
    if (finding_choice.is_on && !finding_is_off(kind))
        keep_finding(rank, kind, site, NULL, count, sentence, 0);
}

void findings_count_report(const struct rank *self)
{
    fetch_add_relaxed(&self->world->root->findings.thread_reports, 1);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Another report, such as that of a deadlock, does not end with the name of the kind. */
static void write_finding(FILE *out, const struct finding_place *found)
{
    const char *name = finding_kind(found->kind)->name;
    const size_t length = strlen(found->line);
    const bool ends_line = length > 0 && found->line[length - 1] == '\n';
    char end[80];

    snprintf(end, sizeof end, " [%s]", name);
    fprintf(out, "%.*s%s\n", (int)(ends_line ? length - 1 : length), found->line,
            strstr(found->line, end) != NULL ? "" : end);
}

char *findings_describe(struct findings *findings)
{
    int reports = load_relaxed(&findings->thread_reports);
    const struct finding_place *found;
    char *text = NULL;
    size_t length;
    FILE *out;

    lock_take(&findings->lock);
    out = findings->places + findings->left_out + reports > 0
              ? memory_open_stream(&text, &length) : NULL;
    for (found = findings->first; out != NULL && found != NULL; found = found->next)
        if (found->line != NULL)
            write_finding(out, found);
    if (out != NULL) {
        if (findings->left_out > 0)
            fprintf(out, "and %d more at other places\n", findings->left_out);
        if (reports > 0)
            fprintf(out, FINDINGS_REPORTS "%d report%s on standard error\n", reports,
                    reports == 1 ? "" : "s");
        fclose(out);
    }
    lock_release(&findings->lock);
    return memory_take_over(text);
}

bool findings_have(struct findings *findings, enum finding kind)
{
    const struct finding_place *found;

    lock_take(&findings->lock);
    found = findings->first;
    while (found != NULL && found->kind != kind)
        found = found->next;
    lock_release(&findings->lock);
    return found != NULL;
}

void findings_drop(struct findings *findings)
{
    struct finding_place *found, *next;

    for (found = findings->first; found != NULL; found = next) {
        next = found->next;
        memory_give(found->line);
        memory_give(found->place);
        memory_give(found->other);
        memory_give(found);
    }
}
