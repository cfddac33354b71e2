/* SPDX-License-Identifier: MIT */
/* Programs whose library finds no memory at one point: they say what may then come of a call. */
#ifndef MEMORY_H
#define MEMORY_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

/* Ends the job also in a program of sessions, which has no MPI_COMM_WORLD. */
static inline void end(int status)
{
    MPI_Abort(MPI_COMM_WORLD, status);
    exit(status);
}

static inline void demand(int condition, const char *what, int line)
{
    if (condition)
        return;
    fprintf(stderr, "line %d: wrong: %s\n", line, what);
    end(99);
}

#define must_be(condition) demand((condition), #condition, __LINE__)

/* A member of a collective that finds no memory tells the others: all get MPI_ERR_NO_MEM. */
static inline int is_out_of_memory(int err, const char *what, int line)
{
    char text[MPI_MAX_ERROR_STRING];
    int class = MPI_SUCCESS, length;

    if (err == MPI_SUCCESS)
        return 0;
    MPI_Error_class(err, &class);
    MPI_Error_string(err, text, &length);
    if (class != MPI_ERR_NO_MEM)
        fprintf(stderr, "line %d: error class %d of %s: %s\n", line, class, what, text);
    demand(class == MPI_ERR_NO_MEM, "another error than that there is no memory", line);
    return 1;
}

/* Whether all later requests fail, too. */
static inline int is_for_good(void)
{
    const char *n = getenv("HEDDLE_FAIL_MEMORY");

    return n != NULL && *n == '-';
}

/* Ends the job. Before that, the library still works, if there is memory again. */
static inline void give_up(const char *what, int line)
{
    int sent = 7, got = 0, err;

    err = MPI_Sendrecv(&sent, 1, MPI_INT, 0, 5, &got, 1, MPI_INT, 0, 5, MPI_COMM_SELF,
                       MPI_STATUS_IGNORE);
    must_be(is_for_good() || err == MPI_SUCCESS);
    must_be(err != MPI_SUCCESS || got == 7);
    fprintf(stderr, "line %d: no memory for %s\n", line, what);
    end(3);
}

/* A call that concerns its caller only: when there was no memory, nothing has happened, and the
 * second attempt succeeds. */
#define again(call) \
    do { \
        if (is_out_of_memory((call), #call, __LINE__)) { \
            if (is_for_good()) \
                give_up(#call, __LINE__); \
            must_be((call) == MPI_SUCCESS); \
        } \
    } while (0)

/* A call that others wait for: when there was no memory the job cannot go on as it was meant to. */
#define together(call) \
    do { \
        if (is_out_of_memory((call), #call, __LINE__)) \
            give_up(#call, __LINE__); \
    } while (0)

/* Begins MPI, at the second attempt if there was no memory for the first. */
static inline void start(int *argc, char ***argv)
{
    if (is_out_of_memory(MPI_Init(argc, argv), "MPI_Init", __LINE__) &&
        (is_for_good() || MPI_Init(argc, argv) != MPI_SUCCESS)) {
        fprintf(stderr, "no memory for MPI_Init\n");
        exit(is_for_good() ? 3 : 98);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

/* Ends the job; before that, all talk to all. */
static inline void finish(void)
{
    int next = (rank + 1) % size, before = (rank + size - 1) % size, got = -1, err;

    together(MPI_Sendrecv(&rank, 1, MPI_INT, next, 77, &got, 1, MPI_INT, before, 77,
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    must_be(got == before);
    err = MPI_Finalize();
    if (err != MPI_SUCCESS) {
        fprintf(stderr, "no memory for MPI_Finalize\n");
        exit(3);
    }
}

struct scene {
    const char *name;
    void (*play)(void);
};

static inline int play(int argc, char **argv, const struct scene scenes[])
{
    start(&argc, &argv);
    for (; scenes->name != NULL; scenes++)
        if (argc > 1 && strcmp(scenes->name, argv[1]) == 0)
            scenes->play();
    finish();
    return 0;
}

#endif
