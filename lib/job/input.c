/* SPDX-License-Identifier: MIT */
#include "job/input.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "image/image.h"
#include "job/job.h"
#include "job/spawn.h"
#include "job/start.h"
#include "rank/world.h"

enum { CHUNK_BYTES = 65536 };

int input_open(struct input *input, int ranks)
{
    struct stat status = {0};

    fstat(STDIN_FILENO, &status); /* if standard input is closed, no file equals it */
    input->device = status.st_dev;
    input->file = status.st_ino;
    pthread_mutex_init(&input->lock, NULL);
    input->latest = NULL;
    input->ends = memory_take_zeroed((size_t)ranks * sizeof *input->ends);
    return input->ends != NULL ? 0 : note(-1, "no memory for the input of %d ranks", ranks);
}

void input_close(struct input *input)
{
    struct input_end *end;

    /* The latest first: libc looks for a stream in the list of all, from the latest on. */
    for (end = input->latest; end != NULL; end = end->before)
        if (end->stream != NULL)
            fclose(end->stream);
    memory_give(input->ends);
    memory_give(input->text);
    pthread_mutex_destroy(&input->lock);
}

/* Reads more of the process's input behind what was read before. */
static ssize_t read_on(struct input *input)
{
    ssize_t taken;

    if (input->capacity - input->length < CHUNK_BYTES) {
        size_t capacity = 2 * input->capacity + CHUNK_BYTES;
        char *grown = memory_grow(input->text, capacity);

        if (grown == NULL)
            return -1;
        input->text = grown;
        input->capacity = capacity;
    }
    /* A system call, because `read` in a program calls heddle_read. */
    taken = syscall(SYS_read, STDIN_FILENO, input->text + input->length, CHUNK_BYTES);
    if (taken > 0)
        input->length += (size_t)taken;
    return taken;
}

static ssize_t read_for_all(struct input_end *end, char *buffer, size_t bytes)
{
    struct input *input = end->input;
    ssize_t taken = 1;

    pthread_mutex_lock(&input->lock);
    if (end->position == input->length)
        taken = read_on(input);
    if (taken > 0) {
        if (bytes > input->length - end->position)
            bytes = input->length - end->position;
        memcpy(buffer, input->text + end->position, bytes);
        end->position += bytes;
        taken = (ssize_t)bytes;
    }
    pthread_mutex_unlock(&input->lock);
    return taken;
}

static ssize_t read_end(void *cookie, char *buffer, size_t bytes)
{
    return knobs.stdin == INPUT_ALL ? read_for_all(cookie, buffer, bytes) : 0;
}

static int close_end(void *cookie)
{
    ((struct input_end *)cookie)->stream = NULL;
    return 0;
}

/* Only a rank of the job's first world reads the process's own input. */
static bool reads_input(const struct rank *self)
{
    return knobs.stdin == self->world_rank && offspring_of(self->world) == NULL;
}

struct input_end *input_end_of(const struct rank *rank)
{
    struct job *job = rank->world->options.argument;
    struct offspring *offspring = offspring_of(rank->world);

    return offspring != NULL ? &offspring->ends[rank->world_rank]
                             : &job->input.ends[rank->world_rank];
}

int input_give(struct input *input, struct input_end *end, const struct rank *self)
{
    static const cookie_io_functions_t functions = {.read = read_end, .close = close_end};

    if (reads_input(self) || !image_has_inputs())
        return 0;
    end->input = input;
    pthread_mutex_lock(&input->lock);
    end->stream = fopencookie(end, "r", functions);
    if (end->stream != NULL && offspring_of(self->world) == NULL) {
        end->before = input->latest;
        input->latest = end;
    }
    pthread_mutex_unlock(&input->lock);
    if (end->stream == NULL)
        return note(-1, "no memory for the input of rank %d", self->world_rank);
    end->stream->_fileno = STDIN_FILENO; /* for programs that call fileno(stdin) */
    image_set_input(end->stream);
    return 0;
}

static bool is_given_input(const struct input *input)
{
    struct stat status;

    return fstat(STDIN_FILENO, &status) == 0 && status.st_dev == input->device &&
           status.st_ino == input->file;
}

__attribute__((visibility("default")))
bool heddle_read(void *buffer, size_t bytes, ssize_t *taken)
{
    const struct rank *self = rank_self();
    struct job *job;

    if (self == NULL || reads_input(self))
        return false;
    if (!world_is_of_process(self->world))
        return false; /* a job of heddle_run reads the process's input */
    job = self->world->options.argument;
    if (!is_given_input(&job->input))
        return false;
    *taken = read_end(input_end_of(self), buffer, bytes);
    return true;
}
