/* SPDX-License-Identifier: MIT */
/* A list of parts as one piece. The parts are made twice: once to see what they have in common,
 * once to write the table that is then known to be the shortest. */
#include <stddef.h>

#include "base/memory.h"
#include "type/layout.h"

/* Lists of runs up to this length become part of the list that refers to them. */
enum { INLINED_RUNS_MAX = 16 };

/* What the parts seen so far have in common. A part is either a run, which may still grow by the
 * next one, or a piece with loops of its own. */
struct survey {
    MPI_Count runs;
    MPI_Count pieces;
    MPI_Count bytes;
    struct piece first; /* the first part */
    MPI_Count stride;   /* from the first part to the second */
    MPI_Count next;     /* where the next one has to be, at that stride */
    bool are_alike;     /* all but for their offsets */
    bool are_even;      /* and at one stride */
};

/* Where the parts go in the second round; without tables, the first. */
struct writer {
    struct survey survey;
    struct piece open; /* the run that may still grow; count 0: none */
    MPI_Count *offsets;
    struct run *runs;
    struct piece *pieces;
};

static void survey_part(struct survey *survey, const struct piece *part)
{
    MPI_Count seen = survey->runs + survey->pieces;
    struct piece moved = *part;

    if (seen == 0) {
        survey->first = *part;
        survey->are_alike = survey->are_even = true;
    }
    moved.offset = survey->first.offset;
    survey->are_alike = survey->are_alike && piece_equals(&survey->first, &moved);
    if (seen == 1) {
        survey->stride = part->offset - survey->first.offset;
        survey->next = part->offset;
    }
    if (seen > 0) {
        survey->are_even = survey->are_even && part->offset == survey->next;
        survey->next += survey->stride;
    }
    if (piece_is_run(part) && part->count == 1)
        survey->runs++;
    else
        survey->pieces++;
    survey->bytes += part->count * part->bytes;
}

/* A part that is as long as it will get. */
static void write_part(struct writer *writer, const struct piece *part)
{
    MPI_Count index = writer->survey.runs + writer->survey.pieces;

    if (writer->offsets != NULL)
        writer->offsets[index] = part->offset;
    if (writer->runs != NULL)
        writer->runs[index] =
            (struct run){.offset = part->offset, .before = writer->survey.bytes};
    if (writer->pieces != NULL) {
        writer->pieces[index] = *part;
        writer->pieces[index].before = writer->survey.bytes;
    }
    survey_part(&writer->survey, part);
}

static void close_run(struct writer *writer)
{
    if (writer->open.count != 0)
        write_part(writer, &writer->open);
    writer->open.count = 0;
}

static void add_run(struct writer *writer, MPI_Count offset, MPI_Count bytes)
{
    if (writer->open.count != 0 && writer->open.offset + writer->open.bytes == offset) {
        writer->open.bytes += bytes;
        writer->open.stride = writer->open.bytes;
        return;
    }
    close_run(writer);
    writer->open =
        (struct piece){.offset = offset, .count = 1, .stride = bytes, .bytes = bytes};
}

static void add_part(struct writer *writer, const struct piece *part)
{
    MPI_Count i;

    if (part->count == 0)
        return;
    if (part->count == 1 && piece_is_run(part)) {
        add_run(writer, part->offset, part->bytes);
    } else if (part->count == 1 && part->runs != NULL && part->body_count <= INLINED_RUNS_MAX) {
        for (i = 0; i < part->body_count; i++)
            add_run(writer, part->offset + part->runs[i].offset, run_bytes(&part->runs[i]));
    } else {
        close_run(writer);
        write_part(writer, part);
    }
}

static void add_parts(struct writer *writer, part_maker *make, const void *source,
                      MPI_Count parts)
{
    MPI_Count i;

    for (i = 0; i < parts; i++) {
        struct piece part = make(source, i);

        add_part(writer, &part);
    }
    close_run(writer);
}

/* The parts are copies of the first one. */
static struct piece list_of_copies(const struct survey *survey, struct piece_tables *tables)
{
    struct piece result = {.count = survey->runs + survey->pieces,
                           .stride = survey->stride,
                           .offsets = tables->block,
                           .bytes = survey->first.count * survey->first.bytes,
                           .pieces = &tables->part,
                           .body_count = 1};

    tables->part = survey->first;
    tables->part.before = 0;
    if (result.offsets == NULL) {
        result.offset = survey->first.offset;
        tables->part.offset = 0;
    } else {
        tables->part.offset = 0; /* the table has it */
    }
    return piece_simplify(result);
}

bool piece_list(part_maker *part, const void *source, MPI_Count parts,
                struct piece_tables *tables, struct piece *result)
{
    struct writer first = {.open.count = 0}, second = {.open.count = 0};
    const struct survey *survey = &first.survey;
    MPI_Count count;
    size_t bytes;

    tables->block = NULL;
    add_parts(&first, part, source, parts);
    count = survey->runs + survey->pieces;
    if (count == 0) {
        *result = (struct piece){.count = 0};
        return true;
    }
    if (survey->are_alike && survey->are_even) {
        *result = list_of_copies(survey, tables);
        return true;
    }
    if (survey->are_alike)
        bytes = (size_t)count * sizeof *second.offsets;
    else if (survey->pieces == 0)
        bytes = (size_t)(count + 1) * sizeof *second.runs;
    else
        bytes = (size_t)count * sizeof *second.pieces;
    tables->block = memory_take(bytes);
    if (tables->block == NULL)
        return false;
    if (survey->are_alike)
        second.offsets = tables->block;
    else if (survey->pieces == 0)
        second.runs = tables->block;
    else
        second.pieces = tables->block;
    add_parts(&second, part, source, parts);
    if (second.runs != NULL)
        second.runs[count] = (struct run){.before = survey->bytes};
    if (survey->are_alike)
        *result = list_of_copies(survey, tables);
    else
        *result = (struct piece){.count = 1,
                                 .stride = survey->bytes,
                                 .bytes = survey->bytes,
                                 .pieces = second.pieces,
                                 .runs = second.runs,
                                 .body_count = count};
    return true;
}
