/* SPDX-License-Identifier: MIT */
/* The environment: each rank has its own, which the library made before the rank's start. The
 * plugin that compiles this file makes `environ` private, like the program's variables.
 *
 * Variables that libc reads itself (TMPDIR, LOCALDOMAIN, ...) come from __environ. That is the
 * process's, and follows the first rank's environment. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "runtime/program/program.h"

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak getenv
#pragma weak secure_getenv
#pragma weak setenv
#pragma weak putenv
#pragma weak unsetenv
#pragma weak clearenv

#ifdef HEDDLE_IS_LIBRARY
char **environ; /* by its name, for the linker may have moved it into the program */
extern char **_environ __attribute__((alias("environ")));
#define variables environ
#else
static char **variables;
extern char **environ __attribute__((weak, alias("variables")));
extern char **_environ __attribute__((weak, alias("variables")));
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for the rank's threads */
static char **own;         /* the array allocated here, if `variables` still is it */
static size_t own_entries; /* its capacity, without the final NULL */

extern __thread ptrdiff_t heddle_displacement __attribute__((tls_model("initial-exec")));

#ifndef HEDDLE_IS_LIBRARY
/* Runs before the constructors of all libraries, some of which read `environ`. */
static void begin_environment(int argc, char **argv, char **envp)
{
    (void)argc;
    (void)argv;
    variables = envp;
}

__attribute__((section(".preinit_array"), used,
               heddle_shared)) static void (*const begin_first)(int, char **,
                                                                char **) = begin_environment;
#endif

pthread_mutex_t heddle_environment_lock = PTHREAD_MUTEX_INITIALIZER;

/* Sets libc's environment, if the caller is the first rank. */
static void tell_libc(void)
{
    if (heddle_displacement != 0)
        return;
    pthread_mutex_lock(&heddle_environment_lock);
    __environ = variables;
    pthread_mutex_unlock(&heddle_environment_lock);
}

static bool is_for(const char *entry, const char *name, size_t length)
{
    return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

static char **find_variable(const char *name, size_t length)
{
    char **entry;

    for (entry = variables; entry != NULL && *entry != NULL; entry++)
        if (is_for(*entry, name, length))
            return entry;
    return NULL;
}

char *getenv(const char *name)
{
    size_t length = strlen(name);
    char **entry = length > 0 ? find_variable(name, length) : NULL;

    return entry != NULL ? *entry + length + 1 : NULL;
}

char *secure_getenv(const char *name)
{
    return getauxval(AT_SECURE) ? NULL : getenv(name);
}

/* Memory that has been in the environment is never freed, because other threads may be reading it.
 * This list keeps it reachable, so that leak checkers do not report it. */
struct kept {
    struct kept *next;
    char *bytes[];
};

static struct kept *all_kept;

static void *take_memory(size_t bytes)
{
    struct kept *made = calloc(1, sizeof *made + bytes);

    if (made == NULL)
        return NULL;
    made->next = __atomic_load_n(&all_kept, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&all_kept, &made->next, made, true, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
        continue;
    return made->bytes;
}

static bool grow_entries(size_t entries)
{
    size_t room = 2 * entries + 16;
    char **larger;

    if (variables == own && own != NULL && entries <= own_entries)
        return true;
    larger = take_memory((room + 1) * sizeof *larger);
    if (larger == NULL)
        return false;
    if (variables != NULL)
        memcpy(larger, variables, (entries - 1) * sizeof *larger);
    own = variables = larger;
    own_entries = room;
    return true;
}

static int add_entry(char *entry)
{
    size_t count = 0;

    while (variables != NULL && variables[count] != NULL)
        count++;
    if (!grow_entries(count + 1))
        return -1;
    variables[count + 1] = NULL;
    variables[count] = entry;
    return 0;
}

static int put_entry(char *entry, size_t length, bool replaces)
{
    char **present;
    int error = 0;

    pthread_mutex_lock(&lock);
    present = find_variable(entry, length);
    if (present == NULL)
        error = add_entry(entry);
    else if (replaces)
        *present = entry;
    tell_libc();
    pthread_mutex_unlock(&lock);
    return error;
}

static bool is_name(const char *name)
{
    if (name != NULL && *name != '\0' && strchr(name, '=') == NULL)
        return true;
    errno = EINVAL;
    return false;
}

/* Allocates nothing if the variable has that value already. */
int setenv(const char *name, const char *value, int replaces)
{
    const char *present;
    char *entry;

    if (!is_name(name))
        return -1;
    present = getenv(name);
    if (present != NULL && (!replaces || strcmp(present, value) == 0))
        return 0;
    entry = take_memory(strlen(name) + strlen(value) + 2);
    if (entry == NULL)
        return -1;
    stpcpy(stpcpy(stpcpy(entry, name), "="), value);
    return put_entry(entry, strlen(name), replaces);
}

int unsetenv(const char *name)
{
    size_t length;
    char **entry;

    if (!is_name(name))
        return -1;
    length = strlen(name);
    pthread_mutex_lock(&lock);
    while ((entry = find_variable(name, length)) != NULL)
        for (; *entry != NULL; entry++)
            entry[0] = entry[1];
    tell_libc();
    pthread_mutex_unlock(&lock);
    return 0;
}

int putenv(char *entry)
{
    const char *equals = strchr(entry, '=');

    return equals != NULL ? put_entry(entry, (size_t)(equals - entry), true) : unsetenv(entry);
}

int clearenv(void)
{
    pthread_mutex_lock(&lock);
    variables = NULL;
    tell_libc();
    pthread_mutex_unlock(&lock);
    return 0;
}
