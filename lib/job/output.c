/* SPDX-License-Identifier: MIT */
#include "job/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/note.h"
#include "job/gathered.h"
#include "job/job.h"
#include "job/outfile.h"
#include "job/start.h"
#include "rank/world.h"

/* LeakSanitizer's function. The sanitizer does not see what a FILE of fopencookie refers to. */
__attribute__((weak)) void __lsan_ignore_object(const void *object);

/* A longer line is not text, and is written out in pieces. */
enum { LINE_BYTES_MAX = 65536, LABEL_BYTES = 64 };

static const char clear_line[] = "\033[K";

/* A signal is no reason to lose a line, and a pipe that another process has made nonblocking is
 * none either. False with errno: the rest is lost. */
static bool write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, text, length);

        if (written < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        else if (written < 0 && errno != EINTR)
            return false;
        text += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* Returns the calling rank of the process's own job. Ranks of heddle_run's jobs write as threads of
 * no rank. */
static const struct rank *self_of_job(void)
{
    const struct rank *self = rank_self();

    return self != NULL && world_is_of_process(self->world) ? self : NULL;
}

/* Spawned ranks have other slots than those of the first world, so there may be more lines later.
 * Lines outlive the jobs of heddle_run. False: no memory. */
static bool make_lines(struct gathered *gathered, int count)
{
    struct heap *heap = memory_use(NULL);
    struct line *lines = memory_grow(gathered->lines, (size_t)count * sizeof *lines);

    memory_use(heap);
    if (lines == NULL)
        return false;
    memset(lines + gathered->count, 0, (size_t)(count - gathered->count) * sizeof *lines);
    gathered->lines = lines;
    gathered->count = count;
    return true;
}

static struct line *line_of_rank(struct gathered *gathered, const struct rank *rank)
{
    struct line *line;

    if (rank == NULL ||
        (rank->slot >= gathered->count && !make_lines(gathered, 2 * rank->slot)))
        return &gathered->common;
    line = &gathered->lines[rank->slot];
    if (gathered->style.pattern != NULL &&
        (line->file == NOT_OPENED || line->job != rank->world->number))
        outfile_settle(gathered, line, rank);
    line->job = rank->world->number;
    line->rank = rank->world_rank;
    return line;
}

static struct line *line_of_self(struct gathered *gathered)
{
    return line_of_rank(gathered, self_of_job());
}

static int fd_of(const struct gathered *gathered, const struct line *line)
{
    if (line->own_fd != NOT_DIVERTED)
        return line->own_fd;
    return line->file != NOT_OPENED ? line->file : gathered->fd;
}

static bool has_marks(const struct gathered *gathered)
{
    return gathered->style.has_labels || gathered->style.has_times;
}

/* As in "2026-01-31 23:59:59.123456 ". */
static size_t write_time(char *label)
{
    struct timespec now;
    struct tm parts;
    size_t length;

    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &parts);
    length = strftime(label, LABEL_BYTES, "%Y-%m-%d %H:%M:%S", &parts);
    return length + (size_t)snprintf(label + length, LABEL_BYTES - length, ".%06ld ",
                                     now.tv_nsec / 1000);
}

/* "[2] "; of the first spawned job "[1.2] ". A time comes before. */
static size_t write_label(const struct gathered *gathered, const struct line *line,
                          char label[LABEL_BYTES])
{
    size_t length = gathered->style.has_times ? write_time(label) : 0;

    if (!gathered->style.has_labels || line == &gathered->common)
        return length;
    if (line->job > 0)
        length += (size_t)snprintf(label + length, LABEL_BYTES - length, "[%d.%d] ", line->job,
                                   line->rank);
    else
        length += (size_t)snprintf(label + length, LABEL_BYTES - length, "[%d] ", line->rank);
    return length;
}

/* False with errno: the line is lost. */
static bool put_line(struct gathered *gathered, struct line *line)
{
    int fd = fd_of(gathered, line);
    char label[LABEL_BYTES];
    bool is_written = true;

    if (gathered->style.clears && fd == gathered->fd)
        is_written = write_all(fd, clear_line, strlen(clear_line));
    if (has_marks(gathered) && line->own_fd == NOT_DIVERTED)
        is_written = write_all(fd, label, write_label(gathered, line, label));
    if (fd != CLOSED)
        is_written = is_written && write_all(fd, line->text, line->length);
    line->length = 0;
    if (!is_written && line->own_fd == NOT_DIVERTED && gathered->error == 0)
        gathered->error = errno;
    return is_written;
}

/* False with errno: no memory. */
static bool line_add(struct line *line, const char *text, size_t length)
{
    if (line->length + length > line->room) {
        size_t room = 2 * (line->length + length);
        struct heap *heap = memory_use(NULL); /* lines outlive the jobs of heddle_run */
        char *grown = memory_grow(line->text, room);

        memory_use(heap);
        if (grown == NULL) {
            errno = ENOMEM;
            return false;
        }
        line->text = grown;
        line->room = room;
    }
    memcpy(line->text + line->length, text, length);
    line->length += length;
    return true;
}

/* Returns the end of what can be written out at once: one line if lines get labels or times, else
 * all whole lines. Returns NULL if there is none. */
static const char *end_of_whole(const struct gathered *gathered, const char *text, size_t length)
{
    const char *newline =
        has_marks(gathered) ? memchr(text, '\n', length) : memrchr(text, '\n', length);

    return newline != NULL ? newline + 1 : NULL;
}

static ssize_t write_gathered(void *cookie, const char *text, size_t length)
{
    struct gathered *gathered = cookie;
    struct line *line = line_of_self(gathered);
    const char *rest = text, *end = text + length;

    while (rest < end) {
        const char *whole = end_of_whole(gathered, rest, (size_t)(end - rest));
        const char *stop = whole != NULL ? whole : end;

        if (!line_add(line, rest, (size_t)(stop - rest)))
            break;
        if ((whole != NULL || line->length > LINE_BYTES_MAX) && !put_line(gathered, line))
            break;
        rest = stop;
    }
    return rest - text; /* less than `length`: libc returns that, and sets the error */
}

/* For fseek and ftell: what the rank has begun to write comes before the position. Another file
 * than a regular one has no positions. */
static int seek_gathered(void *cookie, off64_t *offset, int whence)
{
    struct gathered *gathered = cookie;
    struct line *line = line_of_self(gathered);
    int fd = fd_of(gathered, line);
    off64_t position = lseek64(fd, 0, SEEK_CUR);

    if (position < 0)
        return -1;
    if (line->length > 0 && (whence != SEEK_CUR || *offset != 0) &&
        !put_line(gathered, line))
        return -1;
    position = lseek64(fd, *offset, whence);
    if (position >= 0)
        *offset = position + (off64_t)line->length;
    return position >= 0 ? 0 : -1;
}

static void end_line(struct gathered *gathered, struct line *line)
{
    if (line->length == 0)
        return;
    if (has_marks(gathered) && line->own_fd == NOT_DIVERTED)
        line_add(line, "\n", 1);
    put_line(gathered, line);
}

/* Writes out unfinished lines. */
static void end_lines(struct gathered *gathered)
{
    int i;

    for (i = 0; i < gathered->count; i++)
        end_line(gathered, &gathered->lines[i]);
    end_line(gathered, &gathered->common);
}

static struct gathered *make_gathered(int fd, const struct world *world,
                                      const struct output_style *style)
{
    struct gathered *gathered = memory_take_zeroed(sizeof *gathered);

    if (gathered == NULL || !make_lines(gathered, world->size)) {
        memory_give(gathered);
        note(-1, "no memory for the output of %d ranks", world->size);
        return NULL;
    }
    gathered->fd = fd;
    gathered->style = *style;
    if (outfile_open_all(gathered, world) == 0)
        return gathered;
    memory_give(gathered->lines);
    memory_give(gathered);
    return NULL;
}

static FILE *open_gathered(int fd, const struct world *world, const struct output_style *style,
                           struct gathered **opened)
{
    const cookie_io_functions_t functions = {.write = write_gathered, .seek = seek_gathered};
    struct gathered *gathered = make_gathered(fd, world, style);
    FILE *stream = gathered != NULL ? fopencookie(gathered, "w", functions) : NULL;

    if (gathered == NULL)
        return NULL;
    if (stream == NULL) {
        memory_give(gathered->lines);
        memory_give(gathered);
        note(-1, "no memory for the output of %d ranks", world->size);
        return NULL;
    }
    /* Unbuffered, so that each call of printf arrives as one piece in the thread that made it. */
    setvbuf(stream, NULL, _IONBF, 0);
    if (__lsan_ignore_object != NULL)
        __lsan_ignore_object(gathered);
    stream->_fileno = fd; /* for programs that call fileno */
    *opened = gathered;
    return stream;
}

static bool is_same_pattern(const struct output_style *out, const struct output_style *err)
{
    return out->pattern != NULL && err->pattern != NULL && strcmp(out->pattern, err->pattern) == 0;
}

int output_open(struct output *output, const struct world *world, struct output_style out,
                struct output_style err)
{
    FILE *out_stream = stdout, *err_stream = stderr;

    err.continues = is_same_pattern(&out, &err);
    if (world->size > 1 || out.has_labels || out.has_times || out.pattern != NULL)
        out_stream = open_gathered(STDOUT_FILENO, world, &out, &output->out);
    if (err.has_labels || err.has_times || err.pattern != NULL)
        err_stream = open_gathered(STDERR_FILENO, world, &err, &output->err);
    if (out_stream == NULL || err_stream == NULL)
        return -1;
    fflush(stdout);
    stdout = out_stream;
    stderr = err_stream;
    return 0;
}

__attribute__((visibility("default")))
bool heddle_gathers(FILE *stream)
{
    const struct rank *self = self_of_job();
    const struct job *job = self != NULL ? self->world->options.argument : NULL;

    return job != NULL && ((stream == stdout && job->output.out != NULL) ||
                           (stream == stderr && job->output.err != NULL));
}

__attribute__((visibility("default")))
int heddle_flush(FILE *stream)
{
    const struct rank *self = self_of_job();
    const struct job *job = self != NULL ? self->world->options.argument : NULL;
    struct gathered *gathered = job != NULL ? job->output.out : NULL;
    bool is_written = true;
    struct line *line;

    if (gathered == NULL || (stream != NULL && stream != stdout))
        return 0;
    flockfile(stdout);
    line = line_of_rank(gathered, self);
    if (line->length > 0 && !has_marks(gathered))
        is_written = put_line(gathered, line);
    if (!is_written)
        stdout->_flags |= _IO_ERR_SEEN; /* as libc does, for ferror */
    funlockfile(stdout);
    return is_written ? 1 : -1;
}

/* Opens a file as fopen does and returns its descriptor, or CLOSED if it cannot be opened. The
 * descriptor is never 0, 1 or 2, which all ranks use. */
static int open_as(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    int fd;

    if (file == NULL)
        return CLOSED;
    fd = fcntl(fileno(file), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    fclose(file);
    return fd;
}

/* Diverts a rank's lines as libc's freopen would: earlier text goes to the old file, which is
 * closed even if the new one cannot be opened. */
static int divert_line(struct gathered *gathered, struct line *line, const char *path,
                       const char *mode)
{
    if (line->length > 0)
        put_line(gathered, line);
    if (line->own_fd > STDERR_FILENO)
        close(line->own_fd);
    line->own_fd = path != NULL ? open_as(path, mode) : CLOSED;
    return path != NULL && line->own_fd == CLOSED ? -1 : 0;
}

__attribute__((visibility("default")))
bool heddle_divert(const char *path, const char *mode, FILE *stream, int *result)
{
    const struct rank *self = self_of_job();
    const struct job *job = self != NULL ? self->world->options.argument : NULL;
    struct gathered *gathered;

    if (job == NULL || self->world->size == 1 || (stream != stdout && stream != stderr))
        return false;
    gathered = stream == stdout ? job->output.out : job->output.err;
    if (gathered == NULL && path != NULL)
        return false;
    *result = 0;
    if (gathered == NULL)
        return true; /* the other ranks still write to the stream */
    flockfile(stream);
    *result = divert_line(gathered, line_of_rank(gathered, self), path, mode);
    funlockfile(stream);
    return true;
}

/* How long a flush waits for the stream's lock. A thread that was ended during a write, or waits
 * for a full pipe, keeps it. */
enum { TRIES = 100, TRY_NS = 1000000 };

/* Returns the error of the first write that has failed, 0 if none has. */
static int flush(FILE *stream, struct gathered *gathered)
{
    const struct timespec pause = {.tv_nsec = TRY_NS};
    int tries;

    for (tries = 0; tries < TRIES; tries++) {
        if (ftrylockfile(stream) == 0) {
            int error = fflush_unlocked(stream) != 0 ? errno : 0;

            if (gathered != NULL)
                end_lines(gathered);
            if (gathered != NULL && gathered->error != 0)
                error = gathered->error;
            funlockfile(stream);
            return error;
        }
        nanosleep(&pause, NULL);
    }
    return 0;
}

int output_flush(const struct output *output)
{
    int error = flush(stdout, output->out);

    flush(stderr, output->err);
    return error;
}
