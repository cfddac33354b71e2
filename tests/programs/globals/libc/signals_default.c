/* SPDX-License-Identifier: MIT */
/* A rank without a handler ends as if no rank had one.
 * ranks: 2
 * options: -O0
 * expect-status: 138 */
#include "../globals.h"

#include <signal.h>

static void never(int number)
{
    fprintf(stderr, "rank %d: signal %d\n", my_rank(), number);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (my_rank() == 0)
        signal(SIGUSR1, never);
    meet();
    if (my_rank() == 1)
        raise(SIGUSR1);
    meet();
    MPI_Finalize();
    return 0;
}
