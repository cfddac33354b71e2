/* SPDX-License-Identifier: MIT */
/* page.html with its data. Names are JSON. Records are numbers, seven bits in a byte and the lowest
 * first, in base 64, so nothing in them can end the element that they are in. A number that may be
 * negative is doubled; a negative one is doubled without its sign, less one. */
#include <string.h>

#include "base/json.h"
#include "timeline/writers.h"

/* ---- names ----------------------------------------------------------------------------------- */

static void begin_list(FILE *out, const char *name)
{
    fprintf(out, ",\n\"%s\":[", name);
}

static void write_item(FILE *out, int number, const char *text)
{
    fputs(number > 0 ? ",\n" : "", out);
    json_write_text(out, text);
}

static void write_track(FILE *out, const struct model *model, int number)
{
    const struct track *track = &model->tracks[number];
    char text[TRACK_TEXT_BYTES];

    fprintf(out, "%s{\"rank\":%d,\"thread\":%d,\"spans\":%d,\"epochs\":%d,\"name\":",
            number > 0 ? ",\n" : "", track->rank, track->thread, track->spans, track->epochs);
    json_write_text(out, model_name_track(model, number, text));
    fputc('}', out);
}

static void write_names(FILE *out, const struct model *model)
{
    char text[COMM_TEXT_BYTES];
    int i;

    fputs("{\"title\":", out);
    json_write_text(out, model->title);
    fprintf(out, ",\"end\":%lld,\"lost\":%lld,\"arrows\":%d,\"counters\":%d",
            (long long)model->end, (long long)model->lost, model->arrow_count,
            model->counter_count);
    begin_list(out, "names");
    for (i = 0; i < model->name_count; i++)
        write_item(out, i, model->names[i]);
    fputc(']', out);
    begin_list(out, "comms");
    for (i = 0; i < model->comm_count; i++)
        write_item(out, i, model_name_comm(model, i, text));
    fputc(']', out);
    begin_list(out, "objects"); /* each communicator is that of a window, or not */
    for (i = 0; i < model->comm_count; i++)
        write_item(out, i, model_object(model, i));
    fputc(']', out);
    begin_list(out, "files");
    for (i = 0; i < model->file_count; i++)
        write_item(out, i, model->files[i]);
    fputc(']', out);
    begin_list(out, "places");
    for (i = 0; i < model->place_count; i++)
        write_item(out, i, model->places[i].text);
    fputc(']', out);
    begin_list(out, "tracks");
    for (i = 0; i < model->track_count; i++)
        write_track(out, model, i);
    fputs("]}\n", out);
}

/* ---- records --------------------------------------------------------------------------------- */

enum { LINE_GROUPS = 24 };

struct base64 {
    FILE *out;
    uint32_t bits;
    int bytes;  /* that are in `bits` */
    int groups; /* of four letters on this line */
};

/* Three bytes become four letters; equals signs stand for those that are missing. */
static void write_group(struct base64 *base64)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t bits = base64->bits << (8 * (3 - base64->bytes));
    int i;

    for (i = 0; i < 4; i++)
        fputc(i <= base64->bytes ? letters[bits >> (18 - 6 * i) & 63] : '=', base64->out);
    if (++base64->groups == LINE_GROUPS) {
        fputc('\n', base64->out);
        base64->groups = 0;
    }
    base64->bits = 0;
    base64->bytes = 0;
}

static void put_byte(struct base64 *base64, unsigned byte)
{
    base64->bits = base64->bits << 8 | byte;
    if (++base64->bytes == 3)
        write_group(base64);
}

static void put_number(struct base64 *base64, uint64_t number)
{
    for (; number > 127; number >>= 7)
        put_byte(base64, (unsigned)(number & 127) | 128);
    put_byte(base64, (unsigned)number);
}

static void put_signed(struct base64 *base64, int64_t number)
{
    put_number(base64, number < 0 ? 2 * (uint64_t)-(number + 1) + 1 : 2 * (uint64_t)number);
}

/* The first number of a span: its kind in two bits, then which others follow, then its depth. */
enum { HEAD_REGION = 1, HEAD_WAIT = 2, HEAD_EPOCH = 3, HEAD_OPEN = 4, HEAD_PEER = 8, HEAD_TAG = 16,
       HEAD_TYPE = 32, HEAD_COMM = 64, HEAD_PLACE = 128, HEAD_MEETING = 256, HEAD_FOR = 512,
       HEAD_FILE = 1024, HEAD_OFFSET = 2048, HEAD_DEPTH = 4096 };

static unsigned head_of(const struct time_span *span)
{
    unsigned head = span->kind == TAPE_WAIT     ? HEAD_WAIT
                    : span->kind == TAPE_REGION ? HEAD_REGION
                    : span->kind == SPAN_EPOCH  ? HEAD_EPOCH
                                                : 0;

    head |= span->is_open ? HEAD_OPEN : 0;
    head |= span->peer != TAPE_NOBODY ? HEAD_PEER : 0;
    head |= span->tag != TAPE_NO_TAG ? HEAD_TAG : 0;
    head |= span->type != NULL ? HEAD_TYPE : 0;
    head |= span->comm != MODEL_NONE ? HEAD_COMM : 0;
    head |= span->place != MODEL_NONE ? HEAD_PLACE : 0;
    head |= span->meeting != MODEL_NONE ? HEAD_MEETING : 0;
    head |= span->waits_for != MODEL_NONE && span->kind == TAPE_WAIT ? HEAD_FOR : 0;
    head |= span->file != MODEL_NONE ? HEAD_FILE : 0;
    head |= span->offset != TAPE_NO_OFFSET ? HEAD_OFFSET : 0;
    return head + span->depth * HEAD_DEPTH;
}

static void put_if(struct base64 *base64, bool is_there, int number)
{
    if (is_there)
        put_number(base64, (uint64_t)number);
}

static void put_span(struct base64 *base64, const struct time_span *span, uint64_t before)
{
    unsigned head = head_of(span);

    put_number(base64, head);
    put_number(base64, span->begin - before);
    put_number(base64, span->end - span->begin);
    put_if(base64, span->kind != TAPE_WAIT, span->name_number);
    if (head & HEAD_PEER)
        put_signed(base64, span->peer);
    if (head & HEAD_TAG)
        put_signed(base64, span->tag);
    if (head & HEAD_TYPE) {
        put_number(base64, (uint64_t)span->type_number);
        put_signed(base64, span->bytes);
    }
    put_if(base64, head & HEAD_COMM, span->comm);
    put_if(base64, head & HEAD_PLACE, span->place);
    put_if(base64, head & HEAD_MEETING, span->meeting);
    put_if(base64, head & HEAD_FOR, span->waits_for);
    put_if(base64, head & HEAD_FILE, span->file);
    if (head & HEAD_OFFSET)
        put_number(base64, (uint64_t)span->offset);
}

static void put_arrow(struct base64 *base64, const struct arrow *arrow, uint64_t before)
{
    put_number(base64, arrow->kind);
    put_number(base64, (uint64_t)arrow->from);
    put_number(base64, (uint64_t)arrow->to);
    put_number(base64, arrow->sent - before);
    put_number(base64, arrow->matched - arrow->sent);
    put_signed(base64, arrow->bytes);
    put_signed(base64, arrow->tag);
    put_number(base64, (uint64_t)(arrow->comm + 1));
}

static void put_spans(struct base64 *base64, const struct time_span *spans, int count)
{
    for (int i = 0; i < count; i++)
        put_span(base64, &spans[i], i > 0 ? spans[i - 1].begin : 0);
}

static void put_counter(struct base64 *base64, const struct counter *counter, bool is_first)
{
    put_number(base64, (uint64_t)counter->track * COUNTERS + counter->kind);
    put_number(base64, counter->time - (is_first ? 0 : counter[-1].time));
    put_signed(base64, counter->value);
}

/* Writes the spans and the epochs, track by track, then the arrows and the counters. Times count
 * from the beginning of the one before: of the same track, or of the same counter. */
static void write_records(FILE *out, const struct model *model)
{
    struct base64 base64 = {.out = out};
    int i, epoch = 0;

    for (i = 0; i < model->track_count; i++) {
        put_spans(&base64, &model->spans[model->tracks[i].first], model->tracks[i].spans);
        put_spans(&base64, &model->epochs[epoch], model->tracks[i].epochs);
        epoch += model->tracks[i].epochs;
    }
    for (i = 0; i < model->arrow_count; i++)
        put_arrow(&base64, &model->arrows[i], i > 0 ? model->arrows[i - 1].sent : 0);
    for (i = 0; i < model->counter_count; i++)
        put_counter(&base64, &model->counters[i],
                    i == 0 || model->counters[i].track != model->counters[i - 1].track ||
                        model->counters[i].kind != model->counters[i - 1].kind);
    if (base64.bytes > 0)
        write_group(&base64);
    fputc('\n', out);
}

/* ---- the page -------------------------------------------------------------------------------- */

void html_write(const struct model *model, FILE *out)
{
    for (const char *const *line = html_page; *line != NULL; line++) {
        if (strcmp(*line, "@names") == 0)
            write_names(out, model);
        else if (strcmp(*line, "@records") == 0)
            write_records(out, model);
        else
            fprintf(out, "%s\n", *line);
    }
}
