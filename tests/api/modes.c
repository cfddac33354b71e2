/* SPDX-License-Identifier: MIT */
/* The four modes of sending, blocking and not: when they complete, and what they need. */
#include <stdlib.h>

#include "check.h"

enum { ROOM = 100000 };

typedef int blocking(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm);
typedef int starting(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request);
typedef int large_starting(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                           int tag, MPI_Comm comm, MPI_Request *request);

static const int lengths[] = {0, 1, 8, 9, 40, 300, 1500, 20000};
enum { LENGTHS = sizeof lengths / sizeof lengths[0], LONGEST = 20000 };

/* Receives are posted before the barrier, so that every mode may send. */
static void post_all(int in[LENGTHS][LONGEST], MPI_Request requests[LENGTHS])
{
    int i;

    for (i = 0; i < LENGTHS; i++) {
        in[i][lengths[i] > 0 ? lengths[i] - 1 : 0] = -1;
        MPI_Irecv(in[i], lengths[i], MPI_INT, left(), i, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void check_all(int in[LENGTHS][LONGEST], MPI_Request requests[LENGTHS])
{
    MPI_Status statuses[LENGTHS];
    int i, k, count, wrong;

    check_ok(MPI_Waitall(LENGTHS, requests, statuses));
    for (i = 0; i < LENGTHS; i++) {
        MPI_Get_count(&statuses[i], MPI_INT, &count);
        check_equal(count, lengths[i]);
        for (k = wrong = 0; k < lengths[i]; k++)
            wrong += in[i][k] != left() * 31 + i + k;
        check_equal(wrong, 0);
    }
}

static void fill(int out[LONGEST], int i)
{
    int k;

    for (k = 0; k < lengths[i]; k++)
        out[k] = check_rank * 31 + i + k;
}

static int (*in)[LONGEST];
static int out[LENGTHS][LONGEST];
static MPI_Request receives[LENGTHS];

static void send_all_blocking(blocking *send)
{
    int i;

    post_all(in, receives);
    for (i = 0; i < LENGTHS; i++) {
        fill(out[0], i);
        check_ok(send(out[0], lengths[i], MPI_INT, right(), i, MPI_COMM_WORLD));
        memset(out[0], -1, sizeof out[0]); /* it is free at once */
    }
    check_all(in, receives);
}

static void send_all_starting(starting *send)
{
    MPI_Request requests[LENGTHS];
    int i;

    post_all(in, receives);
    for (i = 0; i < LENGTHS; i++) {
        fill(out[i], i);
        check_ok(send(out[i], lengths[i], MPI_INT, right(), i, MPI_COMM_WORLD, &requests[i]));
    }
    check_ok(MPI_Waitall(LENGTHS, requests, MPI_STATUSES_IGNORE));
    check_all(in, receives);
}

static void send_all_large(large_starting *send)
{
    MPI_Request requests[LENGTHS];
    int i;

    post_all(in, receives);
    for (i = 0; i < LENGTHS; i++) {
        fill(out[i], i);
        check_ok(send(out[i], lengths[i], MPI_INT, right(), i, MPI_COMM_WORLD, &requests[i]));
    }
    check_ok(MPI_Waitall(LENGTHS, requests, MPI_STATUSES_IGNORE));
    check_all(in, receives);
}

static void every_mode_delivers_every_length(void)
{
    int bytes = LENGTHS * (LONGEST * (int)sizeof(int) + MPI_BSEND_OVERHEAD);
    void *memory = malloc((size_t)bytes), *detached;

    in = malloc(LENGTHS * sizeof *in);
    MPI_Buffer_attach(memory, bytes);
    send_all_blocking(MPI_Send);
    send_all_blocking(MPI_Bsend);
    send_all_blocking(MPI_Ssend);
    send_all_blocking(MPI_Rsend);
    send_all_starting(MPI_Isend);
    send_all_starting(MPI_Ibsend);
    send_all_starting(MPI_Issend);
    send_all_starting(MPI_Irsend);
    send_all_large(MPI_Isend_c);
    send_all_large(MPI_Ibsend_c);
    send_all_large(MPI_Issend_c);
    send_all_large(MPI_Irsend_c);
    MPI_Buffer_detach(&detached, &bytes);
    check(detached == memory);
    free(memory);
    free(in);
}

static void the_large_blocking_forms_deliver(void)
{
    int value = check_rank, got[4] = {-1, -1, -1, -1}, i;
    char memory[MPI_BSEND_OVERHEAD + 100];
    void *detached;
    MPI_Count bytes;
    MPI_Request requests[4];

    for (i = 0; i < 4; i++)
        MPI_Irecv_c(&got[i], 1, MPI_INT, left(), i, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Buffer_attach_c(memory, sizeof memory));
    check_ok(MPI_Send_c(&value, 1, MPI_INT, right(), 0, MPI_COMM_WORLD));
    check_ok(MPI_Bsend_c(&value, 1, MPI_INT, right(), 1, MPI_COMM_WORLD));
    check_ok(MPI_Ssend_c(&value, 1, MPI_INT, right(), 2, MPI_COMM_WORLD));
    check_ok(MPI_Rsend_c(&value, 1, MPI_INT, right(), 3, MPI_COMM_WORLD));
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < 4; i++)
        check_equal(got[i], left());
    check_ok(MPI_Buffer_detach_c(&detached, &bytes));
    check(detached == memory);
    check_equal(bytes, (long long)sizeof memory);
}

/* A synchronous send is done when the receive has begun, however small it is. */
static void a_synchronous_send_waits_for_its_receive(void)
{
    int value = 5, got = -1, flag = -1, tests;
    MPI_Request request;

    check_ok(MPI_Issend(&value, 1, MPI_INT, right(), 4, MPI_COMM_WORLD, &request));
    MPI_Barrier(MPI_COMM_WORLD);
    for (tests = 0; tests < 100; tests++) {
        check_ok(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
        check_equal(flag, 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, left(), 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_equal(got, 5);
}

/* The second example of the section on the semantics of point-to-point communication. */
static void a_buffered_send_completes_without_a_receive(void)
{
    static int big[ROOM], got[ROOM];
    int bytes = ROOM * (int)sizeof(int) + MPI_BSEND_OVERHEAD;
    void *memory = malloc((size_t)bytes), *detached;
    MPI_Request request;
    int value = -1;

    MPI_Buffer_attach(memory, bytes);
    big[ROOM - 1] = check_rank;
    check_ok(MPI_Bsend(big, ROOM, MPI_INT, right(), 1, MPI_COMM_WORLD));
    big[ROOM - 1] = -7;
    MPI_Barrier(MPI_COMM_WORLD); /* no rank has received */
    check_ok(MPI_Issend(&check_rank, 1, MPI_INT, right(), 2, MPI_COMM_WORLD, &request));
    MPI_Recv(&value, 1, MPI_INT, left(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(got, ROOM, MPI_INT, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(value, left());
    check_equal(got[ROOM - 1], left());
    MPI_Buffer_detach(&detached, &bytes);
    free(memory);
}

static void modes_do_not_overtake_each_other(void)
{
    enum { EACH = 40 };
    int i, bytes = EACH * (1000 + MPI_BSEND_OVERHEAD), count;
    void *memory = malloc((size_t)bytes), *detached;
    MPI_Request requests[EACH];
    static char sent[EACH][200000], got[200000];
    MPI_Status status;

    MPI_Buffer_attach(memory, bytes);
    for (i = 0; i < EACH; i++) {
        starting *const modes[] = {MPI_Isend, MPI_Ibsend, MPI_Issend};
        int length = i % 3 == 1 ? i * 20 : (i * i * 120) % 200000;

        sent[i][0] = (char)i;
        modes[i % 3](sent[i], length + 1, MPI_CHAR, right(), i % 2, MPI_COMM_WORLD, &requests[i]);
    }
    for (i = 0; i < EACH; i++) {
        int length = i % 3 == 1 ? i * 20 : (i * i * 120) % 200000;

        MPI_Recv(got, sizeof got, MPI_CHAR, i % 5 ? left() : MPI_ANY_SOURCE, MPI_ANY_TAG,
                 MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_CHAR, &count);
        check_equal(count, length + 1);
        check_equal(got[0], (char)i);
        check_equal(status.MPI_TAG, i % 2);
    }
    MPI_Waitall(EACH, requests, MPI_STATUSES_IGNORE);
    MPI_Buffer_detach(&detached, &bytes);
    free(memory);
}

static void a_ready_send_without_a_receive_is_noticed(void)
{
#ifndef MPICH_VERSION /* does not check */
    int value = 3, got = -1, flag = -1;
    char text[MPI_MAX_ERROR_STRING];
    int length;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    check_ok(MPI_Rsend(&value, 1, MPI_INT, right(), 9, MPI_COMM_WORLD));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(left(), 8, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); /* it is seen to be early */
    check_equal(flag, 0);
    check_class(MPI_Recv(&got, 1, MPI_INT, left(), 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                MPI_ERR_OTHER);
    MPI_Error_string(MPI_ERR_OTHER, text, &length);
    check(strstr(text, "ready mode") != NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
#endif
}

static void sends_to_nobody_succeed_at_once(void)
{
    int value = 1;
    MPI_Request requests[4];

    /* No buffer is needed, either. */
    check_ok(MPI_Ssend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    check_ok(MPI_Rsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    check_ok(MPI_Bsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    check_ok(MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]));
    check_ok(MPI_Issend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]));
    check_ok(MPI_Irsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[2]));
    check_ok(MPI_Ibsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[3]));
    check_ok(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
}

static void every_mode_can_send_to_oneself(void)
{
    int sent[4] = {1, 2, 3, 4}, got[4] = {0}, i;
    char memory[MPI_BSEND_OVERHEAD + 100];
    void *detached;
    int bytes;
    MPI_Request requests[4];

    for (i = 0; i < 4; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
    MPI_Buffer_attach(memory, sizeof memory);
    MPI_Send(&sent[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Bsend(&sent[1], 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Ssend(&sent[2], 1, MPI_INT, 0, 2, MPI_COMM_SELF);
    MPI_Rsend(&sent[3], 1, MPI_INT, 0, 3, MPI_COMM_SELF);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < 4; i++)
        check_equal(got[i], sent[i]);
    MPI_Buffer_detach(&detached, &bytes);
}

/* All the others send to rank 0 as fast as they can: it serves each in its turn. */
static void no_sender_starves(void)
{
    enum { EACH = 200 };
    int i, done = 0, value;

    if (check_rank != 0) {
        for (i = 0; i < EACH; i++)
            MPI_Send(&i, 1, MPI_INT, 0, 11, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 0, 12, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    for (i = 1; i < check_size; i++) {
        int k;

        for (k = 0; k < EACH; k++, done++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (i = 1; i < check_size; i++)
        MPI_Send(&i, 1, MPI_INT, i, 12, MPI_COMM_WORLD);
    check_equal(done, EACH * (check_size - 1));
}

CASES(every_mode_delivers_every_length, the_large_blocking_forms_deliver,
      a_synchronous_send_waits_for_its_receive, a_buffered_send_completes_without_a_receive,
      modes_do_not_overtake_each_other, a_ready_send_without_a_receive_is_noticed,
      sends_to_nobody_succeed_at_once, every_mode_can_send_to_oneself, no_sender_starves)
