/* SPDX-License-Identifier: MIT */
/* Heat maps of messages, of collectives and, when there are any, of operations on windows, with a
 * row for each sender or origin and a column for each receiver or target. Cells are darker the more
 * bytes they stand for, on a logarithmic scale. Up to 64 ranks, each cell shows its numbers under
 * the mouse pointer. Of more ranks, cells of one shade are one path, and beyond 512 ranks a cell
 * stands for several ranks. The file's metadata has the numbers of all pairs. */
#include "job/matrix.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/report_file.h"
#include "base/xml.h"
#include "job/traffic.h"
#include "rank/name.h"
#include "rank/world.h"

enum {
    CELLS_MAX = 512,          /* in a row */
    CELLS_WITH_NUMBERS = 12,  /* with numbers written into them */
    CELLS_THAT_ANSWER = 64,
    SHADES = 24,
    CELL_MAX = 72, PANEL_MAX = 512, PANEL_MIN = 220, /* pixels */
    LEFT = 64, TOP = 112, GAP = 88, BOTTOM = 48, LEGEND = 120,
    LABEL_DISTANCE = 22,
};

/* Operations on windows share one map. */
enum panel { PANEL_MESSAGE, PANEL_COLLECTIVE, PANEL_WINDOW, PANELS };

struct picture {
    FILE *out;
    const struct world *world;
    int cells;     /* in a row */
    int ranks;     /* in a cell: more than one if there are very many */
    double cell;   /* length of its side */
    double panel;
    struct counters_sum *sums[PANELS]; /* cells * cells, by sender, then receiver */
    struct counters_sum totals[PANELS];
    uint64_t most_bytes; /* the most bytes of any cell */
};

static const char *const panel_names[PANELS] = {"point-to-point", "collective", "one-sided"};

/* ---- counting ------------------------------------------------------------------------------ */

int matrix_begin(struct world *world)
{
    for (int i = 0; i < world->size; i++)
        if (!traffic_begin(&world->ranks[i]))
            return note(-1, "no memory to count what rank %d sends", i);
    return 0;
}

static void add_to_sum(struct counters_sum *sum, struct counters_sum more)
{
    sum->count += more.count;
    sum->bytes += more.bytes;
}

/* The sum that one rank has sent to another, of a panel. */
static struct counters_sum sum_of(const struct world *world, enum panel panel, int from, int to)
{
    const struct rank *rank = &world->ranks[from];
    struct counters_sum sum;

    if (panel == PANEL_MESSAGE)
        return traffic_read(rank, TRAFFIC_MESSAGE, to);
    if (panel == PANEL_COLLECTIVE)
        return traffic_read(rank, TRAFFIC_COLLECTIVE, to);
    sum = traffic_read(rank, TRAFFIC_PUT, to);
    add_to_sum(&sum, traffic_read(rank, TRAFFIC_GET, to));
    add_to_sum(&sum, traffic_read(rank, TRAFFIC_ACCUMULATE, to));
    return sum;
}

static void sum_up(struct picture *picture, enum panel panel)
{
    const struct world *world = picture->world;

    for (int from = 0; from < world->size; from++) {
        for (int to = 0; to < world->size; to++) {
            struct counters_sum sum = sum_of(world, panel, from, to);
            struct counters_sum *cell =
                &picture->sums[panel][from / picture->ranks * picture->cells + to / picture->ranks];

            add_to_sum(cell, sum);
            add_to_sum(&picture->totals[panel], sum);
            if (cell->bytes > picture->most_bytes)
                picture->most_bytes = cell->bytes;
        }
    }
}

/* ---- words and colours --------------------------------------------------------------------- */

static const char *size_text(uint64_t bytes, char text[32])
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double number = (double)bytes;
    int unit = 0;

    for (; number >= 1024.0 && unit < 6; unit++)
        number /= 1024.0;
    snprintf(text, 32, unit == 0 || number >= 100.0 ? "%.0f %s" : "%.1f %s", number, units[unit]);
    return text;
}

/* Maps a number of bytes to 0 (none) .. 1 (the most). */
static double height_of(const struct picture *picture, uint64_t bytes)
{
    if (picture->most_bytes == 0)
        return 0.0;
    return log2((double)bytes + 1.0) / log2((double)picture->most_bytes + 1.0);
}

static int shade_of(const struct picture *picture, const struct counters_sum *sum)
{
    return (int)lround(height_of(picture, sum->bytes) * (SHADES - 1));
}

/* Returns a colour for an attribute: more programs understand attributes than style sheets. */
static const char *colour_of(int shade, char text[8])
{
    static const int stops[3][3] = {{222, 235, 247}, {66, 146, 198}, {8, 48, 107}};
    double place = 2.0 * shade / (SHADES - 1);
    int stop = place < 1.0 ? 0 : 1, colour[3];

    for (int i = 0; i < 3; i++)
        colour[i] = (int)lround(stops[stop][i] +
                                (place - stop) * (stops[stop + 1][i] - stops[stop][i]));
    snprintf(text, 8, "#%02x%02x%02x", colour[0] & 255, colour[1] & 255, colour[2] & 255);
    return text;
}

/* ---- one panel ----------------------------------------------------------------------------- */

static void print_ranks(const struct picture *picture, int cell)
{
    int first = cell * picture->ranks, last = first + picture->ranks - 1;

    if (last >= picture->world->size)
        last = picture->world->size - 1;
    if (first == last)
        xml_write_text(picture->out, rank_name(&picture->world->ranks[first]).text);
    else
        fprintf(picture->out, "ranks %d to %d", first, last);
}

/* Writes the cell's bytes around that point, and its number of messages if there is room. */
static void print_cell_numbers(const struct picture *picture, const struct counters_sum *sum,
                               double x, double y)
{
    char text[32];

    fprintf(picture->out, "<g text-anchor=\"middle\" font-size=\"10\" fill=\"%s\">",
            shade_of(picture, sum) > SHADES / 3 ? "#fff" : "#222");
    fprintf(picture->out, "<text x=\"%g\" y=\"%g\">%s</text>", x,
            picture->cell < CELL_MAX ? y + 4 : y - 3, size_text(sum->bytes, text));
    if (picture->cell >= CELL_MAX)
        fprintf(picture->out, "<text x=\"%g\" y=\"%g\">in %" PRIu64 "</text>", x, y + 12,
                sum->count);
    fputs("</g>\n", picture->out);
}

static void print_cell(const struct picture *picture, const struct counters_sum *sum, int row,
                       int column)
{
    double x = column * picture->cell, y = row * picture->cell;
    int shade = shade_of(picture, sum);
    char text[32];

    fprintf(picture->out,
            "<rect fill=\"%s\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"><title>",
            colour_of(shade, text), x, y, picture->cell, picture->cell);
    print_ranks(picture, row);
    fputs(" to ", picture->out);
    print_ranks(picture, column);
    fprintf(picture->out, ": %" PRIu64 " message%s, %" PRIu64 " bytes</title></rect>\n",
            sum->count, sum->count == 1 ? "" : "s", sum->bytes);
    if (picture->cells <= CELLS_WITH_NUMBERS)
        print_cell_numbers(picture, sum, x + picture->cell / 2, y + picture->cell / 2);
}

static void print_cells(const struct picture *picture, const struct counters_sum *sums)
{
    for (int row = 0; row < picture->cells; row++)
        for (int column = 0; column < picture->cells; column++)
            if (sums[row * picture->cells + column].count > 0)
                print_cell(picture, &sums[row * picture->cells + column], row, column);
}

/* Writes all cells of a shade as one path, and merges neighbours in a row. */
static void print_shade(const struct picture *picture, const struct counters_sum *sums, int shade)
{
    bool is_empty = true;
    char text[8];

    for (int row = 0; row < picture->cells; row++) {
        const struct counters_sum *line = &sums[row * picture->cells];
        int start = -1;

        for (int column = 0; column <= picture->cells; column++) {
            bool is_in = column < picture->cells && line[column].count > 0 &&
                         shade_of(picture, &line[column]) == shade;

            if (is_in && start < 0)
                start = column;
            if (is_in || start < 0)
                continue;
            if (is_empty)
                fprintf(picture->out, "<path fill=\"%s\" d=\"", colour_of(shade, text));
            is_empty = false;
            fprintf(picture->out, "M%g %gh%gv%gh%gz", start * picture->cell, row * picture->cell,
                    (column - start) * picture->cell, picture->cell,
                    (start - column) * picture->cell);
            start = -1;
        }
    }
    if (!is_empty)
        fputs("\"/>\n", picture->out);
}

static void print_axes(const struct picture *picture, enum panel panel)
{
    FILE *out = picture->out;
    int step = 1;

    while (step * picture->cell < LABEL_DISTANCE)
        step *= 2;
    for (int cell = 0; cell < picture->cells; cell += step) {
        double middle = (cell + 0.5) * picture->cell;
        int rank = cell * picture->ranks;

        fprintf(out, "<text text-anchor=\"middle\" x=\"%g\" y=\"-6\">%d</text>\n", middle, rank);
        fprintf(out, "<text text-anchor=\"end\" x=\"-6\" y=\"%g\">%d</text>\n", middle + 4, rank);
    }
    fprintf(out, "<text text-anchor=\"middle\" x=\"%g\" y=\"-24\">%s</text>\n",
            picture->panel / 2, panel == PANEL_WINDOW ? "target" : "receiver");
    fprintf(out,
            "<text text-anchor=\"middle\" transform=\"translate(-44 %g) rotate(-90)\">%s"
            "</text>\n",
            picture->panel / 2, panel == PANEL_WINDOW ? "origin" : "sender");
}

static void print_panel(const struct picture *picture, enum panel kind, double x)
{
    const struct counters_sum *total = &picture->totals[kind];
    FILE *out = picture->out;
    char text[32];

    fprintf(out, "<g id=\"%s\" transform=\"translate(%g %d)\">\n", panel_names[kind], x, TOP);
    fprintf(out,
            "<text font-size=\"14\" x=\"0\" y=\"-46\">%s: %" PRIu64 " %s%s, %s</text>\n",
            panel_names[kind], total->count, kind == PANEL_WINDOW ? "operation" : "message",
            total->count == 1 ? "" : "s", size_text(total->bytes, text));
    fprintf(out, "<rect width=\"%g\" height=\"%g\" fill=\"#f4f4f4\"/>\n",
            picture->panel, picture->panel);
    if (picture->cells <= CELLS_THAT_ANSWER)
        print_cells(picture, picture->sums[kind]);
    else
        for (int shade = 0; shade < SHADES; shade++)
            print_shade(picture, picture->sums[kind], shade);
    print_axes(picture, kind);
    fputs("</g>\n", out);
}

/* ---- the rest ------------------------------------------------------------------------------ */

static void print_tick(const struct picture *picture, uint64_t bytes)
{
    double y = (1.0 - height_of(picture, bytes)) * picture->panel;
    char text[32];

    fprintf(picture->out, "<text x=\"24\" y=\"%g\">%s</text>\n", y + 4, size_text(bytes, text));
}

static void print_legend(const struct picture *picture, double x)
{
    FILE *out = picture->out;
    double step = picture->panel / SHADES;
    char text[8];

    fprintf(out, "<g id=\"legend\" transform=\"translate(%g %d)\">\n", x, TOP);
    fputs("<text y=\"-34\">bytes from one</text>\n<text y=\"-20\">to another</text>\n", out);
    for (int shade = 0; shade < SHADES; shade++)
        fprintf(out, "<rect fill=\"%s\" y=\"%g\" width=\"18\" height=\"%g\"/>\n",
                colour_of(shade, text), (SHADES - 1 - shade) * step, step + 0.5);
    print_tick(picture, 0);
    for (uint64_t bytes = 1; bytes < picture->most_bytes && bytes < UINT64_C(1) << 60; bytes *= 32)
        if (height_of(picture, bytes) > 0.08 && height_of(picture, bytes) < 0.92)
            print_tick(picture, bytes);
    if (picture->most_bytes > 0)
        print_tick(picture, picture->most_bytes);
    fputs("</g>\n", out);
}

/* Two columns each, for programs to read: a new one stands behind all others. */
static const struct column {
    const char *count_name, *bytes_name;
    enum traffic_kind kind;
} columns[] = {
    {"messages", "bytes", TRAFFIC_MESSAGE},
    {"collective-messages", "collective-bytes", TRAFFIC_COLLECTIVE},
    {"puts", "put-bytes", TRAFFIC_PUT},
    {"gets", "get-bytes", TRAFFIC_GET},
    {"accumulates", "accumulate-bytes", TRAFFIC_ACCUMULATE},
};

/* Writes a pair's numbers of each kind; nothing of a pair that has not communicated. */
static void print_pair(FILE *out, const struct world *world, int from, int to)
{
    struct counters_sum sums[ARRAY_LENGTH(columns)];
    uint64_t count = 0;
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(columns); i++) {
        sums[i] = traffic_read(&world->ranks[from], columns[i].kind, to);
        count += sums[i].count;
    }
    if (count == 0)
        return;
    fprintf(out, "%d %d", from, to);
    for (i = 0; i < ARRAY_LENGTH(columns); i++)
        fprintf(out, " %" PRIu64 " %" PRIu64, sums[i].count, sums[i].bytes);
    fputc('\n', out);
}

static void print_numbers(const struct picture *picture)
{
    const struct world *world = picture->world;

    fputs("<metadata><matrix xmlns=\"urn:heddle:matrix\">\nfrom to", picture->out);
    for (size_t i = 0; i < ARRAY_LENGTH(columns); i++)
        fprintf(picture->out, " %s %s", columns[i].count_name, columns[i].bytes_name);
    fputc('\n', picture->out);
    for (int from = 0; from < world->size; from++)
        for (int to = 0; to < world->size; to++)
            print_pair(picture->out, world, from, to);
    fputs("</matrix></metadata>\n", picture->out);
}

static void print_picture(struct picture *picture, const char *title)
{
    const int panels = picture->totals[PANEL_WINDOW].count > 0 ? PANELS : PANEL_WINDOW;
    double width = LEFT + panels * picture->panel + (panels - 1) * GAP + LEGEND + 40;
    double height = TOP + picture->panel + BOTTOM;
    FILE *out = picture->out;

    if (width < LEFT + 2 * PANEL_MIN + GAP + LEGEND)
        width = LEFT + 2 * PANEL_MIN + GAP + LEGEND;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
            "viewBox=\"0 0 %g %g\">\n<title>",
            width, height, width, height);
    xml_write_text(out, title);
    fputs("</title>\n", out);
    print_numbers(picture);
    fputs("<g font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\" stroke=\"none\" "
          "shape-rendering=\"crispEdges\">\n",
          out);
    fprintf(out, "<rect width=\"%g\" height=\"%g\" fill=\"#fff\"/>\n", width, height);
    fputs("<text font-size=\"18\" font-weight=\"bold\" x=\"20\" y=\"32\">", out);
    xml_write_text(out, title);
    fprintf(out, ": who sends to whom among %d ranks", picture->world->size);
    xml_write_text(out, world_suffix(picture->world).text);
    fputs("</text>\n", out);
    for (int panel = 0; panel < panels; panel++)
        print_panel(picture, (enum panel)panel, LEFT + panel * (picture->panel + GAP));
    print_legend(picture, LEFT + panels * picture->panel + (panels - 1) * GAP + 28);
    fprintf(out,
            "<text x=\"20\" y=\"%g\">A collective operation counts as what it means: a broadcast, "
            "one message from the root to each other member.</text>\n</g>\n</svg>\n",
            height - 16);
}

static bool take_sums(struct picture *picture)
{
    size_t cells = (size_t)picture->cells * (size_t)picture->cells;

    for (int kind = 0; kind < PANELS; kind++) {
        picture->sums[kind] = memory_take_zeroed(cells * sizeof(struct counters_sum));
        if (picture->sums[kind] == NULL)
            return false;
        sum_up(picture, (enum panel)kind);
    }
    return true;
}

void matrix_write(const struct world *world, const char *title, const char *file)
{
    struct picture picture = {.world = world};
    struct report_file report;

    picture.ranks = (world->size + CELLS_MAX - 1) / CELLS_MAX;
    picture.cells = (world->size + picture.ranks - 1) / picture.ranks;
    picture.cell = (double)PANEL_MAX / picture.cells;
    if (picture.cell > CELL_MAX)
        picture.cell = CELL_MAX;
    if (picture.cell * picture.cells < PANEL_MIN)
        picture.cell = (double)PANEL_MIN / picture.cells;
    picture.panel = picture.cell * picture.cells;
    if (!take_sums(&picture)) {
        fputs("heddle: no memory for the matrix of messages\n", stderr);
    } else {
        if (report_file_open(&report, "the matrix of messages", file)) {
            picture.out = report.out;
            print_picture(&picture, title);
        }
        report_file_close(&report);
    }
    for (int kind = 0; kind < PANELS; kind++)
        memory_give(picture.sums[kind]);
}
