/* SPDX-License-Identifier: MIT */
/* A signal ends a sleep early, even with SA_RESTART. A signal of the library is none of the
 * program's, so the sleep goes on with the time that is left. In an explored job the clock of MPI
 * does not run by itself, so a sleep moves it on. */
#include "libc/sleep.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "base/container.h"
#include "base/libc.h"
#include "base/sanitizer.h"
#include "rank/choice.h"

typedef int clock_sleeper(clockid_t, int, const struct timespec *, struct timespec *);

enum { SECOND_US = 1000000, SECOND_NS = 1000000000 };

static _Thread_local volatile unsigned questions; /* of the library to this thread */

NOT_INSTRUMENTED void sleep_note_question(void)
{
    questions++;
}

/* Returns 0 or an error number, and sets *left, if that is not NULL, after EINTR. */
static int sleep_on(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    clock_sleeper *libc_sleep = (clock_sleeper *)libc_function("clock_nanosleep");
    const struct timespec *asked = time;
    struct timespec rest;
    unsigned before;
    int error;

    do {
        before = questions;
        error = libc_sleep(clock, flags, time, &rest);
        if (error == EINTR && (flags & TIMER_ABSTIME) == 0)
            time = &rest;
    } while (error == EINTR && questions != before);
    if (error == 0 && (flags & TIMER_ABSTIME) == 0)
        choice_clock((uint64_t)asked->tv_sec * SECOND_NS + (uint64_t)asked->tv_nsec);
    if (error == EINTR && left != NULL && (flags & TIMER_ABSTIME) == 0)
        *left = rest;
    return error;
}

__attribute__((visibility("default")))
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    return sleep_on(clock, flags, time, left);
}

__attribute__((visibility("default")))
int nanosleep(const struct timespec *time, struct timespec *left)
{
    int error = sleep_on(CLOCK_REALTIME, 0, time, left);

    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

__attribute__((visibility("default")))
unsigned sleep(unsigned seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds};

    return nanosleep(&time, &time) == 0 ? 0 : (unsigned)time.tv_sec;
}

__attribute__((visibility("default")))
int usleep(useconds_t us)
{
    struct timespec time = {.tv_sec = us / SECOND_US, .tv_nsec = (long)(us % SECOND_US) * 1000};

    return nanosleep(&time, NULL);
}
