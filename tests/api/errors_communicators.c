/* SPDX-License-Identifier: MIT */
/* Wrong arguments of calls on communicators, and of those about the environment. */
#include "check.h"

#ifdef MPICH_VERSION
#define CLASS(standard, mpich) mpich
#else
#define CLASS(standard, mpich) standard
#endif

static void communicator_calls_check_their_arguments(void)
{
    MPI_Comm none = MPI_COMM_NULL, predefined = MPI_COMM_WORLD, made = MPI_COMM_NULL;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Errhandler handler;
    int value;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_class(MPI_Comm_size(MPI_COMM_NULL, &value), MPI_ERR_COMM);
    check_class(MPI_Comm_size(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_rank(MPI_COMM_NULL, &value), MPI_ERR_COMM);
    check_class(MPI_Comm_rank(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_compare(MPI_COMM_NULL, MPI_COMM_WORLD, &value), MPI_ERR_COMM);
    check_class(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_NULL, &value), MPI_ERR_COMM);
    check_class(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_dup(MPI_COMM_NULL, &made), MPI_ERR_COMM);
    check_class(MPI_Comm_dup(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_split(MPI_COMM_NULL, 0, 0, &made), MPI_ERR_COMM);
    check_class(MPI_Comm_split(MPI_COMM_WORLD, 0, 0, NULL), MPI_ERR_ARG);
#ifndef MPICH_VERSION /* 4.0 takes it */
    check_class(MPI_Comm_split(MPI_COMM_WORLD, -17, 0, &made), MPI_ERR_ARG);
#endif
    check(made == MPI_COMM_NULL);
    check_class(MPI_Comm_free(&none), MPI_ERR_COMM);
    check_class(MPI_Comm_free(&predefined), MPI_ERR_COMM);
    check(predefined == MPI_COMM_WORLD);
    check_class(MPI_Comm_free(NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_set_name(MPI_COMM_NULL, "x"), MPI_ERR_COMM);
    check_class(MPI_Comm_set_name(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_get_name(MPI_COMM_WORLD, NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Comm_get_name(MPI_COMM_WORLD, name, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_get_errhandler(MPI_COMM_NULL, &handler), MPI_ERR_COMM);
    check_class(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRHANDLER_NULL),
                CLASS(MPI_ERR_ERRHANDLER, MPI_ERR_ARG));
    check_class(MPI_Comm_set_errhandler(MPI_COMM_NULL, MPI_ERRORS_RETURN), MPI_ERR_COMM);
}

static void calls_about_the_environment_check_their_arguments(void)
{
    char text[MPI_MAX_ERROR_STRING];
    int value;

    check_class(MPI_Get_version(NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Get_library_version(NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Get_processor_name(NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Query_thread(NULL), MPI_ERR_ARG);
    check_class(MPI_Is_thread_main(NULL), MPI_ERR_ARG);
    check_class(MPI_Initialized(NULL), MPI_ERR_ARG);
    check_class(MPI_Finalized(NULL), MPI_ERR_ARG);
    check_class(MPI_Error_class(MPI_ERR_RANK, NULL), MPI_ERR_ARG);
    check_class(MPI_Error_string(MPI_ERR_RANK, NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Error_string(MPI_ERR_RANK, text, NULL), MPI_ERR_ARG);
#ifndef MPICH_VERSION
    check_class(MPI_Error_class(-5, &value), MPI_ERR_ARG);
    check_class(MPI_Error_string(9999, text, &value), MPI_ERR_ARG);
#endif
}

CASES(communicator_calls_check_their_arguments, calls_about_the_environment_check_their_arguments)
