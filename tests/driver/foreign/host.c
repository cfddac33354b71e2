/* SPDX-License-Identifier: MIT */
/* A program that knows nothing of MPI and opens the library: it becomes a job of one rank. Its
 * arguments are the library and what to do. */
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    int (*Init_thread)(int *, char ***, int, int *);
    int (*Initialized)(int *);
    int (*Is_thread_main)(int *);
    int (*Comm_rank)(MPI_Comm, int *);
    int (*Comm_size)(MPI_Comm, int *);
    int (*Comm_dup)(MPI_Comm, MPI_Comm *);
    int (*Send)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
    int (*Recv)(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
    int (*Comm_spawn)(const char *, char **, int, MPI_Info, int, MPI_Comm, MPI_Comm *, int *);
    int (*Abort)(MPI_Comm, int);
    int (*Finalize)(void);
} mpi;

static void find_all(void *library)
{
#define FIND(name) *(void **)&mpi.name = dlsym(library, "MPI_" #name)
    FIND(Init_thread), FIND(Initialized), FIND(Is_thread_main), FIND(Comm_rank), FIND(Comm_size);
    FIND(Comm_dup), FIND(Send), FIND(Recv), FIND(Comm_spawn), FIND(Abort), FIND(Finalize);
}

/* Receives in a thread that the library did not see being made. */
static void *receive(void *argument)
{
    int *received = argument, is_initialized = 0, is_main = 1;

    mpi.Initialized(&is_initialized);
    mpi.Is_thread_main(&is_main);
    mpi.Recv(received, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *received += 100 * is_initialized + 1000 * is_main;
    return NULL;
}

static void finish(void)
{
    mpi.Finalize();
    puts("finalized");
}

static int become_a_rank(const char *what)
{
    int rank = -1, size = -1, sent = 42, received = 0, provided = -1;
    MPI_Comm made;
    pthread_t thread;

    mpi.Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    mpi.Comm_rank(MPI_COMM_WORLD, &rank);
    mpi.Comm_size(MPI_COMM_WORLD, &size);
    pthread_create(&thread, NULL, receive, &received);
    mpi.Send(&sent, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
    printf("rank %d of %d received %d\n", rank, size, received);
    if (strcmp(what, "spawn") == 0)
        mpi.Comm_spawn("./host", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_SELF, &made,
                       MPI_ERRCODES_IGNORE);
    if (strcmp(what, "abort") == 0)
        mpi.Abort(MPI_COMM_WORLD, 7);
    if (strcmp(what, "leak") == 0)
        mpi.Comm_dup(MPI_COMM_WORLD, &made);
    if (strstr(what, "handler") != NULL)
        return 3;
    return strcmp(what, "leave") == 0 ? EXIT_SUCCESS : mpi.Finalize();
}

int main(int argc, char **argv)
{
    void *library, *jemalloc;

    if (argc > 2 && strcmp(argv[2], "first_handler") == 0)
        atexit(finish); /* runs behind what the library may have registered */
    library = argc > 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (library == NULL) {
        printf("not opened: %s\n", dlerror());
        return EXIT_FAILURE;
    }
    jemalloc = dlopen("libjemalloc.so.2", RTLD_LAZY | RTLD_NOLOAD);
    printf("%s jemalloc\n", jemalloc != NULL ? "with" : "without");
    if (strcmp(argv[2], "last_handler") == 0)
        atexit(finish);
    find_all(library);
    return become_a_rank(argv[2]);
}
