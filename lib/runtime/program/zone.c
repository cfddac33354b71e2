/* SPDX-License-Identifier: MIT */
/* The time zone: each rank's TZ decides, and each rank has its own tzname, timezone and daylight.
 * The plugin that compiles this file makes them private, like the program's variables.
 *
 * libc knows one zone at a time. Each call here takes a lock of the whole process, shows libc the
 * rank's environment, asks libc, and restores the environment. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "runtime/program/program.h"

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak tzset
#pragma weak localtime_r
#pragma weak ctime_r
#pragma weak mktime
#pragma weak timelocal

#ifdef HEDDLE_IS_LIBRARY
char *tzname[2] = {(char *)"GMT", (char *)"GMT"}; /* by their names, as `environ` */
long timezone;
int daylight;
#define names tzname
#define seconds_west timezone
#define has_summer_time daylight
#else
static char *names[2] = {(char *)"GMT", (char *)"GMT"};
static long seconds_west;
static int has_summer_time;
extern char *tzname[2] __attribute__((weak, alias("names")));
extern long timezone __attribute__((weak, alias("seconds_west")));
extern int daylight __attribute__((weak, alias("has_summer_time")));
#endif

struct question {
    const time_t *time;
    struct tm *local;
    time_t result;
};

typedef void ask(struct question *question);

static void ask_nothing(struct question *question)
{
    (void)question;
}

static void ask_localtime(struct question *question)
{
    struct tm *(*libc_localtime_r)(const time_t *, struct tm *);

    *(void **)&libc_localtime_r = dlsym(RTLD_NEXT, "localtime_r");
    question->local = libc_localtime_r(question->time, question->local);
}

static void ask_mktime(struct question *question)
{
    time_t (*libc_mktime)(struct tm *);

    *(void **)&libc_mktime = dlsym(RTLD_NEXT, "mktime");
    question->result = libc_mktime(question->local);
}

static void ask_libc(ask *function, struct question *question)
{
    void (*libc_tzset)(void);
    char **process;

    *(void **)&libc_tzset = dlsym(RTLD_NEXT, "tzset");
    pthread_mutex_lock(&heddle_environment_lock);
    process = __environ;
    __environ = environ;
    libc_tzset();
    function(question);
    __environ = process;
    names[0] = __tzname[0]; /* valid for good, because libc never frees a name */
    names[1] = __tzname[1];
    seconds_west = __timezone;
    has_summer_time = __daylight;
    pthread_mutex_unlock(&heddle_environment_lock);
}

void tzset(void)
{
    struct question question = {0};

    ask_libc(ask_nothing, &question);
}

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict local)
{
    struct question question = {.time = time, .local = local};

    ask_libc(ask_localtime, &question);
    return question.local;
}

time_t mktime(struct tm *local)
{
    struct question question = {.local = local};

    ask_libc(ask_mktime, &question);
    return question.result;
}

time_t timelocal(struct tm *local)
{
    return mktime(local);
}

char *ctime_r(const time_t *restrict time, char *restrict text)
{
    struct tm local;

    return localtime_r(time, &local) != NULL ? asctime_r(&local, text) : NULL;
}
