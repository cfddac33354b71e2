/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "base/json.h"
#include "timeline/writers.h"

/* Microseconds, with all digits. */
static void write_time(FILE *out, const char *name, uint64_t ns)
{
    fprintf(out, ",\"%s\":%" PRIu64 ".%03u", name, ns / 1000, (unsigned)(ns % 1000));
}

static void write_track(FILE *out, const struct model *model, int track)
{
    fprintf(out, ",\"pid\":%d,\"tid\":%d", model->tracks[track].world, track);
}

static void write_names(FILE *out, const struct model *model)
{
    char text[WORLD_TEXT_BYTES];
    int i;

    for (i = 0; i < model->worlds; i++) {
        fprintf(out, "%s{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":",
                i > 0 ? ",\n" : "", i);
        json_write_text(out, model_name_world(model, i, text));
        fputs("}}", out);
    }
    for (i = 0; i < model->track_count; i++) {
        fputs(",\n{\"ph\":\"M\",\"name\":\"thread_name\"", out);
        write_track(out, model, i);
        fputs(",\"args\":{\"name\":", out);
        json_write_text(out, model_name_track(model, i, text));
        fputs("}},\n{\"ph\":\"M\",\"name\":\"thread_sort_index\"", out);
        write_track(out, model, i);
        fprintf(out, ",\"args\":{\"sort_index\":%d}}", i);
    }
}

static void write_argument(FILE *out, bool *is_first, const char *name, const char *text)
{
    if (text[0] == '\0')
        return;
    fprintf(out, "%s\"%s\":", *is_first ? "" : ",", name);
    json_write_text(out, text);
    *is_first = false;
}

static void write_number(FILE *out, bool *is_first, const char *name, int64_t number)
{
    fprintf(out, "%s\"%s\":%" PRId64, *is_first ? "" : ",", name, number);
    *is_first = false;
}

static void write_arguments(FILE *out, const struct model *model, const struct time_span *span)
{
    char text[COMM_TEXT_BYTES];
    bool is_first = true;

    fputs(",\"args\":{", out);
    if (span->peer != TAPE_NOBODY)
        write_number(out, &is_first, "peer", span->peer);
    if (span->tag != TAPE_NO_TAG)
        write_number(out, &is_first, "tag", span->tag);
    if (span->type != NULL) {
        write_number(out, &is_first, "bytes", span->bytes);
        write_argument(out, &is_first, "type", span->type);
    }
    if (span->comm != MODEL_NONE)
        write_argument(out, &is_first, model_object(model, span->comm),
                       model_name_comm(model, span->comm, text));
    if (span->file != MODEL_NONE)
        write_argument(out, &is_first, "file", model->files[span->file]);
    if (span->offset != TAPE_NO_OFFSET)
        write_number(out, &is_first, "offset", span->offset);
    write_argument(out, &is_first, "at", model_place(model, span->place));
    if (span->meeting != MODEL_NONE)
        write_number(out, &is_first, "operation", span->meeting);
    if (span->waits_for != MODEL_NONE && span->kind == TAPE_WAIT)
        write_argument(out, &is_first, "for", model_name_track(model, span->waits_for, text));
    if (span->is_open)
        write_argument(out, &is_first, "ended", "no");
    fputc('}', out);
}

static void write_span(FILE *out, const struct model *model, const struct time_span *span)
{
    fputs(",\n{\"ph\":\"X\",\"name\":", out);
    json_write_text(out, span->name != NULL ? span->name : "waits");
    fprintf(out, ",\"cat\":\"%s\"", span->kind == TAPE_WAIT     ? "wait"
                                    : span->kind == TAPE_REGION ? "region"
                                                                : "MPI");
    write_track(out, model, span->track);
    write_time(out, "ts", span->begin);
    write_time(out, "dur", span->end - span->begin);
    write_arguments(out, model, span);
    fputc('}', out);
}

/* Epochs may overlap, so they are no spans of their thread: each has two ends, with one number. */
static void write_epoch(FILE *out, const struct model *model, int number)
{
    const struct time_span *epoch = &model->epochs[number];

    for (int i = 0; i < 2; i++) {
        fprintf(out, ",\n{\"ph\":\"%s\",\"name\":\"%s\",\"cat\":\"epoch\",\"id\":\"epoch %d\"",
                i == 0 ? "b" : "e", epoch->name, number);
        write_track(out, model, epoch->track);
        write_time(out, "ts", i == 0 ? epoch->begin : epoch->end);
        if (i == 0)
            write_arguments(out, model, epoch);
        fputc('}', out);
    }
}

static void write_counter(FILE *out, const struct model *model, const struct counter *counter)
{
    char text[TRACK_TEXT_BYTES];

    fputs(",\n{\"ph\":\"C\",\"name\":", out);
    json_write_text(out, model_counter(counter->kind));
    fputs(",\"id\":", out);
    json_write_text(out, model_name_track(model, counter->track, text));
    write_track(out, model, counter->track);
    write_time(out, "ts", counter->time);
    fprintf(out, ",\"args\":{\"now\":%" PRId64 "}}", counter->value);
}

static void write_arrow(FILE *out, const struct model *model, int number)
{
    static const char *const names[] = {
        [ARROW_MESSAGE] = "message", [ARROW_PUT] = "put", [ARROW_GET] = "get",
        [ARROW_ACCUMULATE] = "accumulate", [ARROW_SPAWN] = "spawn",
    };
    const struct arrow *arrow = &model->arrows[number];
    const char *name = names[arrow->kind];

    fprintf(out, ",\n{\"ph\":\"s\",\"name\":\"%s\",\"cat\":\"message\",\"id\":%d", name, number);
    write_track(out, model, arrow->from);
    write_time(out, "ts", arrow->sent);
    fprintf(out, ",\"args\":{\"bytes\":%" PRId64, arrow->bytes);
    if (arrow->kind == ARROW_MESSAGE)
        fprintf(out, ",\"tag\":%d", arrow->tag);
    fputs("}},\n{\"ph\":\"f\",\"bp\":\"e\"", out);
    fprintf(out, ",\"name\":\"%s\",\"cat\":\"message\",\"id\":%d", name, number);
    write_track(out, model, arrow->to);
    write_time(out, "ts", arrow->matched);
    fputc('}', out);
}

void json_write(const struct model *model, FILE *out)
{
    int i;

    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", out);
    write_names(out, model);
    for (i = 0; i < model->span_count; i++)
        write_span(out, model, &model->spans[i]);
    for (i = 0; i < model->epoch_count; i++)
        write_epoch(out, model, i);
    for (i = 0; i < model->counter_count; i++)
        write_counter(out, model, &model->counters[i]);
    for (i = 0; i < model->arrow_count; i++)
        write_arrow(out, model, i);
    fputs("\n]}\n", out);
}
