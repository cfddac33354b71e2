/* SPDX-License-Identifier: MIT */
/* Clocks. The processor time is the rank's, not that of all ranks.
 *
 * With HEDDLE_EXPLORE_TIME=1 the clocks of an explored job's ranks begin at the start of the
 * year 2000, and go on as MPI_Wtime does, by choices alone.
 *
 * In an explored job, waits with a limit of time, of threads that take turns, end when nothing else
 * can happen, and not when the time has come. From then on the rank's clocks are ahead of the
 * machine's and show that it has come, so libc is given times of the machine's clocks. */
#include <errno.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>

#include "libc/objects.h"
#include "rank/choice.h"
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

enum { SECONDS_TO_2000 = 946684800 };

static bool shows_time(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME_COARSE ||
           clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_MONOTONIC_RAW ||
           clock == CLOCK_BOOTTIME;
}

static bool shows_work(clockid_t clock)
{
    return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
}

/* Reads the clock of a rank whose time is virtual; a rank works all the time. */
static struct timespec virtual_time(clockid_t clock)
{
    const uint64_t ns = choice_clock(0);

    return (struct timespec){
        .tv_sec = (time_t)(ns / SECOND_NS) + (shows_work(clock) ? 0 : SECONDS_TO_2000),
        .tv_nsec = (long)(ns % SECOND_NS)};
}

static bool read_virtual(uintptr_t site, clockid_t clock, struct timespec *time)
{
    if (likely(taken_virtual(site) == NULL) || (!shows_time(clock) && !shows_work(clock)))
        return false;
    *time = virtual_time(clock);
    return true;
}

static int64_t ahead_ns(uintptr_t site)
{
    return taken_may_be() ? taken_ahead_ns(site) : 0;
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

    if (read_virtual(SITE, clock, time))
        return 0;
    if (clock == CLOCK_PROCESS_CPUTIME_ID && read_processor_time(time))
        return 0;
    result = read_clock(clock, time);
    if (unlikely(by_ns != 0) && result == 0 && shows_time(clock))
        move(time, by_ns);
    return result;
}

/* Programs seed random numbers by the time of day. clock_gettime does not count, because limits of
 * waits, which choices decide, are counted from it. */
static void note_time(const char *function, uintptr_t site)
{
    const struct turn_source source = {
        .kind = FROM_TIME, .function = function, .site = (const void *)site};

    if (taken_may_be() && taken_virtual(site) == NULL)
        turn_tell_source(&source);
}

INTERPOSES int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    int64_t by_ns = ahead_ns(SITE);
    int result = ((day_reader *)object_behind(BEHIND_GETTIMEOFDAY))(time, zone);
    struct timespec moved;
    bool is_virtual = read_virtual(SITE, CLOCK_REALTIME, &moved);

    note_time("gettimeofday", SITE);
    if (likely(by_ns == 0 && !is_virtual) || result != 0)
        return result;
    if (!is_virtual) {
        moved = (struct timespec){.tv_sec = time->tv_sec, .tv_nsec = time->tv_usec * US_NS};
        move(&moved, by_ns);
    }
    time->tv_sec = moved.tv_sec;
    time->tv_usec = moved.tv_nsec / US_NS;
    return 0;
}

static __attribute__((noinline)) time_t time_of_rank(time_t *place, uintptr_t site)
{
    const int64_t by_ns = ahead_ns(site);
    struct timespec now;

    note_time("time", site);
    if (!read_virtual(site, CLOCK_REALTIME, &now)) {
        if (by_ns == 0 || read_clock(CLOCK_REALTIME, &now) != 0)
            return ((time_reader *)object_behind(BEHIND_TIME))(place);
        move(&now, by_ns);
    }
    if (place != NULL)
        *place = now.tv_sec;
    return now.tv_sec;
}

INTERPOSES time_t time(time_t *place)
{
    return taken_may_be() ? time_of_rank(place, SITE)
                          : ((time_reader *)object_behind(BEHIND_TIME))(place);
}

INTERPOSES int timespec_get(struct timespec *time, int base)
{
    int64_t by_ns = ahead_ns(SITE);
    int result = ((base_reader *)object_behind(BEHIND_TIMESPEC_GET))(time, base);

    note_time("timespec_get", SITE);
    if (result == TIME_UTC && read_virtual(SITE, CLOCK_REALTIME, time))
        return result;
    if (unlikely(by_ns != 0) && result == TIME_UTC)
        move(time, by_ns);
    return result;
}

bool clock_can_end(clockid_t clock, const struct timespec *time)
{
    return (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC) && time->tv_nsec >= 0 &&
           time->tv_nsec < SECOND_NS;
}

/* Nanoseconds from the one to the other; 30 years if it is more. */
static int64_t ns_between(const struct timespec *from, const struct timespec *to)
{
    const int64_t seconds = to->tv_sec - from->tv_sec;

    return (seconds < AHEAD_SECONDS_MOST ? seconds : AHEAD_SECONDS_MOST) * SECOND_NS +
           to->tv_nsec - from->tv_nsec;
}

/* The rank's clock is ahead of the machine's by that, or behind it. */
static int64_t difference_ns(uintptr_t site, clockid_t clock)
{
    struct timespec machine, now;

    return read_virtual(site, clock, &now) && read_clock(clock, &machine) == 0
               ? ns_between(&machine, &now)
               : ahead_ns(site);
}

const struct timespec *clock_of_machine(uintptr_t site, clockid_t clock,
                                        const struct timespec *time, struct timespec *moved)
{
    int64_t by_ns = difference_ns(site, clock);

    if (likely(by_ns == 0) || !shows_time(clock) || time->tv_nsec < 0 ||
        time->tv_nsec >= SECOND_NS || time->tv_sec < by_ns / SECOND_NS + 1)
        return time;
    *moved = *time;
    move(moved, -by_ns);
    return moved;
}

void clock_come_to(struct rank *self, clockid_t clock, const struct timespec *time)
{
    struct timespec now;

    if (taken_virtual(0) != NULL) {
        now = virtual_time(clock);
        if (ns_between(&now, time) > 0)
            choice_clock((uint64_t)ns_between(&now, time));
    } else if (read_clock(clock, &now) == 0 && time->tv_sec >= now.tv_sec) {
        taken_come_to(self, ns_between(&now, time));
    }
}

void clock_pass(struct rank *self, const struct timespec *time)
{
    static const struct timespec none;

    if (taken_virtual(0) == NULL)
        taken_pass(self, ns_between(&none, time));
}

int clock_note_end(uintptr_t site, clockid_t clock, const struct timespec *time, int result)
{
    const bool is_over = result == ETIMEDOUT || result == thrd_timedout ||
                         (result == -1 && errno == ETIMEDOUT);
    struct rank *self = taken_virtual(site);

    if (unlikely(self != NULL) && is_over)
        clock_come_to(self, clock, time);
    return result;
}
