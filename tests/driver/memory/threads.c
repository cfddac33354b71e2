/* SPDX-License-Identifier: MIT */
/* Threads that ranks create: each sends to itself on a communicator of its own. */
#include "memory.h"

#include <pthread.h>

enum { THREADS = 3 };

struct part {
    MPI_Comm comm;
    pthread_t thread;
    int number;
};

static void *send_to_oneself(void *argument)
{
    const struct part *part = argument;
    int sent = 100 + part->number, got = 0;

    for (int i = 0; i < 3; i++) {
        MPI_Request request;

        together(MPI_Irecv(&got, 1, MPI_INT, rank, i, part->comm, &request));
        together(MPI_Send(&sent, 1, MPI_INT, rank, i, part->comm));
        together(MPI_Wait(&request, MPI_STATUS_IGNORE));
        must_be(got == sent);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    struct part parts[THREADS];
    int provided;

    if (is_out_of_memory(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided),
                         "MPI_Init_thread", __LINE__)) {
        fprintf(stderr, "no memory for MPI_Init_thread\n");
        exit(3);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < THREADS; i++) {
        parts[i].number = i;
        together(MPI_Comm_dup(MPI_COMM_WORLD, &parts[i].comm));
        if (pthread_create(&parts[i].thread, NULL, send_to_oneself, &parts[i]) != 0)
            give_up("a thread", __LINE__);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(parts[i].thread, NULL);
        together(MPI_Comm_free(&parts[i].comm));
    }
    finish();
    return 0;
}
