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
    char text[TRACK_TEXT_BYTES];
    int i;

    for (i = 0; i < model->worlds; i++) {
        fprintf(out, "%s{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":",
                i > 0 ? ",\n" : "", i);
        json_write_text(out, i == 0 ? model->title : "spawned");
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
    write_argument(out, &is_first, "communicator", model_name_comm(model, span->comm, text));
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

static void write_arrow(FILE *out, const struct model *model, int number)
{
    const struct arrow *arrow = &model->arrows[number];

    fprintf(out, ",\n{\"ph\":\"s\",\"name\":\"message\",\"cat\":\"message\",\"id\":%d", number);
    write_track(out, model, arrow->from);
    write_time(out, "ts", arrow->sent);
    fprintf(out, ",\"args\":{\"bytes\":%" PRId64 ",\"tag\":%d}}", arrow->bytes, arrow->tag);
    fprintf(out, ",\n{\"ph\":\"f\",\"bp\":\"e\",\"name\":\"message\",\"cat\":\"message\",\"id\":%d",
            number);
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
    for (i = 0; i < model->arrow_count; i++)
        write_arrow(out, model, i);
    fputs("\n]}\n", out);
}
