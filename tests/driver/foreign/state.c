/* SPDX-License-Identifier: MIT */
/* Each rank has its own of the state that the C library keeps for a process. */
#include <getopt.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t signals;

static void count(int number)
{
    (void)number;
    signals++;
}

int main(int argc, char **argv)
{
    char text[] = "a b", own[16], options[16] = "", *word;
    int rank, first, second, again, option, number = -1;
    time_t zero = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    srand(7);
    first = rand();
    word = strtok(text, " ");
    snprintf(own, sizeof own, "%d", rank);
    setenv("OWN", own, 1);
    setenv("TZ", rank == 0 ? "UTC" : "EST5", 1);
    signal(SIGUSR1, count);
    MPI_Barrier(MPI_COMM_WORLD);
    second = rand();
    word = strtok(NULL, " ");
    while ((option = getopt(argc, argv, "a:b")) != -1) {
        snprintf(options + strlen(options), sizeof options - strlen(options), "%c%s", option,
                 option == 'a' ? optarg : "");
        MPI_Barrier(MPI_COMM_WORLD);
    }
    raise(SIGUSR1);
    MPI_Barrier(MPI_COMM_WORLD);
    srand(7);
    if (scanf("%d", &number) != 1)
        number = -1;
    again = rand() == first;
    printf("rank %d: rand %d %d word %s own %s hour %d options %s %d signals %d input %d\n", rank,
           again, second == rand(), word, getenv("OWN"), localtime(&zero)->tm_hour,
           options, optind, (int)signals, number);
    MPI_Finalize();
    return 0;
}
