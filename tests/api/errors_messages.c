/* SPDX-License-Identifier: MIT */
/* Wrong arguments of messages, requests and types: the class, and that nothing else happens. */
#include "check.h"

#ifdef MPICH_VERSION
#define CLASS(standard, mpich) mpich
#else
#define CLASS(standard, mpich) standard
#endif

static void a_send_checks_its_arguments(void)
{
    int value = 1;
    MPI_Datatype type;

    errors_return();
    MPI_Type_contiguous(2, MPI_INT, &type);
    check_class(MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD), MPI_ERR_COUNT);
    check_class(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    check_class(MPI_Send(&value, 1, type, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    check_class(MPI_Send(&value, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
    check_class(MPI_Send(&value, 1, MPI_INT, -17, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
    check_class(MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
    check_class(MPI_Send(&value, 1, MPI_INT, 0, -17, MPI_COMM_WORLD), MPI_ERR_TAG);
    check_class(MPI_Send(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD), MPI_ERR_TAG);
    check_class(MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL), MPI_ERR_COMM);
    check_class(MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD), MPI_ERR_BUFFER);
    check_class(MPI_Send_c(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD), MPI_ERR_COUNT);
    MPI_Type_free(&type);
}

static void handles_that_are_none_are_refused(void)
{
#ifndef MPICH_VERSION /* whose handles are not addresses */
    static char nothing[512];
#define WRONG(type) ((type)(void *)(nothing + 256))
    static const MPI_Comm comms[] = {WRONG(MPI_Comm), (MPI_Comm)MPI_INT, (MPI_Comm)0,
                                     (MPI_Comm)-1, (MPI_Comm)0x103, (MPI_Comm)8};
    int value = 1, i;
    MPI_Request request = WRONG(MPI_Request);

    for (i = 0; i < (int)(sizeof comms / sizeof comms[0]); i++)
        check_class(MPI_Send(&value, 1, MPI_INT, 0, 0, comms[i]), MPI_ERR_COMM);
    check_class(MPI_Send(&value, 1, WRONG(MPI_Datatype), 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    check_class(MPI_Send(&value, 1, (MPI_Datatype)MPI_COMM_WORLD, 0, 0, MPI_COMM_WORLD),
                MPI_ERR_TYPE);
    check_class(MPI_Send(&value, 1, (MPI_Datatype)0, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    check_class(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    check(request == WRONG(MPI_Request));
#endif
}

static void freed_handles_are_refused(void)
{
#ifndef MPICH_VERSION
    MPI_Comm dup, stale_comm;
    MPI_Datatype type, stale_type;
    MPI_Request request, stale_request;
    int value = 1, got;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    stale_comm = dup;
    MPI_Comm_free(&dup);
    check_class(MPI_Send(&value, 1, MPI_INT, 0, 0, stale_comm), MPI_ERR_COMM);
    MPI_Type_contiguous(1, MPI_INT, &type);
    stale_type = type;
    MPI_Type_free(&type);
    check_class(MPI_Send(&value, 1, stale_type, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    MPI_Irecv(&got, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    stale_request = request;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_class(MPI_Wait(&stale_request, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
#endif
}

static void a_receive_checks_its_arguments(void)
{
    int value = 77;
    MPI_Status status;
    MPI_Datatype type;

    MPI_Type_contiguous(2, MPI_INT, &type);
    check_class(MPI_Recv(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status), MPI_ERR_COUNT);
    check_class(MPI_Recv(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, &status),
                MPI_ERR_TYPE);
    check_class(MPI_Recv(&value, 1, type, 0, 0, MPI_COMM_WORLD, &status), MPI_ERR_TYPE);
    check_class(MPI_Recv(&value, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD, &status),
                MPI_ERR_RANK);
    check_class(MPI_Recv(&value, 1, MPI_INT, -9, 0, MPI_COMM_WORLD, &status), MPI_ERR_RANK);
    check_class(MPI_Recv(&value, 1, MPI_INT, 0, -9, MPI_COMM_WORLD, &status), MPI_ERR_TAG);
    check_class(MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &status), MPI_ERR_COMM);
    check_class(MPI_Recv(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status), MPI_ERR_BUFFER);
    check_class(MPI_Recv_c(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status), MPI_ERR_COUNT);
    check_equal(value, 77);
    MPI_Type_free(&type);
}

static void nonblocking_calls_make_no_request_of_wrong_arguments(void)
{
    int value = 1;
    MPI_Request request = MPI_REQUEST_NULL;

    check_class(MPI_Isend(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request), MPI_ERR_COUNT);
    check_class(MPI_Isend(&value, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD, &request),
                MPI_ERR_RANK);
    check_class(MPI_Isend(&value, 1, MPI_INT, 0, -3, MPI_COMM_WORLD, &request), MPI_ERR_TAG);
    check_class(MPI_Irecv(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, &request),
                MPI_ERR_TYPE);
    check_class(MPI_Irecv(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request), MPI_ERR_BUFFER);
    check_class(MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &request), MPI_ERR_COMM);
    check(request == MPI_REQUEST_NULL);
    check_class(MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    check_class(MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
}

static void a_sendrecv_checks_both_halves(void)
{
    int out = 1, in = 77;

    check_class(MPI_Sendrecv(&out, -1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE), MPI_ERR_COUNT);
    check_class(MPI_Sendrecv(&out, 1, MPI_INT, check_size, 0, &in, 1, MPI_INT, 0, 0,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_RANK);
    check_class(MPI_Sendrecv(&out, 1, MPI_INT, 0, MPI_ANY_TAG, &in, 1, MPI_INT, 0, 0,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_TAG);
    check_class(MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_DATATYPE_NULL, 0, 0,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_TYPE);
    check_class(MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, check_size, 0,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_RANK);
    check_class(MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, -7, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE), MPI_ERR_TAG);
    check_class(MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE), MPI_ERR_BUFFER);
    check_class(MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_NULL,
                             MPI_STATUS_IGNORE), MPI_ERR_COMM);
    check_equal(in, 77);
}

static void probes_check_their_arguments(void)
{
    int flag = 77;

    check_class(MPI_Probe(check_size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_RANK);
    check_class(MPI_Probe(0, -5, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_TAG);
    check_class(MPI_Probe(0, 0, MPI_COMM_NULL, MPI_STATUS_IGNORE), MPI_ERR_COMM);
    check_class(MPI_Iprobe(-5, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE), MPI_ERR_RANK);
    check_class(MPI_Iprobe(0, -5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE), MPI_ERR_TAG);
    check_class(MPI_Iprobe(0, 0, MPI_COMM_WORLD, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_equal(flag, 77);
}

static void completion_checks_its_arguments(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int flag;

    check_class(MPI_Wait(NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Test(&request, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Waitall(-1, &request, MPI_STATUSES_IGNORE), CLASS(MPI_ERR_ARG, MPI_ERR_COUNT));
    check_class(MPI_Testall(-1, &request, &flag, MPI_STATUSES_IGNORE),
                CLASS(MPI_ERR_ARG, MPI_ERR_COUNT));
    check_class(MPI_Waitall(1, NULL, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Testall(1, &request, NULL, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
}

static void get_count_checks_its_arguments(void)
{
    MPI_Status status;
    MPI_Count count;
    int small;

    memset(&status, 0, sizeof status);
    check_class(MPI_Get_count(NULL, MPI_INT, &small), MPI_ERR_ARG);
    check_class(MPI_Get_count(&status, MPI_DATATYPE_NULL, &small), MPI_ERR_TYPE);
    check_class(MPI_Get_count(&status, MPI_INT, NULL), MPI_ERR_ARG);
#ifndef MPICH_VERSION /* 4.0 crashes */
    check_class(MPI_Get_count_c(NULL, MPI_INT, &count), MPI_ERR_ARG);
#endif
    check_class(MPI_Get_count_c(&status, MPI_DATATYPE_NULL, &count), MPI_ERR_TYPE);
}

static void types_check_their_arguments(void)
{
    MPI_Datatype type = MPI_DATATYPE_NULL, predefined = MPI_INT;
    MPI_Count wide;
    MPI_Aint lb;
    int size;

    check_class(MPI_Type_contiguous(-1, MPI_INT, &type), MPI_ERR_COUNT);
    check_class(MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE);
    check_class(MPI_Type_contiguous(1, MPI_INT, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_contiguous_c(-1, MPI_INT, &type), MPI_ERR_COUNT);
    check_class(MPI_Type_vector(-1, 1, 1, MPI_INT, &type), MPI_ERR_COUNT);
    check_class(MPI_Type_vector(1, -1, 1, MPI_INT, &type), MPI_ERR_COUNT);
    check_class(MPI_Type_vector(1, 1, 1, MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE);
    check(type == MPI_DATATYPE_NULL);
    check_class(MPI_Type_commit(&type), MPI_ERR_TYPE);
#ifndef MPICH_VERSION /* 4.0 crashes */
    check_class(MPI_Type_commit(NULL), MPI_ERR_ARG);
#endif
    check_class(MPI_Type_free(&type), MPI_ERR_TYPE);
    check_class(MPI_Type_free(&predefined), MPI_ERR_TYPE);
    check(predefined == MPI_INT);
    check_class(MPI_Type_size(MPI_DATATYPE_NULL, &size), MPI_ERR_TYPE);
    check_class(MPI_Type_size(MPI_INT, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_size_c(MPI_DATATYPE_NULL, &wide), MPI_ERR_TYPE);
    check_class(MPI_Type_get_extent(MPI_DATATYPE_NULL, &lb, &lb), MPI_ERR_TYPE);
    check_class(MPI_Type_get_extent(MPI_INT, NULL, &lb), MPI_ERR_ARG);
    check_class(MPI_Type_get_extent(MPI_INT, &lb, NULL), MPI_ERR_ARG);
}

static void a_message_that_is_too_long_is_cut_and_said_to_be(void)
{
    static const int lengths[] = {4, 16, 40, 3000, 200000};
    static int out[200000], in[200001];
    int left = (check_rank + check_size - 1) % check_size, k;

    for (k = 0; k < 5; k++) {
        int n = lengths[k];
        MPI_Request request;
        MPI_Status status;

        out[0] = check_rank;
        in[0] = in[n - 1] = -1;
        MPI_Isend(out, n, MPI_INT, (check_rank + 1) % check_size, 3, MPI_COMM_WORLD, &request);
        check_class(MPI_Recv(in, n - 1, MPI_INT, left, 3, MPI_COMM_WORLD, &status),
                    MPI_ERR_TRUNCATE);
        check_equal(in[n - 1], -1);
        check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
        /* The communicator is as good as before. */
        MPI_Isend(out, n, MPI_INT, (check_rank + 1) % check_size, 3, MPI_COMM_WORLD, &request);
        check_ok(MPI_Recv(in, n, MPI_INT, left, 3, MPI_COMM_WORLD, &status));
        check_equal(in[0], left);
        check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
}

static void waiting_for_a_cut_message_says_so_and_frees_the_request(void)
{
    int out[2] = {1, 2}, in = 0, flag = 0;
    MPI_Request request;
    MPI_Status status;

    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Send(out, 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    check_class(MPI_Wait(&request, &status), MPI_ERR_TRUNCATE);
    check(request == MPI_REQUEST_NULL);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Send(out, 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    check_class(MPI_Test(&request, &flag, &status), MPI_ERR_TRUNCATE);
    check(request == MPI_REQUEST_NULL);
}

static void waitall_tells_which_request_failed(void)
{
    int out[2] = {1, 2}, in[3][2], i;
    MPI_Request requests[3];
    MPI_Status statuses[3];

    for (i = 0; i < 3; i++) {
        statuses[i].MPI_ERROR = 12345;
        MPI_Irecv(in[i], i == 2 ? 1 : 2, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
    }
    for (i = 0; i < 3; i++)
        MPI_Send(out, 2, MPI_INT, 0, i, MPI_COMM_SELF);
    check_class(MPI_Waitall(3, requests, statuses), MPI_ERR_IN_STATUS);
    check_class(statuses[0].MPI_ERROR, MPI_SUCCESS);
    check_class(statuses[1].MPI_ERROR, MPI_SUCCESS);
    check_class(statuses[2].MPI_ERROR, MPI_ERR_TRUNCATE);
    for (i = 0; i < 3; i++)
        check(requests[i] == MPI_REQUEST_NULL);
    check_equal(in[1][1], 2);
}

static void each_communicator_has_its_own_error_handler(void)
{
    MPI_Errhandler handler;
    MPI_Comm dup;
    int value = 1;

    MPI_Comm_dup(MPI_COMM_SELF, &dup);
    MPI_Comm_set_errhandler(dup, MPI_ERRORS_ARE_FATAL);
    check_class(MPI_Send(&value, 1, MPI_INT, 5, 0, MPI_COMM_SELF), MPI_ERR_RANK);
    MPI_Comm_get_errhandler(dup, &handler);
    check(handler == MPI_ERRORS_ARE_FATAL);
    MPI_Comm_free(&dup);
}

static void the_sentence_of_an_error_can_be_asked_for(void)
{
#ifndef MPICH_VERSION
    char text[MPI_MAX_ERROR_STRING];
    int value = 1, length;

    check_class(MPI_Send(&value, 1, MPI_INT, 123456, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
    check_ok(MPI_Error_string(MPI_ERR_RANK, text, &length));
    check(strncmp(text, "invalid rank: MPI_Send: dest 123456 is outside 0..", 50) == 0);
    check(strstr(text, "on MPI_COMM_WORLD") != NULL);
    check_equal(length, (int)strlen(text));
    check_ok(MPI_Error_string(MPI_ERR_TAG, text, &length));
    check_text(text, "invalid tag");
#endif
}

CASES(a_send_checks_its_arguments, handles_that_are_none_are_refused, freed_handles_are_refused,
      a_receive_checks_its_arguments, nonblocking_calls_make_no_request_of_wrong_arguments,
      a_sendrecv_checks_both_halves, probes_check_their_arguments, completion_checks_its_arguments,
      get_count_checks_its_arguments, types_check_their_arguments,
      a_message_that_is_too_long_is_cut_and_said_to_be,
      waiting_for_a_cut_message_says_so_and_frees_the_request, waitall_tells_which_request_failed,
      each_communicator_has_its_own_error_handler, the_sentence_of_an_error_can_be_asked_for)
