/* SPDX-License-Identifier: MIT */
/* Threads that set the same attribute of the same communicator at the same time: each value that
 * was set is deleted once, and the last one stays until it is deleted.
 *
 * flags: -pthread */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 2000, VALUES = THREADS * ROUNDS };

static MPI_Comm comm;
static int key;
static atomic_int deletions[VALUES];

static int note_deletion(MPI_Comm holder, int keyval, void *value, void *state)
{
    (void)holder, (void)keyval, (void)state;
    deletions[(intptr_t)value]++;
    return MPI_SUCCESS;
}

static void *set_often(void *first)
{
    for (intptr_t i = 0; i < ROUNDS; i++)
        MPI_Comm_set_attr(comm, key, (void *)((intptr_t)first + i));
    return NULL;
}

static int count_deleted(void)
{
    int deleted = 0;

    for (int i = 0; i < VALUES; i++) {
        if (deletions[i] > 1)
            fprintf(stderr, "value %d was deleted %d times\n", i, deletions[i]);
        deleted += deletions[i] == 1;
    }
    return deleted;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int provided, flag, status = 0;
    void *last;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, note_deletion, &key, NULL);
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, set_often, (void *)(i * ROUNDS));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Comm_get_attr(comm, key, &last, &flag);
    if (!flag || count_deleted() != VALUES - 1 || deletions[(intptr_t)last] != 0)
        status = 1;
    MPI_Comm_delete_attr(comm, key);
    MPI_Comm_get_attr(comm, key, &last, &flag);
    if (flag || count_deleted() != VALUES)
        status = 2;
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return status;
}
