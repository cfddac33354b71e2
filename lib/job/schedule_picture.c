/* SPDX-License-Identifier: MIT */
#include "job/schedule_picture.h"

#include <string.h>

#include "base/memory.h"
#include "base/place.h"
#include "base/xml.h"

/* In text: columns, and lines in front of the first unusual choice. In SVG: pixels. */
enum { STEP = 10, LEFT = 4, RANKS_MAX = 8, LINES_MAX = 30, LINES_BEFORE = 3, LABEL_BYTES = 400 };
enum { COLUMN = 120, LINE = 26, EDGE = 60, TOP = 70, ARROW = 7, LABELS = 620, ROWS_MAX = 2000 };

/* From a rank to another one; a message of a sender that is not known, and all that is no message,
 * is a point. */
struct row {
    int from, to; /* from -1: a point */
    const struct schedule_node *node; /* NULL: nothing chose the message */
    const struct schedule_arrival *arrival; /* NULL: there is none */
    bool is_unusual;
};

struct picture {
    const struct schedule *schedule;
    struct row *rows;
    int count;
    int ranks; /* from 0 on, that the rows have */
    int *takers; /* [arrivals] of each message the node in which it is taken; -1: none */
    struct places *places;
    FILE *out;
};

/* ---- rows ------------------------------------------------------------------------------------ */

static bool takes_message(const struct schedule_node *node)
{
    const struct schedule_event *event = &node->events[node->chosen];

    return node->is_event && !event->is_rest && !event->is_probed;
}

static bool is_of(const struct schedule_arrival *arrival, const struct schedule_event *event)
{
    return !arrival->is_access && arrival->rank == event->rank &&
           arrival->sent.context == event->sent.context &&
           arrival->sent.source == event->sent.source && arrival->sent.tag == event->sent.tag;
}

/* Messages with one key are taken in the order in which they came. */
static void find_taker(struct picture *picture, int index)
{
    const struct schedule *schedule = picture->schedule;
    const struct schedule_node *node = &schedule->nodes[index];
    int i = 0;

    while (i < schedule->arrivals_count &&
           (picture->takers[i] >= 0 ||
            !is_of(&schedule->arrivals[i], &node->events[node->chosen])))
        i++;
    if (i < schedule->arrivals_count)
        picture->takers[i] = index;
}

static void add_row(struct picture *picture, struct row row)
{
    if (picture->ranks <= row.from)
        picture->ranks = row.from + 1;
    if (picture->ranks <= row.to)
        picture->ranks = row.to + 1;
    picture->rows[picture->count++] = row;
}

static void add_arrival(struct picture *picture, const struct schedule_arrival *arrival)
{
    add_row(picture,
            (struct row){.from = arrival->sender, .to = arrival->rank, .arrival = arrival});
}

static const struct schedule_arrival *find_taken(const struct picture *picture, int node)
{
    int i = 0;

    while (i < picture->schedule->arrivals_count && picture->takers[i] != node)
        i++;
    return i < picture->schedule->arrivals_count ? &picture->schedule->arrivals[i] : NULL;
}

static void add_node(struct picture *picture, int index)
{
    const struct schedule_node *node = &picture->schedule->nodes[index];
    const struct schedule_arrival *arrival = find_taken(picture, index);

    add_row(picture, (struct row){
                         .from = arrival != NULL ? arrival->sender : -1,
                         .to = node->is_event ? node->events[node->chosen].rank
                                              : node->question.rank,
                         .node = node,
                         .arrival = arrival,
                         .is_unusual = node->chosen != 0,
                     });
}

/* Usual answers are not seen, nor is a rank that looks which of its requests are done. */
static bool is_seen(const struct schedule_node *node)
{
    const struct schedule_event *event = &node->events[node->chosen];

    return node->chosen != 0 || (node->is_event && (!event->is_rest || event->is_access));
}

/* Messages that came before a choice stand above it. */
static void add_rows(struct picture *picture)
{
    const struct schedule *schedule = picture->schedule;
    int i, next = 0;

    for (i = 0; i <= schedule->depth; i++) {
        for (; next < schedule->arrivals_count && schedule->arrivals[next].depth <= i; next++)
            if (!schedule->arrivals[next].is_access && picture->takers[next] < 0)
                add_arrival(picture, &schedule->arrivals[next]);
        if (i < schedule->depth && is_seen(&schedule->nodes[i]))
            add_node(picture, i);
    }
}

static bool open_picture(struct picture *picture, const struct schedule *schedule, FILE *out)
{
    size_t arrivals = (size_t)schedule->arrivals_count;
    int i;

    *picture = (struct picture){.schedule = schedule, .out = out};
    picture->rows =
        memory_take((arrivals + (size_t)schedule->depth + 1) * sizeof picture->rows[0]);
    picture->takers = memory_take((arrivals + 1) * sizeof picture->takers[0]);
    if (picture->rows == NULL || picture->takers == NULL)
        return false;
    for (i = 0; i < schedule->arrivals_count; i++)
        picture->takers[i] = -1;
    for (i = 0; i < schedule->depth; i++)
        if (takes_message(&schedule->nodes[i]))
            find_taker(picture, i);
    add_rows(picture);
    picture->places = places_open();
    return true;
}

static void close_picture(struct picture *picture)
{
    if (picture->places != NULL)
        places_close(picture->places);
    memory_give(picture->rows);
    memory_give(picture->takers);
}

/* The words beside a row. */
static void label(const struct picture *picture, const struct row *row, char text[LABEL_BYTES])
{
    char place[PLACE_TEXT_BYTES];
    FILE *out = fmemopen(text, LABEL_BYTES, "w");
    const void *site = NULL;

    text[0] = '\0';
    if (out == NULL)
        return;
    if (row->arrival != NULL) {
        if (row->from < 0)
            fprintf(out, "from source %d, ", row->arrival->sent.source);
        fprintf(out, "tag %d", row->arrival->sent.tag);
        site = row->node != NULL ? row->node->events[row->node->chosen].site : NULL;
        if (site != NULL)
            fprintf(out, ", taken in %s", place_describe(picture->places, site, place));
    } else {
        schedule_write_choice(row->node, picture->places, out);
    }
    fclose(out);
    text[LABEL_BYTES - 1] = '\0';
}

/* ---- text ------------------------------------------------------------------------------------ */

static void draw_lines(char line[], int ranks)
{
    int i;

    memset(line, ' ', (size_t)(LEFT + ranks * STEP));
    for (i = 0; i < ranks; i++)
        line[LEFT + i * STEP] = '|';
    line[LEFT + ranks * STEP] = '\0';
}

static void draw_arrow(char line[], int from, int to)
{
    int start = LEFT + from * STEP, end = LEFT + to * STEP, low = start < end ? start : end;
    int high = start < end ? end : start;

    memset(line + low + 1, '-', (size_t)(high - low - 1));
    line[start < end ? end - 1 : end + 1] = start < end ? '>' : '<';
}

static void draw_row(const struct picture *picture, const struct row *row)
{
    char line[LEFT + RANKS_MAX * STEP + 1], words[LABEL_BYTES];

    draw_lines(line, picture->ranks);
    if (row->from < 0 || row->from == row->to)
        line[LEFT + row->to * STEP] = 'o';
    else
        draw_arrow(line, row->from, row->to);
    if (row->is_unusual)
        line[0] = '*';
    label(picture, row, words);
    fprintf(picture->out, "\n    %s%s", line, words);
}

static void draw_head(const struct picture *picture)
{
    int i;

    fputs("\n  the messages of this schedule, * an unusual choice:\n    ", picture->out);
    for (i = 0; i < picture->ranks; i++)
        fprintf(picture->out, "%*s%-*d", i == 0 ? LEFT - 1 : 0, "", i == 0 ? STEP + 1 : STEP, i);
}

/* The first row to be drawn. */
static int find_start(const struct picture *picture)
{
    int first = 0;

    while (first < picture->count && !picture->rows[first].is_unusual)
        first++;
    if (first == picture->count)
        first = picture->count - LINES_MAX + LINES_BEFORE;
    if (picture->count <= LINES_MAX || first <= LINES_BEFORE)
        return 0;
    return first - LINES_BEFORE;
}

void schedule_draw_text(const struct schedule *schedule, FILE *out)
{
    struct picture picture;
    bool is_open = open_picture(&picture, schedule, out);

    if (is_open && picture.count > 0 && picture.ranks <= RANKS_MAX) {
        int start = find_start(&picture), i;

        draw_head(&picture);
        if (start > 0)
            fprintf(out, "\n    ... %d before", start);
        for (i = start; i < picture.count && i < start + LINES_MAX; i++)
            draw_row(&picture, &picture.rows[i]);
        if (i < picture.count)
            fprintf(out, "\n    ... %d more", picture.count - i);
    }
    close_picture(&picture);
}

/* ---- SVG ------------------------------------------------------------------------------------- */

static void print_arrow(FILE *out, int from, int to, int y)
{
    int start = EDGE + from * COLUMN, end = EDGE + to * COLUMN;
    int back = start < end ? end - ARROW : end + ARROW;

    fprintf(out,
            "<path d=\"M%d %dH%d\" stroke=\"currentColor\"/>"
            "<path d=\"M%d %dL%d %dV%dZ\" fill=\"currentColor\"/>",
            start, y, end, end, y, back, y - ARROW / 2, y + ARROW / 2);
}

static void print_row(const struct picture *picture, const struct row *row, int y)
{
    char words[LABEL_BYTES];

    label(picture, row, words);
    fprintf(picture->out, "<g color=\"%s\">", row->is_unusual ? "#c22" : "#246");
    if (row->from < 0 || row->from == row->to)
        fprintf(picture->out, "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"currentColor\"/>",
                EDGE + row->to * COLUMN, y);
    else
        print_arrow(picture->out, row->from, row->to, y);
    fprintf(picture->out, "<text x=\"%d\" y=\"%d\" fill=\"currentColor\">",
            EDGE + picture->ranks * COLUMN - COLUMN / 2, y + 4);
    xml_write_text(picture->out, words);
    fputs("</text></g>\n", picture->out);
}

static void print_ranks(const struct picture *picture, int bottom)
{
    int i;

    for (i = 0; i < picture->ranks; i++)
        fprintf(picture->out,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">rank %d</text>"
                "<path d=\"M%d %dV%d\" stroke=\"#999\"/>\n",
                EDGE + i * COLUMN, TOP - 12, i, EDGE + i * COLUMN, TOP, bottom);
}

void schedule_draw_svg(const struct schedule *schedule, const char *title, FILE *out)
{
    struct picture picture;
    bool is_open = open_picture(&picture, schedule, out);
    int rows = picture.count < ROWS_MAX ? picture.count : ROWS_MAX;
    int width = 2 * EDGE + picture.ranks * COLUMN + LABELS, height = TOP + (rows + 2) * LINE, i;

    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
            "<title>",
            width, height, width, height);
    xml_write_text(out, title);
    fprintf(out, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
    fputs("<text x=\"20\" y=\"28\" font-size=\"16\" font-weight=\"bold\">", out);
    xml_write_text(out, title);
    fputs("</text>\n", out);
    print_ranks(&picture, height - LINE);
    for (i = 0; is_open && i < rows; i++)
        print_row(&picture, &picture.rows[i], TOP + (i + 1) * LINE);
    fputs("</svg>\n", out);
    close_picture(&picture);
}
