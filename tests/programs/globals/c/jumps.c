/* SPDX-License-Identifier: MIT */
/* Tables of labels point at code, jump buffers and signal handlers belong to their rank.
 * options: -O0 -O1 -O2 -O3 */
#include "../globals.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

static jmp_buf landing;
static int depth;
static volatile sig_atomic_t got;

static int interpret(const char *code)
{
    static void *labels[] = {&&increment, &&twice, &&stop};
    static void *const constant_labels[] = {&&increment, &&twice, &&stop};
    static int runs, value;

    value = ++runs;
    goto *labels[*code++ - 'a'];
increment:
    value++;
    goto *constant_labels[*code++ - 'a'];
twice:
    value *= 2;
    goto *labels[*code++ - 'a'];
stop:
    return value;
}

static void note_signal(int number)
{
    got = number;
    depth += 10;
}

static void jump(int rank)
{
    depth = rank + 1;
    longjmp(landing, depth);
}

int main(int argc, char **argv)
{
    int rank, landed;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    expect(interpret("abac") == 5);
    expect(interpret("bbc") == 8);
    expect(interpret("c") == 3);
    landed = setjmp(landing);
    if (landed == 0)
        jump(rank);
    expect(landed == rank + 1 && depth == rank + 1);
    signal(SIGUSR1, note_signal);
    meet();
    pthread_kill(pthread_self(), SIGUSR1);
    expect(got == SIGUSR1 && depth == rank + 11);
    MPI_Finalize();
    return 0;
}
