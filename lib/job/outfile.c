/* SPDX-License-Identifier: MIT */
#include "job/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/note.h"
#include "job/gathered.h"
#include "rank/name.h"
#include "rank/world.h"

enum { HOST_BYTES = 256, MODE = 0666, MODE_OF_FOLDERS = 0777 };

static int digits_of(int number)
{
    int digits = 1;

    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

/* Writes what a letter stands for. Returns the length, or -1: the letter is unknown. */
static int write_meaning(char letter, const struct outfile_rank *rank, char *text, size_t bytes)
{
    char host[HOST_BYTES] = "";

    switch (letter) {
    case 'r':
        return snprintf(text, bytes, "%d", rank->rank);
    case 'R':
        return snprintf(text, bytes, "%0*d", digits_of(rank->size - 1), rank->rank);
    case 'g':
        return snprintf(text, bytes, "%d", rank->job);
    case 'G':
        return snprintf(text, bytes, "%d", rank->job + 1);
    case 'p':
        return snprintf(text, bytes, "0");
    case 'h':
        gethostname(host, sizeof host - 1);
        return snprintf(text, bytes, "%s", host);
    case '%':
        return snprintf(text, bytes, "%%");
    default:
        return -1;
    }
}

int outfile_name(const char *pattern, const struct outfile_rank *rank, char *name, size_t bytes)
{
    const char *next = pattern;
    size_t length = 0;

    while (*next != '\0' && length < bytes) {
        int more = 1;

        if (*next != '%') {
            name[length] = *next++;
        } else {
            more = write_meaning(next[1], rank, name + length, bytes - length);
            if (more < 0)
                return note(-1, "%s: the name of a file of output has %%r (the rank), %%R, %%g "
                                "(the job), %%G, %%h (the machine), %%p and %%%%, but not %%%c",
                            pattern, next[1]);
            next += 2;
        }
        length += (size_t)more;
    }
    if (length >= bytes)
        return note(-1, "%s: %s", pattern, strerror(ENAMETOOLONG));
    name[length] = '\0';
    return 0;
}

static bool has_letter(const char *pattern, const char *letters)
{
    for (; *pattern != '\0'; pattern++)
        if (*pattern == '%' && pattern[1] != '\0' && strchr(letters, *++pattern) != NULL)
            return true;
    return false;
}

bool outfile_differs_by_rank(const char *pattern)
{
    return has_letter(pattern, "rR");
}

bool outfile_differs_by_job(const char *pattern)
{
    return has_letter(pattern, "gG");
}

/* A folder that cannot be made shows when the file is opened. */
static void make_folders(int directory, char *name)
{
    char *slash = name;

    while ((slash = strchr(slash + 1, '/')) != NULL) {
        *slash = '\0';
        mkdirat(directory, name, MODE_OF_FOLDERS);
        *slash = '/';
    }
}

int outfile_open(int directory, const char *pattern, const struct outfile_rank *rank, bool is_new)
{
    const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (is_new ? O_TRUNC : 0);
    char name[PATH_MAX];
    int opened, fd;

    if (outfile_name(pattern, rank, name, sizeof name) != 0)
        return -1;
    make_folders(directory, name);
    opened = openat(directory, name, flags, MODE);
    if (opened < 0)
        return note(-1, "%s: %s", name, strerror(errno));
    if (opened > STDERR_FILENO)
        return opened;
    fd = fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(opened);
    return fd >= 0 ? fd : note(-1, "%s: %s", name, strerror(errno));
}

/* ---- of ranks ------------------------------------------------------------------------------ */

/* Files of one pattern that are the same for several ranks have one descriptor. */
static int find_file(const struct gathered *gathered, const struct rank *rank)
{
    const char *pattern = gathered->style.pattern;
    bool is_one = !outfile_differs_by_job(pattern);
    int i;

    if (outfile_differs_by_rank(pattern))
        return NOT_OPENED;
    for (i = 0; i < gathered->count; i++)
        if (gathered->lines[i].file != NOT_OPENED &&
            (is_one || gathered->lines[i].job == rank->world->number))
            return gathered->lines[i].file;
    return NOT_OPENED;
}

static void close_file(const struct gathered *gathered, struct line *line)
{
    int file = line->file, i;

    line->file = NOT_OPENED;
    for (i = 0; i < gathered->count && file != NOT_OPENED; i++)
        if (gathered->lines[i].file == file)
            return;
    if (file != NOT_OPENED && file != gathered->fd)
        close(file);
}

/* Files of the process's own ranks are opened before these start; a spawned rank's when it first
 * writes, and it may be one that another job has written to. Returns 0, or -1 with a note. */
static int open_file(const struct gathered *gathered, struct line *line, const struct rank *rank)
{
    const char *pattern = gathered->style.pattern;
    const struct outfile_rank named = {
        .rank = rank->world_rank, .size = rank->world->size, .job = rank->world->number,
    };
    bool is_new = !gathered->style.continues &&
                  (named.job == 0 || outfile_differs_by_job(pattern));
    int file = find_file(gathered, rank);

    line->file = file != NOT_OPENED ? file
                                    : outfile_open(gathered->directory, pattern, &named, is_new);
    return line->file > 0 ? 0 : -1;
}

void outfile_settle(const struct gathered *gathered, struct line *line, const struct rank *rank)
{
    close_file(gathered, line);
    if (open_file(gathered, line, rank) == 0)
        return;
    line->file = gathered->fd;
    dprintf(STDERR_FILENO, "heddle: %s: %s\n", rank_name(rank).text, note_text());
}

int outfile_open_all(struct gathered *gathered, const struct world *world)
{
    int i;

    gathered->directory = gathered->style.pattern != NULL
                              ? open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)
                              : -1;
    for (i = 0; i < world->size && gathered->style.pattern != NULL; i++)
        if (open_file(gathered, &gathered->lines[world->ranks[i].slot], &world->ranks[i]) != 0)
            return -1;
    return 0;
}
