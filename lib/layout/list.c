/* SPDX-License-Identifier: MIT */
/* Combines a list of parts into one piece. piece_list makes the parts twice: first to find what
 * they have in common, then to write the shortest table that can hold them. piece_list_of_runs
 * makes them once: it writes a list of runs at once and shortens it afterwards if a shorter form
 * can hold them. */
#include <stddef.h>

#include "base/memory.h"
#include "layout/layout.h"

/* A list of at most this many runs is merged into the list that refers to it. */
enum { INLINED_RUNS_MAX = 16 };

/* The common properties of the parts seen so far. A part is either a run, which the next run may
 * extend, or a piece with loops of its own. */
struct survey {
    MPI_Count runs;
    MPI_Count pieces;
    MPI_Count bytes;
    struct piece first; /* the first part */
    MPI_Count stride;   /* from the first part to the second */
    MPI_Count next;     /* offset of the next part if it keeps that stride */
    bool are_alike;     /* equal except for their offsets */
    bool are_even;      /* at one stride */
    bool are_near;      /* within reach of a table's offsets */
};

/* Where the second round writes the parts. The first round has no tables and only fills
 * `survey`. */
struct writer {
    struct survey survey;
    struct piece open; /* the run that may still grow; count 0: none */
    MPI_Count first;   /* the offset that a table counts from */
    int32_t *offsets;
    struct run *runs;
    struct piece *pieces;
};

/* True if a table's 32-bit offset can express the distance. */
static bool is_near(MPI_Count offset, MPI_Count first)
{
    return offset - first == (int32_t)(offset - first);
}

static void survey_part(struct survey *survey, const struct piece *part)
{
    MPI_Count seen = survey->runs + survey->pieces;
    struct piece moved = *part;

    if (seen == 0) {
        survey->first = *part;
        survey->are_alike = survey->are_even = survey->are_near = true;
    }
    survey->are_near = survey->are_near && is_near(part->offset, survey->first.offset);
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

/* Writes a part that cannot grow any more. */
static void write_part(struct writer *writer, const struct piece *part)
{
    MPI_Count index = writer->survey.runs + writer->survey.pieces;

    if (writer->offsets != NULL)
        writer->offsets[index] = (int32_t)(part->offset - writer->first);
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

/* Returns a piece for parts that are copies of the first one. */
static struct piece list_of_copies(const struct survey *survey, struct piece_tables *tables)
{
    struct piece result = {.offset = survey->first.offset,
                           .count = survey->runs + survey->pieces,
                           .stride = survey->stride,
                           .offsets = tables->block,
                           .bytes = survey->first.count * survey->first.bytes,
                           .pieces = &tables->part,
                           .body_count = 1};

    tables->part = survey->first;
    tables->part.before = 0;
    tables->part.offset = 0;
    return piece_simplify(result);
}

bool piece_list(part_maker *part, const void *source, MPI_Count parts,
                struct piece_tables *tables, struct piece *result)
{
    struct writer first = {.open.count = 0}, second = {.open.count = 0};
    const struct survey *survey = &first.survey;
    MPI_Count count;
    bool is_table;
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
    is_table = survey->are_alike && survey->are_near;
    if (is_table)
        bytes = (size_t)count * sizeof *second.offsets;
    else if (survey->pieces == 0)
        bytes = (size_t)(count + 1) * sizeof *second.runs;
    else
        bytes = (size_t)count * sizeof *second.pieces;
    tables->block = memory_take(bytes);
    if (tables->block == NULL)
        return false;
    if (is_table)
        second.offsets = tables->block;
    else if (survey->pieces == 0)
        second.runs = tables->block;
    else
        second.pieces = tables->block;
    second.first = survey->first.offset;
    add_parts(&second, part, source, parts);
    if (second.runs != NULL)
        second.runs[count] = (struct run){.before = survey->bytes};
    if (is_table)
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

/* Writes the runs, merging each run that begins where the one before ends. Returns how many are
 * left. */
static MPI_Count write_runs(byte_range_maker *make, const void *source, MPI_Count parts,
                            struct run *runs)
{
    MPI_Count count = 0, bytes = 0, end = 0, i;

    for (i = 0; i < parts; i++) {
        struct byte_range byte_range = make(source, i);

        if (byte_range.bytes == 0)
            continue;
        if (count == 0 || byte_range.offset != end)
            runs[count++] = (struct run){.offset = byte_range.offset, .before = bytes};
        end = byte_range.offset + byte_range.bytes;
        bytes += byte_range.bytes;
    }
    runs[count] = (struct run){.before = bytes};
    return count;
}

static bool are_at_one_stride(const struct run *runs, MPI_Count count, MPI_Count stride)
{
    MPI_Count i;

    for (i = 1; i < count; i++)
        if (runs[i].offset != runs[i - 1].offset + stride)
            return false;
    return true;
}

static bool have_one_length(const struct run *runs, MPI_Count count)
{
    MPI_Count i, bytes = run_bytes(&runs[0]);

    for (i = 1; i < count; i++)
        if (run_bytes(&runs[i]) != bytes)
            return false;
    return true;
}

static bool are_near(const struct run *runs, MPI_Count count)
{
    MPI_Count i;

    for (i = 1; i < count; i++)
        if (!is_near(runs[i].offset, runs[0].offset))
            return false;
    return true;
}

static void shrink(struct piece_tables *tables, size_t bytes)
{
    void *smaller = memory_grow(tables->block, bytes);

    if (smaller != NULL)
        tables->block = smaller;
}

/* Replaces runs of equal length at one stride by a loop. */
static struct piece list_of_strides(struct piece_tables *tables, const struct piece *equals)
{
    memory_give(tables->block);
    tables->block = NULL;
    return piece_simplify(*equals);
}

/* Replaces runs of equal length by a table of offsets. */
static struct piece list_of_offsets(struct piece_tables *tables, const struct piece *equals)
{
    struct piece result = *equals;
    const struct run *runs = tables->block;
    int32_t *offsets = tables->block;
    MPI_Count i;

    for (i = 0; i < result.count; i++) /* entry i of offsets lies before entry i + 1 of runs */
        offsets[i] = (int32_t)(runs[i].offset - result.offset);
    shrink(tables, (size_t)result.count * sizeof *offsets);
    result.offsets = tables->block;
    return result;
}

bool piece_list_of_runs(byte_range_maker *byte_range, const void *source, MPI_Count parts,
                        struct piece_tables *tables, struct piece *result)
{
    struct run *runs = memory_take((size_t)(parts + 1) * sizeof *runs);
    MPI_Count count;

    tables->block = runs;
    if (runs == NULL)
        return false;
    count = write_runs(byte_range, source, parts, runs);
    if (count == 0) {
        memory_give(runs);
        tables->block = NULL;
        *result = (struct piece){.count = 0};
        return true;
    }
    if (have_one_length(runs, count)) {
        struct piece equals = {
            .offset = runs[0].offset,
            .count = count,
            .stride = count > 1 ? runs[1].offset - runs[0].offset : 0,
            .bytes = run_bytes(&runs[0]),
        };

        if (are_at_one_stride(runs, count, equals.stride)) {
            *result = list_of_strides(tables, &equals);
            return true;
        }
        if (are_near(runs, count)) {
            *result = list_of_offsets(tables, &equals);
            return true;
        }
    }
    if (count < parts)
        shrink(tables, (size_t)(count + 1) * sizeof *runs);
    runs = tables->block;
    *result = (struct piece){.count = 1,
                             .stride = runs[count].before,
                             .bytes = runs[count].before,
                             .runs = runs,
                             .body_count = count};
    return true;
}
