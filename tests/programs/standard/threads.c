/* SPDX-License-Identifier: MIT */
/* Examples of chapters 4, 11 and 13 that have several threads. */
#include <pthread.h>

#include "example.h"

enum { THREADS = 4, PARTITIONS = 8, LENGTH = 16 };

static double message[PARTITIONS * LENGTH];

static void fill_partition(int partition)
{
    int i;

    for (i = 0; i < LENGTH; i++)
        message[partition * LENGTH + i] = partition;
}

static void look_at_message(void)
{
    int i;

    for (i = 0; i < PARTITIONS * LENGTH; i++)
        must(message[i] == i / LENGTH);
}

static void finish(MPI_Request *request)
{
    int flag = 0;

    while (!flag)
        MPI_Test(request, &flag, IGNORE);
    MPI_Request_free(request);
}

static MPI_Datatype partition_type(void)
{
    MPI_Datatype type;

    MPI_Type_contiguous(LENGTH, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

/* Threads fill the partitions, and each partition is sent as soon as it is full. */
static void send_partitions(MPI_Datatype type)
{
    MPI_Request request;

    MPI_Psend_init(message, PARTITIONS, 1, type, 1, 1, comm, MPI_INFO_NULL, &request);
    MPI_Start(&request);
#pragma omp parallel for shared(request) num_threads(THREADS)
    for (int i = 0; i < PARTITIONS; i++) {
        fill_partition(i);
        MPI_Pready(i, request);
    }
    finish(&request);
}

static void example_4_2(void)
{
    MPI_Datatype type = partition_type();
    MPI_Request request;

    AT(0)
        send_partitions(type);
    AT(1) {
        MPI_Precv_init(message, PARTITIONS, 1, type, 0, 1, comm, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        finish(&request);
        look_at_message();
    }
    MPI_Type_free(&type);
}

static void example_4_3(void)
{
    MPI_Datatype type = partition_type();
    MPI_Request request;

    AT(0) {
        MPI_Psend_init(message, PARTITIONS, 1, type, 1, 1, comm, MPI_INFO_NULL, &request);
        MPI_Start(&request);
#pragma omp parallel shared(request) num_threads(THREADS)
#pragma omp single
        for (int i = 0; i < PARTITIONS; i++)
#pragma omp task firstprivate(i)
        {
            fill_partition(i);
            MPI_Pready(i, request);
        }
        finish(&request);
    }
    AT(1) {
        MPI_Precv_init(message, 1, PARTITIONS * LENGTH, MPI_DOUBLE, 0, 1, comm, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request);
        finish(&request);
        look_at_message();
    }
    MPI_Type_free(&type);
}

/* Waits until the partition has arrived, and then checks its numbers. */
static void work_on(MPI_Request request, int partition)
{
    const int half = LENGTH / 2;
    int flag = 0, i;

    while (!flag)
        MPI_Parrived(request, partition, &flag);
    for (i = partition * half; i < (partition + 1) * half; i++)
        must(message[i] == partition / 2);
}

static void example_4_4(void)
{
    MPI_Datatype type = partition_type();
    MPI_Request request;

    memset(message, 0, sizeof message);
    AT(0)
        send_partitions(type);
    AT(1) {
        MPI_Precv_init(message, 2 * PARTITIONS, LENGTH / 2, MPI_DOUBLE, 0, 1, comm, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request);
#pragma omp parallel for shared(request) num_threads(THREADS)
        for (int i = 0; i < 2 * PARTITIONS; i += 2) {
            work_on(request, i);
            work_on(request, i + 1);
        }
        finish(&request);
    }
    MPI_Type_free(&type);
}

static int sent = 5, received;

static void *send_to_self(void *unused)
{
    MPI_Send(&sent, 1, MPI_INT, rank, 0, comm);
    return unused;
}

static void *receive_from_self(void *unused)
{
    MPI_Recv(&received, 1, MPI_INT, rank, 0, comm, IGNORE);
    return unused;
}

static void example_11_19(void)
{
    pthread_t threads[2];

    received = 0;
    pthread_create(&threads[0], NULL, send_to_self, NULL);
    pthread_create(&threads[1], NULL, receive_from_self, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    must(received == sent);
}

/* ---- a generalized request ------------------------------------------------------------------- */

struct reduction {
    MPI_Comm comm;
    int tag, own, *all;
    MPI_Request request;
    pthread_t thread;
};

static int query(void *extra, MPI_Status *status)
{
    (void)extra;
    MPI_Status_set_elements(status, MPI_INT, 1);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int let_go(void *extra)
{
    (void)extra;
    return MPI_SUCCESS;
}

static int cancel(void *extra, int is_complete)
{
    (void)extra;
    must(is_complete);
    return MPI_SUCCESS;
}

static int child(int number)
{
    const int it = 2 * rank + number;

    return it < size ? it : MPI_PROC_NULL;
}

/* Sums what the children in a tree send, and sends it up. */
static void *reduce(void *given)
{
    struct reduction *reduction = given;
    const int parent = rank == 0 ? MPI_PROC_NULL : (rank - 1) / 2;
    MPI_Request requests[2];
    int left = 0, right = 0, sum;

    MPI_Irecv(&left, 1, MPI_INT, child(1), reduction->tag, reduction->comm, &requests[0]);
    MPI_Irecv(&right, 1, MPI_INT, child(2), reduction->tag, reduction->comm, &requests[1]);
    MPI_Waitall(2, requests, IGNORE_ALL);
    sum = left + reduction->own + right;
    MPI_Send(&sum, 1, MPI_INT, parent, reduction->tag, reduction->comm);
    if (parent == MPI_PROC_NULL)
        *reduction->all = sum;
    MPI_Grequest_complete(reduction->request);
    return NULL;
}

static void example_13_1(void)
{
    int all = 0;
    MPI_Request request;
    struct reduction reduction = {.comm = comm, .tag = 3, .own = 1, .all = &all};

    MPI_Grequest_start(query, let_go, cancel, NULL, &request);
    reduction.request = request;
    pthread_create(&reduction.thread, NULL, reduce, &reduction);
    MPI_Wait(&request, IGNORE);
    must(rank != 0 || all == size);
    pthread_join(reduction.thread, NULL);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"4.2", example_4_2, 2},     {"4.3", example_4_3, 2},   {"4.4", example_4_4, 2},
        {"11.19", example_11_19, 1}, {"13.1", example_13_1, 1},
    };
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    must(provided == MPI_THREAD_MULTIPLE);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
