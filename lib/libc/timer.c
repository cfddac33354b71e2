/* SPDX-License-Identifier: MIT */
#include "libc/timer.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/libc.h"
#include "libc/callback.h"
#include "libc/libc.h"

enum { MICROSECONDS = 1000000, NANOSECONDS_OF_ONE = 1000 };

typedef int timer_creator(clockid_t clock, struct sigevent *event, timer_t *timer);

static int libc_timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    timer_creator *create = (timer_creator *)libc_function("timer_create");

    return create(clock, event, timer);
}

/* The timer's function runs in the rank. */
static int create_calling(struct rank *self, clockid_t clock, const struct sigevent *event,
                          timer_t *timer)
{
    struct sigevent own = *event;
    struct callback *callback = callback_make(self, &own);
    int error = callback != NULL ? libc_timer_create(clock, &own, timer) : -1;

    if (error == 0)
        callback_set_timer(callback, *timer);
    return error;
}

/* Directs a timer's signals to the rank instead of the process. */
__attribute__((visibility("default")))
int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    struct rank *self = rank_self();
    struct sigevent own = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};

    if (event != NULL && event->sigev_notify == SIGEV_THREAD && libc_self() != NULL)
        return create_calling(self, clock, event, timer);
    if (!rank_is_in_its_process(self) || (event != NULL && event->sigev_notify != SIGEV_SIGNAL))
        return libc_timer_create(clock, event, timer);
    if (event != NULL)
        own = *event;
    own.sigev_notify = SIGEV_THREAD_ID;
    own._sigev_un._tid = self->thread_id;
    return libc_timer_create(clock, &own, timer);
}

typedef int timer_deleter(timer_t timer);

__attribute__((visibility("default"))) int timer_delete(timer_t timer)
{
    struct libc *libc = libc_self();

    if (libc != NULL)
        callback_forget_timer(libc, timer);
    return ((timer_deleter *)libc_function("timer_delete"))(timer);
}

/* Finds the clock and signal of one of setitimer's three timers. */
static int find_clock(const struct rank *self, int which, clockid_t *clock, int *signal)
{
    static const int signals[] = {
        [ITIMER_REAL] = SIGALRM, [ITIMER_VIRTUAL] = SIGVTALRM, [ITIMER_PROF] = SIGPROF,
    };

    if (which < 0 || which >= LIBC_TIMERS) {
        errno = EINVAL;
        return -1;
    }
    *signal = signals[which];
    *clock = CLOCK_MONOTONIC;
    if (which != ITIMER_REAL)
        errno = pthread_getcpuclockid(self->thread, clock);
    return which == ITIMER_REAL || errno == 0 ? 0 : -1;
}

static int make_timer(struct libc *libc, int which)
{
    const struct rank *self = rank_self();
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID};
    clockid_t clock;

    if (find_clock(self, which, &clock, &event.sigev_signo) != 0)
        return -1;
    if (libc->has_timer[which])
        return 0;
    event._sigev_un._tid = self->thread_id;
    if (libc_timer_create(clock, &event, &libc->timers[which]) != 0)
        return -1;
    libc->has_timer[which] = true;
    return 0;
}

static struct timespec in_nanoseconds(struct timeval time)
{
    return (struct timespec){time.tv_sec, time.tv_usec * NANOSECONDS_OF_ONE};
}

/* Rounds up, because a rest of less than a microsecond has not passed yet. */
static struct timeval in_microseconds(struct timespec time)
{
    long microseconds = (time.tv_nsec + NANOSECONDS_OF_ONE - 1) / NANOSECONDS_OF_ONE;

    return (struct timeval){time.tv_sec + microseconds / MICROSECONDS,
                            microseconds % MICROSECONDS};
}

static void convert_time(const struct itimerspec *time, struct itimerval *converted)
{
    if (converted == NULL)
        return;
    converted->it_interval = in_microseconds(time->it_interval);
    converted->it_value = in_microseconds(time->it_value);
}

typedef int timer_setter(int which, const struct itimerval *time, struct itimerval *before);
typedef int timer_getter(int which, struct itimerval *time);

__attribute__((visibility("default")))
int setitimer(__itimer_which_t which, const struct itimerval *restrict time,
              struct itimerval *restrict before)
{
    struct libc *libc = libc_self();
    struct itimerspec wanted = {0}, earlier;

    if (libc == NULL)
        return ((timer_setter *)libc_function("setitimer"))((int)which, time, before);
    if (make_timer(libc, (int)which) != 0)
        return -1;
    if (time != NULL) {
        wanted.it_interval = in_nanoseconds(time->it_interval);
        wanted.it_value = in_nanoseconds(time->it_value);
    }
    if (timer_settime(libc->timers[which], 0, &wanted, &earlier) != 0)
        return -1;
    convert_time(&earlier, before);
    return 0;
}

__attribute__((visibility("default")))
int getitimer(__itimer_which_t which, struct itimerval *time)
{
    struct libc *libc = libc_self();
    struct itimerspec left;

    if (libc == NULL)
        return ((timer_getter *)libc_function("getitimer"))((int)which, time);
    if (make_timer(libc, (int)which) != 0 || timer_gettime(libc->timers[which], &left) != 0)
        return -1;
    convert_time(&left, time);
    return 0;
}

__attribute__((visibility("default"))) unsigned alarm(unsigned seconds)
{
    struct itimerval wanted = {.it_value = {.tv_sec = seconds}}, before = {0};

    if (setitimer(ITIMER_REAL, &wanted, &before) != 0)
        return 0;
    /* Return at least one second if any time is left. */
    if (before.it_value.tv_usec >= MICROSECONDS / 2 ||
        (before.it_value.tv_sec == 0 && before.it_value.tv_usec > 0))
        before.it_value.tv_sec++;
    return (unsigned)before.it_value.tv_sec;
}

void timers_end(struct libc *libc)
{
    int i;

    for (i = 0; i < LIBC_TIMERS; i++)
        if (libc->has_timer[i])
            timer_delete(libc->timers[i]);
}
