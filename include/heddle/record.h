/* SPDX-License-Identifier: MIT */
/* Records what a rank sends, so that a test can say what communication it expects.
 *
 *     #include <heddle/record.h>
 *
 *     heddle_record_start();
 *     exchange_halo(grid);
 *     heddle_expect_sent(left, HALO_TAG, grid->comm, 1, 1);     from one to one such message
 *     heddle_expect_only_on(grid->comm);                        nothing on MPI_COMM_WORLD
 *     heddle_expect_no_collective();
 *     heddle_expect_recorded("MPI_Send to 1, tag 5, 8 bytes on grid\n");
 *
 * One that does not hold fails as heddle_fail does, with its place and what was sent. The calls are
 * those of the whole program, of libraries too: the header defines functions of MPI that record and
 * call PMPI. It knows the sends but persistent and partitioned ones, the blocking and nonblocking
 * collective operations of MPI 3 but those of neighbourhoods, and no forms with MPI_Count. One
 * thread of a rank may send at a time. Include it in the files of a test only: reports of Heddle
 * then name the caller of these functions, but at -O0 they name this header. */
#ifndef HEDDLE_RECORD_H
#define HEDDLE_RECORD_H

#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HEDDLE_RECORDS_MAX_ = 4096, HEDDLE_RECORD_BYTES_ = 160, HEDDLE_RECORD_TEXT_ = 420 };

struct heddle_record_ {
    const char *call;
    int is_message, peer, tag, bytes;
    MPI_Comm comm;
    char comm_name[MPI_MAX_OBJECT_NAME];
};

/* Each rank has its own; without the attribute a variable of a system header is shared. */
#if defined __has_attribute && __has_attribute(heddle_private)
#define HEDDLE_PRIVATE_ __attribute__((weak, heddle_private))
#else
#define HEDDLE_PRIVATE_ __attribute__((weak))
#endif
struct heddle_records_ {
    int is_on, count;
    struct heddle_record_ *all;
};
HEDDLE_PRIVATE_ struct heddle_records_ heddle_records_ = {0, 0, NULL};

/* Forgets what was recorded and records what the rank sends from now on. */
static inline void heddle_record_start(void)
{
    if (heddle_records_.all == NULL)
        heddle_records_.all =
            (struct heddle_record_ *)calloc(HEDDLE_RECORDS_MAX_, sizeof *heddle_records_.all);
    heddle_records_.is_on = heddle_records_.all != NULL;
    heddle_records_.count = 0;
}

static inline void heddle_record_stop(void)
{
    heddle_records_.is_on = 0;
}

static inline struct heddle_record_ *heddle_record_add_(const char *call, MPI_Comm comm)
{
    struct heddle_record_ *record;
    int length;

    if (!heddle_records_.is_on)
        return NULL;
    if (heddle_records_.count == HEDDLE_RECORDS_MAX_)
        heddle_fail(__FILE__, __LINE__, "more than %d calls are to be recorded",
                    HEDDLE_RECORDS_MAX_);
    record = &heddle_records_.all[heddle_records_.count++];
    memset(record, 0, sizeof *record);
    record->call = call;
    record->comm = comm;
    PMPI_Comm_get_name(comm, record->comm_name, &length);
    if (length == 0)
        snprintf(record->comm_name, sizeof record->comm_name, "an unnamed communicator");
    return record;
}

static inline void heddle_record_send_(const char *call, int count, MPI_Datatype type, int peer,
                                       int tag, MPI_Comm comm)
{
    struct heddle_record_ *record =
        peer != MPI_PROC_NULL ? heddle_record_add_(call, comm) : NULL;
    int bytes;

    if (record == NULL)
        return;
    PMPI_Type_size(type, &bytes);
    record->is_message = 1;
    record->peer = peer;
    record->tag = tag;
    record->bytes = bytes * count;
}

/* ---- what was recorded ---------------------------------------------------------------------- */

/* Writes a line: "MPI_Send to 1, tag 5, 8 bytes on grid\n". */
static inline void heddle_record_line_(const struct heddle_record_ *record, char *line)
{
    if (record->is_message)
        snprintf(line, HEDDLE_RECORD_BYTES_, "%s to %d, tag %d, %d bytes on %s\n", record->call,
                 record->peer, record->tag, record->bytes, record->comm_name);
    else
        snprintf(line, HEDDLE_RECORD_BYTES_, "%s on %s\n", record->call, record->comm_name);
}

/* Writes a line for each call, in the order of the calls. */
static inline void heddle_record_write(FILE *out)
{
    char line[HEDDLE_RECORD_BYTES_];
    int i;

    for (i = 0; i < heddle_records_.count; i++) {
        heddle_record_line_(&heddle_records_.all[i], line);
        fputs(line, out);
    }
}

/* Fills in the first lines of what was sent. */
static inline const char *heddle_record_list_(char *text)
{
    char line[HEDDLE_RECORD_BYTES_];
    size_t length = 0;
    int i;

    snprintf(text, HEDDLE_RECORD_TEXT_, "nothing");
    for (i = 0; i < heddle_records_.count; i++) {
        heddle_record_line_(&heddle_records_.all[i], line);
        if (length + strlen(line) + 8 > HEDDLE_RECORD_TEXT_) {
            snprintf(text + length, HEDDLE_RECORD_TEXT_ - length, "\n  ...");
            break;
        }
        line[strlen(line) - 1] = '\0';
        length += (size_t)snprintf(text + length, HEDDLE_RECORD_TEXT_ - length, "\n  %s", line);
    }
    return text;
}

/* ---- contracts ------------------------------------------------------------------------------ */

/* MPI_ANY_SOURCE, MPI_ANY_TAG and MPI_COMM_NULL stand for any. */
#define heddle_expect_sent(peer, tag, comm, least, most) \
    heddle_expect_sent_(__FILE__, __LINE__, peer, tag, comm, least, most)
#define heddle_expect_only_on(comm) heddle_expect_only_on_(__FILE__, __LINE__, comm)
#define heddle_expect_no_collective() heddle_expect_no_collective_(__FILE__, __LINE__)
/* All that was recorded, line by line as heddle_record_write writes it. */
#define heddle_expect_recorded(text) heddle_expect_recorded_(__FILE__, __LINE__, text)

static inline void heddle_expect_sent_(const char *file, int line, int peer, int tag, MPI_Comm comm,
                                       int least, int most)
{
    char text[HEDDLE_RECORD_TEXT_];
    int i, sent = 0;

    for (i = 0; i < heddle_records_.count; i++) {
        const struct heddle_record_ *record = &heddle_records_.all[i];

        sent += record->is_message && (peer == MPI_ANY_SOURCE || peer == record->peer) &&
                (tag == MPI_ANY_TAG || tag == record->tag) &&
                (comm == MPI_COMM_NULL || comm == record->comm);
    }
    if (sent < least || sent > most)
        heddle_fail(file, line, "%d such messages, expected %d to %d; sent was: %s", sent, least,
                    most, heddle_record_list_(text));
}

static inline void heddle_expect_only_on_(const char *file, int line, MPI_Comm comm)
{
    char text[HEDDLE_RECORD_TEXT_];
    int i;

    for (i = 0; i < heddle_records_.count; i++)
        if (heddle_records_.all[i].comm != comm)
            heddle_fail(file, line, "%s on %s, another communicator; sent was: %s",
                        heddle_records_.all[i].call, heddle_records_.all[i].comm_name,
                        heddle_record_list_(text));
}

static inline void heddle_expect_no_collective_(const char *file, int line)
{
    char text[HEDDLE_RECORD_TEXT_];
    int i;

    for (i = 0; i < heddle_records_.count; i++)
        if (!heddle_records_.all[i].is_message)
            heddle_fail(file, line, "%s is a collective operation; sent was: %s",
                        heddle_records_.all[i].call, heddle_record_list_(text));
}

static inline void heddle_expect_recorded_(const char *file, int line, const char *expected)
{
    char got[HEDDLE_RECORD_BYTES_];
    int i, length;

    for (i = 0; i < heddle_records_.count; i++) {
        heddle_record_line_(&heddle_records_.all[i], got);
        length = (int)strcspn(expected, "\n");
        if (strncmp(got, expected, strlen(got)) != 0)
            heddle_fail(file, line, "call %d differs:\n- %.*s\n+ %s", i + 1, length, expected, got);
        expected += strlen(got);
    }
    if (*expected != '\0')
        heddle_fail(file, line, "call %d is missing:\n- %.*s", i + 1, (int)strcspn(expected, "\n"),
                    expected);
}

/* ---- the functions of MPI ------------------------------------------------------------------- */

/* The call of PMPI is the last thing that they do, so that it returns to their caller. */
#define HEDDLE_RECORDED_ __attribute__((weak, optimize("O2")))

#define HEDDLE_SEND_(name)                                                                     \
    HEDDLE_RECORDED_ int MPI_##name(const void *buf, int count, MPI_Datatype type, int dest,   \
                                    int tag, MPI_Comm comm)                                    \
    {                                                                                          \
        heddle_record_send_("MPI_" #name, count, type, dest, tag, comm);                       \
        return PMPI_##name(buf, count, type, dest, tag, comm);                                 \
    }
#define HEDDLE_ISEND_(name)                                                                    \
    HEDDLE_RECORDED_ int MPI_##name(const void *buf, int count, MPI_Datatype type, int dest,   \
                                    int tag, MPI_Comm comm, MPI_Request *request)              \
    {                                                                                          \
        heddle_record_send_("MPI_" #name, count, type, dest, tag, comm);                       \
        return PMPI_##name(buf, count, type, dest, tag, comm, request);                        \
    }

/* A collective operation and its nonblocking form: parameters and arguments before the
 * communicator. */
#define HEDDLE_COLLECTIVE_(name, iname, parameters, arguments)                                 \
    HEDDLE_RECORDED_ int MPI_##name(HEDDLE_EACH_ parameters MPI_Comm comm)                     \
    {                                                                                          \
        heddle_record_add_("MPI_" #name, comm);                                                \
        return PMPI_##name(HEDDLE_EACH_ arguments comm);                                       \
    }                                                                                          \
    HEDDLE_RECORDED_ int MPI_##iname(HEDDLE_EACH_ parameters MPI_Comm comm,                    \
                                     MPI_Request *request)                                     \
    {                                                                                          \
        heddle_record_add_("MPI_" #iname, comm);                                               \
        return PMPI_##iname(HEDDLE_EACH_ arguments comm, request);                             \
    }
#define HEDDLE_EACH_(...) __VA_ARGS__

HEDDLE_SEND_(Send)
HEDDLE_SEND_(Bsend)
HEDDLE_SEND_(Ssend)
HEDDLE_SEND_(Rsend)
HEDDLE_ISEND_(Isend)
HEDDLE_ISEND_(Ibsend)
HEDDLE_ISEND_(Issend)
HEDDLE_ISEND_(Irsend)

HEDDLE_RECORDED_ int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int dest,
                                  int out_tag, void *in, int in_count, MPI_Datatype in_type,
                                  int source, int in_tag, MPI_Comm comm, MPI_Status *status)
{
    heddle_record_send_("MPI_Sendrecv", out_count, out_type, dest, out_tag, comm);
    return PMPI_Sendrecv(out, out_count, out_type, dest, out_tag, in, in_count, in_type, source,
                         in_tag, comm, status);
}

HEDDLE_RECORDED_ int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest,
                                          int out_tag, int source, int in_tag, MPI_Comm comm,
                                          MPI_Status *status)
{
    heddle_record_send_("MPI_Sendrecv_replace", count, type, dest, out_tag, comm);
    return PMPI_Sendrecv_replace(buf, count, type, dest, out_tag, source, in_tag, comm, status);
}

HEDDLE_COLLECTIVE_(Barrier, Ibarrier, (), ())
HEDDLE_COLLECTIVE_(Bcast, Ibcast, (void *buf, int n, MPI_Datatype t, int root, ),
                   (buf, n, t, root, ))
HEDDLE_COLLECTIVE_(Gather, Igather, (const void *out, int m, MPI_Datatype s, void *in, int n,
                                     MPI_Datatype t, int root, ), (out, m, s, in, n, t, root, ))
HEDDLE_COLLECTIVE_(Gatherv, Igatherv, (const void *out, int m, MPI_Datatype s, void *in,
                                       const int *n, const int *d, MPI_Datatype t, int root, ),
                   (out, m, s, in, n, d, t, root, ))
HEDDLE_COLLECTIVE_(Scatter, Iscatter, (const void *out, int m, MPI_Datatype s, void *in, int n,
                                       MPI_Datatype t, int root, ), (out, m, s, in, n, t, root, ))
HEDDLE_COLLECTIVE_(Scatterv, Iscatterv, (const void *out, const int *m, const int *d,
                                         MPI_Datatype s, void *in, int n, MPI_Datatype t,
                                         int root, ), (out, m, d, s, in, n, t, root, ))
HEDDLE_COLLECTIVE_(Allgather, Iallgather, (const void *out, int m, MPI_Datatype s, void *in, int n,
                                           MPI_Datatype t, ), (out, m, s, in, n, t, ))
HEDDLE_COLLECTIVE_(Allgatherv, Iallgatherv, (const void *out, int m, MPI_Datatype s, void *in,
                                             const int *n, const int *d, MPI_Datatype t, ),
                   (out, m, s, in, n, d, t, ))
HEDDLE_COLLECTIVE_(Reduce, Ireduce, (const void *out, void *in, int n, MPI_Datatype t, MPI_Op op,
                                     int root, ), (out, in, n, t, op, root, ))
HEDDLE_COLLECTIVE_(Allreduce, Iallreduce, (const void *out, void *in, int n, MPI_Datatype t,
                                           MPI_Op op, ), (out, in, n, t, op, ))
HEDDLE_COLLECTIVE_(Alltoall, Ialltoall, (const void *out, int m, MPI_Datatype s, void *in, int n,
                                         MPI_Datatype t, ), (out, m, s, in, n, t, ))
HEDDLE_COLLECTIVE_(Alltoallv, Ialltoallv, (const void *out, const int *m, const int *d,
                                           MPI_Datatype s, void *in, const int *n, const int *e,
                                           MPI_Datatype t, ), (out, m, d, s, in, n, e, t, ))
HEDDLE_COLLECTIVE_(Reduce_scatter_block, Ireduce_scatter_block,
                   (const void *out, void *in, int n, MPI_Datatype t, MPI_Op op, ),
                   (out, in, n, t, op, ))
HEDDLE_COLLECTIVE_(Reduce_scatter, Ireduce_scatter,
                   (const void *out, void *in, const int *n, MPI_Datatype t, MPI_Op op, ),
                   (out, in, n, t, op, ))
HEDDLE_COLLECTIVE_(Scan, Iscan, (const void *out, void *in, int n, MPI_Datatype t, MPI_Op op, ),
                   (out, in, n, t, op, ))
HEDDLE_COLLECTIVE_(Exscan, Iexscan, (const void *out, void *in, int n, MPI_Datatype t, MPI_Op op, ),
                   (out, in, n, t, op, ))

#ifdef __cplusplus
}
#endif
#endif
