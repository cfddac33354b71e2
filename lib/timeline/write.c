/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "timeline/timeline.h"
#include "timeline/writers.h"

typedef void writer(const struct model *model, FILE *out);

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), bytes = strlen(end);

    return length >= bytes && strcmp(text + length - bytes, end) == 0;
}

static writer *writer_for(const char *file)
{
    return ends_with(file, ".json") ? json_write : perfetto_write;
}

static void tell_lost(const struct model *model)
{
    if (model->lost > 0)
        fprintf(stderr,
                "heddle: the timeline has not all: %" PRId64 " calls, waits or messages came when "
                "their rank's part was full; HEDDLE_TRACE_KB makes it larger\n", model->lost);
}

void timeline_write(const char *title, const char *file)
{
    FILE *out = fopen(file, "we");
    struct model model;
    int error = out != NULL ? 0 : errno;
    bool has_memory = true;

    if (out != NULL) {
        has_memory = model_make(&model, title);
        if (has_memory)
            writer_for(file)(&model, out);
        error = ferror(out) ? EIO : 0;
        if (fclose(out) != 0)
            error = errno;
        if (has_memory)
            tell_lost(&model);
        model_drop(&model);
    }
    if (!has_memory)
        fputs("heddle: no memory to write the timeline\n", stderr);
    else if (error != 0)
        fprintf(stderr, "heddle: the timeline cannot be written to %s: %s\n", file,
                strerror(error));
}
