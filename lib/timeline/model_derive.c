/* SPDX-License-Identifier: MIT */
/* Epochs of windows, spawns, and counters: they follow from calls and messages, and
 * need no records of their own. */
#include <stdlib.h>
#include <string.h>

#include "base/container.h"
#include "base/memory.h"
#include "timeline/model.h"

static int order(int64_t one, int64_t other)
{
    return one < other ? -1 : one > other;
}

/* ---- epochs ---------------------------------------------------------------------------------- */

enum epoch_kind { EPOCH_FENCE, EPOCH_LOCK, EPOCH_LOCK_ALL, EPOCH_ACCESS, EPOCH_EXPOSURE };
enum epoch_role { NO_ROLE, OPENS, CLOSES, MAY_CLOSE };

static const char *const epoch_names[] = {
    [EPOCH_FENCE] = "fence epoch",   [EPOCH_LOCK] = "lock epoch",
    [EPOCH_LOCK_ALL] = "lock_all epoch", [EPOCH_ACCESS] = "access epoch",
    [EPOCH_EXPOSURE] = "exposure epoch",
};

/* A fence closes what the one before has opened; MPI_Win_test may have closed something. */
static enum epoch_role role_of(const struct time_span *span, enum epoch_kind *kind)
{
    static const struct {
        const char *call;
        enum epoch_kind kind;
        enum epoch_role role;
    } calls[] = {
        {"fence", EPOCH_FENCE, OPENS},       {"lock", EPOCH_LOCK, OPENS},
        {"unlock", EPOCH_LOCK, CLOSES},      {"lock_all", EPOCH_LOCK_ALL, OPENS},
        {"unlock_all", EPOCH_LOCK_ALL, CLOSES}, {"start", EPOCH_ACCESS, OPENS},
        {"complete", EPOCH_ACCESS, CLOSES},  {"post", EPOCH_EXPOSURE, OPENS},
        {"wait", EPOCH_EXPOSURE, CLOSES},    {"test", EPOCH_EXPOSURE, MAY_CLOSE},
    };
    static const char beginning[] = "MPI_Win_";

    if (span->kind != TAPE_CALL || span->comm == MODEL_NONE || span->is_open ||
        strncmp(span->name, beginning, strlen(beginning)) != 0)
        return NO_ROLE;
    for (size_t i = 0; i < ARRAY_LENGTH(calls); i++)
        if (strcmp(span->name + strlen(beginning), calls[i].call) == 0) {
            *kind = calls[i].kind;
            return calls[i].role;
        }
    return NO_ROLE;
}

static int compare_span_ends(const void *one, const void *other)
{
    const struct time_span *const *a = one, *const *b = other;

    return order((int64_t)(*a)->end, (int64_t)(*b)->end);
}

/* The epochs that are open are in a list, by their numbers. Returns the place there of the one that
 * the call is about; MODEL_NONE. */
static int find_open(const struct model *model, const int open[], int count, const char *name,
                     const struct time_span *call)
{
    for (int i = count - 1; i >= 0; i--) {
        const struct time_span *epoch = &model->epochs[open[i]];

        if (epoch->name == name && epoch->comm == call->comm && epoch->peer == call->peer)
            return i;
    }
    return MODEL_NONE;
}

static void close_epoch(struct time_span *epoch, uint64_t end)
{
    epoch->end = end;
    epoch->is_open = false;
}

static void open_epoch(struct model *model, const char *name, const struct time_span *call)
{
    struct time_span *epoch = &model->epochs[model->epoch_count++];

    *epoch = *call;
    epoch->name = name;
    epoch->kind = SPAN_EPOCH;
    epoch->begin = call->end;
    epoch->end = 0; /* that of the latest MPI_Win_test; 0: none */
    epoch->type = NULL;
    epoch->parent = epoch->meeting = epoch->waits_for = MODEL_NONE;
    epoch->is_open = true;
}

/* A call that opens an epoch shows that the one before is over. */
static void read_call(struct model *model, int open[], int *count, const struct time_span *call)
{
    enum epoch_kind kind;
    enum epoch_role role = role_of(call, &kind);
    const char *name = epoch_names[kind];
    int at = find_open(model, open, *count, name, call);
    struct time_span *epoch = at != MODEL_NONE ? &model->epochs[open[at]] : NULL;

    if (role == MAY_CLOSE && epoch != NULL) {
        epoch->end = call->end;
    } else if (epoch != NULL) {
        close_epoch(epoch, role == OPENS && epoch->end != 0 ? epoch->end : call->end);
        open[at] = open[--*count];
    }
    if (role == OPENS) {
        open[(*count)++] = model->epoch_count;
        open_epoch(model, name, call);
    }
}

/* A fence that no other one follows has opened nothing. */
static void end_epochs(struct model *model, int first)
{
    int kept = first;

    for (int i = first; i < model->epoch_count; i++) {
        struct time_span *epoch = &model->epochs[i];

        if (epoch->is_open && epoch->end != 0)
            close_epoch(epoch, epoch->end);
        else if (epoch->is_open && epoch->name == epoch_names[EPOCH_FENCE])
            continue;
        else if (epoch->is_open)
            epoch->end = model->end;
        model->epochs[kept++] = *epoch;
    }
    model->epoch_count = kept;
}

static int compare_epochs(const void *one, const void *other)
{
    const struct time_span *a = one, *b = other;
    int result = order(a->track, b->track);

    result = result != 0 ? result : order((int64_t)a->begin, (int64_t)b->begin);
    return result != 0 ? result : order(a->record, b->record);
}

/* Epochs that overlap lie in several rows. For what is open beside that many there is no row. */
static void lay_out(struct model *model, int first)
{
    enum { ROWS_MAX = 8 };
    uint64_t ends[ROWS_MAX] = {0};
    int kept = first, row, before = MODEL_NONE;

    for (int i = first; i < model->epoch_count; i++) {
        struct time_span epoch = model->epochs[i];
        struct track *track = &model->tracks[epoch.track];

        if (epoch.track != before)
            memset(ends, 0, sizeof ends);
        before = epoch.track;
        for (row = 0; row < ROWS_MAX && ends[row] > epoch.begin; row++)
            continue;
        if (row == ROWS_MAX)
            continue;
        ends[row] = epoch.end;
        epoch.depth = (uint8_t)row;
        model->epochs[kept++] = epoch;
        track->epochs++;
        if (row >= track->epoch_rows)
            track->epoch_rows = row + 1;
    }
    model->epoch_count = kept;
}

/* `open` has room for as many as the calls. */
static void find_epochs_of(struct model *model, const struct time_span *calls[], int count,
                           int open[])
{
    int first = model->epoch_count, open_count = 0;

    qsort(calls, (size_t)count, sizeof calls[0], compare_span_ends);
    for (int i = 0; i < count; i++)
        read_call(model, open, &open_count, calls[i]);
    end_epochs(model, first);
    qsort(&model->epochs[first], (size_t)(model->epoch_count - first), sizeof model->epochs[0],
          compare_epochs);
    lay_out(model, first);
}

static bool is_same_rank(const struct track *one, const struct track *other)
{
    return one->world == other->world && one->rank == other->rank;
}

static int list_calls_of(const struct model *model, const struct track *track,
                         const struct time_span *calls[])
{
    enum epoch_kind kind;
    int count = 0;

    for (int i = track->first; i < track->first + track->spans; i++)
        if (role_of(&model->spans[i], &kind) != NO_ROLE)
            calls[count++] = &model->spans[i];
    return count;
}

static bool find_epochs(struct model *model)
{
    const struct time_span **calls =
        memory_take(((size_t)model->span_count + 1) * sizeof *calls);
    int *open = memory_take(((size_t)model->span_count + 1) * sizeof *open);
    int i, next, count;

    model->epochs = memory_take(((size_t)model->span_count + 1) * sizeof *model->epochs);
    for (i = 0; calls != NULL && open != NULL && model->epochs != NULL && i < model->track_count;
         i = next) {
        count = 0;
        for (next = i; next < model->track_count &&
                       is_same_rank(&model->tracks[i], &model->tracks[next]); next++)
            count += list_calls_of(model, &model->tracks[next], &calls[count]);
        find_epochs_of(model, calls, count, open);
    }
    memory_give(calls);
    memory_give(open);
    return calls != NULL && open != NULL && model->epochs != NULL;
}

/* ---- arrows ---------------------------------------------------------------------------------- */

static void add_spawn(struct model *model, int number)
{
    const struct track *track = &model->tracks[number];
    int parent = model_track_of(model, track->parent_world, track->parent_rank);
    uint64_t begin = track->spans > 0 ? model->spans[track->first].begin : track->begin;

    if (parent == MODEL_NONE || model_track_of(model, track->world, track->rank) != number)
        return;
    model->arrows[model->arrow_count++] = (struct arrow){
        .sent = track->begin < begin ? track->begin : begin,
        .matched = begin,
        .from = parent,
        .to = number,
        .from_span = MODEL_NONE,
        .to_span = MODEL_NONE,
        .tag = TAPE_NO_TAG,
        .comm = MODEL_NONE,
        .kind = ARROW_SPAWN,
    };
}

static int compare_arrows(const void *one, const void *other)
{
    const struct arrow *a = one, *b = other;
    int result = order((int64_t)a->sent, (int64_t)b->sent);

    result = result != 0 ? result : order((int64_t)a->matched, (int64_t)b->matched);
    return result != 0 ? result : order(a->to, b->to);
}

/* model_meet has left room for these. */
static void add_arrows(struct model *model)
{
    int i;

    for (i = 0; i < model->access_count; i++)
        model->arrows[model->arrow_count++] = model->accesses[i];
    for (i = 0; i < model->track_count; i++)
        if (model->tracks[i].parent_rank != TAPE_NOBODY)
            add_spawn(model, i);
    qsort(model->arrows, (size_t)model->arrow_count, sizeof model->arrows[0], compare_arrows);
}

/* ---- counters -------------------------------------------------------------------------------- */

/* Adds a change, in the place of which its sum comes later. */
static void add_change(struct model *model, enum counter_kind kind, int track, uint64_t time,
                       int64_t change)
{
    track = model_track_of(model, model->tracks[track].world, model->tracks[track].rank);
    model->counters[model->counter_count++] =
        (struct counter){.time = time, .value = change, .track = track, .kind = kind};
}

static void count_bytes(struct model *model)
{
    for (int i = 0; i < model->arrow_count; i++) {
        const struct arrow *arrow = &model->arrows[i];

        if (arrow->kind != ARROW_MESSAGE)
            continue;
        add_change(model, COUNTER_IN_FLIGHT, arrow->from, arrow->sent, arrow->bytes);
        add_change(model, COUNTER_IN_FLIGHT, arrow->from, arrow->matched, -arrow->bytes);
    }
}

/* Messages between two ranks with one tag, on one communicator, are received in their order: the
 * first one that is received after an unexpected message has come is that message. */
static void count_unexpected(struct model *model)
{
    int k = 0;

    for (int i = 0; i < model->early_count; i++) {
        const struct model_end *early = &model->early[i];
        int result = 1;

        for (; k < model->matched_count; k++) {
            result = model_compare_keys(&model->matched[k], early);
            if (result > 0 || (result == 0 && model->matched[k].time >= early->time))
                break;
        }
        add_change(model, COUNTER_UNEXPECTED, early->track, early->time, 1);
        if (k < model->matched_count && result == 0)
            add_change(model, COUNTER_UNEXPECTED, early->track, model->matched[k++].time, -1);
    }
}

static int compare_counters(const void *one, const void *other)
{
    const struct counter *a = one, *b = other;
    int result = order(a->track, b->track);

    result = result != 0 ? result : order((int64_t)a->kind, (int64_t)b->kind);
    result = result != 0 ? result : order((int64_t)a->time, (int64_t)b->time);
    return result != 0 ? result : order(b->value, a->value);
}

/* A change that is undone in the same nanosecond is seen once. */
static void sum_up(struct model *model)
{
    int kept = 0;

    for (int i = 0; i < model->counter_count; i++) {
        struct counter next = model->counters[i];
        struct counter *before = kept > 0 ? &model->counters[kept - 1] : NULL;
        bool goes_on = before != NULL && before->track == next.track && before->kind == next.kind;

        if (goes_on)
            next.value += before->value;
        if (goes_on && before->time == next.time)
            kept--;
        model->counters[kept++] = next;
    }
    model->counter_count = kept;
}

static bool find_counters(struct model *model)
{
    size_t most = 2 * ((size_t)model->arrow_count + (size_t)model->early_count) + 1;

    model->counters = memory_take(most * sizeof *model->counters);
    if (model->counters == NULL)
        return false;
    count_bytes(model);
    count_unexpected(model);
    qsort(model->counters, (size_t)model->counter_count, sizeof model->counters[0],
          compare_counters);
    sum_up(model);
    return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Only texts stay that calls have as files. */
static bool number_files(struct model *model)
{
    int *numbers = memory_take(((size_t)model->file_count + 1) * sizeof *numbers);
    int count = 0, i;

    for (i = 0; numbers != NULL && i < model->file_count; i++)
        numbers[i] = MODEL_NONE;
    for (i = 0; numbers != NULL && i < model->span_count; i++)
        if (model->spans[i].file != MODEL_NONE)
            numbers[model->spans[i].file] = 0;
    for (i = 0; numbers != NULL && i < model->file_count; i++)
        if (numbers[i] != MODEL_NONE) {
            model->files[count] = model->files[i];
            numbers[i] = count++;
        }
    for (i = 0; numbers != NULL && i < model->span_count; i++)
        if (model->spans[i].file != MODEL_NONE)
            model->spans[i].file = numbers[model->spans[i].file];
    model->file_count = count;
    memory_give(numbers);
    return numbers != NULL;
}

bool model_derive(struct model *model)
{
    add_arrows(model);
    return number_files(model) && find_epochs(model) && find_counters(model);
}
