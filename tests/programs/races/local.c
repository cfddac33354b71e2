/* SPDX-License-Identifier: MIT */
/* A rank's own loads and stores beside operations of another rank, for ThreadSanitizer: what is
 * wrong_... must be reported, what is right_... not. Rank 0 is the origin, rank 1 the target. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ELEMENTS = 5000 };

static MPI_Win win;
static long *memory; /* own part */
static long value = 7, sum;
static MPI_Group group;
static char file_name[4096];

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void send_to_1(int rank)
{
    if (rank == 0)
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void put(int rank)
{
    if (rank == 0)
        MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
}

static void get(int rank)
{
    if (rank == 0)
        MPI_Get(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
}

static void add(int rank)
{
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, win);
}

/* ThreadSanitizer looks for older accesses and then notes its own, in two steps, so that it can
 * miss two accesses at the same moment. A pause sets them apart and orders nothing. */
static void set_apart(void)
{
    usleep(1000);
}

static void load(int rank)
{
    if (rank == 1) {
        set_apart();
        sum += memory[0];
    }
}

static void store(int rank)
{
    if (rank == 1) {
        set_apart();
        memory[0] = 5;
    }
}

static void lock_1(int rank)
{
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
}

static void unlock_1(int rank)
{
    if (rank == 0)
        MPI_Win_unlock(1, win);
}

/* ---- wrong ----------------------------------------------------------------------------------- */

static void wrong_load_in_the_epoch(int rank)
{
    MPI_Win_fence(0, win);
    put(rank);
    load(rank);
    MPI_Win_fence(0, win);
}

static void wrong_store_in_the_epoch(int rank)
{
    MPI_Win_fence(0, win);
    put(rank);
    store(rank);
    MPI_Win_fence(0, win);
}

static void wrong_store_beside_a_get(int rank)
{
    MPI_Win_fence(0, win);
    get(rank);
    store(rank);
    MPI_Win_fence(0, win);
}

static void wrong_load_beside_an_accumulate(int rank)
{
    MPI_Win_fence(0, win);
    add(rank);
    load(rank);
    MPI_Win_fence(0, win);
}

static void wrong_load_after_a_barrier_without_flush(int rank)
{
    MPI_Win_lock_all(0, win);
    put(rank);
    barrier();
    load(rank);
    MPI_Win_unlock_all(win);
}

static void wrong_load_after_a_message_without_flush(int rank)
{
    MPI_Win_lock_all(0, win);
    put(rank);
    send_to_1(rank);
    load(rank);
    MPI_Win_unlock_all(win);
}

static void wrong_load_after_a_flush_without_message(int rank)
{
    MPI_Win_lock_all(0, win);
    put(rank);
    if (rank == 0)
        MPI_Win_flush(1, win);
    load(rank);
    MPI_Win_unlock_all(win);
}

static void wrong_load_without_lock(int rank)
{
    lock_1(rank);
    put(rank);
    unlock_1(rank);
    load(rank);
    barrier();
}

static void wrong_load_before_wait(int rank)
{
    if (rank == 1) {
        MPI_Win_post(group, 0, win);
        load(rank);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(group, 0, win);
        put(rank);
        MPI_Win_complete(win);
    }
}

static void wrong_shared_store_and_load(int rank)
{
    long *theirs;
    MPI_Aint size;
    int unit;

    MPI_Win_shared_query(win, 1, &size, &unit, &theirs);
    if (rank == 0)
        theirs[0] = 3;
    load(rank);
    barrier();
}

static void wrong_local_flush_is_not_enough(int rank)
{
    MPI_Win_lock_all(0, win);
    put(rank);
    if (rank == 0)
        MPI_Win_flush_local(1, win);
    barrier();
    load(rank);
    MPI_Win_unlock_all(win);
}

/* ---- right ----------------------------------------------------------------------------------- */

static void right_load_after_the_fence(int rank)
{
    MPI_Win_fence(0, win);
    put(rank);
    MPI_Win_fence(0, win);
    load(rank);
}

static void right_store_before_the_fence(int rank)
{
    store(rank);
    MPI_Win_fence(0, win);
    get(rank);
    MPI_Win_fence(0, win);
    store(rank);
}

static void right_flush_and_barrier(int rank)
{
    MPI_Win_lock_all(0, win);
    put(rank);
    if (rank == 0)
        MPI_Win_flush(1, win);
    barrier();
    load(rank);
    MPI_Win_unlock_all(win);
}

static void right_flush_and_message(int rank)
{
    MPI_Win_lock_all(0, win);
    put(rank);
    if (rank == 0)
        MPI_Win_flush_all(win);
    send_to_1(rank);
    load(rank);
    MPI_Win_unlock_all(win);
}

static void right_locks(int rank)
{
    int i;

    for (i = 0; i < 50; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        if (rank == 0)
            MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        else
            memory[0]++;
        MPI_Win_unlock(1, win);
    }
}

static void right_readers_together(int rank)
{
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    get(rank);
    load(rank);
    MPI_Win_unlock(1, win);
}

static void right_post_and_wait(int rank)
{
    int i;

    for (i = 0; i < 20; i++) {
        if (rank == 1) {
            store(rank);
            MPI_Win_post(group, 0, win);
            MPI_Win_wait(win);
            load(rank);
        } else {
            MPI_Win_start(group, 0, win);
            put(rank);
            MPI_Win_complete(win);
        }
    }
}

static void right_counter(int rank)
{
    long one = 1, old;
    int i;

    (void)rank;
    MPI_Win_lock_all(0, win);
    for (i = 0; i < 100; i++) {
        MPI_Fetch_and_op(&one, &old, MPI_LONG, 1, 0, MPI_SUM, win);
        MPI_Win_flush(1, win);
    }
    MPI_Win_unlock_all(win);
    barrier();
    load(rank);
}

static void right_flag_by_accumulates(int rank)
{
    long flag = 0, one = 1;

    MPI_Win_lock_all(0, win);
    put(rank);
    if (rank == 0) {
        MPI_Win_flush(1, win);
        MPI_Accumulate(&one, 1, MPI_LONG, 1, 1, 1, MPI_LONG, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
    } else {
        while (flag == 0) {
            MPI_Fetch_and_op(NULL, &flag, MPI_LONG, 1, 1, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
        }
        MPI_Win_sync(win);
        load(rank);
    }
    MPI_Win_unlock_all(win);
}

static void right_shared_with_collectives(int rank)
{
    long *theirs, all = 0;
    MPI_Aint size;
    int unit, i;

    MPI_Win_shared_query(win, 1, &size, &unit, &theirs);
    for (i = 0; i < 20; i++) {
        if (rank == 0)
            theirs[0] = i;
        MPI_Bcast(&all, 1, MPI_LONG, 0, MPI_COMM_WORLD);
        load(rank);
        MPI_Reduce(&value, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0)
            theirs[0] = -i;
        MPI_Allreduce(&value, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        load(rank);
        barrier();
    }
}

static void right_shared_with_nonblocking(int rank)
{
    long *theirs;
    MPI_Request request;
    MPI_Aint size;
    int unit, i, got = 0;

    MPI_Win_shared_query(win, 1, &size, &unit, &theirs);
    for (i = 0; i < 20; i++) {
        if (rank == 0) {
            theirs[0] = i;
            MPI_Isend(&i, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
        } else {
            MPI_Irecv(&got, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        load(rank);
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void add_long(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const long *from = in;
    long *to = inout;
    int i;

    (void)type;
    for (i = 0; i < *count; i++)
        to[i] += from[i];
}

/* Another member may run the function on a member's buffers. */
static void right_function_of_an_operation_in_three_ranks(int rank)
{
    long own[ELEMENTS], all[ELEMENTS];
    MPI_Op add_op;
    int turn, i;

    MPI_Op_create(add_long, 0, &add_op);
    for (turn = 0; turn < 20; turn++) {
        const int count = turn % 2 == 0 ? 1 : ELEMENTS;

        for (i = 0; i < count; i++)
            own[i] = rank + turn + i;
        MPI_Allreduce(own, all, count, MPI_LONG, add_op, MPI_COMM_WORLD);
        sum += all[0];
        MPI_Reduce(own, all, count, MPI_LONG, add_op, 1, MPI_COMM_WORLD);
        MPI_Scan(own, all, count, MPI_LONG, add_op, MPI_COMM_WORLD);
        sum += all[count - 1];
    }
    MPI_Op_free(&add_op);
}

/* A rank gets memory that another one has freed. */
static void right_memory_that_is_taken_again(int rank)
{
    int turn;

    for (turn = 0; turn < 200; turn++) {
        const int count = 100 + turn * 977 % 9000;
        MPI_Win own;
        long *taken;

        MPI_Alloc_mem((MPI_Aint)sizeof *taken * count, MPI_INFO_NULL, &taken);
        taken[0] = taken[count / 2] = rank;
        MPI_Free_mem(taken);
        MPI_Win_allocate((MPI_Aint)sizeof *taken * count, sizeof *taken, MPI_INFO_NULL,
                         MPI_COMM_SELF, &taken, &own);
        taken[0] = taken[count / 2] = rank;
        MPI_Win_free(&own);
    }
}

/* The library takes buffers for the windows of the file, and other ranks gather in them. */
static void right_collective_writes_by_three_ranks(int rank)
{
    int size, turn, i;
    MPI_File file;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_File_open(MPI_COMM_WORLD, file_name,
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    for (turn = 0; turn < 30; turn++) {
        const int count = 50 + turn * 977 % 3000;
        long *own = malloc((size_t)count * sizeof *own);
        MPI_Datatype every_third;

        MPI_Type_vector(count, 1, size, MPI_LONG, &every_third);
        MPI_Type_commit(&every_third);
        for (i = 0; own != NULL && i < count; i++)
            own[i] = rank + i;
        MPI_File_set_view(file, rank * (MPI_Offset)sizeof *own, MPI_LONG, every_third, "native",
                          MPI_INFO_NULL);
        MPI_File_write_at_all(file, 0, own, count, MPI_LONG, MPI_STATUS_IGNORE);
        MPI_File_read_at_all(file, 0, own, count, MPI_LONG, MPI_STATUS_IGNORE);
        for (i = 0; own != NULL && i < count; i++)
            sum += own[i];
        free(own);
        MPI_Type_free(&every_third);
    }
    MPI_File_close(&file);
}

#define CASE(name) {#name, name}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(int rank);
    } cases[] = {
        CASE(wrong_load_in_the_epoch),
        CASE(wrong_store_in_the_epoch),
        CASE(wrong_store_beside_a_get),
        CASE(wrong_load_beside_an_accumulate),
        CASE(wrong_load_after_a_barrier_without_flush),
        CASE(wrong_load_after_a_message_without_flush),
        CASE(wrong_load_after_a_flush_without_message),
        CASE(wrong_load_without_lock),
        CASE(wrong_load_before_wait),
        CASE(wrong_shared_store_and_load),
        CASE(wrong_local_flush_is_not_enough),
        CASE(right_load_after_the_fence),
        CASE(right_store_before_the_fence),
        CASE(right_flush_and_barrier),
        CASE(right_flush_and_message),
        CASE(right_locks),
        CASE(right_readers_together),
        CASE(right_post_and_wait),
        CASE(right_counter),
        CASE(right_flag_by_accumulates),
        CASE(right_shared_with_collectives),
        CASE(right_shared_with_nonblocking),
        CASE(right_function_of_an_operation_in_three_ranks),
        CASE(right_memory_that_is_taken_again),
        CASE(right_collective_writes_by_three_ranks),
    };
    const int count = (int)(sizeof cases / sizeof cases[0]);
    int rank, size, other, i;
    MPI_Group all;

    MPI_Init(&argc, &argv);
    if (argc < 2) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        for (i = 0; i < count && rank == 0; i++)
            puts(cases[i].name);
        MPI_Finalize();
        return 0;
    }
    snprintf(file_name, sizeof file_name, "%s.data", argv[0]);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    memset(memory, 0, 4 * sizeof *memory);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    other = (rank + 1) % size;
    MPI_Group_incl(all, 1, &other, &group);
    barrier();
    for (i = 0; i < count; i++)
        if (strcmp(cases[i].name, argv[1]) == 0)
            cases[i].run(rank);
    MPI_Group_free(&all);
    MPI_Group_free(&group);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
