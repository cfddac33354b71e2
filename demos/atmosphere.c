/* SPDX-License-Identifier: MIT */
/* The atmosphere of a coupled model (coupled.h), which the program ocean starts, or mpiexec beside
 * it. */
#include <stdlib.h>

#include "coupled.h"

static const char usage[] =
    "usage: atmosphere\n"
    "Exchanges heat with the program ocean, which starts it, or which mpiexec starts beside it:\n"
    "mpiexec -n 2 ./ocean : -n 3 ./atmosphere; for 1 to 240 processes each.\n";

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    int is_help = odd != NULL && strcmp(odd, "-h") == 0;

    if (rank == 0 && odd == NULL)
        fputs("atmosphere: there is no ocean, or the surface is too small\n", stderr);
    else if (rank == 0 && !is_help)
        fprintf(stderr, "atmosphere: %s is not understood\n", odd);
    if (rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    int status = EXIT_SUCCESS;
    MPI_Comm ocean;

    MPI_Init(&argc, &argv);
    ocean = meet(0);
    if (ocean == MPI_COMM_NULL || argc > 1 || size > CELLS)
        status = show_usage(argv[1]);
    else
        run_model(ocean, 0);
    MPI_Comm_free(&model);
    MPI_Finalize();
    return status;
}
