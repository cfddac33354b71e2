/* SPDX-License-Identifier: MIT */
/* strtok's position and the buffers of the calendar functions, one set for each rank. The plugin
 * that compiles this file makes them private, like the program's variables. */
#include <string.h>
#include <time.h>

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak strtok
#pragma weak localtime
#pragma weak gmtime
#pragma weak asctime
#pragma weak ctime

enum { DATE_BYTES = 128 };

static struct tm broken_down; /* one for both functions, as in libc */
static char date[DATE_BYTES];

char *strtok(char *restrict text, const char *restrict separators)
{
    static char *rest;

    return strtok_r(text, separators, &rest);
}

struct tm *localtime(const time_t *time)
{
    return localtime_r(time, &broken_down);
}

struct tm *gmtime(const time_t *time)
{
    return gmtime_r(time, &broken_down);
}

char *asctime(const struct tm *time)
{
    return asctime_r(time, date);
}

char *ctime(const time_t *time)
{
    const struct tm *local = localtime(time);

    return local != NULL ? asctime_r(local, date) : NULL;
}
