/* SPDX-License-Identifier: MIT */
/* The cost of HEDDLE_RECORD: nanoseconds of processor time of a message of 8 bytes that a rank
 * sends to itself and receives, without and with it, in processes that take turns; the least of
 * all. Other programs do not change these much. What is added is to be compared with a message's
 * way from core to core, too (bench/api/pingpong).
 *
 *   record          prints a line for each way to receive
 *   record way N    is one such process: prints the nanoseconds */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PAIRS = 15, ROUNDS = 100000, WARM = 2000 };

static const char *const ways[] = {"named source", "any source", "Irecv, Waitany", "Iprobe, Recv",
                                   "Irecv, Test"};
enum { WAYS = sizeof ways / sizeof ways[0] };

/* The processor time of the calling thread. */
static double now_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void receive(int way, double *value)
{
    MPI_Request request;
    int flag = 0, index;

    if (way == 0 || way == 1) {
        MPI_Recv(value, 1, MPI_DOUBLE, way == 0 ? 0 : MPI_ANY_SOURCE, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    if (way == 3) {
        while (!flag)
            MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Recv(value, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    MPI_Irecv(value, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    if (way == 2)
        MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
    while (way == 4 && !flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
}

static int exchange(void *argument)
{
    const int way = *(const int *)argument;
    double value = 0, start = 0;

    for (int i = -WARM; i < ROUNDS; i++) {
        if (i == 0)
            start = now_ns();
        MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        receive(way, &value);
    }
    printf("%.2f\n", (now_ns() - start) / ROUNDS);
    return 0;
}

static double measure(const char *program, int way, int is_recorded)
{
    char command[1024];
    double ns = 0;
    FILE *out;

    snprintf(command, sizeof command, "%s '%s' way %d", is_recorded ? "HEDDLE_RECORD=bench" : "",
             program, way);
    out = popen(command, "r");
    if (out == NULL || fscanf(out, "%lf", &ns) != 1 || pclose(out) != 0)
        exit(EXIT_FAILURE);
    return ns;
}

static double least(double one, double other)
{
    return one < other ? one : other;
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        int way = atoi(argv[2]);

        return heddle_run(NULL, 1, exchange, &way, NULL);
    }
    printf("%-16s %9s %12s %9s\n", "way", "plain ns", "recorded ns", "added ns");
    for (int way = 0; way < WAYS; way++) {
        double plain = 1e9, recorded = 1e9;

        for (int i = 0; i < PAIRS; i++) {
            plain = least(plain, measure(argv[0], way, 0));
            recorded = least(recorded, measure(argv[0], way, 1));
        }
        printf("%-16s %9.1f %12.1f %9.1f\n", ways[way], plain, recorded, recorded - plain);
    }
    return 0;
}
