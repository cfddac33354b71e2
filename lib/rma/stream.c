/* SPDX-License-Identifier: MIT */
#include "rma/stream.h"

void stream_open(struct stream *stream, const struct data *data, MPI_Count bytes)
{
    stream->is_there = data != NULL;
    stream->left = bytes;
    if (stream->is_there)
        cursor_open(&stream->cursor, data->buf, data_layout(data, &stream->made),
                    data->type->depth + 1, 0);
}

void stream_close(struct stream *stream)
{
    if (stream->is_there)
        cursor_close(&stream->cursor);
}

static void end_run(struct strip *strip)
{
    char *start = strip->at - strip->run;

    strip->left = strip->run;
    if (--strip->count == 0)
        return;
    if (strip->offsets == NULL) {
        strip->at = start + strip->stride;
    } else {
        strip->at = start + strip->offsets[1] - strip->offsets[0];
        strip->offsets++;
    }
}

void stream_advance(struct stream *stream, MPI_Count bytes)
{
    struct strip *strip = &stream->cursor.strip;

    if (!stream->is_there)
        return;
    stream->left -= bytes;
    while (bytes > 0) {
        MPI_Count some = bytes < strip->left ? bytes : strip->left;

        strip->at += some;
        strip->left -= some;
        bytes -= some;
        if (strip->left == 0)
            end_run(strip);
        if (strip->count == 0 && (bytes > 0 || stream->left > 0))
            cursor_next(&stream->cursor);
    }
}
