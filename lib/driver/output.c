/* SPDX-License-Identifier: MIT */
#include "driver/output.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/note.h"
#include "rank/rank.h"

/* A line that a rank has begun. */
struct line {
    char *text;
    size_t length;
    size_t room;
};

/* One of the two streams; its lines are guarded by the lock of the FILE that writes here. */
struct labelled {
    int fd;
    int ranks;
    struct line lines[]; /* by rank; the last for threads of none */
};

static void write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, text, length);

        if (written < 0)
            return;
        text += written;
        length -= (size_t)written;
    }
}

static void put_line(const struct labelled *labelled, const struct line *line, int rank)
{
    char label[16];

    if (rank < labelled->ranks)
        write_all(labelled->fd, label, (size_t)snprintf(label, sizeof label, "[%d] ", rank));
    write_all(labelled->fd, line->text, line->length);
}

static void line_add(struct line *line, const char *text, size_t length)
{
    if (line->length + length > line->room) {
        size_t room = 2 * (line->length + length);
        char *grown = memory_grow(line->text, room);

        if (grown == NULL)
            return;
        line->text = grown;
        line->room = room;
    }
    memcpy(line->text + line->length, text, length);
    line->length += length;
}

static ssize_t write_labelled(void *cookie, const char *text, size_t length)
{
    struct labelled *labelled = cookie;
    const struct rank *self = rank_self();
    int rank = self != NULL ? self->world_rank : labelled->ranks;
    struct line *line = &labelled->lines[rank];
    const char *rest = text, *end = text + length;

    while (rest < end) {
        const char *newline = memchr(rest, '\n', (size_t)(end - rest));
        const char *stop = newline != NULL ? newline + 1 : end;

        line_add(line, rest, (size_t)(stop - rest));
        if (newline != NULL) {
            put_line(labelled, line, rank);
            line->length = 0;
        }
        rest = stop;
    }
    return (ssize_t)length;
}

/* Lines that their ranks have not ended. */
static void end_lines(struct labelled *labelled)
{
    int rank;

    for (rank = 0; rank <= labelled->ranks; rank++) {
        struct line *line = &labelled->lines[rank];

        if (line->length > 0) {
            line_add(line, "\n", 1);
            put_line(labelled, line, rank);
            line->length = 0;
        }
    }
}

static FILE *open_labelled(int fd, int ranks, struct labelled **opened)
{
    const cookie_io_functions_t functions = {.write = write_labelled};
    struct labelled *labelled = memory_take_zeroed(
        sizeof *labelled + ((size_t)ranks + 1) * sizeof labelled->lines[0]);
    FILE *stream;

    if (labelled == NULL)
        return NULL;
    labelled->fd = fd;
    labelled->ranks = ranks;
    stream = fopencookie(labelled, "w", functions);
    /* Unbuffered: each call of printf arrives as one piece, in the thread that made it. */
    if (stream != NULL)
        setvbuf(stream, NULL, _IONBF, 0);
    *opened = labelled;
    return stream;
}

int output_label(struct output *output, int ranks)
{
    FILE *out = open_labelled(STDOUT_FILENO, ranks, &output->out);
    FILE *err = open_labelled(STDERR_FILENO, ranks, &output->err);

    if (out == NULL || err == NULL)
        return note(-1, "no memory to label the output of %d ranks", ranks);
    stdout = out;
    stderr = err;
    return 0;
}

/* A thread that was ended in the middle of a write, or waits for a full pipe, keeps the lock. */
enum { TRIES = 100, TRY_NS = 1000000 };

static void flush(FILE *stream, struct labelled *labelled)
{
    const struct timespec pause = {.tv_nsec = TRY_NS};
    int tries;

    for (tries = 0; tries < TRIES; tries++) {
        if (ftrylockfile(stream) == 0) {
            fflush_unlocked(stream);
            if (labelled != NULL)
                end_lines(labelled);
            funlockfile(stream);
            return;
        }
        nanosleep(&pause, NULL);
    }
}

void output_flush(const struct output *output)
{
    flush(stdout, output->out);
    flush(stderr, output->err);
}
