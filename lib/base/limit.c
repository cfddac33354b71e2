/* SPDX-License-Identifier: MIT */
#include "base/limit.h"

#include <limits.h>
#include <stdio.h>
#include <sys/resource.h>

#include "base/memory.h"

/* A limit counts as reached when CLOSE or fewer are left: other threads may have come and gone. The
 * kernel keeps the lowest NUMBERS_KEPT process numbers for itself. */
enum { CLOSE = 16, NUMBERS_KEPT = 300 };

/* The number in the file; LONG_MAX: there is none. */
static long read_number(const char *path)
{
    FILE *file = fopen(path, "re");
    long number;

    if (file == NULL)
        return LONG_MAX;
    if (fscanf(file, "%ld", &number) != 1)
        number = LONG_MAX;
    fclose(file);
    return number;
}

/* Of the whole system. */
static long count_threads(void)
{
    FILE *file = fopen("/proc/loadavg", "re");
    long threads = 0;

    if (file == NULL || fscanf(file, "%*f %*f %*f %*d/%ld", &threads) != 1)
        threads = 0;
    if (file != NULL)
        fclose(file);
    return threads;
}

static long count_maps(void)
{
    FILE *file = fopen("/proc/self/maps", "re");
    long lines = 0;
    int byte;

    if (file == NULL)
        return 0;
    while ((byte = getc_unlocked(file)) != EOF)
        lines += byte == '\n';
    fclose(file);
    return lines;
}

static long least(long one, long other)
{
    return one < other ? one : other;
}

/* One for each limit: true if it has been reached. */
static bool has_no_maps(char text[LIMIT_TEXT_BYTES])
{
    long most = read_number("/proc/sys/vm/max_map_count");

    if (most == LONG_MAX || count_maps() + CLOSE < most)
        return false;
    snprintf(text, LIMIT_TEXT_BYTES,
             ": the kernel permits a process %ld maps of memory (sysctl vm.max_map_count)", most);
    return true;
}

static bool has_no_room_in_group(char text[LIMIT_TEXT_BYTES])
{
    long most = read_number("/sys/fs/cgroup/pids.max");

    if (most == LONG_MAX || read_number("/sys/fs/cgroup/pids.current") + CLOSE < most)
        return false;
    snprintf(text, LIMIT_TEXT_BYTES, ": the control group is permitted %ld threads (pids.max)",
             most);
    return true;
}

static bool has_no_threads_of_user(char text[LIMIT_TEXT_BYTES])
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NPROC, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        count_threads() + CLOSE < (long)limit.rlim_cur)
        return false;
    snprintf(text, LIMIT_TEXT_BYTES, ": the user is permitted %ld threads (ulimit -u)",
             (long)limit.rlim_cur);
    return true;
}

static bool has_no_threads(char text[LIMIT_TEXT_BYTES])
{
    long numbers = read_number("/proc/sys/kernel/pid_max");
    long threads = read_number("/proc/sys/kernel/threads-max");

    if (least(numbers, threads) == LONG_MAX ||
        count_threads() + NUMBERS_KEPT + CLOSE < least(numbers, threads))
        return false;
    snprintf(text, LIMIT_TEXT_BYTES, ": the kernel permits %ld threads (sysctl kernel.%s)",
             least(numbers, threads), numbers < threads ? "pid_max" : "threads-max");
    return true;
}

void limit_describe(char text[LIMIT_TEXT_BYTES])
{
    if (!has_no_maps(text) && !has_no_room_in_group(text) && !has_no_threads_of_user(text) &&
        !has_no_threads(text))
        snprintf(text, LIMIT_TEXT_BYTES, "%s", memory_hint());
}
