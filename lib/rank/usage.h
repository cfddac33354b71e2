/* SPDX-License-Identifier: MIT */
/* The resources that a rank's threads have used, as the kernel counts them for each thread. */
#ifndef RANK_USAGE_H
#define RANK_USAGE_H

#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct rank;

struct usage {
    uint64_t cpu_ns;    /* processor time */
    uint64_t system_ns; /* the part of it in the kernel */
    struct rusage counts; /* faults, switches, blocks; no times */
};

/* Adds that of the calling thread, of another thread of the process; nothing of one that has
 * ended. */
void usage_add_own(struct usage *usage);
void usage_add_thread(struct usage *usage, pid_t thread_id);

/* The processor time of another thread; 0 of one that has ended. */
uint64_t usage_cpu_ns(pid_t thread_id);

/* Fills in what getrusage(RUSAGE_SELF) would if the rank were a process. One address space is of
 * all ranks, so ru_maxrss is the process's. By any thread of the rank. */
void rank_usage(struct rank *self, struct rusage *usage);

#endif
