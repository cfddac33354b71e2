/* SPDX-License-Identifier: MIT */
/* The state that MPI keeps for a rank beside its communicators and messages: the error classes it
 * has added, its attributes' values, what it has said of Fortran. Made when first needed, also
 * before MPI_Init; gone with the world.
 *
 * Edges
 *   local.made  the thread that made it publishes it to the rank's other threads. */
#ifndef API_LOCAL_H
#define API_LOCAL_H

#include <pthread.h>

#include "mpi_types.h"
#include "object/attribute.h"
#include "object/info.h"
#include "rank/rank.h"
#include "sync/lock.h"

/* An error class or code of the user's. */
struct user_error {
    bool is_used;
    bool is_class;
    int error_class; /* its own, when it is a class */
    char *text;      /* NULL: none */
};

enum { LOGICAL_BYTES_MAX = 16 };

struct fortran_logical {
    int bytes; /* 0: not set */
    unsigned char of_true[LOGICAL_BYTES_MAX];
    unsigned char of_false[LOGICAL_BYTES_MAX];
};

/* A block of MPI_Alloc_mem. */
struct allocation {
    struct allocation *next;
    void *block;
};

/* Values of attributes that differ between ranks. */
struct local_values {
    int universe_size;
    int appnum;
    int last_used_code;
};

enum { ADVICE_COMMS_MAX = 16 };

/* Where the rank's threads are, for advice (advice.h). */
struct advice {
    struct lock lock;
    _Atomic(int) waiting; /* threads that wait in MPI */
    const struct comm *busy[ADVICE_COMMS_MAX]; /* those with a thread in a collective operation */
};

enum { ALLOCATION_LISTS = 64, PREDEFINED_TYPES_MAX = 512 };

struct local {
    struct lock lock;   /* for all but the values */
    _Atomic(int) users; /* MPI_Init, and open sessions */
    pthread_t starter;  /* the thread that called MPI_Init */
    int user_error_count;
    struct user_error *user_errors; /* numbered from MPI_ERR_LASTCODE + 1 */
    struct info *info_env;
    MPI_Errhandler file_errhandler; /* of MPI_FILE_NULL, which new files get; held */
    struct info *fortran_info;
    struct fortran_logical logical;
    struct allocation *allocations[ALLOCATION_LISTS];
    struct attribute **type_attributes; /* of predefined types, which all ranks share; or NULL */
    struct local_values values;
    struct advice *advice; /* NULL: not needed yet */
};

/* NULL: no memory. */
struct local *local_of(struct rank *rank);
/* Finds the state of the calling thread's rank, also before MPI_Init and after MPI_Finalize.
 * MPI_ERR_OTHER: there is no rank; MPI_ERR_NO_MEM. */
int local_find(struct local **local);
/* When the rank has ended. */
void local_destroy(struct rank *rank);

#endif
