/* SPDX-License-Identifier: MIT */
#include "spawn/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/note.h"
#include "image/image.h"
#include "mpi_types.h"

static const char first_program[] = "/proc/self/exe";

/* "directory/command"; false: there is no such executable. */
static bool is_at(const char *directory, int length, const char *command, char found[PATH_MAX])
{
    struct stat status;

    if (length == 0 || command[0] == '/')
        snprintf(found, PATH_MAX, "%s", command);
    else
        snprintf(found, PATH_MAX, "%.*s/%s", length, directory, command);
    return stat(found, &status) == 0 && S_ISREG(status.st_mode) && access(found, X_OK) == 0;
}

static bool is_in_path(const char *path, const char *command, char found[PATH_MAX])
{
    while (path != NULL) {
        const char *end = strchrnul(path, ':');

        if (end > path && is_at(path, (int)(end - path), command, found))
            return true;
        path = *end != '\0' ? end + 1 : NULL;
    }
    return false;
}

static bool is_beside_program(const char *command, char found[PATH_MAX])
{
    const struct guest *guest = image_guest(image_current());
    char program[PATH_MAX];

    if (realpath(guest != NULL ? guest->path : first_program, program) == NULL)
        return false;
    return is_at(program, (int)(strrchr(program, '/') - program), command, found);
}

static bool find_executable(const char *command, const char *path, const char *directory,
                            char found[PATH_MAX])
{
    int length = directory != NULL ? (int)strlen(directory) : 0;

    if (strchr(command, '/') != NULL)
        return is_at(directory, length, command, found);
    return is_in_path(path, command, found) || is_at(directory, length, command, found) ||
           is_beside_program(command, found);
}

static bool are_same(const char *one, const char *other)
{
    struct stat a, b;

    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* heddle-python runs under the name of the interpreter that it stands for (tools/python.c). */
static bool stands_for(const char *found)
{
    static const char name[] = "/heddle-python";
    char own[PATH_MAX];
    ssize_t length = readlink(first_program, own, sizeof own);
    size_t bytes = sizeof name - 1;

    return length > (ssize_t)bytes && memcmp(own + length - bytes, name, bytes) == 0 &&
           are_same(found, program_invocation_name);
}

static bool is_first(const char *found)
{
    return are_same(found, first_program) || stands_for(found);
}

/* Reads the first line of a script. If it is none, script->count becomes 0. */
static void read_script(const char *found, struct command_script *script)
{
    static const char blanks[] = " \t";
    int descriptor = open(found, O_RDONLY | O_CLOEXEC);
    ssize_t bytes = descriptor >= 0 ? read(descriptor, script->line, sizeof script->line - 1) : -1;
    char *word, *end;

    script->count = 0;
    close(descriptor);
    script->line[bytes > 0 ? bytes : 0] = '\0';
    if (strncmp(script->line, "#!", 2) != 0)
        return;
    script->line[strcspn(script->line, "\n")] = '\0';
    for (end = strchr(script->line, '\0'); strchr(blanks, end[-1]) != NULL; end--)
        end[-1] = '\0';
    word = script->line + 2 + strspn(script->line + 2, blanks);
    if (*word == '\0' || realpath(found, script->path) == NULL)
        return;
    script->words[script->count++] = word;
    word += strcspn(word, blanks);
    if (*word != '\0') {
        *word++ = '\0';
        script->words[script->count++] = word + strspn(word, blanks);
    }
    script->words[script->count++] = script->path;
}

int command_open(const char *command, const char *path, const char *directory,
                 const struct guest **guest, struct command_script *script)
{
    char found[PATH_MAX], whole[PATH_MAX];
    const char *program = found;

    if (!find_executable(command, path, directory, found))
        return note(MPI_ERR_SPAWN, "command \"%s\" is no executable that can be found", command);
    read_script(found, script);
    if (script->count > 0)
        program = script->words[0];
    *guest = NULL;
    if (is_first(program))
        return MPI_SUCCESS;
    if (realpath(program, whole) == NULL)
        return note(MPI_ERR_SPAWN, "command \"%s\": %s%s%s", command,
                    script->count > 0 ? program : "", script->count > 0 ? ": " : "",
                    strerror(errno));
    return guest_open(whole, guest) == 0 ? MPI_SUCCESS : note_again(MPI_ERR_SPAWN);
}

int command_check_directory(const char *directory)
{
    struct stat status;

    if (stat(directory, &status) == 0 && !S_ISDIR(status.st_mode))
        return note(MPI_ERR_SPAWN, "the key wdir \"%s\" names no directory", directory);
    if (access(directory, X_OK) == 0)
        return MPI_SUCCESS;
    return note(MPI_ERR_SPAWN, "the key wdir \"%s\": %s", directory, strerror(errno));
}
