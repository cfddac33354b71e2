/* SPDX-License-Identifier: MIT */
#include "base/limit.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/memory.h"
#include "base/note.h"

/* A limit counts as reached when CLOSE or fewer are left: other threads may have come and gone. The
 * kernel keeps the lowest NUMBERS_KEPT process numbers for itself. */
enum { CLOSE = 16, NUMBERS_KEPT = 300 };

/* A stack, and the page below that is never touched. */
enum { MAPS_OF_STACK = 2 };

enum { LINE_BYTES = 512, PATH_BYTES = 1024 };

long limit_read(const char *path)
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

/* Counts the threads of the whole system. */
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

long limit_count_maps(void)
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

static long lower_limit(long one, long other)
{
    return one < other ? one : other;
}

static long room_in(struct limit_group group)
{
    return group.most == LONG_MAX ? LONG_MAX : group.most - group.used;
}

static struct limit_group read_group(const char *folder, const char *path)
{
    struct limit_group group;
    char file[PATH_BYTES];

    snprintf(file, sizeof file, "%s%s/pids.max", folder, path);
    group.most = limit_read(file);
    snprintf(file, sizeof file, "%s%s/pids.current", folder, path);
    group.used = group.most != LONG_MAX ? limit_read(file) : 0;
    return group;
}

/* Returns the group with the least room: the path's, or one that it is part of. Shortens the
 * path. */
static struct limit_group tightest(const char *folder, char *path)
{
    struct limit_group group, least = read_group(folder, path);

    while (*path != '\0') {
        char *end = strrchr(path, '/');

        *(end != NULL ? end : path) = '\0';
        group = read_group(folder, path);
        if (room_in(group) < room_in(least))
            least = group;
    }
    return least;
}

/* A line is "0::/path" for a group of version 2 of the kernel's interface, "8:pids:/path" for one
 * of version 1, which has a folder for each controller. */
struct limit_group limit_of_groups(void)
{
    FILE *file = fopen("/proc/self/cgroup", "re");
    struct limit_group least = {LONG_MAX, 0};
    char line[LINE_BYTES];

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *folder = strstr(line, ":pids:/") != NULL ? "/sys/fs/cgroup/pids"
                             : strncmp(line, "0::/", 4) == 0 ? "/sys/fs/cgroup"
                                                             : NULL;
        struct limit_group group = {LONG_MAX, 0};

        line[strcspn(line, "\n")] = '\0';
        if (folder != NULL)
            group = tightest(folder, strstr(line, ":/") + 1);
        if (room_in(group) < room_in(least))
            least = group;
    }
    if (file != NULL)
        fclose(file);
    return least;
}

int limit_check_maps(long before, int made, int wanted)
{
    long most = limit_read("/proc/sys/vm/max_map_count");
    long for_each = (limit_count_maps() - before) / made + MAPS_OF_STACK;
    long needed = before + wanted * for_each;

    return needed <= most ? 0
                          : note(-1, "%d ranks of this program need %ld maps of memory, and the "
                                     "kernel permits a process %ld: %ld ranks fit; or raise the "
                                     "limit (sysctl vm.max_map_count=%ld)",
                                 wanted, needed, most, (most - before) / for_each, 2 * needed);
}

/* One for each limit: true if it has been reached. */
static bool has_no_maps(char text[LIMIT_TEXT_BYTES])
{
    long most = limit_read("/proc/sys/vm/max_map_count");

    if (most == LONG_MAX || limit_count_maps() + CLOSE < most)
        return false;
    snprintf(text, LIMIT_TEXT_BYTES,
             ": the kernel permits a process %ld maps of memory; run fewer ranks, or raise "
             "the limit (sysctl vm.max_map_count)", most);
    return true;
}

static bool has_no_room_in_group(char text[LIMIT_TEXT_BYTES])
{
    struct limit_group group = limit_of_groups();

    if (room_in(group) > CLOSE)
        return false;
    snprintf(text, LIMIT_TEXT_BYTES,
             ": the control group is permitted %ld threads; run fewer ranks, or raise the limit "
             "(pids.max of the control group or container)", group.most);
    return true;
}

static bool has_no_threads_of_user(char text[LIMIT_TEXT_BYTES])
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NPROC, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        count_threads() + CLOSE < (long)limit.rlim_cur)
        return false;
    snprintf(text, LIMIT_TEXT_BYTES,
             ": the user is permitted %ld threads; run fewer ranks, or raise the limit "
             "(ulimit -u)",
             (long)limit.rlim_cur);
    return true;
}

static bool has_no_threads(char text[LIMIT_TEXT_BYTES])
{
    long numbers = limit_read("/proc/sys/kernel/pid_max");
    long threads = limit_read("/proc/sys/kernel/threads-max");

    if (lower_limit(numbers, threads) == LONG_MAX ||
        count_threads() + NUMBERS_KEPT + CLOSE < lower_limit(numbers, threads))
        return false;
    snprintf(text, LIMIT_TEXT_BYTES,
             ": the kernel permits %ld threads; run fewer ranks, or raise the limit "
             "(sysctl kernel.%s)",
             lower_limit(numbers, threads), numbers < threads ? "pid_max" : "threads-max");
    return true;
}

void limit_describe(char text[LIMIT_TEXT_BYTES])
{
    const char *hint = memory_hint();

    if (!has_no_maps(text) && !has_no_room_in_group(text) && !has_no_threads_of_user(text) &&
        !has_no_threads(text))
        snprintf(text, LIMIT_TEXT_BYTES, "%s%s", hint,
                 *hint == '\0' ? "" : "; raise the limit, run fewer ranks, or give them smaller "
                                      "stacks (HEDDLE_STACK_KB)");
}
