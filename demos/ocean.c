/* SPDX-License-Identifier: MIT */
/* The ocean of a coupled model (coupled.h): it exchanges heat with the atmosphere that mpiexec has
 * started beside it, or else starts one. */
#include <stdlib.h>

#include "coupled.h"

enum { RANKS = 3 };

static const char usage[] =
    "usage: ocean [RANKS]\n"
    "Exchanges heat with the program atmosphere, of RANKS processes (3) that it starts,\n"
    "or that mpiexec starts beside it; for 1 to 240 processes each.\n";

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    int is_help = strcmp(odd, "-h") == 0;

    if (rank == 0 && !is_help)
        fprintf(stderr, "ocean: %s is not understood\n", odd);
    if (rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(MPI_Comm atmosphere, int ranks)
{
    char name[] = "./atmosphere";

    if (atmosphere != MPI_COMM_NULL)
        MPI_Comm_remote_size(atmosphere, &ranks);
    if (size > CELLS || ranks > CELLS) {
        if (rank == 0)
            fprintf(stderr, "ocean: the surface has %d cells, too few for that many processes\n",
                    CELLS);
        return EXIT_FAILURE;
    }
    if (atmosphere == MPI_COMM_NULL)
        MPI_Comm_spawn(name, MPI_ARGV_NULL, ranks, MPI_INFO_NULL, 0, model, &atmosphere,
                       MPI_ERRCODES_IGNORE);
    if (rank == 0)
        puts("step      ocean atmosphere       both");
    run_model(atmosphere, 1);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    int ranks = argc > 1 ? atoi(argv[1]) : RANKS, status;
    MPI_Comm atmosphere;

    MPI_Init(&argc, &argv);
    atmosphere = meet(1);
    status = argc > 2 || ranks < 1 ? show_usage(argv[argc > 2 ? 2 : 1]) : run(atmosphere, ranks);
    MPI_Comm_free(&model);
    MPI_Finalize();
    return status;
}
