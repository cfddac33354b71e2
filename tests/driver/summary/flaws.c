/* SPDX-License-Identifier: MIT */
/* Programs with one known flaw each, for summary.sh, which looks for the lines that a comment
 * marks. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MANY = 300000, LARGE = 1 << 20 };

#define world MPI_COMM_WORLD

static int rank, size, times; /* times: the flaws are so large */
static MPI_Status status;
static char data[LARGE], room[LARGE];

/* Instead of work: it needs no processor. */
static void work(int ms)
{
    struct timespec time;

    ms *= times;
    time = (struct timespec){ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

static void late_sender(void)
{
    int number = 0;

    if (rank == 0) {
        work(600);
        for (int to = 1; to < size; to++)
            MPI_Send(&number, 1, MPI_INT, to, 0, world); /* sends */
    } else {
        MPI_Recv(&number, 1, MPI_INT, 0, 0, world, &status); /* waits */
    }
}

/* Rank 1 is late, too, but only because of rank 0. */
static void late_sender_before_barrier(void)
{
    MPI_Comm others;
    int number = 0;

    MPI_Comm_split(world, rank > 0, 0, &others);
    if (rank == 0) {
        work(600);
        MPI_Send(&number, 1, MPI_INT, 1, 0, world); /* sends */
    } else if (rank == 1) {
        MPI_Recv(&number, 1, MPI_INT, 0, 0, world, &status); /* waits */
    }
    if (rank > 0)
        MPI_Barrier(others);
    MPI_Comm_free(&others);
}

static void late_sender_of_wait(void)
{
    MPI_Request request;
    int number = 0;

    if (rank == 0) {
        work(600);
        for (int to = 1; to < size; to++)
            MPI_Send(&number, 1, MPI_INT, to, 0, world); /* sends */
    } else {
        MPI_Irecv(&number, 1, MPI_INT, 0, 0, world, &request);
        MPI_Wait(&request, &status); /* waits */
    }
}

static void late_receiver(void)
{
    if (rank == 1) {
        work(600);
        for (int i = 1; i < size; i++)
            MPI_Recv(room, LARGE, MPI_CHAR, MPI_ANY_SOURCE, 0, world, &status); /* receives */
    } else {
        MPI_Send(data, LARGE, MPI_CHAR, 1, 0, world); /* waits */
    }
}

static void late_receiver_of_wait(void)
{
    MPI_Request request;

    if (rank == 1) {
        work(600);
        for (int i = 1; i < size; i++)
            MPI_Recv(room, LARGE, MPI_CHAR, MPI_ANY_SOURCE, 0, world, &status); /* receives */
    } else {
        MPI_Isend(data, LARGE, MPI_CHAR, 1, 0, world, &request);
        MPI_Wait(&request, &status); /* waits */
    }
}

static void late_member(void)
{
    int sum;

    for (int i = 0; i < 3; i++) {
        if (rank == 2)
            work(200);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, world); /* waits */
    }
}

static void late_root(void)
{
    if (rank == 0)
        work(600);
    MPI_Bcast(data, 100, MPI_CHAR, 0, world); /* waits */
}

static void late_by_turns(void)
{
    for (int i = 0; i < size; i++) {
        if (rank == i)
            work(150);
        MPI_Barrier(world); /* waits */
    }
}

static void late_starter(void)
{
    MPI_Request request;

    if (rank == 1)
        work(600);
    MPI_Ibarrier(world, &request);
    MPI_Wait(&request, &status); /* waits */
}

/* The other request, which was started later, is done at once. */
static void late_receiver_of_two(void)
{
    MPI_Request requests[2];

    if (rank == 1) {
        MPI_Ibarrier(world, &requests[0]);
        MPI_Wait(&requests[0], &status);
        work(600);
        for (int i = 1; i < size; i++)
            MPI_Recv(room, LARGE, MPI_CHAR, MPI_ANY_SOURCE, 0, world, &status); /* receives */
    } else {
        MPI_Isend(data, LARGE, MPI_CHAR, 1, 0, world, &requests[0]);
        MPI_Ibarrier(world, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); /* waits */
    }
}

static void late_end(void)
{
    if (rank == 3)
        work(600);
}

static void late_unlock(void)
{
    MPI_Win win;
    int *memory;

    MPI_Win_allocate(4, 4, MPI_INFO_NULL, world, &memory, &win);
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Barrier(world);
    if (rank == 0)
        work(600);
    else
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win); /* waits */
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

static void late_fence(void)
{
    MPI_Win win;
    int *memory;

    MPI_Win_allocate(4, 4, MPI_INFO_NULL, world, &memory, &win);
    MPI_Win_fence(0, win);
    if (rank == 3)
        work(600);
    MPI_Win_fence(0, win); /* waits */
    MPI_Win_free(&win);
}

static void small_messages(void)
{
    for (int i = 0; i < MANY * times; i++)
        if (rank == 0)
            MPI_Send(&i, 1, MPI_INT, 1, 0, world); /* sends */
        else if (rank == 1)
            MPI_Recv(room, 1, MPI_INT, 0, 0, world, &status); /* receives */
}

/* Their tags differ, so they could not be one message. */
static void unexpected_messages(void)
{
    for (int i = 0; i < MANY; i += 500) {
        for (int tag = 0; tag < 500; tag++)
            MPI_Send(data, 300, MPI_CHAR, 0, tag, MPI_COMM_SELF); /* sends */
        for (int tag = 499; tag >= 0; tag--)
            MPI_Recv(room, 300, MPI_CHAR, 0, tag, MPI_COMM_SELF, &status); /* receives */
    }
}

static void small_accesses(void)
{
    MPI_File file;

    MPI_File_open(MPI_COMM_SELF, "accessed", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                  &file);
    for (int i = 0; i < MANY / 10; i++)
        MPI_File_write_at(file, 8 * i, data, 8, MPI_CHAR, &status); /* writes */
    MPI_File_close(&file);
}

/* Each rank writes a column of a matrix. */
static void strided_accesses(void)
{
    MPI_File file;

    MPI_File_open(world, "matrix", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    for (int i = 0; i < MANY / 10; i++)
        MPI_File_write_at(file, 8 * (size * i + rank), data, 8, MPI_CHAR, &status); /* writes */
    MPI_File_close(&file);
}

/* Places by chance, and whole blocks one after the other: nothing could be merged. */
static void accesses_apart(void)
{
    unsigned place = 1;
    MPI_File file;

    MPI_File_open(MPI_COMM_SELF, "apart", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    for (int i = 0; i < MANY / 10; i++) {
        place = place * 1103515245u + 12345u;
        MPI_File_write_at(file, (place >> 16) % 4096, data, 8, MPI_CHAR, &status);
    }
    for (int i = 0; i < 1000; i++)
        MPI_File_write_at(file, (i % 8) * 20000, data, 20000, MPI_CHAR, &status);
    MPI_File_close(&file);
}

/* Each message has been sent long before a rank waits for it. */
static void balanced(void)
{
    int from = (rank + size - 1) % size, to = (rank + 1) % size;

    for (int i = 0; i < 5; i++) {
        MPI_Request requests[2];

        MPI_Irecv(room, 1000, MPI_CHAR, from, i, world, &requests[0]);
        MPI_Isend(data, 1000, MPI_CHAR, to, i, world, &requests[1]);
        work(500);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void balanced_operations(void)
{
    for (int i = 0; i < 5; i++) {
        MPI_Request request;

        MPI_Ibarrier(world, &request);
        work(500);
        MPI_Wait(&request, &status);
    }
}

/* Each rank works when the one before has, and longer. */
static void chain(void)
{
    int number = 0;

    if (rank > 0)
        MPI_Recv(&number, 1, MPI_INT, rank - 1, 0, world, &status);
    work(100 * (rank + 1));
    if (rank < size - 1)
        MPI_Send(&number, 1, MPI_INT, rank + 1, 0, world); /* hands on */
}

/* Rank 1 works, then rank 0, which waited for it with a message that both have to copy. */
static void one_after_the_other(void)
{
    if (rank == 1) {
        work(300);
        MPI_Recv(room, LARGE, MPI_CHAR, 0, 0, world, &status); /* receives */
    } else if (rank == 0) {
        MPI_Send(data, LARGE, MPI_CHAR, 1, 0, world);
        work(200);
    }
    MPI_Barrier(world); /* meets */
}

/* Two ranks take turns, one of which works three times as long. */
static void ping_pong(void)
{
    int number = 0;

    for (int i = 0; i < 10; i++) {
        if (rank == 0) {
            work(10);
            MPI_Send(&number, 1, MPI_INT, 1, 0, world); /* sends */
            MPI_Recv(&number, 1, MPI_INT, 1, 0, world, &status);
        } else if (rank == 1) {
            MPI_Recv(&number, 1, MPI_INT, 0, 0, world, &status);
            work(30);
            MPI_Send(&number, 1, MPI_INT, 0, 0, world); /* answers */
        }
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} all[] = {
#define FLAW(name) {#name, name}
    FLAW(late_sender), FLAW(late_sender_before_barrier), FLAW(late_sender_of_wait),
    FLAW(late_receiver),
    FLAW(late_receiver_of_wait), FLAW(late_receiver_of_two), FLAW(late_member), FLAW(late_root),
    FLAW(late_by_turns),
    FLAW(late_starter), FLAW(late_end), FLAW(late_unlock), FLAW(late_fence), FLAW(small_messages),
    FLAW(unexpected_messages), FLAW(small_accesses),
    FLAW(strided_accesses), FLAW(accesses_apart), FLAW(balanced), FLAW(balanced_operations),
    FLAW(chain), FLAW(one_after_the_other), FLAW(ping_pong),
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    times = atoi(getenv("TIMES"));
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (argc > 1 && strcmp(argv[1], all[i].name) == 0)
            all[i].run();
    if (argc > 2) {
        MPI_Barrier(world); /* what has not ended is not part of the summary */
        MPI_Abort(world, 3);
    }
    MPI_Finalize(); /* the end */
    return 0;
}
