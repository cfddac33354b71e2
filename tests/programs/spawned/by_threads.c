/* SPDX-License-Identifier: MIT */
/* Several threads of a rank spawn at once.
 *
 * ranks: 1 2
 * sanitizer: yes */
#include "child.h"

#include <pthread.h>

enum { THREADS = 4, LOOPS = 5 };

static const char *program;

static void *spawn_often(void *unused)
{
    (void)unused;
    for (int i = 0; i < LOOPS; i++) {
        MPI_Comm comm, children;
        int sum = 0;

        MPI_Comm_dup(MPI_COMM_SELF, &comm);
        children = spawn(program, MPI_ARGV_NULL, 2, comm);
        MPI_Allreduce(MPI_IN_PLACE, &(int){0}, 0, MPI_INT, MPI_SUM, comm);
        MPI_Reduce(NULL, &sum, 1, MPI_INT, MPI_SUM, MPI_ROOT, children);
        must(sum == 3);
        MPI_Comm_disconnect(&children);
        MPI_Comm_free(&comm);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int provided, rank;
    MPI_Comm parent;

    program = argv[0];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    parent = parent_of();
    if (parent != MPI_COMM_NULL) {
        MPI_Reduce(&(int){rank + 1}, NULL, 1, MPI_INT, MPI_SUM, 0, parent);
        MPI_Comm_disconnect(&parent);
    } else {
        for (int i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, spawn_often, NULL);
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
    }
    MPI_Finalize();
    return 0;
}
