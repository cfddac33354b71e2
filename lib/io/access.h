/* SPDX-License-Identifier: MIT */
/* One rank's access to a file: data in memory, and where they are in its view.
 *
 * Data in memory without gaps and a view without gaps are one call of the system. Data with gaps go
 * through a buffer, some hundred KB at a time. A view with gaps is accessed run by run, or together
 * with its gaps where these are short (sieving): what is read is picked out of a buffer; what is
 * written is put into a buffer with what is in the file, window by window under a lock, so that
 * what other members write in the gaps is not undone; run by run in a file that ranks have opened
 * twice, as PnetCDF's do. Of what other programs write there at the same time the standard says
 * nothing (14.6.1). */
#ifndef IO_ACCESS_H
#define IO_ACCESS_H

#include <stdbool.h>

#include "base/call.h"
#include "io/description.h"
#include "io/hints.h"
#include "io/view.h"
#include "type/data.h"

struct request;

/* A shorter nonblocking access is done at once: to hand it to another thread takes longer
 * (bench/api/files). */
enum { AT_ONCE_BYTES_MAX = 16 << 10 };

struct io_access {
    struct description *description;
    const struct io_view *view;
    struct call call;  /* the user's */
    struct data data;
    MPI_Count position; /* in the view */
    MPI_Count bytes;    /* in the file's representation */
    bool is_write;
    struct tactics tactics;
    bool is_shared; /* the position is to be taken from the shared pointer; see joint.h */
    int member;
    struct request *request; /* NULL: it is blocking */
    bool is_own; /* of a collective call: only its rank may do it, since it calls the user */
    bool is_done; /* of a collective call: its rank did it when it came */

    /* The outcome. */
    int err;
    char *sentence;       /* of the error, or NULL; given by access_end */
    MPI_Count done_bytes; /* in the file's representation */
};

/* Fills in the description of the data, and how many bytes they are in the file: 0, MPI_ERR_IO
 * when they are no whole etypes, MPI_ERR_ARG when the view has no data. */
int access_measure(struct io_access *access);

/* Lets an access that has been measured begin at an offset, in etypes: 0, or MPI_ERR_ARG when its
 * end would be beyond what a file can have. */
int access_place(struct io_access *access, MPI_Offset offset);

/* The part of the access that lies in [low, high) of the file; the view ascends. */
struct access_part {
    MPI_Count position; /* in the view */
    MPI_Count bytes;
};

struct access_part access_part_in(const struct io_access *access, MPI_Offset low, MPI_Offset high);

/* Carries it out; the outcome is in the access. Under the lock of atomic mode, if that is on; then
 * by a thread that may wait. */
void access_run(struct io_access *access);
/* As access_run, without that lock. */
void access_run_unlocked(struct io_access *access);

/* Returns the access's error, with its note. */
int access_note(const struct io_access *access);
void access_end(struct io_access *access);

/* Returns how many bytes of the user's data were transferred, as a status says. */
MPI_Count access_bytes_here(const struct io_access *access);

#endif
