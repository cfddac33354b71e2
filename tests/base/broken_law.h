/* SPDX-License-Identifier: MIT */
/* Breaking a law on purpose, in a child process: must() has to end it with the condition. */
#ifndef BROKEN_LAW_H
#define BROKEN_LAW_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Does the function end its process by SIGABRT, saying that `condition` must hold? */
static inline bool is_caught(void (*break_law)(void), const char *condition)
{
    char said[4096] = "", wanted[512];
    size_t length = 0;
    ssize_t bytes;
    int pipes[2], status;
    pid_t child;

    if (pipe(pipes) != 0 || (child = fork()) < 0)
        return false;
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(pipes[1], STDERR_FILENO);
        break_law();
        _exit(0);
    }
    close(pipes[1]);
    while (length < sizeof said - 1 &&
           (bytes = read(pipes[0], said + length, sizeof said - 1 - length)) > 0)
        length += (size_t)bytes;
    close(pipes[0]);
    snprintf(wanted, sizeof wanted, "this must hold: %s\n", condition);
    return waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGABRT && strstr(said, wanted) != NULL;
}

#endif
