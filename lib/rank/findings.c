/* SPDX-License-Identifier: MIT */
#include "rank/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "rank/name.h"
#include "rank/rank.h"
#include "rank/world.h"

enum { LINE_BYTES = 2048 };

static void keep(struct findings *findings, const char *line)
{
    size_t bytes = strlen(line);

    lock_take(&findings->lock);
    if (findings->length + bytes < sizeof findings->text) {
        memcpy(findings->text + findings->length, line, bytes + 1);
        findings->length += bytes;
    } else {
        findings->left_out++;
    }
    lock_release(&findings->lock);
}

void finding_tell(const struct rank *rank, const char *format, ...)
{
    char line[LINE_BYTES];
    va_list arguments;
    size_t length;

    length = (size_t)snprintf(line, sizeof line, "%s: ", rank_name(rank).text);
    va_start(arguments, format);
    vsnprintf(line + length, sizeof line - length - 1, format, arguments);
    va_end(arguments);
    length = strlen(line);
    snprintf(line + length, sizeof line - length, "\n");
    fputs(line, stderr);
    keep(&rank->world->root->findings, line);
}

char *findings_describe(struct findings *findings)
{
    int reports = load_relaxed(&findings->thread_reports);
    char *text = NULL;
    size_t length;
    FILE *out;

    lock_take(&findings->lock);
    out = findings->length > 0 || reports > 0 ? memory_open_stream(&text, &length) : NULL;
    if (out != NULL) {
        fputs(findings->text, out);
        if (findings->left_out > 0)
            fprintf(out, "and %d more on standard error\n", findings->left_out);
        if (reports > 0)
            fprintf(out, "ThreadSanitizer has made %d report%s on standard error\n", reports,
                    reports == 1 ? "" : "s");
        fclose(out);
    }
    lock_release(&findings->lock);
    return memory_take_over(text);
}

void findings_count_report(const struct rank *self)
{
    fetch_add_relaxed(&self->world->root->findings.thread_reports, 1);
}
