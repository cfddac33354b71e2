/* SPDX-License-Identifier: MIT */
#include "rank/usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <fcntl.h>

enum { NANOSECONDS = 1000000000, BLOCK_BYTES = 512, FILE_BYTES = 2048, PATH_BYTES = 64 };

/* 0 for the clock of a thread that has ended. */
static uint64_t read_clock(clockid_t clock)
{
    struct timespec time = {0};

    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * NANOSECONDS + (uint64_t)time.tv_nsec;
}

/* As the kernel makes it of a thread's id. pthread_getcpuclockid may be used only while the thread
 * cannot end. */
static clockid_t clock_of_thread(pid_t id)
{
    const clockid_t of_one_thread = 6;

    return (clockid_t)(~(unsigned)id << 3) | of_one_thread;
}

uint64_t usage_cpu_ns(pid_t thread_id)
{
    return read_clock(clock_of_thread(thread_id));
}

static void add_counts(struct rusage *sum, const struct rusage *counts)
{
    sum->ru_minflt += counts->ru_minflt;
    sum->ru_majflt += counts->ru_majflt;
    sum->ru_inblock += counts->ru_inblock;
    sum->ru_oublock += counts->ru_oublock;
    sum->ru_nvcsw += counts->ru_nvcsw;
    sum->ru_nivcsw += counts->ru_nivcsw;
}

void usage_add_own(struct usage *usage)
{
    struct rusage own;

    getrusage(RUSAGE_THREAD, &own);
    usage->cpu_ns += read_clock(CLOCK_THREAD_CPUTIME_ID);
    usage->system_ns +=
        (uint64_t)own.ru_stime.tv_sec * NANOSECONDS + (uint64_t)own.ru_stime.tv_usec * 1000u;
    add_counts(&usage->counts, &own);
}

/* An empty text if the thread has ended. */
static const char *read_file(pid_t thread_id, const char *name, char text[FILE_BYTES])
{
    char path[PATH_BYTES];
    ssize_t length = 0;
    int file;

    snprintf(path, sizeof path, "/proc/self/task/%d/%s", (int)thread_id, name);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        length = read(file, text, FILE_BYTES - 1);
        close(file);
    }
    text[length > 0 ? length : 0] = '\0';
    return text;
}

/* The number behind a word; 0 if the word is missing. */
static long find_number(const char *text, const char *word)
{
    const char *found = strstr(text, word);

    return found != NULL ? strtol(found + strlen(word), NULL, 10) : 0;
}

/* The fields behind the name, which is in brackets and may have any characters (proc(5)). */
static void add_stat(struct usage *usage, const char *text)
{
    unsigned long minor = 0, major = 0, system_ticks = 0;
    const char *end = strrchr(text, ')');

    if (end == NULL)
        return;
    sscanf(end, ") %*c %*s %*s %*s %*s %*s %*s %lu %*s %lu %*s %*s %lu", &minor, &major,
           &system_ticks);
    usage->system_ns += system_ticks * (NANOSECONDS / (uint64_t)sysconf(_SC_CLK_TCK));
    usage->counts.ru_minflt += (long)minor;
    usage->counts.ru_majflt += (long)major;
}

void usage_add_thread(struct usage *usage, pid_t thread_id)
{
    char text[FILE_BYTES];

    usage->cpu_ns += usage_cpu_ns(thread_id);
    add_stat(usage, read_file(thread_id, "stat", text));
    read_file(thread_id, "status", text);
    usage->counts.ru_nvcsw += find_number(text, "\nvoluntary_ctxt_switches:");
    usage->counts.ru_nivcsw += find_number(text, "\nnonvoluntary_ctxt_switches:");
    read_file(thread_id, "io", text);
    usage->counts.ru_inblock += find_number(text, "\nread_bytes:") / BLOCK_BYTES;
    usage->counts.ru_oublock += find_number(text, "\nwrite_bytes:") / BLOCK_BYTES;
}

static struct timeval to_timeval(uint64_t ns)
{
    return (struct timeval){.tv_sec = (time_t)(ns / NANOSECONDS),
                            .tv_usec = (suseconds_t)(ns % NANOSECONDS / 1000u)};
}

void usage_divide(const struct usage *used, struct usage_told *told, struct rusage *usage)
{
    uint64_t user_ns = told->user_ns, system_ns = told->system_ns, cpu_ns = used->cpu_ns;

    if (cpu_ns < user_ns + system_ns)
        cpu_ns = user_ns + system_ns;
    if (system_ns < used->system_ns)
        system_ns = used->system_ns;
    if (system_ns > cpu_ns - user_ns)
        system_ns = cpu_ns - user_ns;
    *told = (struct usage_told){.user_ns = cpu_ns - system_ns, .system_ns = system_ns};
    usage->ru_utime = to_timeval(told->user_ns);
    usage->ru_stime = to_timeval(told->system_ns);
}
