/* SPDX-License-Identifier: MIT */
/* Algorithms of the literature for barriers and collective operations in shared memory, without
 * anything around them: no types, no checks, buffers that all threads know.
 *
 *   flat           one line for each thread; whoever needs them reads all
 *   dissemination  Hensgen, Finkel, Manber: Two Algorithms for Barrier Synchronization (1988)
 *   tree           Mellor-Crummey, Scott: Algorithms for Scalable Synchronization (1991): arrival
 *                  in a tree of 4, release in a tree of 2; as a broadcast and a reduction, of 4
 *   doubling       recursive doubling: Thakur, Rabenseifner, Gropp: Optimization of Collective
 *                  Communication Operations in MPICH (2005)
 *   slices         each thread reduces one slice of all buffers, all read the slices: the same
 *                  paper's reduce-scatter and allgather, by direct reading
 *   clusters       a leader for each cluster of processors, leaders among each other: Katevenis,
 *                  Ploumidis, Marazakis: Impact of Cache Coherence on the Performance of
 *                  Shared-Memory based MPI Primitives (2020), and their XHC
 *
 * Threads may be one call apart from each other in an operation in which not all wait for all; so
 * they meet at least each SLOTS calls. */
#ifndef MODEL_ALGORITHMS_H
#define MODEL_ALGORITHMS_H

#include <stdint.h>

enum { THREADS_MAX = 256, SLOTS = 16, BLOCK_MAX = 1 << 16 };

/* The operation's: constant while it runs. A block has that many bytes. */
extern int threads, cluster, bytes;

/* Each thread's buffers: one block, or one for each thread. */
extern char *from[THREADS_MAX], *to[THREADS_MAX];

extern _Thread_local int me;
extern _Thread_local uint64_t call; /* the number of the current call, from 1 on */

struct algorithm {
    const char *pattern, *name;
    void (*run)(void);
    int least, most; /* bytes of a block */
    int is_wide;     /* a thread has one block for each */
    int meets;       /* all wait for all */
    int is_binary;   /* only powers of two */
};

extern const struct algorithm algorithms[];
extern const int algorithms_count;

void algorithms_init(void);
void algorithms_fini(void);

void barrier_clusters(void);
void alltoall_flat(void);

#endif
