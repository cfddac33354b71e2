/* SPDX-License-Identifier: MIT */
/* The executable that a command names, and the directory in which it is to work. */
#ifndef SPAWN_COMMAND_H
#define SPAWN_COMMAND_H

#include <limits.h>

#include "image/guest/guest.h"

/* The words that run a script: the program that its first line names, the one argument that may
 * follow there, and the script's path, as execve(2) has it. */
struct command_script {
    int count; /* 0: it is no script */
    const char *words[3];
    char line[256];
    char path[PATH_MAX];
};

/* A command with a slash is a path, relative to `directory`, or, if that is NULL, to the caller's.
 * Others are looked for in the directories of `path` (NULL: none), which are separated by colons,
 * then in that directory, then in the one of the caller's program. Returns 0 with the opened
 * program, which is NULL for the process's first executable and of a script is what runs it, or
 * MPI_ERR_SPAWN with a note: there is none, or it cannot run in this process. */
int command_open(const char *command, const char *path, const char *directory,
                 const struct guest **guest, struct command_script *script);

/* Returns 0, or MPI_ERR_SPAWN with a note: no program can work in that directory. */
int command_check_directory(const char *directory);

#endif
