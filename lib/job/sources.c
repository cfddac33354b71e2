/* SPDX-License-Identifier: MIT */
#include "job/sources.h"

#include <string.h>

#include "base/memory.h"
#include "base/place.h"

enum { FILES_AT_FIRST = 16 };

struct source_file {
    uint64_t device, file;
    struct source source;
    bool writes;
};

static bool is_same(const struct source *one, const struct source *other)
{
    return one->rank == other->rank && one->site == other->site &&
           strcmp(one->function, other->function) == 0;
}

bool sources_add(struct sources *sources, const struct source *source)
{
    int i = 0;

    while (i < sources->count && !is_same(&sources->each[i], source))
        i++;
    if (i < sources->count)
        return false;
    sources->has_more |= i == SOURCES_MAX;
    if (i < SOURCES_MAX)
        sources->each[sources->count++] = *source;
    return i < SOURCES_MAX;
}

/* ---- files ---------------------------------------------------------------------------------- */

static bool has_room(struct source_files *files)
{
    const int room = files->room == 0 ? FILES_AT_FIRST : 2 * files->room;
    struct source_file *each;

    if (files->count < files->room)
        return true;
    each = memory_grow(files->each, (size_t)room * sizeof files->each[0]);
    if (each == NULL)
        return false;
    files->each = each;
    files->room = room;
    return true;
}

/* Has it been opened there, and in that way, before? */
static bool is_known(const struct source_files *files, const struct source_file *opened)
{
    const struct source_file *each = files->each;
    int i = 0;

    while (i < files->count &&
           !(each[i].device == opened->device && each[i].file == opened->file &&
             (each[i].writes || !opened->writes) && is_same(&each[i].source, &opened->source)))
        i++;
    return i < files->count;
}

static bool is_shared(const struct source_file *one, const struct source_file *other)
{
    return one->device == other->device && one->file == other->file &&
           one->source.rank != other->source.rank && (one->writes || other->writes);
}

bool sources_open(struct source_files *files, int rank, const struct turn_source *source,
                  void (*note)(void *subject, const struct source *source), void *subject)
{
    const struct source_file opened = {.device = source->device,
                                       .file = source->file,
                                       .source = {.kind = source->kind,
                                                  .function = source->function,
                                                  .site = source->site,
                                                  .rank = rank},
                                       .writes = source->writes};
    bool has_shared = false;
    int i;

    if (is_known(files, &opened))
        return true;
    for (i = 0; i < files->count; i++)
        if (is_shared(&files->each[i], &opened)) {
            note(subject, &files->each[i].source);
            has_shared = true;
        }
    if (has_shared)
        note(subject, &opened.source);
    if (!has_room(files))
        return false;
    files->each[files->count++] = opened;
    return true;
}

void sources_forget_files(struct source_files *files)
{
    files->count = 0;
}

void sources_free_files(struct source_files *files)
{
    memory_give(files->each);
    *files = (struct source_files){0};
}

/* ---- words ---------------------------------------------------------------------------------- */

static bool opens(const struct source *source)
{
    return strstr(source->function, "open") != NULL || strstr(source->function, "creat") != NULL;
}

static const char *words_of(const struct source *source)
{
    if (source->kind == FROM_FILE)
        return " of a file that ranks share";
    return source->kind == FROM_RANDOM && opens(source) ? " of a random device" : "";
}

void sources_describe(FILE *out, const struct sources *sources)
{
    struct places *places = places_open();
    char place[PLACE_TEXT_BYTES];
    int i;

    for (i = 0; i < sources->count; i++) {
        const struct source *source = &sources->each[i];
        const bool is_last = i == sources->count - 1 && !sources->has_more;

        if (i > 0)
            fputs(is_last ? " and " : ", ", out);
        fprintf(out, "%s%s in %s of rank %d", source->function, words_of(source),
                place_describe(places, source->site, place), source->rank);
    }
    if (sources->has_more)
        fputs(" and others", out);
    places_close(places);
}
