/* SPDX-License-Identifier: MIT */
/* Loops over global variables: compiled with and without private globals by bench/globals, which
 * measures what the difference costs. A line per loop: its name, nanoseconds for a turn
 * (median). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 1500, SIDE = 126, BINS = 256, CALLS = 4096, BATCHES = 25, TURNS = 200 };

double a[LENGTH], b[LENGTH], c[LENGTH];
double grid[SIDE][SIDE], next[SIDE][SIDE];
int bins[BINS], keys[LENGTH];
double scale = 3.0, sum;
long counter;
long leaf_value;
struct { double x, y, z; } particles[LENGTH];
int *table[LENGTH], targets[LENGTH];

static void triad(void)
{
    for (int i = 0; i < LENGTH; i++)
        a[i] = b[i] + scale * c[i];
}

static void copy(void)
{
    for (int i = 0; i < LENGTH; i++)
        a[i] = b[i];
}

static void dot(void)
{
    double total = 0;

    for (int i = 0; i < LENGTH; i++)
        total += a[i] * b[i];
    sum += total;
}

static void stencil(void)
{
    for (int i = 1; i < SIDE - 1; i++)
        for (int j = 1; j < SIDE - 1; j++)
            next[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
}

static void histogram(void)
{
    for (int i = 0; i < LENGTH; i++)
        bins[keys[i]]++;
}

static void structures(void)
{
    for (int i = 0; i < LENGTH; i++)
        particles[i].x += 0.5 * particles[i].y - particles[i].z;
}

static void pointers(void)
{
    for (int i = 0; i < LENGTH; i++)
        *table[i] += i;
}

__attribute__((noinline)) static void call_nothing(void)
{
    __asm__ volatile("");
}

static void count_with_calls(void)
{
    for (int i = 0; i < CALLS; i++) {
        counter += i;
        call_nothing();
    }
}

__attribute__((noinline)) static long leaf(long by)
{
    return leaf_value += by;
}

static void leaves(void)
{
    for (int i = 0; i < CALLS; i++)
        leaf(i);
}

static const struct loop {
    const char *name;
    void (*run)(void);
} loops[] = {
    {"triad", triad}, {"copy", copy}, {"dot", dot}, {"stencil", stencil},
    {"histogram", histogram}, {"structures", structures}, {"pointers", pointers},
    {"counter", count_with_calls}, {"leaf", leaves},
};

static int compare(const void *one, const void *other)
{
    double x = *(const double *)one, y = *(const double *)other;

    return (x > y) - (x < y);
}

static double time_of(const struct loop *loop)
{
    double times[BATCHES];

    for (int batch = 0; batch < BATCHES; batch++) {
        double start = MPI_Wtime();

        for (int turn = 0; turn < TURNS; turn++) {
            loop->run();
            __asm__ volatile("" ::: "memory");
        }
        times[batch] = (MPI_Wtime() - start) * 1e9 / TURNS;
    }
    qsort(times, BATCHES, sizeof times[0], compare);
    return times[BATCHES / 2];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int i = 0; i < LENGTH; i++) {
        keys[i] = i * 7919 % BINS;
        table[i] = &targets[i * 31 % LENGTH];
        b[i] = i;
    }
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++)
        printf("%s %.1f\n", loops[i].name, time_of(&loops[i]));
    MPI_Finalize();
    return sum < 0;
}
