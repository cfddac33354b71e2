/* SPDX-License-Identifier: MIT */
/* Places in the source, and the names of tracks, communicators and calls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "timeline/model.h"

/* ---- places ---------------------------------------------------------------------------------- */

static int compare_places(const void *one, const void *other)
{
    const struct model_place *a = one, *b = other;

    return a->site < b->site ? -1 : a->site > b->site;
}

static int compare_sites(const void *one, const void *other)
{
    const uint32_t *a = one, *b = other;

    return *a < *b ? -1 : *a > *b;
}

/* Sorts all sites, and keeps one of each. */
static int unite(uint32_t *sites, int count)
{
    int kept = 0, i;

    qsort(sites, (size_t)count, sizeof *sites, compare_sites);
    for (i = 0; i < count; i++)
        if (sites[i] != 0 && (kept == 0 || sites[kept - 1] != sites[i]))
            sites[kept++] = sites[i];
    return kept;
}

static void find_places(struct model *model, const uint32_t *sites)
{
    struct places *places = places_open();

    for (int i = 0; i < model->place_count; i++) {
        const void *site = place_complete(sites[i]);

        model->places[i] = (struct model_place){.site = sites[i]};
        if (site != NULL)
            place_describe(places, site, model->places[i].text);
    }
    places_close(places);
}

static void set_places(const struct model *model, struct time_span *spans, int count)
{
    for (int i = 0; i < count; i++) {
        const struct model_place wanted = {.site = spans[i].site};
        const struct model_place *place =
            bsearch(&wanted, model->places, (size_t)model->place_count, sizeof wanted,
                    compare_places);

        if (place != NULL)
            spans[i].place = (int)(place - model->places);
    }
}

bool model_list_places(struct model *model)
{
    uint32_t *sites = memory_take(((size_t)model->span_count + 1) * sizeof *sites);
    int i;

    if (sites == NULL)
        return false;
    for (i = 0; i < model->span_count; i++)
        sites[i] = model->spans[i].site;
    model->place_count = unite(sites, model->span_count);
    model->places = memory_take(((size_t)model->place_count + 1) * sizeof *model->places);
    if (model->places != NULL)
        find_places(model, sites);
    memory_give(sites);
    if (model->places == NULL)
        return false;
    set_places(model, model->spans, model->span_count);
    set_places(model, model->epochs, model->epoch_count); /* of calls, which are there */
    return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

static int compare_pointers(const void *one, const void *other)
{
    const char *a = *(const char *const *)one, *b = *(const char *const *)other;

    return a < b ? -1 : a > b;
}

static int number_of_name(const struct model *model, const char *name)
{
    const char **place = name != NULL ? bsearch(&name, model->names, (size_t)model->name_count,
                                                sizeof name, compare_pointers)
                                      : NULL;

    return place != NULL ? (int)(place - model->names) : MODEL_NONE;
}

static size_t add_names(struct model *model, size_t count, const struct time_span *spans,
                        int span_count)
{
    for (int i = 0; i < span_count; i++) {
        if (spans[i].name != NULL)
            model->names[count++] = spans[i].name;
        if (spans[i].type != NULL)
            model->names[count++] = spans[i].type;
    }
    return count;
}

static void number_names(const struct model *model, struct time_span *spans, int count)
{
    for (int i = 0; i < count; i++) {
        spans[i].name_number = number_of_name(model, spans[i].name);
        spans[i].type_number = number_of_name(model, spans[i].type);
    }
}

/* Equal names are one text (timeline_name), so comparing pointers is enough. */
bool model_list_names(struct model *model)
{
    size_t count, i;

    model->names = memory_take(
        (2 * ((size_t)model->span_count + (size_t)model->epoch_count) + 1) * sizeof *model->names);
    if (model->names == NULL)
        return false;
    count = add_names(model, 0, model->spans, model->span_count);
    count = add_names(model, count, model->epochs, model->epoch_count);
    qsort(model->names, count, sizeof *model->names, compare_pointers);
    for (i = 0; i < count; i++)
        if (i == 0 || model->names[i] != model->names[i - 1])
            model->names[model->name_count++] = model->names[i];
    number_names(model, model->spans, model->span_count);
    number_names(model, model->epochs, model->epoch_count);
    return true;
}

/* ---- tracks and communicators ---------------------------------------------------------------- */

const char *model_name_track(const struct model *model, int track, char text[])
{
    const struct track *own = &model->tracks[track];
    int length = snprintf(text, TRACK_TEXT_BYTES, "rank %d", own->rank);

    if (own->thread > 0)
        length += snprintf(text + length, (size_t)(TRACK_TEXT_BYTES - length), ", thread %d",
                           own->thread);
    if (model->worlds > 1)
        snprintf(text + length, (size_t)(TRACK_TEXT_BYTES - length), " of job %d", own->world);
    return text;
}

const char *model_name_world(const struct model *model, int world, char text[])
{
    const struct track *track = NULL;

    for (int i = 0; i < model->track_count && track == NULL; i++)
        if (model->tracks[i].world == world && model->tracks[i].parent_rank != TAPE_NOBODY)
            track = &model->tracks[i];
    if (track == NULL && world == 0)
        return model->title;
    snprintf(text, WORLD_TEXT_BYTES, "job %d", world);
    if (track == NULL) /* nothing else is known of a job that has left no tracks */
        return text;
    snprintf(text + strlen(text), WORLD_TEXT_BYTES - strlen(text), ", spawned by rank %d",
             track->parent_rank);
    if (track->parent_world > 0)
        snprintf(text + strlen(text), WORLD_TEXT_BYTES - strlen(text), " of job %d",
                 track->parent_world);
    return text;
}

const char *model_counter(enum counter_kind kind)
{
    static const char *const names[COUNTERS] = {
        [COUNTER_IN_FLIGHT] = "bytes in flight",
        [COUNTER_UNEXPECTED] = "unexpected messages",
    };

    return names[kind];
}

const char *model_object(const struct model *model, int comm)
{
    return model->comms[comm]->is_win ? "window" : "communicator";
}

const char *model_name_comm(const struct model *model, int comm, char text[])
{
    text[0] = '\0';
    if (comm != MODEL_NONE && model->comms[comm]->name != NULL)
        snprintf(text, COMM_TEXT_BYTES, "%s", model->comms[comm]->name);
    else if (comm != MODEL_NONE)
        snprintf(text, COMM_TEXT_BYTES, "communicator %u", model->comms[comm]->id);
    return text;
}

const char *model_place(const struct model *model, int place)
{
    return place != MODEL_NONE ? model->places[place].text : "";
}
