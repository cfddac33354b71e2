/* SPDX-License-Identifier: MIT */
/* What Fortran programs ask of their rank, by names as gfortran spells them. */
#include "../globals.h"

int my_rank_(void);
void meet_(void);
void finish_(void);
void expect_(const int *holds, const char *what, size_t length);

/* The first question starts MPI. */
int my_rank_(void)
{
    int is_initialized, provided;

    MPI_Initialized(&is_initialized);
    if (!is_initialized)
        MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    return my_rank();
}

void meet_(void)
{
    meet();
}

void finish_(void)
{
    MPI_Finalize();
}

void expect_(const int *holds, const char *what, size_t length)
{
    char text[100];

    snprintf(text, sizeof text, "%.*s", (int)length, what);
    expect_that(*holds != 0, text, "Fortran", 0);
}
