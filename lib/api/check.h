/* SPDX-License-Identifier: MIT */
/* Checks of what the user passes, one for each rule. Each returns MPI_SUCCESS, or an error class
 * and leaves a sentence that names the argument and its value. Handles come back as objects. */
#ifndef API_CHECK_H
#define API_CHECK_H

#include <stdbool.h>

#include "base/width.h"
#include "comm/comm.h"
#include "mpi.h"
#include "type/data.h"
#include "type/op.h"

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

/* May the calling thread use MPI: between MPI_Init and MPI_Finalize of its rank, or while it has a
 * session? */
int check_active(void);

/* *comm becomes NULL when the handle is none. */
int check_comm(MPI_Comm handle, const char *name, struct comm **comm);
int check_intra(const struct comm *comm, const char *name);
int check_inter(const struct comm *comm, const char *name);

/* An argument that the function writes to. */
int check_output(const void *pointer, const char *name);
int check_output_slot(struct int_slot slot, const char *name);

int check_count(MPI_Count count, const char *name);
int check_length(int length, const char *name); /* of an array: another class */
int check_string(const char *string, const char *name);

int check_type(MPI_Datatype handle, const char *name, const struct type **type);
int check_committed(const struct type *type, const char *name);

/* Buffer, count and type together: *data is then what they name. MPI_IN_PLACE is an error. */
int check_data(const struct data_names *names, const void *buf, MPI_Count count,
               MPI_Datatype handle, struct data *data);
int check_buffer(const void *buf, const char *name, MPI_Count count, const struct type *type);

int check_dest(const struct comm *comm, int dest);
int check_source(const struct comm *comm, int source);
int check_root(const struct comm *comm, int root);
int check_tag_sent(int tag, const char *name);
int check_tag_received(int tag, const char *name);

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
/* MPI_REQUEST_NULL is an error. */
int check_real_request(MPI_Request handle, const char *name, struct request **request);

/* *message becomes NULL for MPI_MESSAGE_NO_PROC; MPI_MESSAGE_NULL is an error. */
int check_message(const MPI_Message *handle, struct message **message);

#endif
