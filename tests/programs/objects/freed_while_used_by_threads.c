/* SPDX-License-Identifier: MIT */
/* MPI_THREAD_MULTIPLE: what is freed lives as long as it is used. A thread of each rank sets, gets
 * and frees the error handlers and names of a communicator on which others make errors; they all
 * free communicators, types, groups, keys and operations while messages, reductions and attributes
 * need them. */
/* ranks: 1 2 3 */
/* expect-stdout: all of it lived long enough */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 3, ROUNDS = 60, VALUE = 77 };

static MPI_Comm shared, lines[THREADS];
static int mistakes[THREADS];
static int handled[2];
static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(int which)
{
    pthread_mutex_lock(&lock);
    handled[which]++;
    pthread_mutex_unlock(&lock);
}

static void first(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    count(0);
}

static void second(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    count(1);
}

static int is_done(void)
{
    int yes;

    pthread_mutex_lock(&lock);
    yes = done == THREADS;
    pthread_mutex_unlock(&lock);
    return yes;
}

/* A new handler and a new name again and again. */
static void *change(void *argument)
{
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Errhandler handler, got;
    int round = 0, length;

    (void)argument;
    while (!is_done()) {
        MPI_Comm_create_errhandler(round % 2 == 0 ? first : second, &handler);
        MPI_Comm_set_errhandler(shared, handler);
        MPI_Comm_get_errhandler(shared, &got);
        MPI_Errhandler_free(&handler);
        MPI_Errhandler_free(&got);
        snprintf(name, sizeof name, "a name of round %d", round++);
        MPI_Comm_set_name(shared, name);
        MPI_Comm_get_name(shared, name, &length);
    }
    return NULL;
}

static int copy_value(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)key, (void)extra;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

/* All that is made here is freed before what needs it has ended. How much went wrong. */
static int free_early(MPI_Comm line)
{
    int sent[4] = {VALUE, 0, VALUE, 0}, got[4] = {0};
    int rank, size, members, key, flag, sum = 0, wrong = 0;
    MPI_Comm comm, dup;
    MPI_Datatype type;
    MPI_Group group;
    MPI_Op op;
    MPI_Request requests[3];
    void *value = NULL;

    MPI_Comm_create_keyval(copy_value, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_dup(line, &comm);
    MPI_Comm_set_attr(comm, key, sent);
    MPI_Comm_dup(comm, &dup);
    MPI_Comm_get_attr(dup, key, &value, &flag);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Comm_group(comm, &group);
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add, 1, &op);
    MPI_Irecv(got, 1, type, (rank + 1) % size, 0, comm, &requests[0]);
    MPI_Isend(sent, 1, type, (rank + size - 1) % size, 0, comm, &requests[1]);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, op, dup, &requests[2]);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&dup);
    wrong += MPI_Send(&rank, 1, MPI_INT, size + 1, 0, shared) == MPI_SUCCESS;
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Group_size(group, &members);
    MPI_Group_free(&group);
    wrong += !flag || value != sent;
    wrong += got[0] != VALUE || got[1] != 0 || got[2] != VALUE || got[3] != 0;
    wrong += sum != size * (size - 1) / 2 || members != size;
    return wrong;
}

static void *run(void *argument)
{
    int thread = (int)(intptr_t)argument;

    for (int round = 0; round < ROUNDS; round++)
        mistakes[thread] += free_early(lines[thread]);
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS + 1];
    int provided, rank, i, wrong = 0, sum;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &shared);
    MPI_Comm_set_errhandler(shared, MPI_ERRORS_RETURN);
    for (i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &lines[i]);
    pthread_create(&threads[THREADS], NULL, change, NULL);
    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)(intptr_t)i);
    for (i = 0; i <= THREADS; i++)
        pthread_join(threads[i], NULL);
    for (i = 0; i < THREADS; i++) {
        wrong += mistakes[i];
        MPI_Comm_free(&lines[i]);
    }
    /* The first errors may have been returned before there was a handler. */
    wrong += handled[0] + handled[1] > THREADS * ROUNDS;
    MPI_Comm_free(&shared);
    MPI_Reduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    if (rank == 0 && sum == 0 && provided == MPI_THREAD_MULTIPLE)
        printf("all of it lived long enough\n");
    return 0;
}
