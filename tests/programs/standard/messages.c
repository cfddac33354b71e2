/* SPDX-License-Identifier: MIT */
/* Examples of chapters 3 and 4: messages. */
#include "example.h"

enum { TAG = 7, WORDS = 10, ROUNDS = 3 };

static float a[40], b[60];

static void fill(float values[], int count, float first)
{
    int i;

    for (i = 0; i < count; i++)
        values[i] = first + (float)i;
}

static bool is_filled(const float values[], int count, float first)
{
    int i = 0;

    while (i < count && values[i] == first + (float)i)
        i++;
    return i == count;
}

static void example_3_1(void)
{
    char message[20];
    MPI_Status status;

    AT(0) {
        strcpy(message, "Hello, there");
        MPI_Send(message, (int)strlen(message) + 1, MPI_CHAR, 1, 99, comm);
    }
    AT(1) {
        MPI_Recv(message, 20, MPI_CHAR, 0, 99, comm, &status);
        must(strcmp(message, "Hello, there") == 0);
    }
}

static void example_3_2(void)
{
    fill(a, WORDS, 1);
    AT(0)
    MPI_Send(a, WORDS, MPI_FLOAT, 1, TAG, comm);
    AT(1) {
        MPI_Recv(b, WORDS + 5, MPI_FLOAT, 0, TAG, comm, IGNORE);
        must(is_filled(b, WORDS, 1));
    }
}

static void example_3_4(void)
{
    fill(a, WORDS, 2);
    AT(0)
    MPI_Send(a, 40, MPI_BYTE, 1, TAG, comm);
    AT(1) {
        MPI_Recv(b, 60, MPI_BYTE, 0, TAG, comm, IGNORE);
        must(is_filled(b, WORDS, 2));
    }
}

static void example_3_5(void)
{
    char from[] = "abcdefghij", into[] = "0123456789";

    AT(0)
    MPI_Send(from, 5, MPI_CHAR, 1, TAG, comm);
    AT(1) {
        MPI_Recv(into + 5, 5, MPI_CHAR, 0, TAG, comm, IGNORE);
        must(strcmp(into, "01234abcde") == 0);
    }
}

static void *attach(int messages)
{
    const int bytes = messages * (MPI_BSEND_OVERHEAD + (int)sizeof a);
    void *buffer = malloc((size_t)bytes);

    MPI_Buffer_attach(buffer, bytes);
    return buffer;
}

static void detach(void *buffer)
{
    void *detached;
    int bytes;

    MPI_Buffer_detach(&detached, &bytes);
    must(detached == buffer);
    free(buffer);
}

static void example_3_6(void)
{
    void *buffer = attach(2);

    AT(0) {
        fill(a, WORDS, 3);
        MPI_Bsend(a, WORDS, MPI_FLOAT, 1, TAG, comm);
        fill(b, WORDS, 4);
        MPI_Bsend(b, WORDS, MPI_FLOAT, 1, TAG, comm);
    }
    AT(1) {
        MPI_Recv(a, WORDS, MPI_FLOAT, 0, MPI_ANY_TAG, comm, IGNORE);
        MPI_Recv(b, WORDS, MPI_FLOAT, 0, TAG, comm, IGNORE);
        must(is_filled(a, WORDS, 3) && is_filled(b, WORDS, 4));
    }
    detach(buffer);
}

static void example_3_7(void)
{
    void *buffer = attach(1);

    AT(0) {
        fill(a, WORDS, 5);
        fill(b, WORDS, 6);
        MPI_Bsend(a, WORDS, MPI_FLOAT, 1, 1, comm);
        MPI_Ssend(b, WORDS, MPI_FLOAT, 1, 2, comm);
    }
    AT(1) {
        MPI_Recv(a, WORDS, MPI_FLOAT, 0, 2, comm, IGNORE);
        MPI_Recv(b, WORDS, MPI_FLOAT, 0, 1, comm, IGNORE);
        must(is_filled(a, WORDS, 6) && is_filled(b, WORDS, 5));
    }
    detach(buffer);
}

static void example_3_8(void)
{
    fill(a, WORDS, (float)rank);
    AT(0) {
        MPI_Send(a, WORDS, MPI_FLOAT, 1, TAG, comm);
        MPI_Recv(b, WORDS, MPI_FLOAT, 1, TAG, comm, IGNORE);
    }
    AT(1) {
        MPI_Recv(b, WORDS, MPI_FLOAT, 0, TAG, comm, IGNORE);
        MPI_Send(a, WORDS, MPI_FLOAT, 0, TAG, comm);
    }
    must(rank > 1 || is_filled(b, WORDS, (float)(1 - rank)));
}

static void example_3_11(void)
{
    enum { BYTES = 10000 + MPI_BSEND_OVERHEAD };
    char *buffer, *given = malloc(BYTES);
    int bytes;

    MPI_Buffer_attach(given, BYTES);
    MPI_Buffer_detach(&buffer, &bytes);
    must(buffer == given && bytes == BYTES);
    MPI_Buffer_attach(buffer, bytes);
    MPI_Buffer_detach(&buffer, &bytes);
    free(buffer);
}

static void example_3_12(void)
{
    enum { BYTES_1 = 10000 + MPI_BSEND_OVERHEAD, BYTES_2 = 20000 + MPI_BSEND_OVERHEAD };
    static char sent[10000], received[20000];
    MPI_Comm other;
    char *buffer;
    int bytes;

    MPI_Comm_dup(comm, &other);
    MPI_Comm_attach_buffer(comm, malloc(BYTES_2), BYTES_2);
    MPI_Buffer_attach(malloc(BYTES_1), BYTES_1);
    AT(0) {
        MPI_Bsend(received, 20000, MPI_CHAR, 1, 0, comm);
        MPI_Bsend(sent, 10000, MPI_CHAR, 1, 0, other);
    }
    AT(1) {
        MPI_Recv(sent, 10000, MPI_CHAR, 0, 0, other, IGNORE);
        MPI_Recv(received, 20000, MPI_CHAR, 0, 0, comm, IGNORE);
    }
    MPI_Comm_detach_buffer(comm, &buffer, &bytes);
    must(bytes == BYTES_2);
    free(buffer);
    MPI_Buffer_detach(&buffer, &bytes);
    must(bytes == BYTES_1);
    free(buffer);
    MPI_Comm_free(&other);
}

static void example_3_13(void)
{
    MPI_Request request = MPI_REQUEST_NULL;

    fill(a, WORDS, 8);
    AT(0)
    MPI_Isend(a, WORDS, MPI_FLOAT, 1, TAG, comm, &request);
    AT(1)
    MPI_Irecv(b, WORDS + 5, MPI_FLOAT, 0, TAG, comm, &request);
    fill(b + 20, WORDS, 9); /* some work that the buffers have no part in */
    MPI_Wait(&request, IGNORE);
    must(rank != 1 || is_filled(b, WORDS, 8));
}

static void send_and_forget(const float *value, int to)
{
    MPI_Request request;

    MPI_Isend(value, 1, MPI_FLOAT, to, 0, comm, &request);
    MPI_Request_free(&request);
}

static void receive_one(float *value, int from)
{
    MPI_Request request;

    MPI_Irecv(value, 1, MPI_FLOAT, from, 0, comm, &request);
    MPI_Wait(&request, IGNORE);
}

static void example_3_14(void)
{
    static float out, in;
    MPI_Request request;
    int i;

    out = (float)rank;
    for (i = 0; rank == 0 && i < ROUNDS; i++) {
        send_and_forget(&out, 1);
        receive_one(&in, 1);
        must(in == 1);
    }
    AT(1) {
        receive_one(&in, 0);
        for (i = 0; i < ROUNDS - 1; i++) {
            send_and_forget(&out, 0);
            receive_one(&in, 0);
        }
        MPI_Isend(&out, 1, MPI_FLOAT, 0, 0, comm, &request);
        MPI_Wait(&request, IGNORE);
        must(in == 0);
    }
}

static void example_3_15(void)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    float first = 1, second = 2;

    AT(0) {
        MPI_Isend(&first, 1, MPI_FLOAT, 1, 0, comm, &requests[0]);
        MPI_Isend(&second, 1, MPI_FLOAT, 1, 0, comm, &requests[1]);
    }
    AT(1) {
        first = second = 0;
        MPI_Irecv(&first, 1, MPI_FLOAT, 0, MPI_ANY_TAG, comm, &requests[0]);
        MPI_Irecv(&second, 1, MPI_FLOAT, 0, 0, comm, &requests[1]);
    }
    MPI_Wait(&requests[0], IGNORE);
    MPI_Wait(&requests[1], IGNORE);
    must(rank > 1 || (first == 1 && second == 2));
}

static void example_3_16(void)
{
    MPI_Request request;
    float first = 3, second = 4;

    AT(0) {
        MPI_Ssend(&first, 1, MPI_FLOAT, 1, 0, comm);
        MPI_Send(&second, 1, MPI_FLOAT, 1, 1, comm);
    }
    AT(1) {
        MPI_Irecv(&first, 1, MPI_FLOAT, 0, 0, comm, &request);
        MPI_Recv(&second, 1, MPI_FLOAT, 0, 1, comm, IGNORE);
        MPI_Wait(&request, IGNORE);
        must(first == 3 && second == 4);
    }
}

static void be_client(void)
{
    MPI_Request request;
    int i;

    for (i = 0; i < ROUNDS; i++) {
        fill(a, WORDS, (float)(rank * ROUNDS + i));
        MPI_Isend(a, WORDS, MPI_FLOAT, 0, TAG, comm, &request);
        MPI_Wait(&request, IGNORE);
    }
}

struct service {
    float values[16][WORDS];
    MPI_Request requests[16];
    int served[16];
    int clients;
};

static void post(struct service *service, int i)
{
    MPI_Irecv(service->values[i], WORDS, MPI_FLOAT, i + 1, TAG, comm, &service->requests[i]);
}

static void begin_service(struct service *service)
{
    int i;

    *service = (struct service){.clients = size - 1};
    for (i = 0; i < service->clients; i++)
        post(service, i);
}

static void serve(struct service *service, int i)
{
    const int first = (i + 1) * ROUNDS + service->served[i]++;

    must(is_filled(service->values[i], WORDS, (float)first));
    if (service->served[i] < ROUNDS)
        post(service, i);
}

static void example_3_17(void)
{
    static struct service service;
    int i, index;

    if (rank > 0) {
        be_client();
        return;
    }
    begin_service(&service);
    for (i = 0; i < service.clients * ROUNDS; i++) {
        MPI_Waitany(service.clients, service.requests, &index, IGNORE);
        serve(&service, index);
    }
}

static void example_3_18(void)
{
    static struct service service;
    int i, count = 0, indices[16];

    if (rank > 0) {
        be_client();
        return;
    }
    begin_service(&service);
    while (count != MPI_UNDEFINED) {
        MPI_Waitsome(service.clients, service.requests, &count, indices, IGNORE_ALL);
        for (i = 0; i < count; i++)
            serve(&service, indices[i]);
    }
}

static void example_3_19(void)
{
    int whole = 5, i;
    float x = 6;
    MPI_Status status;

    AT(0)
    MPI_Send(&whole, 1, MPI_INT, 2, 0, comm);
    AT(1)
    MPI_Send(&x, 1, MPI_FLOAT, 2, 0, comm);
    for (i = 0; rank == 2 && i < 2; i++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
        if (status.MPI_SOURCE == 0)
            MPI_Recv(&whole, 1, MPI_INT, 0, 0, comm, &status);
        else
            MPI_Recv(&x, 1, MPI_FLOAT, 1, 0, comm, &status);
    }
    must(whole == 5 && x == 6);
}

static void example_4_1(void)
{
    enum { PARTITIONS = 8, COUNT = 5 };
    static double message[PARTITIONS * COUNT];
    int flag = 0, i;
    MPI_Request request;

    AT(0) {
        MPI_Psend_init(message, PARTITIONS, COUNT, MPI_DOUBLE, 1, 1, comm, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        for (i = 0; i < PARTITIONS; i++) {
            message[i * COUNT] = i;
            MPI_Pready(i, request);
        }
    }
    AT(1) {
        MPI_Precv_init(message, PARTITIONS, COUNT, MPI_DOUBLE, 0, 1, comm, MPI_INFO_NULL, &request);
        MPI_Start(&request);
    }
    while (rank < 2 && !flag)
        MPI_Test(&request, &flag, IGNORE);
    for (i = 0; rank == 1 && i < PARTITIONS; i++)
        must(message[i * COUNT] == i);
    if (rank < 2)
        MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"3.1", example_3_1, 2},   {"3.2", example_3_2, 2},   {"3.4", example_3_4, 2},
        {"3.5", example_3_5, 2},   {"3.6", example_3_6, 2},   {"3.7", example_3_7, 2},
        {"3.8", example_3_8, 2},   {"3.11", example_3_11, 1}, {"3.12", example_3_12, 2},
        {"3.13", example_3_13, 2}, {"3.14", example_3_14, 2}, {"3.15", example_3_15, 2},
        {"3.16", example_3_16, 2}, {"3.17", example_3_17, 2}, {"3.18", example_3_18, 2},
        {"3.19", example_3_19, 3}, {"4.1", example_4_1, 2},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
