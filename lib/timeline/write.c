/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/note.h"
#include "base/report_file.h"
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
    static const struct {
        const char *end;
        writer *write;
    } formats[] = {{".pftrace", perfetto_write}, {".json", json_write}, {".html", html_write}};

    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (ends_with(file, formats[i].end))
            return formats[i].write;
    return NULL;
}

int timeline_check(const char *file)
{
    if (writer_for(file) != NULL)
        return 0;
    return note(-1, "no timeline can be written to %s: give it a name that ends in .html (a page "
                    "for any browser), .pftrace (for Perfetto) or .json (Trace Event Format)",
                file);
}

static void tell_lost(const struct model *model)
{
    if (model->lost > 0)
        fprintf(stderr,
                "heddle: the timeline is not complete: %" PRId64 " calls, waits or messages came "
                "when their rank's part was full; HEDDLE_TRACE_KB makes it larger\n", model->lost);
}

static void write_file(const char *title, const char *file)
{
    struct report_file timeline;
    struct model model;

    if (report_file_open(&timeline, "the timeline", file)) {
        if (model_make(&model, title)) {
            writer_for(file)(&model, timeline.out);
            tell_lost(&model);
        } else {
            fputs("heddle: no memory to write the timeline; with a smaller HEDDLE_TRACE_KB it "
                  "takes less\n", stderr);
        }
        model_drop(&model);
    }
    report_file_close(&timeline);
}

void timeline_write(const char *title, const char *file)
{
    struct timeline_kept *kept = timeline_kept();

    lock_take(&kept->writing);
    if (!kept->is_written)
        write_file(title, file);
    kept->is_written = true;
    lock_release(&kept->writing);
}
