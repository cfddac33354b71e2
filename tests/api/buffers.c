/* SPDX-License-Identifier: MIT */
/* Memory for buffered sends: how much is needed, when it is free again, whose it is. */
#include <stdlib.h>

#include "check.h"

enum { BYTES = 1000, EACH = BYTES + MPI_BSEND_OVERHEAD };

static char sent[BYTES], got[BYTES];

static void receive(int tag)
{
    check_ok(MPI_Recv(got, BYTES, MPI_CHAR, left(), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

static void a_full_buffer_is_an_error_and_empties_again(void)
{
    enum { MESSAGES = 5 };
    char *memory = malloc(MESSAGES * EACH);
    void *detached;
    int i, round, bytes, err;

    errors_return();
    check_ok(MPI_Buffer_attach(memory, MESSAGES * EACH));
    for (round = 0; round < 3; round++) {
        for (i = 0; i < MESSAGES; i++) {
            sent[0] = (char)(10 * round + i);
            check_ok(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 0, MPI_COMM_WORLD));
        }
        for (i = 0; i < MESSAGES * EACH / BYTES; i++) { /* the overhead is an upper bound */
            err = MPI_Bsend(sent, BYTES, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
            check_ok(err);
        }
        check_class(MPI_Bsend(memory, MESSAGES * EACH, MPI_CHAR, right(), 1, MPI_COMM_WORLD),
                    MPI_ERR_BUFFER);
        MPI_Barrier(MPI_COMM_WORLD);
        for (i = 0; i < MESSAGES; i++) {
            receive(0);
            check_equal(got[0], 10 * round + i);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    check_ok(MPI_Buffer_detach(&detached, &bytes));
    check(detached == memory);
    check_equal(bytes, MESSAGES * EACH);
    free(memory);
}

static void without_a_buffer_there_is_no_buffered_send(void)
{
#ifndef MPICH_VERSION /* sends small ones nevertheless */
    MPI_Request request = MPI_REQUEST_NULL;

    check_class(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 0, MPI_COMM_WORLD), MPI_ERR_BUFFER);
    check_class(MPI_Ibsend(sent, 1, MPI_CHAR, right(), 0, MPI_COMM_WORLD, &request),
                MPI_ERR_BUFFER);
    check(request == MPI_REQUEST_NULL);
    check_ok(MPI_Bsend_init(sent, 1, MPI_CHAR, right(), 0, MPI_COMM_WORLD, &request));
    check_class(MPI_Start(&request), MPI_ERR_BUFFER);
    check_ok(MPI_Request_free(&request));
#endif
}

static void detaching_waits_for_the_messages(void)
{
    char *memory = malloc(EACH);
    MPI_Request request;
    void *detached;
    int bytes;

    MPI_Buffer_attach(memory, EACH);
    sent[5] = (char)check_rank;
    MPI_Irecv(got, BYTES, MPI_CHAR, left(), 2, MPI_COMM_WORLD, &request);
    MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 2, MPI_COMM_WORLD);
    MPI_Buffer_detach(&detached, &bytes);
    memset(memory, -1, EACH);
    free(memory);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(got[5], (char)left());
}

static void the_buffer_is_used_again_and_again(void)
{
    enum { ROUNDS = 500 };
    char *memory = malloc(3 * EACH);
    void *detached;
    int i, bytes;

    /* Lengths that divide it unevenly, at most two at a time. */
    MPI_Buffer_attach(memory, 3 * EACH);
    for (i = 0; i < ROUNDS; i++) {
        int length = 1 + i * 37 % BYTES;

        sent[length - 1] = (char)i;
        check_ok(MPI_Bsend(sent, length, MPI_CHAR, right(), 3, MPI_COMM_WORLD));
        receive(3);
        check_equal(got[length - 1], (char)i);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Buffer_detach(&detached, &bytes);
    free(memory);
}

static void buffers_are_attached_once_and_detached_once(void)
{
    char memory[EACH], other[EACH];
    void *detached = NULL;
    int bytes = -1;

    check_class(MPI_Buffer_attach(memory, -1), MPI_ERR_ARG);
#ifndef MPICH_VERSION
    check_class(MPI_Buffer_attach(NULL, 100), MPI_ERR_BUFFER);
    check_class(MPI_Buffer_detach(&detached, &bytes), MPI_ERR_BUFFER);
    check(detached == NULL);
    check_equal(bytes, -1);
    check_ok(MPI_Buffer_attach(memory, EACH));
    check_class(MPI_Buffer_attach(other, EACH), MPI_ERR_BUFFER);
    check_class(MPI_Buffer_detach(NULL, &bytes), MPI_ERR_ARG);
    check_class(MPI_Buffer_detach(&detached, NULL), MPI_ERR_ARG);
    check_ok(MPI_Buffer_detach(&detached, &bytes));
    check(detached == memory);
#else
    (void)detached, (void)bytes, (void)other;
#endif
}

static void a_small_buffer_holds_nothing(void)
{
#ifndef MPICH_VERSION
    char memory[40];
    void *detached;
    int bytes;

    check_ok(MPI_Buffer_attach(memory, sizeof memory));
    check_class(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 0, MPI_COMM_WORLD), MPI_ERR_BUFFER);
    check_ok(MPI_Buffer_detach(&detached, &bytes));
    check(detached == memory);
    check_equal(bytes, (int)sizeof memory);
    check_ok(MPI_Buffer_attach(memory, 0));
    check_ok(MPI_Buffer_detach(&detached, &bytes));
    check_equal(bytes, 0);
#endif
}

#if MPI_VERSION >= 5 /* since MPI 4.1 */

static void automatic_buffers_have_no_limit(void)
{
    enum { MESSAGES = 50, LENGTH = 50000 };
    static char big[LENGTH];
    void *detached = NULL;
    MPI_Request request;
    int i, bytes, flag;

    check_ok(MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0));
    check_class(MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0), MPI_ERR_BUFFER);
    check_ok(MPI_Buffer_flush());
    for (i = 0; i < MESSAGES; i++) {
        big[LENGTH - 1] = (char)i;
        check_ok(MPI_Bsend(big, LENGTH, MPI_CHAR, right(), 4, MPI_COMM_WORLD));
    }
    check_ok(MPI_Buffer_iflush(&request));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    check_equal(flag, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < MESSAGES; i++) {
        MPI_Recv(big, LENGTH, MPI_CHAR, left(), 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check_equal(big[LENGTH - 1], (char)i);
    }
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check(request == MPI_REQUEST_NULL);
    check_ok(MPI_Buffer_flush());
    check_ok(MPI_Buffer_detach(&detached, &bytes));
    check(detached == MPI_BUFFER_AUTOMATIC);
}

static void flushing_waits_without_detaching(void)
{
    char *memory = malloc(EACH);
    MPI_Request request, started;
    void *detached;
    int bytes, flag = -1;

    check_class(MPI_Buffer_flush(), MPI_ERR_BUFFER);
    check_class(MPI_Buffer_iflush(&started), MPI_ERR_BUFFER);
    MPI_Buffer_attach(memory, EACH);
    check_class(MPI_Buffer_iflush(NULL), MPI_ERR_ARG);
    MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 5, MPI_COMM_WORLD);
    check_ok(MPI_Buffer_iflush(&started));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Test(&started, &flag, MPI_STATUS_IGNORE));
    check_equal(flag, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Irecv(got, BYTES, MPI_CHAR, left(), 5, MPI_COMM_WORLD, &request);
    check_ok(MPI_Buffer_flush());
    check_ok(MPI_Wait(&started, MPI_STATUS_IGNORE));
    check_ok(MPI_Bsend(sent, BYTES, MPI_CHAR, MPI_PROC_NULL, 5, MPI_COMM_WORLD));
    /* A flush that is never asked about again outlives the buffer. */
    check_ok(MPI_Buffer_iflush(&started));
    check_ok(MPI_Buffer_detach(&detached, &bytes));
    memset(memory, -1, EACH);
    free(memory);
    check_ok(MPI_Wait(&started, MPI_STATUS_IGNORE));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void a_communicators_buffer_comes_first(void)
{
    char *memory = malloc(2 * EACH), *own = malloc(EACH);
    void *detached;
    MPI_Comm dup;
    MPI_Count bytes;
    MPI_Request request;
    int small;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_set_errhandler(dup, MPI_ERRORS_RETURN);
    check_class(MPI_Comm_flush_buffer(dup), MPI_ERR_BUFFER);
    check_class(MPI_Comm_detach_buffer(dup, &detached, &small), MPI_ERR_BUFFER);
    check_ok(MPI_Buffer_attach(memory, 2 * EACH));
    check_ok(MPI_Comm_attach_buffer_c(dup, own, EACH));
    check_class(MPI_Comm_attach_buffer(dup, own, EACH), MPI_ERR_BUFFER);
    check_ok(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 6, dup));
    /* Full, although the rank's own has room; that one serves other communicators. */
    check_class(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 6, dup), MPI_ERR_BUFFER);
    check_ok(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 6, MPI_COMM_WORLD));
    MPI_Barrier(MPI_COMM_WORLD); /* until here no rank has received */
    check_ok(MPI_Comm_iflush_buffer(dup, &request));
    check_ok(MPI_Recv(got, BYTES, MPI_CHAR, left(), 6, dup, MPI_STATUS_IGNORE));
    receive(6);
    check_ok(MPI_Comm_flush_buffer(dup));
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_ok(MPI_Comm_detach_buffer_c(dup, &detached, &bytes));
    check(detached == own);
    check_equal(bytes, EACH);
    check_ok(MPI_Buffer_detach(&detached, &small));
    check(detached == memory);
    check_ok(MPI_Comm_attach_buffer(dup, MPI_BUFFER_AUTOMATIC, 0));
    check_ok(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 7, dup));
    check_ok(MPI_Recv(got, BYTES, MPI_CHAR, left(), 7, dup, MPI_STATUS_IGNORE));
    check_ok(MPI_Comm_detach_buffer(dup, &detached, &small));
    check(detached == MPI_BUFFER_AUTOMATIC);
    MPI_Comm_free(&dup);
    free(memory);
    free(own);
}

static void a_size_that_does_not_fit_is_undefined(void)
{
    char memory[EACH];
    void *detached;
    int bytes;

    /* No byte of it is touched. */
    check_ok(MPI_Comm_attach_buffer_c(MPI_COMM_SELF, MPI_BUFFER_AUTOMATIC, (MPI_Count)1 << 40));
    check_ok(MPI_Comm_detach_buffer(MPI_COMM_SELF, &detached, &bytes));
    check_equal(bytes, MPI_UNDEFINED);
    check_class(MPI_Comm_attach_buffer(MPI_COMM_SELF, memory, -5), MPI_ERR_ARG);
    check_class(MPI_Comm_attach_buffer(MPI_COMM_SELF, NULL, 5), MPI_ERR_BUFFER);
    check_class(MPI_Comm_attach_buffer(MPI_COMM_NULL, memory, EACH), MPI_ERR_COMM);
    check_class(MPI_Comm_detach_buffer(MPI_COMM_NULL, &detached, &bytes), MPI_ERR_COMM);
    check_class(MPI_Comm_flush_buffer(MPI_COMM_NULL), MPI_ERR_COMM);
    check_class(MPI_Comm_iflush_buffer(MPI_COMM_NULL, NULL), MPI_ERR_COMM);
}

static void a_sessions_buffer_serves_its_communicators(void)
{
    char *memory = malloc(EACH);
    void *detached;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm, dup;
    MPI_Request request;
    MPI_Count large;
    int bytes;

    check_ok(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    check_ok(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
    check_ok(MPI_Comm_create_from_group(group, "buffers", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    check_ok(MPI_Comm_dup(comm, &dup));
    check_class(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 0, dup), MPI_ERR_BUFFER);
    check_class(MPI_Session_flush_buffer(session), MPI_ERR_BUFFER);
    check_class(MPI_Session_iflush_buffer(session, &request), MPI_ERR_BUFFER);
    check_class(MPI_Session_detach_buffer(session, &detached, &bytes), MPI_ERR_BUFFER);
    check_class(MPI_Session_attach_buffer(session, memory, -1), MPI_ERR_ARG);
    check_class(MPI_Session_attach_buffer(session, NULL, 1), MPI_ERR_BUFFER);
    check_class(MPI_Session_attach_buffer_c(session, memory, -1), MPI_ERR_ARG);
    check_class(MPI_Session_attach_buffer(MPI_SESSION_NULL, memory, EACH), MPI_ERR_SESSION);
    check_class(MPI_Session_attach_buffer_c(MPI_SESSION_NULL, memory, EACH), MPI_ERR_SESSION);
    check_class(MPI_Session_detach_buffer(MPI_SESSION_NULL, &detached, &bytes), MPI_ERR_SESSION);
    check_class(MPI_Session_detach_buffer_c(MPI_SESSION_NULL, &detached, &large),
                MPI_ERR_SESSION);
    check_class(MPI_Session_flush_buffer(MPI_SESSION_NULL), MPI_ERR_SESSION);
    check_class(MPI_Session_iflush_buffer(MPI_SESSION_NULL, &request), MPI_ERR_SESSION);
    check_ok(MPI_Session_attach_buffer(session, memory, EACH));
    check_class(MPI_Session_attach_buffer_c(session, memory, EACH), MPI_ERR_BUFFER);
    check_ok(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 0, dup));
    check_class(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 0, comm), MPI_ERR_BUFFER); /* full */
    check_class(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 0, MPI_COMM_WORLD), MPI_ERR_BUFFER);
    MPI_Barrier(MPI_COMM_WORLD); /* until here no rank has received */
    check_ok(MPI_Session_iflush_buffer(session, &request));
    check_ok(MPI_Recv(got, BYTES, MPI_CHAR, left(), 0, dup, MPI_STATUS_IGNORE));
    check_ok(MPI_Session_flush_buffer(session));
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_ok(MPI_Session_detach_buffer(session, &detached, &bytes));
    check(detached == memory);
    check_equal(bytes, EACH);
    MPI_Group_free(&group);
    MPI_Comm_free(&dup);
    MPI_Comm_free(&comm);
    check_ok(MPI_Session_finalize(&session));
    free(memory);
}

/* The first at its communicator's end, the others at that of the job. */
static void what_is_not_detached_does_no_harm(void)
{
    static char memory[3][EACH];
    MPI_Comm dup;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    check_ok(MPI_Comm_attach_buffer(dup, memory[0], EACH));
    check_ok(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 0, dup));
    check_ok(MPI_Recv(got, BYTES, MPI_CHAR, left(), 0, dup, MPI_STATUS_IGNORE));
    check_ok(MPI_Comm_free(&dup));
    check_ok(MPI_Comm_attach_buffer(MPI_COMM_WORLD, memory[1], EACH));
    check_ok(MPI_Buffer_attach(memory[2], EACH));
    check_ok(MPI_Bsend(sent, BYTES, MPI_CHAR, right(), 9, MPI_COMM_WORLD));
    receive(9);
}

CASES(a_full_buffer_is_an_error_and_empties_again, without_a_buffer_there_is_no_buffered_send,
      detaching_waits_for_the_messages, the_buffer_is_used_again_and_again,
      buffers_are_attached_once_and_detached_once, a_small_buffer_holds_nothing,
      automatic_buffers_have_no_limit, flushing_waits_without_detaching,
      a_communicators_buffer_comes_first, a_size_that_does_not_fit_is_undefined,
      a_sessions_buffer_serves_its_communicators, what_is_not_detached_does_no_harm)

#else

CASES(a_full_buffer_is_an_error_and_empties_again, without_a_buffer_there_is_no_buffered_send,
      detaching_waits_for_the_messages, the_buffer_is_used_again_and_again,
      buffers_are_attached_once_and_detached_once, a_small_buffer_holds_nothing)

#endif
