/* SPDX-License-Identifier: MIT */
/* MPI_THREAD_MULTIPLE: the threads of each rank make, use and free communicators, each thread in a
 * line of its own, while messages with equal tags are under way on all of them. */
/* ranks: 1 2 3 */
/* expect-stdout: nothing crossed */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 60 };

static MPI_Comm lines[THREADS];
static int mistakes[THREADS];
static int key;

static int copy_value(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static void exchange(MPI_Comm comm, int thread, int round)
{
    int rank, size, got = -1, sent = thread * 1000 + round;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, MPI_ANY_SOURCE,
                 MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    mistakes[thread] += got != sent;
}

static void *run(void *argument)
{
    int thread = (int)(intptr_t)argument, round, rank, flag;
    MPI_Comm line = lines[thread], dup, half, again;
    MPI_Request request;
    MPI_Group group;
    void *value;

    MPI_Comm_rank(line, &rank);
    for (round = 0; round < ROUNDS; round++) {
        char tag[32];

        MPI_Comm_dup(line, &dup);
        MPI_Comm_set_attr(dup, key, (void *)(intptr_t)round);
        exchange(dup, thread, round);
        MPI_Comm_split(dup, rank % 2, -rank, &half);
        exchange(half, thread, round);
        MPI_Comm_idup(dup, &again, &request);
        MPI_Comm_free(&half);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Comm_get_attr(again, key, &value, &flag);
        mistakes[thread] += !flag || (intptr_t)value != round;
        exchange(again, thread, round);
        MPI_Comm_free(&dup);
        MPI_Comm_free(&again);
        MPI_Comm_group(line, &group);
        snprintf(tag, sizeof tag, "line %d", thread);
        MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &again);
        MPI_Group_free(&group);
        exchange(again, thread, round);
        MPI_Comm_free(&again);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int provided, rank, i, all = 0, sum;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_keyval(copy_value, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    for (i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &lines[i]);
    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)(intptr_t)i);
    for (i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        all += mistakes[i];
        MPI_Comm_free(&lines[i]);
    }
    MPI_Comm_free_keyval(&key);
    MPI_Reduce(&all, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    if (rank == 0 && sum == 0 && provided == MPI_THREAD_MULTIPLE)
        printf("nothing crossed\n");
    return 0;
}
