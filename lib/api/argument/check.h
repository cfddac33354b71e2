/* SPDX-License-Identifier: MIT */
/* Checks of the user's arguments, one function for each rule. Each returns MPI_SUCCESS, or an error
 * class and leaves a sentence that names the argument and its value. Handles come back as objects.
 * Checks that every call needs are inline; the refuse_... functions write their sentences. */
#ifndef API_CHECK_H
#define API_CHECK_H

#include <stdbool.h>

#include "api/argument/handle.h"
#include "base/width.h"
#include "mpi_types.h"
#include "type/data.h"

struct message;
struct receive;
struct request;
struct send;

/* The checks of a call that is often made are written once and compiled twice, by a constant
 * `fast`. The fast copy knows the usual arguments alone: for all others it returns UNUSUAL, which
 * is no error class, and leaves no sentence. The other copy then checks everything. An inline
 * check is fast if its name is the constant NULL. */
enum { UNUSUAL = -1 };

/* A function of which the entry contains the fast copy. */
#define QUICK ALWAYS_INLINE

/* The names of the three parameters that describe data. */
struct data_names {
    const char *buf;
    const char *count;
    const char *type;
};

extern const struct data_names names_plain;     /* buf, count, datatype */
extern const struct data_names names_buffer;    /* buffer, count, datatype */
extern const struct data_names names_sending;   /* sendbuf, sendcount, sendtype */
extern const struct data_names names_receiving; /* recvbuf, recvcount, recvtype */

/* Checks that the calling thread belongs to a rank; for functions that may be called at any
 * time. */
int check_self(void);

/* Checks that the calling thread may use MPI: between MPI_Init and MPI_Finalize of its rank, or
 * while it has a session. */
int check_active(void);

/* Writes the name of an array element, such as "array_of_requests[2]", and returns it. */
enum { ELEMENT_NAME_BYTES = 48 };
const char *check_name_of(char name[ELEMENT_NAME_BYTES], const char *array, int i);

/* Functions that write the sentence of a failed inline check. */
#define REFUSES __attribute__((cold))
/* Says what is wrong with a handle that is neither valid nor a constant: "comm has been freed; it
 * was made in main (halo.c:12)", "comm 0x12 is no communicator". */
int refuse_handle(int err, const char *name, const void *handle, enum object_kind kind) REFUSES;
int refuse_comm(MPI_Comm handle, const char *name) REFUSES;
int refuse_null(const char *name) REFUSES;
int refuse_count(MPI_Count count, const char *name) REFUSES;
int refuse_type(MPI_Datatype handle, const char *name) REFUSES;
int refuse_tag(int tag, const char *name, const char *what) REFUSES;

/* Sets *comm to NULL if the handle is invalid or the thread may not use MPI. */
static inline int check_comm(MPI_Comm handle, const char *name, struct comm **comm)
{
    *comm = handle_comm(handle);
    if (likely(*comm != NULL))
        return MPI_SUCCESS;
    return name == NULL ? UNUSUAL : refuse_comm(handle, name);
}

/* The communicator that MPI_Comm_idup has given while its request is not complete, else NULL. */
struct comm *check_unfinished(MPI_Comm handle);

int check_intra(const struct comm *comm, const char *name);
int check_inter(const struct comm *comm, const char *name);

/* Checks a pointer that the function reads or writes. */
static inline int check_pointer(const void *pointer, const char *name)
{
    if (likely(pointer != NULL))
        return MPI_SUCCESS;
    return name == NULL ? UNUSUAL : refuse_null(name);
}

static inline int check_slot(struct int_slot slot, const char *name)
{
    if (likely(!slot_is_null(slot)))
        return MPI_SUCCESS;
    return name == NULL ? UNUSUAL : refuse_null(name);
}

/* Checks an array; it may be NULL if it has no elements. */
static inline int check_array(const void *array, const char *name, MPI_Count length)
{
    return length > 0 ? check_pointer(array, name) : MPI_SUCCESS;
}

static inline int check_view(struct int_view array, const char *name, MPI_Count length)
{
    if (likely(length <= 0 || !view_is_null(array)))
        return MPI_SUCCESS;
    return name == NULL ? UNUSUAL : refuse_null(name);
}

static inline int check_count(MPI_Count count, const char *name)
{
    if (likely(count >= 0))
        return MPI_SUCCESS;
    return name == NULL ? UNUSUAL : refuse_count(count, name);
}

int check_length(int length, const char *name); /* of an array: another error class */

static inline int check_type(MPI_Datatype handle, const char *name, const struct type **type)
{
    *type = handle_type(handle);
    if (likely(*type != NULL))
        return MPI_SUCCESS;
    return name == NULL ? UNUSUAL : refuse_type(handle, name);
}

/* Checks buffer, count and type together, and fills in *data. MPI_IN_PLACE is an error. */
int check_data(const struct data_names *names, const void *buf, MPI_Count count,
               MPI_Datatype handle, struct data *data);

int check_root(const struct comm *comm, int root);

/* MPI_TAG_UB is the largest int, so only negative tags are wrong. */
static inline int check_tag_sent(int tag, const char *name)
{
    if (likely(tag >= 0))
        return MPI_SUCCESS;
    return name == NULL ? UNUSUAL : refuse_tag(tag, name, "negative");
}

/* Check the arguments of a message. The caller has set the peer and the tag; comm and data are
 * filled in. Comm becomes NULL if the handle is invalid. */
int check_send(struct send *send, const struct data_names *names, const void *buf, MPI_Count count,
               MPI_Datatype datatype, const char *tag_name, MPI_Comm comm);
int check_receive(struct receive *receive, const struct data_names *names, void *buf,
                  MPI_Count count, MPI_Datatype datatype, const char *tag_name, MPI_Comm comm);
int check_probe(int source, int tag, MPI_Comm handle, struct comm **comm);

int check_op_handle(MPI_Op handle, const struct op **op);

/* Checks that a reduction may combine elements of the type with the operation. */
int check_op(MPI_Op handle, const struct type *type, const struct op **op);

/* Sets *request to NULL for MPI_REQUEST_NULL. */
int check_request(MPI_Request handle, const char *name, struct request **request);
/* Checks the i-th of array_of_requests. */
int check_request_of(const MPI_Request handles[], int i, struct request **request);
/* Treats MPI_REQUEST_NULL as an error. */
int check_real_request(MPI_Request handle, const char *name, struct request **request);

/* Sets *message to NULL for MPI_MESSAGE_NO_PROC; MPI_MESSAGE_NULL is an error. */
int check_message(const MPI_Message *handle, struct message **message);

#endif
