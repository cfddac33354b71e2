/* SPDX-License-Identifier: MIT */
#include "timeline/model.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"

static uint64_t time_of(const struct model *model, uint64_t ticks)
{
    return ticks <= model->begin ? 0 : (uint64_t)((double)(ticks - model->begin) * model->scale);
}

/* ---- tracks ---------------------------------------------------------------------------------- */

static int compare_tracks(const void *one, const void *other)
{
    const struct track *a = one, *b = other;

    if (a->world != b->world)
        return a->world < b->world ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->thread < b->thread ? -1 : a->thread > b->thread;
}

static int count_records(const struct tape *tape)
{
    const struct tape_chunk *chunk = load_acquire(&tape->first); /* edge tape.made */
    int count = 0;

    for (; chunk != NULL; chunk = load_acquire(&chunk->next)) /* edge tape.made */
        count += load_acquire(&chunk->count);                 /* edge tape.record */
    return count;
}

static bool grow_model(struct model *model, int *room)
{
    struct track *grown;

    if (model->track_count < *room)
        return true;
    *room = 2 * *room + 64;
    grown = memory_grow(model->tracks, (size_t)*room * sizeof *grown);
    if (grown == NULL)
        return false;
    model->tracks = grown;
    return true;
}

static bool add_tracks_of(struct model *model, const struct tapes *tapes, int *room)
{
    const struct tape *tape = load_acquire(&tapes->first); /* edge tape.made */

    for (; tape != NULL; tape = tape->next) {
        if (!grow_model(model, room))
            return false;
        model->tracks[model->track_count++] = (struct track){.tape = tape,
                                                             .world = tapes->world,
                                                             .rank = tapes->rank,
                                                             .thread = tape->thread,
                                                             .parent_world = tapes->parent_world,
                                                             .parent_rank = tapes->parent_rank,
                                                             .begin = time_of(model, tapes->begin),
                                                             .count = count_records(tape)};
    }
    return true;
}

/* Lists in one pass: counting first would not do, because threads may begin to record meanwhile. */
static bool list_tracks(struct model *model, const struct timeline_kept *kept)
{
    const struct tapes *tapes;
    int room = 0;

    if (!grow_model(model, &room))
        return false;
    for (tapes = kept->tapes; tapes != NULL; tapes = tapes->next) {
        if (!add_tracks_of(model, tapes, &room))
            return false;
        model->lost += load_relaxed(&tapes->lost);
        if (tapes->world >= model->worlds)
            model->worlds = tapes->world + 1;
    }
    qsort(model->tracks, (size_t)model->track_count, sizeof model->tracks[0], compare_tracks);
    return true;
}

int model_track_of(const struct model *model, int world, int rank)
{
    int low = 0, high = model->track_count;
    const struct track wanted = {.world = world, .rank = rank};

    while (low < high) {
        int middle = (low + high) / 2;

        if (compare_tracks(&model->tracks[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < model->track_count && model->tracks[low].world == world &&
                   model->tracks[low].rank == rank
               ? low
               : MODEL_NONE;
}

/* ---- communicators --------------------------------------------------------------------------- */

static bool list_comms(struct model *model, const struct timeline_kept *kept)
{
    int count = 0, i;
    struct kept_comm *next;

    for (i = 0; i < KEPT_LISTS; i++)
        for (next = kept->comms[i]; next != NULL; next = next->next)
            next->number = count++;
    model->comms = memory_take(((size_t)count + 1) * sizeof *model->comms);
    for (i = 0; model->comms != NULL && i < KEPT_LISTS; i++)
        for (next = kept->comms[i]; next != NULL; next = next->next)
            model->comms[model->comm_count++] = next;
    return model->comms != NULL;
}

static int comm_of(const struct track *track, const struct tape_record *record)
{
    const struct kept_comm *comm = record->of == TAPE_OF_COMM || record->of == TAPE_OF_WIN
                                       ? kept_find_comm(record->number, track->world) : NULL;

    return comm != NULL ? comm->number : MODEL_NONE;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* All texts are there, in the order of their numbers; most are no files. */
static bool list_files(struct model *model, const struct timeline_kept *kept)
{
    const struct kept_text *next;

    model->file_count = (int)kept->text_count;
    model->files = memory_take_zeroed(((size_t)kept->text_count + 1) * sizeof *model->files);
    for (int i = 0; model->files != NULL && i < KEPT_LISTS; i++)
        for (next = kept->texts[i]; next != NULL; next = next->next)
            model->files[next->number - 1] = next->text;
    return model->files != NULL;
}

/* ---- records --------------------------------------------------------------------------------- */

static void add_span(struct model *model, int track, int number, const struct tape_record *record)
{
    struct time_span *span = &model->spans[model->span_count++];
    uint64_t end = load_relaxed(&record->end);
    bool is_of_file = record->of == TAPE_OF_FILE;

    *span = (struct time_span){
        .begin = time_of(model, record->begin),
        .end = end != 0 ? time_of(model, end) : model->end,
        .name = record->kind == TAPE_WAIT ? NULL : record->name,
        .type = record->type,
        .bytes = record->bytes,
        .offset = is_of_file ? record->offset : TAPE_NO_OFFSET,
        .track = track,
        .peer = is_of_file ? TAPE_NOBODY : record->peer,
        .tag = is_of_file ? TAPE_NO_TAG : record->tag,
        .comm = comm_of(&model->tracks[track], record),
        .file = is_of_file ? (int)record->number - 1 : MODEL_NONE,
        .place = MODEL_NONE,
        .parent = record->inside,
        .meeting = MODEL_NONE,
        .waits_for = MODEL_NONE,
        .site = record->site,
        .record = number,
        .kind = record->kind,
        .depth = record->depth,
        .is_open = end == 0,
    };
}

/* The sender of a message that this rank has got; false: unknown. */
static bool find_sender(const struct model *model, const struct track *track,
                        const struct tape_record *record, struct model_end *end)
{
    const struct kept_comm *comm = end->comm != MODEL_NONE ? model->comms[end->comm] : NULL;
    const struct kept_member *from;
    int i, first = 0;

    if (comm == NULL)
        return false;
    for (i = 0; comm->sizes[1] > 0 && i < comm->sizes[0]; i++)
        if (comm->members[i].world == track->world && comm->members[i].rank == track->rank)
            first = comm->sizes[0];
    if (record->peer < 0 || record->peer >= (first > 0 ? comm->sizes[1] : comm->sizes[0]))
        return false;
    from = &comm->members[first + record->peer];
    end->world = from->world;
    end->rank = from->rank;
    end->to_world = track->world;
    end->to_rank = track->rank;
    return true;
}

/* False: it is the end of a message from an unknown sender. */
static bool add_end(struct model *model, int track, const struct tape_record *record)
{
    const struct track *own = &model->tracks[track];
    struct model_end end = {
        .comm = comm_of(own, record),
        .world = own->world,
        .rank = own->rank,
        .tag = record->tag,
        .track = track,
        .span = record->inside,
        .time = time_of(model, record->begin),
        .bytes = record->bytes,
    };

    if (record->kind == TAPE_SENT) {
        end.to_world = record->to.world;
        end.to_rank = record->to.rank;
        model->sent[model->sent_count++] = end;
    } else if (record->kind == TAPE_COLLECTIVE) {
        model->entered[model->entered_count++] = end;
    } else {
        if (!find_sender(model, own, record, &end))
            return false;
        if (record->kind == TAPE_MATCHED)
            model->matched[model->matched_count++] = end;
        else
            model->early[model->early_count++] = end;
    }
    return true;
}

static void add_access(struct model *model, int track, const struct tape_record *record)
{
    static const enum arrow_kind kinds[] = {[TAPE_PUT] = ARROW_PUT, [TAPE_GET] = ARROW_GET,
                                            [TAPE_ACCUMULATE] = ARROW_ACCUMULATE};
    int target = model_track_of(model, record->to.world, record->to.rank);
    bool is_get = record->kind == TAPE_GET;
    uint64_t time = time_of(model, record->begin);

    if (target == MODEL_NONE)
        return;
    model->accesses[model->access_count++] = (struct arrow){
        .sent = time,
        .matched = time,
        .bytes = record->bytes,
        .from = is_get ? target : track,
        .to = is_get ? track : target,
        .from_span = MODEL_NONE,
        .to_span = MODEL_NONE,
        .tag = TAPE_NO_TAG,
        .comm = MODEL_NONE,
        .kind = kinds[record->kind],
    };
}

/* The latest messages of a track, which say for which rank it waits. */
struct latest {
    int matched; /* of the model's ends; MODEL_NONE */
    uint64_t matched_time;
    int sent;
};

/* A wait that saw a message come was for it; else a call that has sent one waits for its receiver.
 * A cause below MODEL_NONE stands for a message that was sent. */
static int cause_of(const struct model *model, const struct tape_record *wait,
                    const struct latest *latest)
{
    if (latest->matched != MODEL_NONE && latest->matched_time >= wait->begin)
        return latest->matched;
    if (latest->sent != MODEL_NONE && model->sent[latest->sent].span == wait->inside)
        return -2 - latest->sent;
    return MODEL_NONE;
}

static void read_record(struct model *model, int track, int number,
                        const struct tape_record *record, struct latest *latest)
{
    switch ((enum tape_kind)record->kind) {
    case TAPE_WAIT:
        model->causes[model->tracks[track].first + number] = cause_of(model, record, latest);
        add_span(model, track, number, record);
        break;
    case TAPE_CALL:
    case TAPE_REGION:
        add_span(model, track, number, record);
        break;
    case TAPE_SENT:
        if (add_end(model, track, record))
            latest->sent = model->sent_count - 1;
        break;
    case TAPE_MATCHED:
        if (add_end(model, track, record)) {
            latest->matched = model->matched_count - 1;
            latest->matched_time = record->begin;
        }
        break;
    case TAPE_COLLECTIVE:
    case TAPE_UNEXPECTED:
        (void)add_end(model, track, record);
        break;
    case TAPE_PUT:
    case TAPE_GET:
    case TAPE_ACCUMULATE:
        add_access(model, track, record);
        break;
    }
}

static void read_track(struct model *model, int track)
{
    const struct track *own = &model->tracks[track];
    const struct tape_chunk *chunk = load_acquire(&own->tape->first); /* edge tape.made */
    struct latest latest = {.matched = MODEL_NONE, .sent = MODEL_NONE};
    int number = 0, i;

    for (; number < own->count; chunk = load_acquire(&chunk->next)) /* edge tape.made */
        for (i = 0; i < TAPE_CHUNK_RECORDS && number < own->count; i++, number++)
            read_record(model, track, number, &chunk->records[i], &latest);
}

/* ---- order ----------------------------------------------------------------------------------- */

static int compare_spans(const void *one, const void *other)
{
    const struct time_span *a = one, *b = other;

    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return a->record < b->record ? -1 : a->record > b->record;
}

/* The number of the span that a record of the track is; it may have been left out. */
static int span_of(const struct model *model, int record)
{
    return record >= 0 ? model->span_of[record] : MODEL_NONE;
}

/* Puts the track's spans in order, and the numbers of spans in the place of those of records. */
static void settle_track(struct model *model, int track, int first_span, const int counts[3])
{
    int count = model->span_count - first_span, i;
    struct time_span *spans = &model->spans[first_span];
    struct track *own = &model->tracks[track];

    qsort(spans, (size_t)count, sizeof *spans, compare_spans);
    for (i = 0; i < own->count; i++)
        model->span_of[i] = MODEL_NONE;
    for (i = 0; i < count; i++)
        model->span_of[spans[i].record] = first_span + i;
    for (i = 0; i < count; i++) {
        struct time_span *span = &spans[i];

        span->parent = span_of(model, span->parent);
        if (span->end < span->begin)
            span->end = span->begin;
        if (span->parent != MODEL_NONE && span->end > model->spans[span->parent].end)
            span->end = model->spans[span->parent].end;
        span->waits_for = model->causes[own->first + span->record];
    }
    for (i = counts[0]; i < model->sent_count; i++)
        model->sent[i].span = span_of(model, model->sent[i].span);
    for (i = counts[1]; i < model->matched_count; i++)
        model->matched[i].span = span_of(model, model->matched[i].span);
    for (i = counts[2]; i < model->entered_count; i++)
        model->entered[i].span = span_of(model, model->entered[i].span);
    own->first = first_span;
    own->spans = count;
}

static bool take_arrays(struct model *model, size_t records)
{
    model->spans = memory_take((records + 1) * sizeof *model->spans);
    model->span_of = memory_take((records + 1) * sizeof *model->span_of);
    model->causes = memory_take((records + 1) * sizeof *model->causes);
    model->sent = memory_take((records + 1) * sizeof *model->sent);
    model->matched = memory_take((records + 1) * sizeof *model->matched);
    model->entered = memory_take((records + 1) * sizeof *model->entered);
    model->early = memory_take((records + 1) * sizeof *model->early);
    model->accesses = memory_take((records + 1) * sizeof *model->accesses);
    return model->spans != NULL && model->span_of != NULL && model->causes != NULL &&
           model->sent != NULL && model->matched != NULL && model->entered != NULL &&
           model->early != NULL && model->accesses != NULL;
}

static bool read_tracks(struct model *model)
{
    size_t records = 0;
    int i;

    for (i = 0; i < model->track_count; i++) {
        model->tracks[i].first = (int)records;
        records += (size_t)model->tracks[i].count;
    }
    if (!take_arrays(model, records))
        return false;
    for (size_t k = 0; k < records; k++)
        model->causes[k] = MODEL_NONE;
    for (i = 0; i < model->track_count; i++) {
        const int counts[3] = {model->sent_count, model->matched_count, model->entered_count};
        int first_span = model->span_count;

        read_track(model, i);
        settle_track(model, i, first_span, counts);
    }
    return true;
}

/* ---- all of it ------------------------------------------------------------------------------- */

bool model_make(struct model *model, const char *title)
{
    struct timeline_kept *kept = timeline_kept();
    uint64_t now = tape_now(), now_ns = clock_ns();
    bool has_memory;

    *model = (struct model){.title = title, .begin = kept->begin};
    model->scale = now > kept->begin
                       ? (double)(now_ns - kept->begin_ns) / (double)(now - kept->begin)
                       : 1.0;
    model->end = time_of(model, now);
    lock_take(&kept->lock);
    has_memory = list_tracks(model, kept) && list_comms(model, kept) && list_files(model, kept) &&
                 read_tracks(model);
    lock_release(&kept->lock);
    return has_memory && model_meet(model) && model_derive(model) && model_list_places(model) &&
           model_list_names(model);
}

void model_drop(struct model *model)
{
    memory_give(model->tracks);
    memory_give(model->spans);
    memory_give(model->arrows);
    memory_give(model->comms);
    memory_give(model->places);
    memory_give(model->names);
    memory_give(model->span_of);
    memory_give(model->causes);
    memory_give(model->sent);
    memory_give(model->matched);
    memory_give(model->entered);
    memory_give(model->early);
    memory_give(model->accesses);
    memory_give(model->epochs);
    memory_give(model->counters);
    memory_give(model->files);
}
