/* SPDX-License-Identifier: MIT */
#include "job/sarif.h"

#include <stdbool.h>
#include <string.h>

#include "base/json.h"
#include "rank/findings.h"

/* ---- texts ----------------------------------------------------------------------------------- */

/* Writes the line without its rank and its name in brackets, which the finding has for itself. */
static void write_message(FILE *out, const struct finding_place *found)
{
    const char *name = finding_kind(found->kind)->name, *message = found->line + found->head;
    size_t length = strlen(message), end;

    while (length > 0 && message[length - 1] == '\n')
        length--;
    end = strlen(name) + strlen(" []");
    if (length > end && strncmp(message + length - end + 2, name, strlen(name)) == 0)
        length -= end;
    json_write_part(out, message, length);
}

/* Where the file's name ends in "file:line". */
static size_t length_of_file(const char *place)
{
    return (size_t)(strrchr(place, ':') - place);
}

static const char *line_of(const char *place)
{
    return place + length_of_file(place) + 1;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void write_place(FILE *out, const char *prefix, const char *place)
{
    if (place == NULL)
        return;
    fprintf(out, ",\"%sfile\":", prefix);
    json_write_part(out, place, length_of_file(place));
    fprintf(out, ",\"%sline\":%s", prefix, line_of(place));
}

void lines_write(FILE *out, const struct findings *findings)
{
    const struct finding_place *found;

    for (found = findings->first; found != NULL; found = found->next) {
        if (found->line == NULL)
            continue;
        fputs("{\"name\":", out);
        json_write_text(out, finding_kind(found->kind)->name);
        fputs(",\"section\":", out);
        json_write_text(out, finding_kind(found->kind)->section);
        fprintf(out, ",\"rank\":%d,\"count\":%ld,\"message\":", found->rank, found->count);
        write_message(out, found);
        write_place(out, "", found->place);
        write_place(out, "other_", found->other);
        fputs("}\n", out);
    }
}

/* ---- SARIF ----------------------------------------------------------------------------------- */

static void write_rules(FILE *out)
{
    int i;

    for (i = 0; i < FINDING_KINDS; i++) {
        const struct finding_kind *kind = finding_kind((enum finding)i);

        fprintf(out, "%s\n{\"id\":", i > 0 ? "," : "");
        json_write_text(out, kind->name);
        fputs(",\"shortDescription\":{\"text\":", out);
        json_write_text(out, kind->sentence);
        fputs("},\"properties\":{\"section\":", out);
        json_write_text(out, kind->section);
        fputs("}}", out);
    }
}

/* Writes the file's name as a URI. */
static void write_uri(FILE *out, const char *file, size_t length)
{
    size_t i;

    fputs(file[0] == '/' ? "\"file://" : "\"", out);
    for (i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)file[i];
        const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                              (c >= 'A' && c <= 'Z') || strchr("/._-+~", c) != NULL;

        fprintf(out, is_plain ? "%c" : "%%%02X", c);
    }
    fputc('"', out);
}

static void write_location(FILE *out, const char *list, const char *place)
{
    if (place == NULL)
        return;
    fprintf(out, ",\"%s\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":", list);
    write_uri(out, place, length_of_file(place));
    fprintf(out, "},\"region\":{\"startLine\":%s}}}]", line_of(place));
}

static void write_result(FILE *out, const struct finding_place *found)
{
    const bool is_an_error = found->kind == FINDING_DEADLOCK || found->kind == FINDING_ERROR;

    fputs("\n{\"ruleId\":", out);
    json_write_text(out, finding_kind(found->kind)->name);
    fprintf(out, ",\"ruleIndex\":%d,\"level\":\"%s\",\"occurrenceCount\":%ld", (int)found->kind,
            is_an_error ? "error" : "warning", found->count);
    fputs(",\"message\":{\"text\":", out);
    write_message(out, found);
    fputc('}', out);
    write_location(out, "locations", found->place);
    write_location(out, "relatedLocations", found->other);
    fputc('}', out);
}

void sarif_write(FILE *out, const struct findings *findings)
{
    const struct finding_place *found;
    const char *before = "";

    fputs("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
          "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"Heddle\",\"version\":\"" PACKAGE_VERSION
          "\",\"rules\":[", out);
    write_rules(out);
    fputs("]}},\"results\":[", out);
    for (found = findings->first; found != NULL; found = found->next) {
        if (found->line == NULL)
            continue;
        fputs(before, out);
        write_result(out, found);
        before = ",";
    }
    fputs("]}]}\n", out);
}
