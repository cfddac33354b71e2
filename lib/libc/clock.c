/* SPDX-License-Identifier: MIT */
/* Clocks. The processor time is the rank's, not that of all ranks.
 *
 * In an explored job, waits with a limit of time, of threads that take turns, end when nothing else
 * can happen, and not when the time has come. From then on the rank's clocks are ahead of the
 * machine's and show that it has come, so libc is given times of the machine's clocks. */
#include <sys/time.h>
#include <time.h>

#include "libc/objects.h"
#include "rank/thread/taken.h"
#include "rank/thread/thread.h"
#include "rank/world.h"

enum { SECOND_NS = 1000000000, SECOND_US = 1000000, US_NS = 1000 };

/* The most by which a wait moves the clocks: 30 years. */
enum { AHEAD_SECONDS_MOST = 1000000000 };

typedef int clock_reader(clockid_t clock, struct timespec *time);
typedef int day_reader(struct timeval *time, void *zone);
typedef time_t time_reader(time_t *time);
typedef int base_reader(struct timespec *time, int base);

static int64_t ahead_ns(uintptr_t site)
{
    return taken_may_be() ? taken_ahead_ns(site) : 0;
}

static bool shows_time(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME_COARSE ||
           clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_MONOTONIC_RAW ||
           clock == CLOCK_BOOTTIME;
}

/* Moves the time by that, which may be less than 0. */
static void move(struct timespec *time, int64_t by_ns)
{
    time->tv_sec += (time_t)(by_ns / SECOND_NS);
    time->tv_nsec += (long)(by_ns % SECOND_NS);
    if (time->tv_nsec >= SECOND_NS) {
        time->tv_sec++;
        time->tv_nsec -= SECOND_NS;
    } else if (time->tv_nsec < 0) {
        time->tv_sec--;
        time->tv_nsec += SECOND_NS;
    }
}

static int read_clock(clockid_t clock, struct timespec *time)
{
    return ((clock_reader *)object_behind(BEHIND_CLOCK_GETTIME))(clock, time);
}

static bool read_processor_time(struct timespec *time)
{
    struct rank *self = rank_self();
    uint64_t ns;

    if (!rank_is_in_its_process(self))
        return false;
    ns = rank_cpu_ns(self);
    *time = (struct timespec){.tv_sec = (time_t)(ns / SECOND_NS),
                              .tv_nsec = (long)(ns % SECOND_NS)};
    return true;
}

INTERPOSES int clock_gettime(clockid_t clock, struct timespec *time)
{
    int64_t by_ns = ahead_ns(SITE);
    int result;

    if (clock == CLOCK_PROCESS_CPUTIME_ID && read_processor_time(time))
        return 0;
    result = read_clock(clock, time);
    if (unlikely(by_ns != 0) && result == 0 && shows_time(clock))
        move(time, by_ns);
    return result;
}

INTERPOSES int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    int64_t by_ns = ahead_ns(SITE);
    int result = ((day_reader *)object_behind(BEHIND_GETTIMEOFDAY))(time, zone);
    struct timespec moved;

    if (likely(by_ns == 0) || result != 0)
        return result;
    moved = (struct timespec){.tv_sec = time->tv_sec, .tv_nsec = time->tv_usec * US_NS};
    move(&moved, by_ns);
    time->tv_sec = moved.tv_sec;
    time->tv_usec = moved.tv_nsec / US_NS;
    return 0;
}

static __attribute__((noinline)) time_t time_ahead(time_t *place, int64_t by_ns)
{
    struct timespec now;

    if (by_ns == 0 || read_clock(CLOCK_REALTIME, &now) != 0)
        return ((time_reader *)object_behind(BEHIND_TIME))(place);
    move(&now, by_ns);
    if (place != NULL)
        *place = now.tv_sec;
    return now.tv_sec;
}

INTERPOSES time_t time(time_t *place)
{
    return taken_may_be() ? time_ahead(place, taken_ahead_ns(SITE))
                          : ((time_reader *)object_behind(BEHIND_TIME))(place);
}

INTERPOSES int timespec_get(struct timespec *time, int base)
{
    int64_t by_ns = ahead_ns(SITE);
    int result = ((base_reader *)object_behind(BEHIND_TIMESPEC_GET))(time, base);

    if (unlikely(by_ns != 0) && result == TIME_UTC)
        move(time, by_ns);
    return result;
}

bool clock_can_end(clockid_t clock, const struct timespec *time)
{
    return (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC) && time->tv_nsec >= 0 &&
           time->tv_nsec < SECOND_NS;
}

const struct timespec *clock_of_machine(uintptr_t site, clockid_t clock,
                                        const struct timespec *time, struct timespec *moved)
{
    int64_t by_ns = ahead_ns(site);

    if (likely(by_ns == 0) || !shows_time(clock) || time->tv_nsec < 0 ||
        time->tv_nsec >= SECOND_NS || time->tv_sec < by_ns / SECOND_NS + 1)
        return time;
    *moved = *time;
    move(moved, -by_ns);
    return moved;
}

/* Times that are farther away are of no use. */
static int64_t near_ns(int64_t seconds)
{
    return (seconds < AHEAD_SECONDS_MOST ? seconds : AHEAD_SECONDS_MOST) * SECOND_NS;
}

void clock_come_to(struct rank *self, clockid_t clock, const struct timespec *time)
{
    struct timespec now;

    if (read_clock(clock, &now) == 0 && time->tv_sec >= now.tv_sec)
        taken_come_to(self, near_ns(time->tv_sec - now.tv_sec) + time->tv_nsec - now.tv_nsec);
}

void clock_pass(struct rank *self, const struct timespec *time)
{
    taken_pass(self, near_ns(time->tv_sec) + time->tv_nsec);
}
