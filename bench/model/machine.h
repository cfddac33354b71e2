/* SPDX-License-Identifier: MIT */
/* The machines whose time bench/model predicts.
 *
 * A machine is processors in clusters, which share a last-level cache, and clusters in sockets,
 * which share memory. All times are picoseconds. A copy of a cache line is a line's 64 bytes. */
#ifndef MODEL_MACHINE_H
#define MODEL_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

enum { PROCESSORS_MAX = 256, LINE_BYTES = 64 };

/* Where a line comes from, as seen by the processor that wants it. */
enum place {
    PLACE_OWN,     /* its second-level cache */
    PLACE_CLUSTER, /* a processor of its cluster */
    PLACE_SOCKET,  /* a processor of another cluster of its socket */
    PLACE_OTHER,   /* a processor of another socket */
    PLACE_SHARED,  /* the last-level cache of its cluster */
    PLACE_MEMORY,
    PLACES,
};

struct machine {
    const char *name;
    const char *words;
    int processors, cluster, socket; /* processors in all, in a cluster, in a socket */
    int slow;                        /* the last ones are slow cores */
    int64_t slow_percent;            /* what a slow core takes for the same instructions */

    int64_t access;  /* a load or store that hits, with the instructions around it */
    int64_t call;    /* a call of a function */
    int64_t update;  /* an atomic update of a line that is there */
    int64_t pause;   /* the instruction of spin loops */
    int64_t clock;   /* a reading of the clock */
    int64_t latency[PLACES]; /* until one line has come from there */
    int64_t overlap;         /* percent of a latency that other work hides, if nobody has waited */
    int64_t stream[PLACES];  /* each further line of a run of lines, to one processor */
    int64_t occupied;        /* a line that several want serves one in this time */
    int64_t told;            /* each processor more that has to give up its copy of a line */
    int64_t cluster_line;    /* the last-level cache of a cluster passes one line in this time */
    int64_t socket_line;     /* the memory of a socket passes one line in this time */
    int64_t own_bytes;       /* of the second-level cache of a processor */
    int64_t cluster_bytes;   /* of the last-level cache of a cluster */
    int64_t buffered;        /* how far stores may be behind */
    bool migrates; /* a load of a line that another processor has written takes it away */
};

/* NULL: there is none of that name. */
const struct machine *machine_find(const char *name);

/* Prints one line for each machine: name, processors, those of a cluster, words. */
void machine_list(void);

/* Where the line lies as `from`'s copy, seen by `to`. */
enum place machine_place(const struct machine *machine, int from, int to);

#endif
