/* SPDX-License-Identifier: MIT */
/* Ranks that meet: messages from sends to receives, members of operations, and waits. */
#include <stdlib.h>

#include "base/memory.h"
#include "timeline/model.h"

/* ---- messages -------------------------------------------------------------------------------- */

static int order(int64_t one, int64_t other)
{
    return one < other ? -1 : one > other;
}

/* Messages between two ranks with one tag, on one communicator, are received in the order in which
 * they were sent. */
int model_compare_keys(const struct model_end *a, const struct model_end *b)
{
    int result = order(a->comm, b->comm);

    result = result != 0 ? result : order(a->world, b->world);
    result = result != 0 ? result : order(a->rank, b->rank);
    result = result != 0 ? result : order(a->to_world, b->to_world);
    result = result != 0 ? result : order(a->to_rank, b->to_rank);
    return result != 0 ? result : order(a->tag, b->tag);
}

static int compare_ends(const void *one, const void *other)
{
    const struct model_end *a = one, *b = other;
    int result = model_compare_keys(a, b);

    result = result != 0 ? result : order((int64_t)a->time, (int64_t)b->time);
    return result != 0 ? result : order(a->order, b->order);
}

static void sort(struct model_end *ends, int count)
{
    int i;

    for (i = 0; i < count; i++)
        ends[i].order = i;
    qsort(ends, (size_t)count, sizeof *ends, compare_ends);
}

/* The sender's record may come after its message has gone. */
static void add_arrow(struct model *model, const struct model_end *sent,
                      const struct model_end *matched)
{
    model->arrows[model->arrow_count++] = (struct arrow){
        .sent = sent->time < matched->time ? sent->time : matched->time,
        .matched = matched->time,
        .bytes = sent->bytes,
        .from = sent->track,
        .to = matched->track,
        .from_span = sent->span,
        .to_span = matched->span,
        .tag = sent->tag,
        .comm = sent->comm,
    };
}

static bool pair_messages(struct model *model)
{
    int i = 0, k = 0;

    model->arrows =
        memory_take(((size_t)model->matched_count + (size_t)model->access_count +
                     (size_t)model->track_count + 1) * sizeof *model->arrows);
    if (model->arrows == NULL)
        return false;
    sort(model->sent, model->sent_count);
    sort(model->matched, model->matched_count);
    sort(model->early, model->early_count);
    while (i < model->sent_count && k < model->matched_count) {
        int result = model_compare_keys(&model->sent[i], &model->matched[k]);

        if (result == 0)
            add_arrow(model, &model->sent[i], &model->matched[k]);
        i += result <= 0;
        k += result >= 0;
    }
    return true;
}

/* ---- operations ------------------------------------------------------------------------------ */

static int compare_members(const void *one, const void *other)
{
    const struct model_end *a = one, *b = other;
    int result = order(a->comm, b->comm);

    result = result != 0 ? result : order(a->world, b->world);
    result = result != 0 ? result : order(a->rank, b->rank);
    return result != 0 ? result : order((int64_t)a->time, (int64_t)b->time);
}

static int compare_meetings(const void *one, const void *other)
{
    const struct model_end *a = one, *b = other;
    int result = order(a->comm, b->comm);

    result = result != 0 ? result : order(a->order, b->order);
    result = result != 0 ? result : order(a->world, b->world);
    return result != 0 ? result : order(a->rank, b->rank);
}

/* Numbers a meeting in the calls of its members; each of these waits for the last one. */
static void meet_ends(struct model *model, const struct model_end *members, int count)
{
    const struct model_end *last = &members[0];
    int i;

    for (i = 1; i < count; i++)
        if (members[i].time > last->time)
            last = &members[i];
    for (i = 0; i < count; i++) {
        if (members[i].span == MODEL_NONE)
            continue;
        model->spans[members[i].span].meeting = model->meeting_count;
        model->spans[members[i].span].waits_for = last->track;
    }
    model->meeting_count++;
}

static void find_meetings(struct model *model)
{
    struct model_end *all = model->entered;
    int count = model->entered_count, i, first;

    qsort(all, (size_t)count, sizeof *all, compare_members);
    for (i = 0; i < count; i++) {
        bool is_first = i == 0 || all[i].comm != all[i - 1].comm ||
                        all[i].world != all[i - 1].world || all[i].rank != all[i - 1].rank;

        all[i].order = is_first ? 0 : all[i - 1].order + 1;
    }
    qsort(all, (size_t)count, sizeof *all, compare_meetings);
    for (first = 0; first < count; first = i) {
        for (i = first + 1; i < count && all[i].comm == all[first].comm &&
                            all[i].order == all[first].order; i++)
            continue;
        if (i - first > 1 && all[first].comm != MODEL_NONE)
            meet_ends(model, &all[first], i - first);
    }
}

/* ---- waits ----------------------------------------------------------------------------------- */

/* The track that a wait is for, from its cause (cause_of). Ends of messages are not sorted yet. */
static int track_waited_for(const struct model *model, int cause)
{
    const struct model_end *end;

    if (cause == MODEL_NONE)
        return MODEL_NONE;
    if (cause < MODEL_NONE) {
        end = &model->sent[-2 - cause];
        return model_track_of(model, end->to_world, end->to_rank);
    }
    end = &model->matched[cause];
    return model_track_of(model, end->world, end->rank);
}

static void find_causes(struct model *model)
{
    for (int i = 0; i < model->span_count; i++)
        model->spans[i].waits_for = track_waited_for(model, model->spans[i].waits_for);
}

/* Waits in a collective operation are for its last member. */
static void find_late_members(struct model *model)
{
    for (int i = 0; i < model->span_count; i++) {
        struct time_span *span = &model->spans[i];
        const struct time_span *call =
            span->kind == TAPE_WAIT && span->parent != MODEL_NONE ? &model->spans[span->parent]
                                                                  : NULL;

        if (call != NULL && call->meeting != MODEL_NONE && call->waits_for != span->track)
            span->waits_for = call->waits_for;
    }
}

bool model_meet(struct model *model)
{
    find_causes(model);
    if (!pair_messages(model))
        return false;
    find_meetings(model);
    find_late_members(model);
    return true;
}
