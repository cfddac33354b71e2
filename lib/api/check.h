/* SPDX-License-Identifier: MIT */
/* Checks of what the user passes, one for each rule. Each returns MPI_SUCCESS, or an error class
 * and leaves a sentence that names the argument and its value. Handles come back as objects. What
 * every call needs is inline; refuse_... finds the sentence. */
#ifndef API_CHECK_H
#define API_CHECK_H

#include <stdbool.h>

#include "api/handle.h"
#include "base/width.h"
#include "mpi.h"
#include "type/data.h"

struct message;
struct receive;
struct request;
struct send;

/* How a function calls the three parameters that name data. */
struct data_names {
    const char *buf;
    const char *count;
    const char *type;
};

extern const struct data_names names_plain;     /* buf, count, datatype */
extern const struct data_names names_buffer;    /* buffer, count, datatype */
extern const struct data_names names_sending;   /* sendbuf, sendcount, sendtype */
extern const struct data_names names_receiving; /* recvbuf, recvcount, recvtype */

/* Does the calling thread belong to a rank? For what may be called at any time. */
int check_self(void);

/* May the calling thread use MPI: between MPI_Init and MPI_Finalize of its rank, or while it has a
 * session? */
int check_active(void);

/* What an element of an array is called, "array_of_requests[2]": in name, which is returned. */
enum { ELEMENT_NAME_BYTES = 48 };
const char *check_name_of(char name[ELEMENT_NAME_BYTES], const char *array, int i);

/* The sentence for what an inline check has found. */
#define REFUSES __attribute__((cold))
/* What is wrong with a handle that is none, and no constant: "comm has been freed; it was made in
 * main (halo.c:12)", "comm 0x12 is no communicator". */
int refuse_handle(int err, const char *name, const void *handle, enum object_kind kind) REFUSES;
int refuse_comm(MPI_Comm handle, const char *name) REFUSES;
int refuse_null(const char *name) REFUSES;
int refuse_count(MPI_Count count, const char *name) REFUSES;
int refuse_type(MPI_Datatype handle, const char *name) REFUSES;
int refuse_tag(int tag, const char *name, const char *what) REFUSES;

/* *comm becomes NULL when the handle is none, or the thread may not use MPI. */
static inline int check_comm(MPI_Comm handle, const char *name, struct comm **comm)
{
    *comm = handle_comm(handle);
    return likely(*comm != NULL) ? MPI_SUCCESS : refuse_comm(handle, name);
}

int check_intra(const struct comm *comm, const char *name);
int check_inter(const struct comm *comm, const char *name);

/* What the function reads or writes. */
static inline int check_pointer(const void *pointer, const char *name)
{
    return likely(pointer != NULL) ? MPI_SUCCESS : refuse_null(name);
}

static inline int check_slot(struct int_slot slot, const char *name)
{
    return likely(!slot_is_null(slot)) ? MPI_SUCCESS : refuse_null(name);
}

/* An array of so many elements: it may be missing when there are none. */
static inline int check_array(const void *array, const char *name, MPI_Count length)
{
    return length > 0 ? check_pointer(array, name) : MPI_SUCCESS;
}

static inline int check_view(struct int_view array, const char *name, MPI_Count length)
{
    return likely(length <= 0 || !view_is_null(array)) ? MPI_SUCCESS : refuse_null(name);
}

static inline int check_count(MPI_Count count, const char *name)
{
    return likely(count >= 0) ? MPI_SUCCESS : refuse_count(count, name);
}

int check_length(int length, const char *name); /* of an array: another class */

static inline int check_type(MPI_Datatype handle, const char *name, const struct type **type)
{
    *type = handle_type(handle);
    return likely(*type != NULL) ? MPI_SUCCESS : refuse_type(handle, name);
}

/* Buffer, count and type together: *data is then what they name. MPI_IN_PLACE is an error. */
int check_data(const struct data_names *names, const void *buf, MPI_Count count,
               MPI_Datatype handle, struct data *data);

int check_root(const struct comm *comm, int root);

/* The upper bound, MPI_TAG_UB, is the largest int. */
static inline int check_tag_sent(int tag, const char *name)
{
    return likely(tag >= 0) ? MPI_SUCCESS : refuse_tag(tag, name, "negative");
}

/* The arguments of a message: comm and data are filled in, the peer and the tag are there. Comm is
 * NULL when the handle is none. */
int check_send(struct send *send, const struct data_names *names, const void *buf, MPI_Count count,
               MPI_Datatype datatype, const char *tag_name, MPI_Comm comm);
int check_receive(struct receive *receive, const struct data_names *names, void *buf,
                  MPI_Count count, MPI_Datatype datatype, const char *tag_name, MPI_Comm comm);
int check_probe(int source, int tag, MPI_Comm handle, struct comm **comm);

int check_op_handle(MPI_Op handle, const struct op **op);

/* Whether a reduction may combine elements of the type with the operation. */
int check_op(MPI_Op handle, const struct type *type, const struct op **op);

/* *request becomes NULL for MPI_REQUEST_NULL. */
int check_request(MPI_Request handle, const char *name, struct request **request);
/* The i-th of array_of_requests. */
int check_request_of(const MPI_Request handles[], int i, struct request **request);
/* MPI_REQUEST_NULL is an error. */
int check_real_request(MPI_Request handle, const char *name, struct request **request);

/* *message becomes NULL for MPI_MESSAGE_NO_PROC; MPI_MESSAGE_NULL is an error. */
int check_message(const MPI_Message *handle, struct message **message);

#endif
