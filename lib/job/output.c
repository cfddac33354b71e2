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
#include "job/job.h"
#include "job/start.h"
#include "rank/world.h"

/* LeakSanitizer's function. The sanitizer does not see what a FILE of fopencookie refers to. */
__attribute__((weak)) void __lsan_ignore_object(const void *object);

/* The values of own_fd of a rank whose lines go to the common output, and of a rank that has closed
 * the stream. Other values are the descriptor of a file of the rank's own. */
enum { NOT_DIVERTED = 0, CLOSED = -1 };

/* A line that a rank has begun. */
struct line {
    char *text;
    size_t length;
    size_t room;
    int own_fd; /* or one of the two above; 0 is standard input */
    int rank;   /* that has written here last, and the number of its world */
    int job;
};

/* A stream, standard output or error. The lock of the FILE that writes here guards its lines. */
struct gathered {
    int fd;
    bool has_labels;
    int error; /* of the first write that has failed; 0: none has */
    int count;
    struct line *lines; /* by slot of the rank */
    struct line common; /* of threads of no rank */
};

/* A longer line is not text, and is written out in pieces. */
enum { LINE_BYTES_MAX = 65536, LABEL_BYTES = 32 };

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
    return line->own_fd != NOT_DIVERTED ? line->own_fd : gathered->fd;
}

/* "[2] "; of the first spawned job "[1.2] ". */
static size_t write_label(const struct line *line, char label[LABEL_BYTES])
{
    if (line->job > 0)
        return (size_t)snprintf(label, LABEL_BYTES, "[%d.%d] ", line->job, line->rank);
    return (size_t)snprintf(label, LABEL_BYTES, "[%d] ", line->rank);
}

/* False with errno: the line is lost. */
static bool put_line(struct gathered *gathered, struct line *line)
{
    int fd = fd_of(gathered, line);
    char label[LABEL_BYTES];
    bool is_written = true;

    if (gathered->has_labels && line != &gathered->common && line->own_fd == NOT_DIVERTED)
        is_written = write_all(fd, label, write_label(line, label));
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

/* Returns the end of what can be written out at once: one line if lines get labels, else all whole
 * lines. Returns NULL if there is none. */
static const char *end_of_whole(const struct gathered *gathered, const char *text, size_t length)
{
    const char *newline =
        gathered->has_labels ? memchr(text, '\n', length) : memrchr(text, '\n', length);

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
    return rest - text; /* less than `length`: libc tells the caller, and sets the error */
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
    if (gathered->has_labels && line->own_fd == NOT_DIVERTED)
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

static FILE *open_gathered(int fd, int ranks, bool has_labels, struct gathered **opened)
{
    const cookie_io_functions_t functions = {.write = write_gathered, .seek = seek_gathered};
    struct gathered *gathered = memory_take_zeroed(sizeof *gathered);
    FILE *stream;

    if (gathered == NULL || !make_lines(gathered, ranks)) {
        memory_give(gathered);
        return NULL;
    }
    gathered->fd = fd;
    gathered->has_labels = has_labels;
    stream = fopencookie(gathered, "w", functions);
    if (stream == NULL) {
        memory_give(gathered->lines);
        memory_give(gathered);
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

int output_open(struct output *output, int ranks, bool has_labels)
{
    FILE *out = open_gathered(STDOUT_FILENO, ranks, has_labels, &output->out);
    FILE *err = stderr;

    if (has_labels)
        err = open_gathered(STDERR_FILENO, ranks, has_labels, &output->err);
    if (out == NULL || err == NULL)
        return note(-1, "no memory for the output of %d ranks", ranks);
    fflush(stdout);
    stdout = out;
    stderr = err;
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
    if (line->length > 0 && !gathered->has_labels)
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
