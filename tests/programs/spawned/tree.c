/* SPDX-License-Identifier: MIT */
/* A tree of spawned jobs: ten children, each of which spawns ten. In the one form all of them are
 * connected to the end, since none disconnects.
 *
 * ranks: 1
 * sanitizer: no
 * expect-stdout: 111
 * variant: apart; arguments: apart; sanitizer: yes */
#include "child.h"

enum { BRANCHES = 10, LEVELS = 2 };

int main(int argc, char **argv)
{
    int level = argc > 2 ? atoi(argv[2]) : 0, below = 1, got;
    int is_apart = argc > 1 && strcmp(argv[1], "apart") == 0;
    char connected[] = "connected", apart[] = "apart", next[8];
    char *arguments[] = {is_apart ? apart : connected, next, NULL};
    int (*end)(MPI_Comm *) = is_apart ? MPI_Comm_disconnect : MPI_Comm_free;

    MPI_Init(&argc, &argv);
    snprintf(next, sizeof next, "%d", level + 1);
    for (int i = 0; level < LEVELS && i < BRANCHES; i++) {
        MPI_Comm child = spawn(argv[0], arguments, 1, MPI_COMM_SELF);

        MPI_Recv(&got, 1, MPI_INT, 0, 0, child, MPI_STATUS_IGNORE);
        below += got;
        end(&child);
    }
    if (level > 0) {
        MPI_Comm parent = parent_of();

        MPI_Send(&below, 1, MPI_INT, 0, 0, parent);
        end(&parent);
    } else {
        printf("%d\n", below);
    }
    MPI_Finalize();
    return 0;
}
