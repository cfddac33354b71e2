/* SPDX-License-Identifier: MIT */
/* Functions that start a program without an explicit environment: the program gets the rank's
 * environment. */
#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak execv
#pragma weak execvp
#pragma weak execl
#pragma weak execlp
#pragma weak system
#pragma weak popen
#pragma weak pclose

enum { STATUS_NOT_STARTED = 127 };

int execv(const char *file, char *const argv[])
{
    return execve(file, argv, environ);
}

int execvp(const char *file, char *const argv[])
{
    return execvpe(file, argv, environ);
}

typedef int executor(const char *file, char *const argv[], char *const envp[]);

static int execute_words(executor *execute, const char *file, const char *first, va_list words)
{
    size_t count = 1, i;
    va_list counted;
    char **argv;

    va_copy(counted, words);
    while (va_arg(counted, char *) != NULL)
        count++;
    va_end(counted);
    argv = alloca((count + 1) * sizeof *argv);
    argv[0] = (char *)first;
    for (i = 1; i <= count; i++)
        argv[i] = va_arg(words, char *);
    return execute(file, argv, environ);
}

int execl(const char *file, const char *first, ...)
{
    va_list words;
    int error;

    va_start(words, first);
    error = execute_words(execve, file, first, words);
    va_end(words);
    return error;
}

int execlp(const char *file, const char *first, ...)
{
    va_list words;
    int error;

    va_start(words, first);
    error = execute_words(execvpe, file, first, words);
    va_end(words);
    return error;
}

static int start_shell(const char *command, const posix_spawn_file_actions_t *files,
                       const posix_spawnattr_t *attributes, pid_t *child)
{
    char *const argv[] = {(char *)"sh", (char *)"-c", (char *)"--", (char *)command, NULL};

    return posix_spawn(child, _PATH_BSHELL, files, attributes, argv, environ);
}

static int await_child(pid_t child)
{
    int status;

    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

/* Runs the command with SIGCHLD blocked in the calling thread, as POSIX requires. SIGINT and
 * SIGQUIT are not ignored meanwhile, because that would affect the whole process, in which other
 * ranks go on. */
int system(const char *command)
{
    posix_spawnattr_t attributes;
    sigset_t children, before;
    pid_t child;
    int status, error;

    if (command == NULL)
        return access(_PATH_BSHELL, X_OK) == 0;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &children, &before);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &before);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    error = start_shell(command, NULL, &attributes, &child);
    posix_spawnattr_destroy(&attributes);
    status = error == 0 ? await_child(child) : W_EXITCODE(STATUS_NOT_STARTED, 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0)
        errno = error;
    return status;
}

/* Commands with a stream to or from them. */
struct pipe {
    struct pipe *next;
    FILE *stream;
    pid_t child;
};

static struct pipe *pipes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* the rank's threads share the list */

static int start_piped(const char *command, int inner, int end, pid_t *child)
{
    posix_spawn_file_actions_t files;
    int error;

    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, inner, end);
    error = start_shell(command, &files, NULL, child);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static bool read_mode(const char *mode, bool *reads)
{
    *reads = strchr(mode, 'r') != NULL;
    if (*reads != (strchr(mode, 'w') != NULL) && strspn(mode, "rwe") == strlen(mode))
        return true;
    errno = EINVAL;
    return false;
}

/* Opens our end with O_CLOEXEC even if the mode has no e. Other ranks' commands would inherit it
 * otherwise, and keep this command from seeing the end of its input. */
FILE *popen(const char *command, const char *mode)
{
    struct pipe *made;
    bool reads;
    int ends[2], error;

    if (!read_mode(mode, &reads) || pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    made = malloc(sizeof *made);
    error = made == NULL ? ENOMEM
                         : start_piped(command, ends[reads], reads ? STDOUT_FILENO : STDIN_FILENO,
                                       &made->child);
    close(ends[reads]);
    if (error != 0) {
        close(ends[!reads]);
        free(made);
        errno = error;
        return NULL;
    }
    made->stream = fdopen(ends[!reads], reads ? "r" : "w");
    pthread_mutex_lock(&lock);
    made->next = pipes;
    pipes = made;
    pthread_mutex_unlock(&lock);
    return made->stream;
}

static struct pipe *take_pipe(const FILE *stream)
{
    struct pipe **link, *found = NULL;

    pthread_mutex_lock(&lock);
    for (link = &pipes; *link != NULL && found == NULL; link = &(*link)->next)
        if ((*link)->stream == stream) {
            found = *link;
            *link = found->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    return found;
}

int pclose(FILE *stream)
{
    struct pipe *pipe = take_pipe(stream);
    pid_t child;

    if (pipe == NULL) {
        errno = ECHILD;
        return -1;
    }
    child = pipe->child;
    free(pipe);
    fclose(stream);
    return await_child(child);
}
