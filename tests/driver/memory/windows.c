/* SPDX-License-Identifier: MIT */
/* Windows of every flavor, what is done to them, and their epochs. */
#include "memory.h"

enum { INTS = 2000 };

static int memory[INTS], data[INTS];

/* A window whose errors are returned. */
static void use(MPI_Win win)
{
    MPI_Group group;
    MPI_Info info;
    int key, value;

    again(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    again(MPI_Win_set_name(win, "some window"));
    again(MPI_Win_get_group(win, &group));
    again(MPI_Group_free(&group));
    again(MPI_Win_get_info(win, &info));
    again(MPI_Info_set(info, "accumulate_ops", "same_op"));
    again(MPI_Win_set_info(win, info));
    again(MPI_Info_free(&info));
    again(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL));
    again(MPI_Win_set_attr(win, key, &value));
    again(MPI_Win_free_keyval(&key));
}

static void make(void)
{
    MPI_Win win;
    MPI_Info info;
    int *mine;

    again(MPI_Info_create(&info));
    again(MPI_Info_set(info, "same_size", "true"));
    again(MPI_Info_set(info, "no_locks", "true"));
    together(MPI_Win_create(memory, sizeof memory, sizeof(int), info, MPI_COMM_WORLD, &win));
    again(MPI_Info_free(&info));
    use(win);
    together(MPI_Win_free(&win));
    together(MPI_Win_allocate(sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win));
    use(win);
    memset(mine, 0, sizeof memory);
    together(MPI_Win_free(&win));
    together(MPI_Win_allocate_shared(sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win));
    use(win);
    memset(mine, 0, sizeof memory);
    together(MPI_Win_free(&win));
}

static void attach(void)
{
    MPI_Win win;
    int i;

    together(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    again(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    for (i = 0; i < 20; i++)
        again(MPI_Win_attach(win, memory + 10 * i, 8 * sizeof(int)));
    for (i = 0; i < 20; i += 3)
        again(MPI_Win_detach(win, memory + 10 * i));
    together(MPI_Win_free(&win));
}

static void operate(void)
{
    MPI_Datatype type;
    MPI_Request requests[3];
    MPI_Win win;
    int i, next = (rank + 1) % size, before = (rank + size - 1) % size;

    for (i = 0; i < INTS; i++)
        data[i] = rank + i;
    together(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &win));
    again(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    again(MPI_Type_vector(INTS / 2, 1, 2, MPI_INT, &type));
    again(MPI_Type_commit(&type));
    together(MPI_Win_fence(0, win));
    again(MPI_Put(data, INTS / 2, MPI_INT, next, 0, 1, type, win));
    together(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    must_be(memory[INTS - 2] == before + INTS / 2 - 1);
    together(MPI_Barrier(MPI_COMM_WORLD));
    again(MPI_Win_lock_all(0, win));
    again(MPI_Rput(data, 1, MPI_INT, next, 1, 1, MPI_INT, win, &requests[0]));
    again(MPI_Rget(data + INTS - 1, 1, MPI_INT, rank, 3, 1, MPI_INT, win, &requests[1]));
    again(MPI_Raccumulate(data + 1, INTS / 2, MPI_INT, next, 0, 1, type, MPI_REPLACE, win,
                          &requests[2]));
    again(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    again(MPI_Win_unlock_all(win));
    again(MPI_Type_free(&type));
    together(MPI_Win_free(&win));
    must_be(memory[1] == before && memory[0] == before + 1);
}

static void synchronize(void)
{
    MPI_Group group;
    MPI_Win win;
    int i;

    together(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &win));
    again(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    again(MPI_Win_get_group(win, &group));
    again(MPI_Win_post(group, 0, win));
    again(MPI_Win_start(group, 0, win));
    again(MPI_Win_complete(win));
    together(MPI_Win_wait(win));
    again(MPI_Group_free(&group));
    together(MPI_Barrier(MPI_COMM_WORLD));
    for (i = 0; i < size; i++)
        again(MPI_Win_lock(MPI_LOCK_SHARED, i, 0, win));
    for (i = 0; i < size; i++)
        again(MPI_Win_unlock(i, win));
    together(MPI_Barrier(MPI_COMM_WORLD));
    again(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    again(MPI_Win_unlock(0, win));
    together(MPI_Win_free(&win));
}

static const struct scene scenes[] = {
    {"make", make}, {"attach", attach}, {"operate", operate}, {"synchronize", synchronize},
    {NULL, NULL},
};

int main(int argc, char **argv)
{
    return play(argc, argv, scenes);
}
