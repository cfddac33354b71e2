/* SPDX-License-Identifier: MIT */
/* A signal ends a sleep early, even with SA_RESTART. A signal of the library is none of the
 * program's, so the sleep goes on with the time that is left. In an explored job the clock of MPI
 * does not run by itself, so a sleep moves it on. A thread that takes turns with others of its rank
 * does not sleep: it lets the others run (rank/thread/taken.h). */
#include "libc/sleep.h"

#include <errno.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "base/container.h"
#include "base/sanitizer.h"
#include "libc/objects.h"
#include "rank/choice.h"
#include "rank/thread/taken.h"
#include "rank/turns.h"

typedef int yielder(void);
typedef int clock_sleeper(clockid_t, int, const struct timespec *, struct timespec *);

enum { SECOND_US = 1000000, SECOND_NS = 1000000000 };

static _Thread_local volatile unsigned questions; /* of the library to this thread */

NOT_INSTRUMENTED void sleep_note_question(void)
{
    questions++;
}

/* True: it has done so, by turns. */
static bool nap(uintptr_t site)
{
    struct rank *self = taken_self(site, NULL);

    if (likely(self == NULL))
        return false;
    taken_nap(self, site);
    return true;
}

/* nap for a time, which the rank's clocks show to have passed. Where time is virtual, no thread
 * sleeps. */
static bool nap_for(uintptr_t site, clockid_t clock, int flags, const struct timespec *time)
{
    struct rank *timed = taken_virtual(site);

    if (!clock_can_end(clock, time) || time->tv_sec < 0)
        return false;
    if (!nap(site) && (likely(timed == NULL) || !turns_are_taken(timed)))
        return false;
    if ((flags & TIMER_ABSTIME) != 0)
        clock_come_to(rank_self(), clock, time);
    else
        clock_pass(rank_self(), time);
    return true;
}

/* Returns 0 or an error number, and sets *left, if that is not NULL, after EINTR. */
static int sleep_on(uintptr_t site, clockid_t clock, int flags, const struct timespec *time,
                    struct timespec *left)
{
    clock_sleeper *libc_sleep = (clock_sleeper *)object_behind(BEHIND_CLOCK_NANOSLEEP);
    const bool is_absolute = (flags & TIMER_ABSTIME) != 0;
    struct timespec rest, moved;
    bool is_over = nap_for(site, clock, flags, time);
    const uint64_t asked_ns =
        is_absolute ? 0 : (uint64_t)time->tv_sec * SECOND_NS + (uint64_t)time->tv_nsec;
    unsigned before = questions;
    int error = 0;

    if (is_absolute)
        time = clock_of_machine(site, clock, time, &moved);
    while (!is_over) {
        error = libc_sleep(clock, flags, time, &rest);
        if (error == EINTR && !is_absolute)
            time = &rest;
        is_over = error != EINTR || questions == before;
        before = questions;
    }
    if (error == 0 && asked_ns > 0)
        choice_clock(asked_ns);
    if (error == EINTR && left != NULL && !is_absolute)
        *left = rest;
    return error;
}

static int sleep_for(uintptr_t site, const struct timespec *time, struct timespec *left)
{
    int error = sleep_on(site, CLOCK_REALTIME, 0, time, left);

    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

INTERPOSES
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    return sleep_on(SITE, clock, flags, time, left);
}

INTERPOSES int nanosleep(const struct timespec *time, struct timespec *left)
{
    return sleep_for(SITE, time, left);
}

INTERPOSES unsigned sleep(unsigned seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds};

    return sleep_for(SITE, &time, &time) == 0 ? 0 : (unsigned)time.tv_sec;
}

INTERPOSES int usleep(useconds_t us)
{
    struct timespec time = {.tv_sec = us / SECOND_US, .tv_nsec = (long)(us % SECOND_US) * 1000};

    return sleep_for(SITE, &time, NULL);
}

INTERPOSES int thrd_sleep(const struct timespec *time, struct timespec *left)
{
    int error = sleep_on(SITE, CLOCK_REALTIME, 0, time, left);

    if (error == 0)
        return 0;
    return error == EINTR ? -1 : -2;
}

INTERPOSES int sched_yield(void)
{
    return nap(SITE) ? 0 : ((yielder *)object_behind(BEHIND_SCHED_YIELD))();
}

INTERPOSES void thrd_yield(void)
{
    if (!nap(SITE))
        ((yielder *)object_behind(BEHIND_SCHED_YIELD))();
}
