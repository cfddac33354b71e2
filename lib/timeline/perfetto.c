/* SPDX-License-Identifier: MIT */
/* Perfetto's format is a row of packets in the wire format of protocol buffers. All names stand
 * once, in the first packet that needs them ("interned"), and have a number from then on. The names
 * of fields are those of Perfetto's .proto files. packets.h compresses the packets. */
#include <string.h>

#include "timeline/packets.h"
#include "timeline/writers.h"

enum { WIRE_NUMBER = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2 };

/* Fields of the messages that are written. */
enum {
    PACKET_TIMESTAMP = 8,
    PACKET_SEQUENCE_ID = 10, /* trusted_packet_sequence_id */
    PACKET_TRACK_EVENT = 11,
    PACKET_INTERNED_DATA = 12,
    PACKET_SEQUENCE_FLAGS = 13,
    PACKET_TRACK_DESCRIPTOR = 60,

    TRACK_UUID = 1,
    TRACK_NAME = 2,
    TRACK_PROCESS = 3,
    TRACK_THREAD = 4,
    TRACK_PARENT_UUID = 5,
    TRACK_COUNTER = 8,
    COUNTER_UNIT = 3,
    PROCESS_PID = 1,
    PROCESS_NAME = 6,
    THREAD_PID = 1,
    THREAD_TID = 2,
    THREAD_NAME = 5,

    EVENT_CATEGORY_IIDS = 3,
    EVENT_DEBUG_ANNOTATIONS = 4,
    EVENT_TYPE = 9,
    EVENT_NAME_IID = 10,
    EVENT_TRACK_UUID = 11,
    EVENT_COUNTER_VALUE = 30,
    EVENT_FLOW_IDS = 47,
    EVENT_TERMINATING_FLOW_IDS = 48,

    ANNOTATION_NAME_IID = 1,
    ANNOTATION_INT = 4,
    ANNOTATION_STRING_IID = 17,

    INTERNED_CATEGORIES = 1,
    INTERNED_NAMES = 2,
    INTERNED_ANNOTATION_NAMES = 3,
    INTERNED_STRINGS = 29,
    INTERNED_IID = 1, /* of each of these */
    INTERNED_TEXT = 2,
};

enum { TYPE_BEGIN = 1, TYPE_END = 2, TYPE_INSTANT = 3, TYPE_COUNTER = 4 };
enum { UNIT_COUNT = 2, UNIT_BYTES = 3 };
enum { STATE_CLEARED = 1, NEEDS_STATE = 2, SEQUENCE = 1 };
enum { CATEGORY_MPI = 1, CATEGORY_WAIT, CATEGORY_REGION, CATEGORY_MESSAGE, CATEGORY_EPOCH,
       CATEGORY_SPAWN, CATEGORIES };

enum annotation {
    SAYS_PEER = 1, SAYS_TAG, SAYS_BYTES, SAYS_TYPE, SAYS_COMM, SAYS_PLACE, SAYS_MEETING,
    SAYS_FOR, SAYS_OPEN, SAYS_WINDOW, SAYS_FILE, SAYS_OFFSET, ANNOTATIONS,
};

static const char *const annotation_names[] = {
    [SAYS_PEER] = "peer", [SAYS_TAG] = "tag", [SAYS_BYTES] = "bytes", [SAYS_TYPE] = "type",
    [SAYS_COMM] = "communicator", [SAYS_PLACE] = "at", [SAYS_MEETING] = "operation",
    [SAYS_FOR] = "for", [SAYS_OPEN] = "ended", [SAYS_WINDOW] = "window", [SAYS_FILE] = "file",
    [SAYS_OFFSET] = "offset",
};

/* ---- the wire format ------------------------------------------------------------------------- */

/* The bytes of a message that is not complete: one text at most, and some numbers. */
struct bytes {
    size_t count;
    unsigned char all[600];
};

static void put_number(struct bytes *to, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        to->all[to->count++] = (unsigned char)(number | 0x80);
    to->all[to->count++] = (unsigned char)number;
}

static void put_field(struct bytes *to, int field, uint64_t number)
{
    put_number(to, (uint64_t)field << 3 | WIRE_NUMBER);
    put_number(to, number);
}

static void put_fixed(struct bytes *to, int field, uint64_t number)
{
    put_number(to, (uint64_t)field << 3 | WIRE_FIXED64);
    for (int i = 0; i < 8; i++)
        to->all[to->count++] = (unsigned char)(number >> 8 * i);
}

static void put_bytes(struct bytes *to, int field, const void *bytes, size_t count)
{
    put_number(to, (uint64_t)field << 3 | WIRE_BYTES);
    put_number(to, count);
    memcpy(to->all + to->count, bytes, count);
    to->count += count;
}

static void put_message(struct bytes *to, int field, const struct bytes *message)
{
    put_bytes(to, field, message->all, message->count);
}

/* Long texts are cut, between characters of UTF-8. */
static void put_text(struct bytes *to, int field, const char *text)
{
    enum { TEXT_MAX = 300 };
    size_t count = strlen(text);

    if (count > TEXT_MAX)
        for (count = TEXT_MAX; count > 0 && ((unsigned char)text[count] & 0xc0) == 0x80; count--)
            continue;
    put_bytes(to, field, text, count);
}

static void write_packet(struct packets *out, struct bytes *packet)
{
    put_field(packet, PACKET_SEQUENCE_ID, SEQUENCE);
    packets_add(out, packet->all, packet->count);
}

/* ---- tracks and names ------------------------------------------------------------------------ */

/* Numbers of interned texts. Names of events: some words, then the model's names. Strings of
 * annotations: one word, then the model's names, communicators, places, tracks and files. */
enum word { WAITS = 1, SENDS, RECEIVES, PUTS, IS_PUT, GETS, IS_GOT, ACCUMULATES, IS_ACCUMULATED,
            SPAWNS, STARTS, NAMES_FROM };
enum { WORD_NO = 1, STRINGS_FROM };

static int string_of_name(int name)
{
    return STRINGS_FROM + name;
}

static int string_of_comm(const struct model *model, int comm)
{
    return STRINGS_FROM + model->name_count + comm;
}

static int string_of_place(const struct model *model, int place)
{
    return STRINGS_FROM + model->name_count + model->comm_count + place;
}

static int string_of_track(const struct model *model, int track)
{
    return STRINGS_FROM + model->name_count + model->comm_count + model->place_count + track;
}

static int string_of_file(const struct model *model, int file)
{
    return string_of_track(model, model->track_count) + file;
}

static uint64_t uuid_of_world(int world)
{
    return (uint64_t)world + 1;
}

static uint64_t uuid_of_track(int track)
{
    return (UINT64_C(1) << 32) + (uint64_t)track;
}

static uint64_t uuid_of_epochs(int track, int row)
{
    return (UINT64_C(2) << 32) + (uint64_t)track * 256 + (uint64_t)row;
}

static uint64_t uuid_of_counter(int track, enum counter_kind kind)
{
    return (UINT64_C(3) << 32) + (uint64_t)track * COUNTERS + (uint64_t)kind;
}

static void write_world(const struct model *model, struct packets *out, int world)
{
    struct bytes packet = {0}, track = {0}, process = {0};
    char text[WORLD_TEXT_BYTES];

    put_field(&process, PROCESS_PID, uuid_of_world(world));
    put_text(&process, PROCESS_NAME, model_name_world(model, world, text));
    put_field(&track, TRACK_UUID, uuid_of_world(world));
    put_message(&track, TRACK_PROCESS, &process);
    put_message(&packet, PACKET_TRACK_DESCRIPTOR, &track);
    write_packet(out, &packet);
}

static void write_track(const struct model *model, struct packets *out, int number)
{
    int world = model->tracks[number].world;
    struct bytes packet = {0}, track = {0}, thread = {0};
    char text[TRACK_TEXT_BYTES];

    put_field(&thread, THREAD_PID, uuid_of_world(world));
    put_field(&thread, THREAD_TID, 1000 + (uint64_t)number); /* that of no process */
    put_text(&thread, THREAD_NAME, model_name_track(model, number, text));
    put_field(&track, TRACK_UUID, uuid_of_track(number));
    put_field(&track, TRACK_PARENT_UUID, uuid_of_world(world));
    put_message(&track, TRACK_THREAD, &thread);
    put_message(&packet, PACKET_TRACK_DESCRIPTOR, &track);
    write_packet(out, &packet);
}

/* A track that belongs to a rank's thread; `unit` 0: it is no counter. */
static void write_own_track(struct packets *out, int parent, uint64_t uuid, const char *name,
                            int unit)
{
    struct bytes packet = {0}, track = {0}, counter = {0};

    put_field(&track, TRACK_UUID, uuid);
    put_field(&track, TRACK_PARENT_UUID, uuid_of_track(parent));
    put_text(&track, TRACK_NAME, name);
    if (unit != 0) {
        put_field(&counter, COUNTER_UNIT, (uint64_t)unit);
        put_message(&track, TRACK_COUNTER, &counter);
    }
    put_message(&packet, PACKET_TRACK_DESCRIPTOR, &track);
    write_packet(out, &packet);
}

/* Each has a packet, so that packets stay small. */
static void write_interned(struct packets *out, int field, int number, const char *text)
{
    struct bytes packet = {0}, data = {0}, entry = {0};

    put_field(&entry, INTERNED_IID, (uint64_t)number);
    put_text(&entry, INTERNED_TEXT, text);
    put_message(&data, field, &entry);
    put_field(&packet, PACKET_SEQUENCE_FLAGS, NEEDS_STATE);
    put_message(&packet, PACKET_INTERNED_DATA, &data);
    write_packet(out, &packet);
}

static void write_words(struct packets *out)
{
    static const char *const categories[] = {
        [CATEGORY_MPI] = "MPI", [CATEGORY_WAIT] = "wait", [CATEGORY_REGION] = "region",
        [CATEGORY_MESSAGE] = "message", [CATEGORY_EPOCH] = "epoch", [CATEGORY_SPAWN] = "spawn"};
    static const char *const words[] = {
        [WAITS] = "waits", [SENDS] = "sends", [RECEIVES] = "receives", [PUTS] = "puts",
        [IS_PUT] = "is put", [GETS] = "gets", [IS_GOT] = "is got", [ACCUMULATES] = "accumulates",
        [IS_ACCUMULATED] = "is accumulated", [SPAWNS] = "spawns", [STARTS] = "starts"};
    struct bytes packet = {0};
    int i;

    put_field(&packet, PACKET_SEQUENCE_FLAGS, STATE_CLEARED);
    write_packet(out, &packet);
    for (i = CATEGORY_MPI; i < CATEGORIES; i++)
        write_interned(out, INTERNED_CATEGORIES, i, categories[i]);
    for (i = SAYS_PEER; i < ANNOTATIONS; i++)
        write_interned(out, INTERNED_ANNOTATION_NAMES, i, annotation_names[i]);
    for (i = WAITS; i < NAMES_FROM; i++)
        write_interned(out, INTERNED_NAMES, i, words[i]);
    write_interned(out, INTERNED_STRINGS, WORD_NO, "no");
}

static void write_names(const struct model *model, struct packets *out)
{
    char text[COMM_TEXT_BYTES];
    int i;

    for (i = 0; i < model->name_count; i++) {
        write_interned(out, INTERNED_NAMES, NAMES_FROM + i, model->names[i]);
        write_interned(out, INTERNED_STRINGS, string_of_name(i), model->names[i]);
    }
    for (i = 0; i < model->comm_count; i++)
        write_interned(out, INTERNED_STRINGS, string_of_comm(model, i),
                       model_name_comm(model, i, text));
    for (i = 0; i < model->place_count; i++)
        write_interned(out, INTERNED_STRINGS, string_of_place(model, i), model->places[i].text);
    for (i = 0; i < model->track_count; i++)
        write_interned(out, INTERNED_STRINGS, string_of_track(model, i),
                       model_name_track(model, i, text));
    for (i = 0; i < model->file_count; i++)
        write_interned(out, INTERNED_STRINGS, string_of_file(model, i), model->files[i]);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void annotate(struct bytes *event, enum annotation name, int field, int64_t value)
{
    struct bytes annotation = {0};

    put_field(&annotation, ANNOTATION_NAME_IID, name);
    put_field(&annotation, field, (uint64_t)value);
    put_message(event, EVENT_DEBUG_ANNOTATIONS, &annotation);
}

static void annotate_span(struct bytes *event, const struct model *model,
                          const struct time_span *span)
{
    if (span->peer != TAPE_NOBODY)
        annotate(event, SAYS_PEER, ANNOTATION_INT, span->peer);
    if (span->tag != TAPE_NO_TAG)
        annotate(event, SAYS_TAG, ANNOTATION_INT, span->tag);
    if (span->type != NULL) {
        annotate(event, SAYS_BYTES, ANNOTATION_INT, span->bytes);
        annotate(event, SAYS_TYPE, ANNOTATION_STRING_IID, string_of_name(span->type_number));
    }
    if (span->comm != MODEL_NONE)
        annotate(event, model->comms[span->comm]->is_win ? SAYS_WINDOW : SAYS_COMM,
                 ANNOTATION_STRING_IID, string_of_comm(model, span->comm));
    if (span->file != MODEL_NONE)
        annotate(event, SAYS_FILE, ANNOTATION_STRING_IID, string_of_file(model, span->file));
    if (span->offset != TAPE_NO_OFFSET)
        annotate(event, SAYS_OFFSET, ANNOTATION_INT, span->offset);
    if (span->place != MODEL_NONE)
        annotate(event, SAYS_PLACE, ANNOTATION_STRING_IID, string_of_place(model, span->place));
    if (span->meeting != MODEL_NONE)
        annotate(event, SAYS_MEETING, ANNOTATION_INT, span->meeting);
    if (span->waits_for != MODEL_NONE && span->kind == TAPE_WAIT)
        annotate(event, SAYS_FOR, ANNOTATION_STRING_IID, string_of_track(model, span->waits_for));
    if (span->is_open)
        annotate(event, SAYS_OPEN, ANNOTATION_STRING_IID, WORD_NO);
}

static void write_event(struct packets *out, uint64_t time, const struct bytes *event)
{
    struct bytes packet = {0};

    put_field(&packet, PACKET_TIMESTAMP, time);
    put_field(&packet, PACKET_SEQUENCE_FLAGS, NEEDS_STATE);
    put_message(&packet, PACKET_TRACK_EVENT, event);
    write_packet(out, &packet);
}

static void begin_event(struct bytes *event, int type, uint64_t uuid)
{
    event->count = 0;
    put_field(event, EVENT_TYPE, (uint64_t)type);
    put_field(event, EVENT_TRACK_UUID, uuid);
}

static uint64_t uuid_of_span(const struct time_span *span)
{
    return span->kind == SPAN_EPOCH ? uuid_of_epochs(span->track, span->depth)
                                    : uuid_of_track(span->track);
}

static void write_begin(const struct model *model, struct packets *out,
                        const struct time_span *span)
{
    struct bytes event;

    begin_event(&event, TYPE_BEGIN, uuid_of_span(span));
    put_field(&event, EVENT_CATEGORY_IIDS,
              span->kind == TAPE_WAIT     ? CATEGORY_WAIT
              : span->kind == TAPE_REGION ? CATEGORY_REGION
              : span->kind == SPAN_EPOCH  ? CATEGORY_EPOCH
                                          : CATEGORY_MPI);
    put_field(&event, EVENT_NAME_IID,
              span->name == NULL ? WAITS : (uint64_t)(NAMES_FROM + span->name_number));
    annotate_span(&event, model, span);
    write_event(out, span->begin, &event);
}

static void write_end(struct packets *out, const struct time_span *span)
{
    struct bytes event;

    begin_event(&event, TYPE_END, uuid_of_span(span));
    write_event(out, span->end, &event);
}

/* Spans nest, so those that are open lie on a stack; it has no more than a tape has open, and a
 * wait. */
static void write_spans(const struct model *model, struct packets *out, const struct track *track)
{
    const struct time_span *open[TAPE_DEPTH_MAX + 2];
    int depth = 0;

    for (int i = 0; i < track->spans; i++) {
        const struct time_span *span = &model->spans[track->first + i];

        while (depth > 0 && (open[depth - 1]->end <= span->begin || depth > TAPE_DEPTH_MAX))
            write_end(out, open[--depth]);
        write_begin(model, out, span);
        open[depth++] = span;
    }
    while (depth > 0)
        write_end(out, open[--depth]);
}

static void write_epochs(struct packets *out, const struct model *model)
{
    int i, row;

    for (i = 0; i < model->track_count; i++)
        for (row = 0; row < model->tracks[i].epoch_rows; row++)
            write_own_track(out, i, uuid_of_epochs(i, row), "epochs", 0);
    for (i = 0; i < model->epoch_count; i++) {
        write_begin(model, out, &model->epochs[i]);
        write_end(out, &model->epochs[i]);
    }
}

static void write_counter(struct packets *out, const struct counter *counter)
{
    struct bytes event;

    begin_event(&event, TYPE_COUNTER, uuid_of_counter(counter->track, counter->kind));
    put_field(&event, EVENT_COUNTER_VALUE, (uint64_t)counter->value);
    write_event(out, counter->time, &event);
}

static void write_counters(struct packets *out, const struct model *model)
{
    static const int units[] = {
        [COUNTER_IN_FLIGHT] = UNIT_BYTES,
        [COUNTER_UNEXPECTED] = UNIT_COUNT,
    };

    for (int i = 0; i < model->counter_count; i++) {
        const struct counter *counter = &model->counters[i];

        if (i == 0 || counter[-1].track != counter->track || counter[-1].kind != counter->kind)
            write_own_track(out, counter->track, uuid_of_counter(counter->track, counter->kind),
                            model_counter(counter->kind), units[counter->kind]);
        write_counter(out, counter);
    }
}

/* One end of an arrow. */
struct arrow_end {
    uint64_t time;
    int track, field;
    enum word word;
};

static void write_arrow_end(struct packets *out, const struct arrow *arrow, uint64_t flow,
                            const struct arrow_end *end)
{
    struct bytes event;

    begin_event(&event, TYPE_INSTANT, uuid_of_track(end->track));
    put_field(&event, EVENT_CATEGORY_IIDS,
              arrow->kind == ARROW_SPAWN ? CATEGORY_SPAWN : CATEGORY_MESSAGE);
    put_field(&event, EVENT_NAME_IID, end->word);
    put_fixed(&event, end->field, flow);
    if (arrow->kind != ARROW_SPAWN)
        annotate(&event, SAYS_BYTES, ANNOTATION_INT, arrow->bytes);
    write_event(out, end->time, &event);
}

/* An arrow goes from a moment of one rank to one of another. */
static void write_arrow(struct packets *out, const struct arrow *arrow, int number)
{
    static const enum word words[][2] = {
        [ARROW_MESSAGE] = {SENDS, RECEIVES},
        [ARROW_PUT] = {PUTS, IS_PUT},
        [ARROW_GET] = {IS_GOT, GETS},
        [ARROW_ACCUMULATE] = {ACCUMULATES, IS_ACCUMULATED},
        [ARROW_SPAWN] = {SPAWNS, STARTS},
    };
    const struct arrow_end from = {arrow->sent, arrow->from, EVENT_FLOW_IDS, words[arrow->kind][0]};
    const struct arrow_end to = {arrow->matched, arrow->to, EVENT_TERMINATING_FLOW_IDS,
                                 words[arrow->kind][1]};

    write_arrow_end(out, arrow, (uint64_t)number + 1, &from);
    write_arrow_end(out, arrow, (uint64_t)number + 1, &to);
}

void perfetto_write(const struct model *model, FILE *file)
{
    struct packets packets, *out = &packets;
    int i;

    packets_begin(out, file);
    write_words(out);
    write_names(model, out);
    for (i = 0; i < model->worlds; i++)
        write_world(model, out, i);
    for (i = 0; i < model->track_count; i++)
        write_track(model, out, i);
    for (i = 0; i < model->track_count; i++)
        write_spans(model, out, &model->tracks[i]);
    write_epochs(out, model);
    write_counters(out, model);
    for (i = 0; i < model->arrow_count; i++)
        write_arrow(out, &model->arrows[i], i);
    packets_end(out);
}
