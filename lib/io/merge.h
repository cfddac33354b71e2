/* SPDX-License-Identifier: MIT */
/* The merged accesses of a collective call; for joint.c. See there.
 *
 * Laws, which merge_check asserts when all is done
 *   1. Each share has been taken and finished once.
 *   2. A member that is served for itself is not merged.
 *   3. There are windows only where something is merged. */
#ifndef IO_MERGE_H
#define IO_MERGE_H

#include "io/access.h"

struct merge {
    struct description *description;
    int members;
    bool is_write;
    bool is_plain;      /* no member has anything to do */
    MPI_Count bytes;      /* of all */
    MPI_Offset low, high; /* what is merged; the first window begins at or below `low` */
    bool is_direct; /* windows need no buffer */
    MPI_Count windows;
    MPI_Count windows_in_share;
    int window_shares;
    int owns;          /* of other members, which do their accesses themselves */
    MPI_Count to_do;   /* in shares */
    _Atomic(int64_t) left; /* shares that no member has taken */
    _Atomic(int64_t) finished;
    _Atomic(int) writers; /* threads that gather or write a window */
    _Atomic(bool) is_done;
    _Atomic(int64_t) end; /* of the file, when a read has come to it */
    struct lock lock;     /* of the error */
    int err;
    char *sentence;
    struct io_access **singles; /* by member; NULL: it is none */
    _Atomic(bool) *taken; /* shares: the singles, by member; windows */
    struct io_access *accesses[]; /* by member; NULL: it is not merged */
};

/* Makes the merge of that many members, whose accesses are filled in after that; NULL: no
 * memory. */
struct merge *merge_create(struct description *description, int members);
void merge_free(void *merge);

/* Is the access one that its own rank carries out, without the others? */
bool merge_leaves_alone(const struct io_access *access);

/* Cuts the accesses into shares. */
void merge_plan(struct merge *merge);

/* Does shares until none is left; `own` is the access of the calling rank, or NULL. Returns true in
 * the thread that has done the last one: it calls merge_conclude, and then gives the members their
 * outcome. */
bool merge_work(struct merge *merge, struct io_access *own);
void merge_conclude(struct merge *merge);

/* Asserts the laws; no share is under way. */
void merge_check(const struct merge *merge);

/* The file that is read ends there. */
void merge_tell_end(struct merge *merge, MPI_Offset end);

#endif
