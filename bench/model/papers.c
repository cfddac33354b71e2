/* SPDX-License-Identifier: MIT */
/* This program measures the algorithms of algorithms.h, in a model or on this machine: what an MPI
 * library could reach.
 *
 *   papers [-w] THREADS CLUSTER REPEATS [PATTERN[.BYTES]]...
 *                          prints: pattern.algorithm bytes nanoseconds
 *   papers machines        prints the machines of the model
 *
 * An operation in which not all wait for all is followed by a barrier now and then, whose time
 * belongs to the operation's. -w: each thread writes its data before each operation, as programs
 * do, and that time does, too. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../by_value.h"
#include "algorithms.h"
#include "model.h"

enum { WARM = 4, BATCHES = 15 };

static int writes; /* each thread its data, before each operation */

static const int sizes[] = {8, 1024, 65536};

static double seconds(void)
{
    struct timespec now;

    if (model_begin != NULL)
        return model_seconds();
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void write_blocks(const struct algorithm *algorithm)
{
    memset(from[me], 0, (size_t)bytes * (size_t)(algorithm->run == alltoall_flat ? threads : 1));
}

static void run(const struct algorithm *algorithm, int times)
{
    int i;

    for (i = 0; i < times; i++) {
        call++;
        if (writes)
            write_blocks(algorithm);
        algorithm->run();
        if (!algorithm->meets && call % (SLOTS / 2) == 0) {
            call++;
            barrier_clusters();
        }
    }
}

static int repeats;
static const struct algorithm *current;
static double result;
static pthread_barrier_t gate;

static double seconds_of(void)
{
    double start;

    call++;
    barrier_clusters();
    run(current, WARM);
    start = seconds();
    run(current, repeats);
    return (seconds() - start) / repeats;
}

static void measure(void)
{
    double times[BATCHES];
    int i;

    if (model_begin != NULL) {
        model_begin(me, threads);
        times[BATCHES / 2] = seconds_of();
        model_end();
    } else {
        for (i = 0; i < BATCHES; i++)
            times[i] = seconds_of();
        qsort(times, BATCHES, sizeof times[0], by_value);
    }
    if (me == 0)
        result = times[BATCHES / 2];
}

static size_t block_bytes; /* what the largest point needs, because all threads have such blocks */

static char *block_of_thread(void)
{
    char *block = aligned_alloc(4096, block_bytes);

    if (block == NULL) {
        fprintf(stderr, "papers: there is no memory for %d blocks of %zu bytes\n", threads,
                block_bytes);
        exit(2);
    }
    memset(block, 0, block_bytes);
    return block;
}

static void *run_thread(void *argument)
{
    me = (int)(intptr_t)argument;
    from[me] = block_of_thread();
    to[me] = block_of_thread();
    for (;;) {
        pthread_barrier_wait(&gate);
        if (current == NULL)
            return NULL;
        measure();
        pthread_barrier_wait(&gate);
    }
}

static int is_wanted(const char *pattern, int block, int wanted, char **words)
{
    char point[64];
    int i;

    snprintf(point, sizeof point, "%s.%d", pattern, block);
    for (i = 0; i < wanted; i++)
        if (strcmp(words[i], pattern) == 0 || strcmp(words[i], point) == 0)
            return 1;
    return wanted == 0;
}

/* The k-th size of the algorithm, in bytes; a negative number: that point is not measured. */
static int bytes_of(const struct algorithm *algorithm, size_t k, int wanted, char **words)
{
    int block = algorithm->most == 0 ? 0 : sizes[k];

    if ((block == 0 && k > 0) || block < algorithm->least || block > algorithm->most ||
        !is_wanted(algorithm->pattern, block, wanted, words) ||
        (algorithm->is_binary && (threads & (threads - 1)) != 0))
        return -1;
    return block;
}

static size_t bytes_of_largest(int wanted, char **words)
{
    size_t most = 4096, k;
    int i;

    for (i = 0; i < algorithms_count; i++)
        for (k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            int block = bytes_of(&algorithms[i], k, wanted, words);
            size_t total = block < 0 ? 0 : (size_t)block;

            total *= algorithms[i].is_wide ? (size_t)threads : 1;
            most = total > most ? total : most;
        }
    return (most + 4095) / 4096 * 4096;
}

static void measure_all(int wanted, char **words)
{
    size_t k;
    int i;

    for (i = 0; i < algorithms_count; i++)
        for (k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            bytes = bytes_of(&algorithms[i], k, wanted, words);
            if (bytes < 0)
                continue;
            current = &algorithms[i];
            pthread_barrier_wait(&gate);
            pthread_barrier_wait(&gate);
            printf("%s.%s %d %.1f\n", current->pattern, current->name, bytes, result * 1e9);
            fflush(stdout);
        }
}

int main(int argc, char **argv)
{
    pthread_t ids[THREADS_MAX];
    int t;

    writes = argc > 1 && strcmp(argv[1], "-w") == 0;
    argc -= writes;
    argv += writes;
    if (argc == 2 && strcmp(argv[1], "machines") == 0 && model_machines != NULL) {
        model_machines();
        return 0;
    }
    if (argc < 4 || (threads = atoi(argv[1])) < 1 || threads > THREADS_MAX ||
        (cluster = atoi(argv[2])) < 1 || (repeats = atoi(argv[3])) < 1) {
        fprintf(stderr, "papers [-w] THREADS CLUSTER REPEATS [PATTERN]...\n");
        return 2;
    }
    algorithms_init();
    block_bytes = bytes_of_largest(argc - 4, argv + 4);
    pthread_barrier_init(&gate, NULL, (unsigned)threads + 1);
    for (t = 0; t < threads; t++)
        pthread_create(&ids[t], NULL, run_thread, (void *)(intptr_t)t);
    measure_all(argc - 4, argv + 4);
    current = NULL;
    pthread_barrier_wait(&gate);
    for (t = 0; t < threads; t++)
        pthread_join(ids[t], NULL);
    algorithms_fini();
    return 0;
}
