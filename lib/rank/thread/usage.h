/* SPDX-License-Identifier: MIT */
/* The resources that threads have used, as the kernel counts them for each thread. */
#ifndef RANK_USAGE_H
#define RANK_USAGE_H

#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct usage {
    uint64_t cpu_ns;    /* processor time */
    uint64_t system_ns; /* the part of it in the kernel */
    struct rusage counts; /* faults, switches, blocks; no times */
};

/* Adds that of the calling thread, of another thread of the process; nothing of one that has
 * ended. */
void usage_add_own(struct usage *usage);
void usage_add_thread(struct usage *usage, pid_t thread_id);

/* The times that rank_usage has returned last. */
struct usage_reported {
    uint64_t user_ns, system_ns;
};

/* Writes the times in the user's code and in the kernel. These are known less exactly than their
 * sum. Neither goes back, as the kernel has it for processes. */
void usage_divide(const struct usage *used, struct usage_reported *reported, struct rusage *usage);

#endif
