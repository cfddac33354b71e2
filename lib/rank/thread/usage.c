/* SPDX-License-Identifier: MIT */
#include "rank/thread/usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rank/thread/kernel.h"

enum { NANOSECONDS = 1000000000, BLOCK_BYTES = 512, FILE_BYTES = 2048 };

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

    usage->cpu_ns += kernel_own_cpu_ns(&own);
    usage->system_ns +=
        (uint64_t)own.ru_stime.tv_sec * NANOSECONDS + (uint64_t)own.ru_stime.tv_usec * 1000u;
    add_counts(&usage->counts, &own);
}

/* The number behind a word; 0 if the word is missing. */
static long find_number(const char *text, const char *word)
{
    const char *found = strstr(text, word);

    return found != NULL ? strtol(found + strlen(word), NULL, 10) : 0;
}

static void add_stat(struct usage *usage, const char *state)
{
    unsigned long minor = 0, major = 0, system_ticks = 0;

    if (state == NULL)
        return;
    sscanf(state, ") %*c %*s %*s %*s %*s %*s %*s %lu %*s %lu %*s %*s %lu", &minor, &major,
           &system_ticks);
    usage->system_ns += system_ticks * (NANOSECONDS / (uint64_t)sysconf(_SC_CLK_TCK));
    usage->counts.ru_minflt += (long)minor;
    usage->counts.ru_majflt += (long)major;
}

void usage_add_thread(struct usage *usage, pid_t thread_id)
{
    char text[FILE_BYTES];

    usage->cpu_ns += kernel_cpu_ns(thread_id);
    add_stat(usage, kernel_state(thread_id, text, sizeof text));
    kernel_read(thread_id, "status", text, sizeof text);
    usage->counts.ru_nvcsw += find_number(text, "\nvoluntary_ctxt_switches:");
    usage->counts.ru_nivcsw += find_number(text, "\nnonvoluntary_ctxt_switches:");
    kernel_read(thread_id, "io", text, sizeof text);
    usage->counts.ru_inblock += find_number(text, "\nread_bytes:") / BLOCK_BYTES;
    usage->counts.ru_oublock += find_number(text, "\nwrite_bytes:") / BLOCK_BYTES;
}

static struct timeval to_timeval(uint64_t ns)
{
    return (struct timeval){.tv_sec = (time_t)(ns / NANOSECONDS),
                            .tv_usec = (suseconds_t)(ns % NANOSECONDS / 1000u)};
}

void usage_divide(const struct usage *used, struct usage_reported *reported, struct rusage *usage)
{
    uint64_t user_ns = reported->user_ns, system_ns = reported->system_ns, cpu_ns = used->cpu_ns;

    if (cpu_ns < user_ns + system_ns)
        cpu_ns = user_ns + system_ns;
    if (system_ns < used->system_ns)
        system_ns = used->system_ns;
    if (system_ns > cpu_ns - user_ns)
        system_ns = cpu_ns - user_ns;
    *reported = (struct usage_reported){.user_ns = cpu_ns - system_ns, .system_ns = system_ns};
    usage->ru_utime = to_timeval(reported->user_ns);
    usage->ru_stime = to_timeval(reported->system_ns);
}
