/* SPDX-License-Identifier: MIT */
/* Wrong arguments of everything that sends or receives: the class, and that no request is made. */
#include "check.h"

typedef int blocking(const void *buf, int count, MPI_Datatype datatype, int peer, int tag,
                     MPI_Comm comm);
typedef int starting(const void *buf, int count, MPI_Datatype datatype, int peer, int tag,
                     MPI_Comm comm, MPI_Request *request);
typedef int large_blocking(const void *buf, MPI_Count count, MPI_Datatype datatype, int peer,
                           int tag, MPI_Comm comm);
typedef int large_starting(const void *buf, MPI_Count count, MPI_Datatype datatype, int peer,
                           int tag, MPI_Comm comm, MPI_Request *request);

/* A function in whichever of the four forms, as the one that has all the parameters. */
struct function {
    const char *name;
    blocking *now;
    starting *later;
    large_blocking *large_now;
    large_starting *large_later;
};

static const struct function functions[] = {
    {"MPI_Send", .now = MPI_Send},
    {"MPI_Bsend", .now = MPI_Bsend},
    {"MPI_Ssend", .now = MPI_Ssend},
    {"MPI_Rsend", .now = MPI_Rsend},
    {"MPI_Isend", .later = MPI_Isend},
    {"MPI_Ibsend", .later = MPI_Ibsend},
    {"MPI_Issend", .later = MPI_Issend},
    {"MPI_Irsend", .later = MPI_Irsend},
    {"MPI_Send_init", .later = MPI_Send_init},
    {"MPI_Bsend_init", .later = MPI_Bsend_init},
    {"MPI_Ssend_init", .later = MPI_Ssend_init},
    {"MPI_Rsend_init", .later = MPI_Rsend_init},
    {"MPI_Send_c", .large_now = MPI_Send_c},
    {"MPI_Bsend_c", .large_now = MPI_Bsend_c},
    {"MPI_Ssend_c", .large_now = MPI_Ssend_c},
    {"MPI_Rsend_c", .large_now = MPI_Rsend_c},
    {"MPI_Isend_c", .large_later = MPI_Isend_c},
    {"MPI_Ibsend_c", .large_later = MPI_Ibsend_c},
    {"MPI_Issend_c", .large_later = MPI_Issend_c},
    {"MPI_Irsend_c", .large_later = MPI_Irsend_c},
    {"MPI_Send_init_c", .large_later = MPI_Send_init_c},
    {"MPI_Bsend_init_c", .large_later = MPI_Bsend_init_c},
    {"MPI_Ssend_init_c", .large_later = MPI_Ssend_init_c},
    {"MPI_Rsend_init_c", .large_later = MPI_Rsend_init_c},
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static int value;

static void check_call(const struct function *f, const void *buf, int count, MPI_Datatype type,
                       int peer, int tag, MPI_Comm comm, int expected)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int err, class;

    if (f->now != NULL)
        err = f->now(buf, count, type, peer, tag, comm);
    else if (f->large_now != NULL)
        err = f->large_now(buf, count, type, peer, tag, comm);
    else if (f->later != NULL)
        err = f->later(buf, count, type, peer, tag, comm, &request);
    else
        err = f->large_later(buf, count, type, peer, tag, comm, &request);
    MPI_Error_class(err, &class);
    if (class != expected)
        fprintf(stderr, "# %s:\n", f->name);
    check_equal(class, expected);
    check(request == MPI_REQUEST_NULL);
}

static void check_common(const struct function *f, MPI_Datatype raw)
{
    const MPI_Comm world = MPI_COMM_WORLD;

    check_call(f, NULL, 1, MPI_INT, 0, 0, world, MPI_ERR_BUFFER);
    check_call(f, &value, -1, MPI_INT, 0, 0, world, MPI_ERR_COUNT);
    check_call(f, &value, 1, MPI_DATATYPE_NULL, 0, 0, world, MPI_ERR_TYPE);
    check_call(f, &value, 1, raw, 0, 0, world, MPI_ERR_TYPE);
    check_call(f, &value, 1, MPI_INT, check_size, 0, world, MPI_ERR_RANK);
    check_call(f, &value, 1, MPI_INT, -77, 0, world, MPI_ERR_RANK);
    check_call(f, &value, 1, MPI_INT, 0, -77, world, MPI_ERR_TAG);
    check_call(f, &value, 1, MPI_INT, 0, 0, MPI_COMM_NULL, MPI_ERR_COMM);
#ifndef MPICH_VERSION
    check_call(f, MPI_IN_PLACE, 1, MPI_INT, 0, 0, world, MPI_ERR_BUFFER);
#endif
}

static void each_send_checks_its_arguments(void)
{
    MPI_Datatype raw;
    int i;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(2, MPI_INT, &raw);
    for (i = 0; i < FUNCTIONS; i++) {
        const struct function *f = &functions[i];

        check_common(f, raw);
        check_call(f, &value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_ERR_RANK);
        check_call(f, &value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_ERR_TAG);
        if (f->later != NULL)
            check_class(f->later(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
        if (f->large_later != NULL)
            check_class(f->large_later(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL),
                        MPI_ERR_ARG);
    }
    MPI_Type_free(&raw);
}

static int receive_now(const void *buf, int count, MPI_Datatype datatype, int peer, int tag,
                       MPI_Comm comm)
{
    return MPI_Recv((void *)(MPI_Aint)buf, count, datatype, peer, tag, comm, MPI_STATUS_IGNORE);
}

static int receive_large(const void *buf, MPI_Count count, MPI_Datatype datatype, int peer,
                         int tag, MPI_Comm comm)
{
    return MPI_Recv_c((void *)(MPI_Aint)buf, count, datatype, peer, tag, comm, MPI_STATUS_IGNORE);
}

static int receive_later(const void *buf, int count, MPI_Datatype datatype, int peer, int tag,
                         MPI_Comm comm, MPI_Request *request)
{
    return MPI_Irecv((void *)(MPI_Aint)buf, count, datatype, peer, tag, comm, request);
}

static int receive_often(const void *buf, int count, MPI_Datatype datatype, int peer, int tag,
                         MPI_Comm comm, MPI_Request *request)
{
    return MPI_Recv_init((void *)(MPI_Aint)buf, count, datatype, peer, tag, comm, request);
}

static void each_receive_checks_its_arguments(void)
{
    static const struct function receives[] = {
        {"MPI_Recv", .now = receive_now},
        {"MPI_Recv_c", .large_now = receive_large},
        {"MPI_Irecv", .later = receive_later},
        {"MPI_Recv_init", .later = receive_often},
    };
    MPI_Request request;
    MPI_Datatype raw;
    int i;

    MPI_Type_contiguous(2, MPI_INT, &raw);
    for (i = 0; i < 4; i++)
        check_common(&receives[i], raw);
    check_class(MPI_Irecv_c(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request), MPI_ERR_COUNT);
    check_class(MPI_Recv_init_c(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request),
                MPI_ERR_COUNT);
    check_class(MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    check_class(MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    MPI_Type_free(&raw);
}

static void an_exchange_checks_both_halves(void)
{
    int out = 1, in = 77;
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Datatype raw;

    MPI_Type_contiguous(2, MPI_INT, &raw);
#define BOTH(so, sc, st, d, stag, ri, rc, rt, s, rtag, comm, class)                              \
    check_class(MPI_Sendrecv(so, sc, st, d, stag, ri, rc, rt, s, rtag, comm, MPI_STATUS_IGNORE), \
                class);                                                                          \
    check_class(MPI_Isendrecv(so, sc, st, d, stag, ri, rc, rt, s, rtag, comm, &request), class)
    BOTH(NULL, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, world, MPI_ERR_BUFFER);
    BOTH(&out, -1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, world, MPI_ERR_COUNT);
    BOTH(&out, 1, MPI_DATATYPE_NULL, 0, 0, &in, 1, MPI_INT, 0, 0, world, MPI_ERR_TYPE);
    BOTH(&out, 1, raw, 0, 0, &in, 1, MPI_INT, 0, 0, world, MPI_ERR_TYPE);
    BOTH(&out, 1, MPI_INT, check_size, 0, &in, 1, MPI_INT, 0, 0, world, MPI_ERR_RANK);
    BOTH(&out, 1, MPI_INT, 0, -7, &in, 1, MPI_INT, 0, 0, world, MPI_ERR_TAG);
    BOTH(&out, 1, MPI_INT, 0, 0, NULL, 1, MPI_INT, 0, 0, world, MPI_ERR_BUFFER);
    BOTH(&out, 1, MPI_INT, 0, 0, &in, -1, MPI_INT, 0, 0, world, MPI_ERR_COUNT);
    BOTH(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_DATATYPE_NULL, 0, 0, world, MPI_ERR_TYPE);
    BOTH(&out, 1, MPI_INT, 0, 0, &in, 1, raw, 0, 0, world, MPI_ERR_TYPE);
    BOTH(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, check_size, 0, world, MPI_ERR_RANK);
    BOTH(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, -7, world, MPI_ERR_TAG);
    BOTH(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_NULL, MPI_ERR_COMM);
    check_class(MPI_Isendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, world, NULL),
                MPI_ERR_ARG);
#define REPLACE(buf, count, type, d, stag, s, rtag, comm, class)                                  \
    check_class(MPI_Sendrecv_replace(buf, count, type, d, stag, s, rtag, comm,                    \
                                     MPI_STATUS_IGNORE), class);                                  \
    check_class(MPI_Isendrecv_replace(buf, count, type, d, stag, s, rtag, comm, &request), class)
    REPLACE(NULL, 1, MPI_INT, 0, 0, 0, 0, world, MPI_ERR_BUFFER);
    REPLACE(&in, -1, MPI_INT, 0, 0, 0, 0, world, MPI_ERR_COUNT);
    REPLACE(&in, 1, MPI_DATATYPE_NULL, 0, 0, 0, 0, world, MPI_ERR_TYPE);
    REPLACE(&in, 1, raw, 0, 0, 0, 0, world, MPI_ERR_TYPE);
    REPLACE(&in, 1, MPI_INT, check_size, 0, 0, 0, world, MPI_ERR_RANK);
    REPLACE(&in, 1, MPI_INT, 0, -7, 0, 0, world, MPI_ERR_TAG);
    REPLACE(&in, 1, MPI_INT, 0, 0, check_size, 0, world, MPI_ERR_RANK);
    REPLACE(&in, 1, MPI_INT, 0, 0, 0, -7, world, MPI_ERR_TAG);
    REPLACE(&in, 1, MPI_INT, 0, 0, 0, 0, MPI_COMM_NULL, MPI_ERR_COMM);
    check_class(MPI_Isendrecv_replace(&in, 1, MPI_INT, 0, 0, 0, 0, world, NULL), MPI_ERR_ARG);
    check(request == MPI_REQUEST_NULL);
    check_equal(in, 77);
    MPI_Type_free(&raw);
}

/* None of the refused calls has left a message behind. */
static void nothing_was_sent(void)
{
    int flag = -1;

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    check_equal(flag, 0);
}

CASES(each_send_checks_its_arguments, each_receive_checks_its_arguments,
      an_exchange_checks_both_halves, nothing_was_sent)
