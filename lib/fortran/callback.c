/* SPDX-License-Identifier: MIT */
/* Operations, error handlers, generalized requests, data representations. */
#include "fortran/callback.h"

#include <pthread.h>
#include <stdlib.h>

#include "fortran/glue.h"

/* ---- a function for each procedure --------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Returns the number of the function for a procedure, -1 if there is none left. */
static int number_of(procedure *table[], procedure *called)
{
    int number = 0;

    pthread_mutex_lock(&lock);
    while (number < FUNCTIONS_MAX && table[number] != NULL && table[number] != called)
        number++;
    if (number < FUNCTIONS_MAX)
        __atomic_store_n(&table[number], called, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return number < FUNCTIONS_MAX ? number : -1;
}

#define EIGHT(make, tens)                                                                       \
    make(tens##0) make(tens##1) make(tens##2) make(tens##3) make(tens##4) make(tens##5)         \
    make(tens##6) make(tens##7)
#define SIXTY_FOUR(make)                                                                        \
    EIGHT(make, 0) EIGHT(make, 01) EIGHT(make, 02) EIGHT(make, 03) EIGHT(make, 04)              \
    EIGHT(make, 05) EIGHT(make, 06) EIGHT(make, 07)

/* name_MADE(n) is one of C's functions, which calls the procedure of that number in name_table;
 * this defines all of them, and the function that finds the one for a procedure. */
#define FUNCTIONS(type, name)                                                                   \
    static procedure *name##_table[FUNCTIONS_MAX];                                              \
    SIXTY_FOUR(name##_MADE)                                                                     \
    static type *const name##_functions[FUNCTIONS_MAX] = {SIXTY_FOUR(name##_LISTED)};           \
    type *name(procedure *called)                                                               \
    {                                                                                           \
        int number = number_of(name##_table, called);                                           \
                                                                                                \
        return number >= 0 ? name##_functions[number] : NULL;                                   \
    }

/* ---- reduction operations ------------------------------------------------------------------ */

static void reduce(procedure *called, void *in, void *inout, void *len, MPI_Datatype type)
{
    int number = type_out(type);

    ((void (*)(void *, void *, void *, int *))called)(in, inout, len, &number);
}

#define user_function_MADE(n)                                                                   \
    static void user_function_##n(void *in, void *inout, int *len, MPI_Datatype *type)          \
    {                                                                                           \
        reduce(user_function_table[n], in, inout, len, *type);                                  \
    }
#define user_function_LISTED(n) user_function_##n,
FUNCTIONS(MPI_User_function, user_function)

#define user_function_c_MADE(n)                                                                 \
    static void user_function_c_##n(void *in, void *inout, MPI_Count *len, MPI_Datatype *type)  \
    {                                                                                           \
        reduce(user_function_c_table[n], in, inout, len, *type);                                \
    }
#define user_function_c_LISTED(n) user_function_c_##n,
FUNCTIONS(MPI_User_function_c, user_function_c)

/* ---- error handlers ------------------------------------------------------------------------ */

static void handle(procedure *called, int number, int *code)
{
    ((void (*)(int *, int *))called)(&number, code);
}

#define comm_errhandler_MADE(n)                                                                 \
    static void comm_errhandler_##n(MPI_Comm *comm, int *code, ...)                             \
    {                                                                                           \
        handle(comm_errhandler_table[n], comm_out(*comm), code);                                \
    }
#define comm_errhandler_LISTED(n) comm_errhandler_##n,
FUNCTIONS(MPI_Comm_errhandler_function, comm_errhandler)

#define file_errhandler_MADE(n)                                                                 \
    static void file_errhandler_##n(MPI_File *file, int *code, ...)                             \
    {                                                                                           \
        handle(file_errhandler_table[n], file_out(*file), code);                                \
    }
#define file_errhandler_LISTED(n) file_errhandler_##n,
FUNCTIONS(MPI_File_errhandler_function, file_errhandler)

#define session_errhandler_MADE(n)                                                              \
    static void session_errhandler_##n(MPI_Session *session, int *code, ...)                    \
    {                                                                                           \
        handle(session_errhandler_table[n], session_out(*session), code);                       \
    }
#define session_errhandler_LISTED(n) session_errhandler_##n,
FUNCTIONS(MPI_Session_errhandler_function, session_errhandler)

#define win_errhandler_MADE(n)                                                                  \
    static void win_errhandler_##n(MPI_Win *win, int *code, ...)                                \
    {                                                                                           \
        handle(win_errhandler_table[n], win_out(*win), code);                                   \
    }
#define win_errhandler_LISTED(n) win_errhandler_##n,
FUNCTIONS(MPI_Win_errhandler_function, win_errhandler)

/* ---- generalized requests ------------------------------------------------------------------ */

int grequest_query(void *state, MPI_Status *status)
{
    struct grequest_record *record = state;
    int err = MPI_SUCCESS;

    ((void (*)(MPI_Aint *, int *, int *))record->query)(&record->extra_state, (int *)status, &err);
    return err;
}

int grequest_free(void *state)
{
    struct grequest_record *record = state;
    int err = MPI_SUCCESS;

    ((void (*)(MPI_Aint *, int *))record->free)(&record->extra_state, &err);
    free(record);
    return err;
}

int grequest_cancel(void *state, int complete)
{
    struct grequest_record *record = state;
    int logical = complete != 0, err = MPI_SUCCESS;

    ((void (*)(MPI_Aint *, int *, int *))record->cancel)(&record->extra_state, &logical, &err);
    return err;
}

/* ---- data representations ------------------------------------------------------------------ */

static int convert(procedure *called, void *user, MPI_Datatype type, void *count, void *file,
                   MPI_Offset position, MPI_Aint *extra_state)
{
    int number = type_out(type), err = MPI_SUCCESS;

    ((void (*)(void *, int *, void *, void *, MPI_Offset *, MPI_Aint *, int *))called)(
        user, &number, count, file, &position, extra_state, &err);
    return err;
}

#define CONVERSION(name, direction, count_type)                                                 \
    int name(void *user, MPI_Datatype type, count_type count, void *file, MPI_Offset position,  \
             void *state)                                                                       \
    {                                                                                           \
        struct datarep_record *record = state;                                                  \
                                                                                                \
        return convert(record->direction, user, type, &count, file, position,                   \
                       &record->extra_state);                                                   \
    }
CONVERSION(datarep_read, read, int)
CONVERSION(datarep_write, write, int)
CONVERSION(datarep_read_c, read, MPI_Count)
CONVERSION(datarep_write_c, write, MPI_Count)

int datarep_extent(MPI_Datatype type, MPI_Aint *extent, void *state)
{
    struct datarep_record *record = state;
    int number = type_out(type), err = MPI_SUCCESS;

    ((void (*)(int *, MPI_Aint *, MPI_Aint *, int *))record->extent)(&number, extent,
                                                                     &record->extra_state, &err);
    return err;
}
