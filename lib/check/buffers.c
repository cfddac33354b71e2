/* SPDX-License-Identifier: MIT */
#include "check/buffers.h"

#include <stdio.h>

#include "base/note.h"
#include "base/place.h"
#include "check/bounds.h"
#include "check/contents.h"
#include "check/named.h"
#include "check/pending.h"
#include "rank/findings.h"
#include "rank/world.h"

enum { BOUNDS_BYTES = 160 };

const char buffers_unnamed[] = "the buffer";

/* ---- reporting ------------------------------------------------------------------------------ */

static bool is_of_type(enum finding kind)
{
    return kind == FINDING_TYPE_OVERLAP || kind == FINDING_BUFFER_TYPE;
}

int buffers_tell(const struct call *call, enum finding kind, const struct call *pending,
                 const char *sentence)
{
    struct rank *self = rank_self();

    if (self->world->options.watches_buffers >= BUFFERS_ARE_AN_ERROR)
        return note(is_of_type(kind) ? MPI_ERR_TYPE : MPI_ERR_BUFFER, "%s", sentence);
    if (finding_is_news(self, kind, call->site, pending->site))
        finding_tell(self, kind, call->site, pending->site, "warning: %s: %s", call->name,
                     sentence);
    return MPI_SUCCESS;
}

/* A buffer of this call. */
static int tell_own(const struct call *call, enum finding kind, const char *name,
                    const struct named_buffer *named, const char *does_what)
{
    struct place_pair places;
    char sentence[BUFFER_SENTENCE_BYTES], variable[NAMED_BYTES];

    place_describe_pair(call->site, call->site, &places);
    snprintf(sentence, sizeof sentence, "%s in %s%s %s", name, places.one,
             named_describe(named, variable), does_what);
    return buffers_tell(call, kind, call, sentence);
}

/* The two sides of this call. */
static int tell_sides(const struct call *call, const struct buffer_used *sent,
                      const struct buffer_used *received)
{
    struct local_variable locals[2];
    const struct named_buffer sending = named_of(call, sent, &locals[0]);
    const struct named_buffer receiving = named_of(call, received, &locals[1]);
    struct place_pair places;
    char sentence[BUFFER_SENTENCE_BYTES], sendbuf[NAMED_BYTES], recvbuf[NAMED_BYTES];

    place_describe_pair(call->site, call->site, &places);
    snprintf(sentence, sizeof sentence, "sendbuf%s and recvbuf%s in %s overlap",
             named_describe(&sending, sendbuf), named_describe(&receiving, recvbuf), places.one);
    return buffers_tell(call, FINDING_BUFFER_OVERLAP, call, sentence);
}

static int tell_blocks(const struct call *call, const struct buffer_used *received)
{
    struct local_variable local;
    const struct named_buffer named = named_of(call, received, &local);

    return tell_own(call, FINDING_BUFFER_OVERLAP, "blocks of recvbuf", &named,
                    "overlap each other");
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static void describe_bounds(const struct data *data, const struct local_variable *local,
                            MPI_Count inside, char text[])
{
    const MPI_Count all = data_bytes(data);
    struct content content = {.site = NULL};

    if (local == NULL && (!load_relaxed(&contents_are_known) ||
                          !content_find(data_span(data).low, &content)))
        snprintf(text, BOUNDS_BYTES,
                 "has %lld bytes, and only %lld before one that is in no living object",
                 (long long)all, (long long)inside);
    else if (local != NULL && !local->is_start_known)
        snprintf(text, BOUNDS_BYTES,
                 "has %lld bytes, but the variable has only %lld in all: give a smaller count, or "
                 "a larger variable", (long long)all, (long long)inside);
    else if (content.site == NULL)
        snprintf(text, BOUNDS_BYTES,
                 "has %lld bytes, but the variable has only %lld from there on: give a smaller "
                 "count, or a larger variable", (long long)all, (long long)inside);
    else
        snprintf(text, BOUNDS_BYTES,
                 "has %lld bytes, but its memory has only %lld from there on: give a smaller "
                 "count, or allocate more", (long long)all, (long long)inside);
}

static int compare_bounds(const struct call *call, const struct buffer_used *used)
{
    struct local_variable found;
    const struct local_variable *local;
    struct named_buffer named;
    char what[BOUNDS_BYTES];
    int i;

    if (likely(!bounds_are_known()))
        return MPI_SUCCESS;
    local = local_variable_of(call, used, &found) ? &found : NULL;
    for (i = 0; i < used->count; i++) {
        const struct data *block = &used->blocks[i];
        MPI_Count inside = bounds_bytes_inside(block, local);

        if (likely(inside == data_bytes(block)))
            continue;
        describe_bounds(block, local, inside, what);
        named = (struct named_buffer){blocks_span(block, 1).low, local};
        return tell_own(call, FINDING_BUFFER_BOUNDS, used->name, &named, what);
    }
    return MPI_SUCCESS;
}

/* ---- datatypes that name bytes twice --------------------------------------------------------- */

int buffers_compare_itself(const struct call *call, const char *name, const struct data *data)
{
    struct place_pair places;
    char sentence[BUFFER_SENTENCE_BYTES];
    struct call maker;

    if (likely(!data_repeats(data)))
        return MPI_SUCCESS;
    maker.site = place_complete(load_relaxed(&data->type->object.site));
    place_describe_pair(call->site, maker.site, &places);
    snprintf(sentence, sizeof sentence,
             "%s in %s is written with a datatype, made in %s, whose %s a byte twice: what is "
             "received needs a place of its own for each element",
             name, places.one, places.other, data->count > 1 ? "elements name" : "element names");
    return buffers_tell(call, FINDING_TYPE_OVERLAP, &maker, sentence);
}

/* The block that names a byte twice; NULL: none does. */
static const struct data *find_repeating(const struct buffer_used *used)
{
    int i;

    for (i = 0; used->use == BUFFER_RECEIVED && i < used->count; i++)
        if (unlikely(data_repeats(&used->blocks[i])))
            return &used->blocks[i];
    return NULL;
}

/* ---- overlaps -------------------------------------------------------------------------------- */

/* The part of a pending operation that a report names. */
struct found {
    struct call call;
    const char *name;
};

static bool find_among(const struct users *users, const struct buffer_used *used,
                       struct address_range span, struct found *found)
{
    const struct list *link;

    if (!spans_meet(span, users->hull))
        return false;
    for (link = users->pending.next; link != &users->pending; link = link->next) {
        const struct pending_buffer *pending = pending_of((struct list *)(uintptr_t)link);

        if (likely(!spans_meet(span, pending->span)) ||
            !blocks_overlap(used->blocks, used->count, pending->blocks, pending->count))
            continue;
        *found = (struct found){pending->call, pending->name};
        return true;
    }
    return false;
}

/* Two buffers may overlap if both are sent. */
static bool find_overlap(struct buffers *buffers, const struct buffer_used *used,
                         struct found *found)
{
    const struct users *users = buffers->users;
    struct address_range span = blocks_span(used->blocks, used->count);
    bool overlaps;

    buffers_enter(buffers);
    overlaps = find_among(&users[BUFFER_RECEIVED], used, span, found) ||
               (used->use == BUFFER_RECEIVED &&
                find_among(&users[BUFFER_SENT], used, span, found));
    buffers_leave(buffers);
    return overlaps;
}

int buffers_compare_pending(const struct call *call, const struct buffer_used *used)
{
    struct local_variable local;
    struct place_pair places;
    char sentence[BUFFER_SENTENCE_BYTES], name[NAMED_BYTES];
    struct found found;
    struct named_buffer named;

    /* Diverted receives poison their buffers: what overlaps one is no matter of bounds. */
    if (!find_overlap(rank_self()->buffers, used, &found)) {
        int err = compare_bounds(call, used);

        return err == MPI_SUCCESS && !used->is_prepared ? contents_compare(call, used) : err;
    }
    named = named_of(call, used, &local);
    place_describe_pair(call->site, found.call.site, &places);
    snprintf(sentence, sizeof sentence,
             "%s in %s%s overlaps %s of %s in %s, which is pending and has to be completed first",
             used->name, places.one, named_describe(&named, name), found.name, found.call.name,
             places.other);
    return buffers_tell(call, FINDING_BUFFER_OVERLAP, &found.call, sentence);
}

int buffers_compare_blocks(const struct call *call, const struct buffer_used *used)
{
    const struct data *repeating = find_repeating(used);
    struct rank *self = rank_self();
    int err = repeating != NULL ? buffers_compare_itself(call, used->name, repeating)
                                : MPI_SUCCESS;

    if (err != MPI_SUCCESS)
        return err;
    if (buffers_are_followed(self->buffers, blocks_span(used->blocks, used->count)))
        load_relaxed(&self->buffers->follower)->use(self, call, used);
    return buffers_compare_pending(call, used);
}

bool buffers_find_conflict(const struct data *data, enum buffer_use use)
{
    const struct buffer_used used = {.use = use, .count = 1, .blocks = data};
    struct found found;

    return load_relaxed(&contents_are_known) ||
           (bounds_are_of_sanitizer() && bounds_bytes_inside(data, NULL) < data_bytes(data)) ||
           (use == BUFFER_RECEIVED && data_repeats(data)) ||
           (data_bytes(data) > 0 && buffers_are_followed(rank_self()->buffers, data_span(data))) ||
           find_overlap(rank_self()->buffers, &used, &found);
}

int buffers_compare(const struct call *call, const char *name, const struct data *data,
                    enum buffer_use use)
{
    const struct buffer_used used = {.name = name, .use = use, .count = 1, .blocks = data};

    return buffers_compare_blocks(call, &used);
}

int buffers_compare_two(const struct call *call, const struct data *sent,
                        const struct data *received)
{
    const struct buffer_used sends = {.name = "sendbuf", .count = 1, .blocks = sent};
    const struct buffer_used receives = {.name = "recvbuf", .count = 1, .blocks = received};

    return data_overlaps(sent, received) ? tell_sides(call, &sends, &receives) : MPI_SUCCESS;
}

int buffers_compare_sides(const struct call *call, const struct buffer_used *sent,
                          const struct buffer_used *received)
{
    if (blocks_overlap(sent->blocks, sent->count, received->blocks, received->count))
        return tell_sides(call, sent, received);
    if (received->count > 1 && find_repeating(received) == NULL &&
        blocks_overlap_each_other(received->blocks, received->count))
        return tell_blocks(call, received);
    return MPI_SUCCESS;
}
