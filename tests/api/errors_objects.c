/* SPDX-License-Identifier: MIT */
/* Wrong arguments of calls about groups, attributes, info objects, error handlers and sessions,
 * rule by rule, as far as the files about these things have no row for it; and old names. */
#include "check.h"

#include <stdint.h>

/* An address that is no object's. */
#define NOTHING(type) ((type)(void *)&nothing)

static int nothing;

static void group_calls_check_their_arguments(void)
{
    MPI_Group all, made = MPI_GROUP_NULL, none = MPI_GROUP_NULL;
    int value;

    errors_return();
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    check_class(MPI_Group_difference(none, all, &made), MPI_ERR_GROUP);
    check_class(MPI_Group_intersection(all, none, &made), MPI_ERR_GROUP);
    check_class(MPI_Group_range_excl(all, -1, NULL, &made), MPI_ERR_ARG);
    check_class(MPI_Comm_group(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
#ifndef MPICH_VERSION /* 4.0 does not look */
    check_class(MPI_Group_rank(all, NULL), MPI_ERR_ARG);
    check_class(MPI_Group_compare(all, all, NULL), MPI_ERR_ARG);
    check_class(MPI_Group_size(NOTHING(MPI_Group), &value), MPI_ERR_GROUP);
    check_class(MPI_Group_range_excl(all, 1, (int[1][3]){{0, 0, 0}}, &made), MPI_ERR_RANK);
    check_class(MPI_Group_range_excl(all, 1, (int[1][3]){{0, check_size, 1}}, &made),
                MPI_ERR_RANK);
    check_class(MPI_Group_difference(all, all, NULL), MPI_ERR_ARG);
    check_class(MPI_Group_intersection(all, all, NULL), MPI_ERR_ARG);
    check_class(MPI_Group_incl(all, 1, NULL, &made), MPI_ERR_ARG);
    check_class(MPI_Group_excl(all, 1, NULL, &made), MPI_ERR_ARG);
    check_class(MPI_Group_range_incl(all, 1, NULL, &made), MPI_ERR_ARG);
    check_class(MPI_Group_translate_ranks(all, 1, NULL, all, &value), MPI_ERR_ARG);
#endif
    check(made == MPI_GROUP_NULL);
    MPI_Group_free(&all);
    errors_are_fatal();
    (void)value;
}

static MPI_Comm even_against_odd(void)
{
    MPI_Comm half, inter;

    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - check_rank % 2, 0, &inter);
    MPI_Comm_free(&half);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    return inter;
}

static void communicator_calls_check_their_arguments(void)
{
    MPI_Comm made = MPI_COMM_NULL, inter;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Group group;

    errors_return();
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    check_class(MPI_Comm_idup_with_info(MPI_COMM_NULL, MPI_INFO_NULL, &made, &request),
                MPI_ERR_COMM);
    check_class(MPI_Comm_remote_group(MPI_COMM_NULL, &group), MPI_ERR_COMM);
    check_class(MPI_Comm_create(MPI_COMM_WORLD, group, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, NULL), MPI_ERR_ARG);
    if (check_size > 1) {
        inter = even_against_odd();
        check_class(MPI_Comm_create_group(inter, group, 0, &made), MPI_ERR_COMM);
#ifndef MPICH_VERSION /* 4.0 does not look */
        check_class(MPI_Intercomm_merge(inter, 0, NULL), MPI_ERR_ARG);
        check_class(MPI_Comm_remote_size(inter, NULL), MPI_ERR_ARG);
        check_class(MPI_Comm_remote_group(inter, NULL), MPI_ERR_ARG);
#endif
        MPI_Comm_free(&inter);
    }
#ifndef MPICH_VERSION
    check_class(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, NOTHING(MPI_Info),
                                    &made), MPI_ERR_INFO);
    check_class(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, NULL),
                MPI_ERR_ARG);
    check_class(MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_idup(MPI_COMM_WORLD, NULL, &request), MPI_ERR_ARG);
    check_class(MPI_Comm_get_info(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_test_inter(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    check_class(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 0, 0, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_size(NOTHING(MPI_Comm), &nothing), MPI_ERR_COMM);
    /* Handles of one kind are none of another. */
    check_class(MPI_Comm_size((MPI_Comm)(void *)group, &nothing), MPI_ERR_COMM);
#endif
    check(made == MPI_COMM_NULL);
    check(request == MPI_REQUEST_NULL);
    MPI_Group_free(&group);
    errors_are_fatal();
}

static void attribute_calls_check_their_arguments(void)
{
    int comm_key, type_key, win_key, none = MPI_KEYVAL_INVALID, io = MPI_IO, flag;
    char name[MPI_MAX_OBJECT_NAME];
    void *value;

    errors_return();
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &comm_key, NULL);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &type_key, NULL);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &win_key, NULL);
    check_class(MPI_Type_get_attr(MPI_DATATYPE_NULL, type_key, &value, &flag), MPI_ERR_TYPE);
    check_class(MPI_Type_delete_attr(MPI_DATATYPE_NULL, type_key), MPI_ERR_TYPE);
    check_class(MPI_Type_set_attr(MPI_INT, none, NULL), MPI_ERR_KEYVAL);
    check_class(MPI_Type_get_attr(MPI_INT, none, &value, &flag), MPI_ERR_KEYVAL);
    check_class(MPI_Type_delete_attr(MPI_INT, none), MPI_ERR_KEYVAL);
    check_class(MPI_Type_free_keyval(&none), MPI_ERR_KEYVAL);
    check_class(MPI_Win_set_name(MPI_WIN_NULL, "a window"), MPI_ERR_WIN);
    check_class(MPI_Win_free_keyval(&none), MPI_ERR_KEYVAL);
#ifndef MPICH_VERSION /* 4.0 has other classes, or none */
    check_class(MPI_Win_get_name(MPI_WIN_NULL, NULL, &flag), MPI_ERR_ARG);
    check_class(MPI_Win_get_name(MPI_WIN_NULL, name, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_set_attr(MPI_INT, MPI_TAG_UB, NULL), MPI_ERR_KEYVAL);
    check_class(MPI_Type_get_attr(MPI_INT, comm_key, &value, &flag), MPI_ERR_KEYVAL);
    check_class(MPI_Type_get_attr(MPI_INT, type_key, NULL, &flag), MPI_ERR_ARG);
    check_class(MPI_Type_get_attr(MPI_INT, type_key, &value, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_delete_attr(MPI_INT, MPI_TAG_UB), MPI_ERR_KEYVAL);
    check_class(MPI_Type_delete_attr(MPI_INT, type_key), MPI_ERR_KEYVAL); /* there is none */
    check_class(MPI_Comm_get_attr(MPI_COMM_WORLD, win_key, &value, &flag), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_delete_attr(MPI_COMM_WORLD, type_key), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_free_keyval(&win_key), MPI_ERR_KEYVAL);
    check_class(MPI_Comm_free_keyval(NULL), MPI_ERR_ARG);
    check_class(MPI_Type_free_keyval(&comm_key), MPI_ERR_KEYVAL);
    check_class(MPI_Win_free_keyval(&type_key), MPI_ERR_KEYVAL);
    check_class(MPI_Win_free_keyval(&(int){MPI_WIN_BASE}), MPI_ERR_KEYVAL);
    check_class(MPI_Type_free_keyval(&io), MPI_ERR_KEYVAL);
    check_class(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, NULL, NULL),
                MPI_ERR_ARG);
    check_class(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, NULL, NULL),
                MPI_ERR_ARG);
#endif
    MPI_Comm_free_keyval(&comm_key);
    MPI_Type_free_keyval(&type_key);
    MPI_Win_free_keyval(&win_key);
    errors_are_fatal();
    (void)io;
}

static void attribute_calls_of_old_names_check_too(void)
{
    int key, none = MPI_KEYVAL_INVALID, flag;
    void *value;

    errors_return();
    MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &key, NULL);
    check_class(MPI_Attr_put(MPI_COMM_NULL, key, NULL), MPI_ERR_COMM);
    check_class(MPI_Attr_get(MPI_COMM_NULL, key, &value, &flag), MPI_ERR_COMM);
    check_class(MPI_Attr_delete(MPI_COMM_NULL, key), MPI_ERR_COMM);
    check_class(MPI_Attr_put(MPI_COMM_WORLD, none, NULL), MPI_ERR_KEYVAL);
    check_class(MPI_Attr_get(MPI_COMM_WORLD, none, &value, &flag), MPI_ERR_KEYVAL);
    check_class(MPI_Attr_delete(MPI_COMM_WORLD, none), MPI_ERR_KEYVAL);
    check_class(MPI_Keyval_free(&none), MPI_ERR_KEYVAL);
#ifndef MPICH_VERSION /* 4.0 has other classes */
    check_class(MPI_Attr_put(MPI_COMM_WORLD, MPI_TAG_UB, NULL), MPI_ERR_KEYVAL);
    check_class(MPI_Attr_delete(MPI_COMM_WORLD, MPI_TAG_UB), MPI_ERR_KEYVAL);
    check_class(MPI_Keyval_free(&(int){MPI_TAG_UB}), MPI_ERR_KEYVAL);
    check_class(MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, NULL, NULL), MPI_ERR_ARG);
#endif
    check_ok(MPI_Keyval_free(&key));
    errors_are_fatal();
}

static void info_calls_check_their_arguments(void)
{
    MPI_Info info, made = MPI_INFO_NULL;
    char text[8];
    int flag, value;

    errors_return();
    MPI_Info_create(&info);
    check_class(MPI_Info_get(info, "", 5, text, &flag), MPI_ERR_INFO_KEY);
#ifndef MPICH_VERSION
    check_class(MPI_Info_get_string(info, "", &value, text, &flag), MPI_ERR_INFO_KEY);
    check_class(MPI_Info_get_valuelen(info, "", &value, &flag), MPI_ERR_INFO_KEY);
    check_class(MPI_Info_delete(info, ""), MPI_ERR_INFO_KEY);
    check_class(MPI_Info_dup(info, NULL), MPI_ERR_ARG);
    check_class(MPI_Info_get_nkeys(info, NULL), MPI_ERR_ARG);
    check_class(MPI_Info_dup(NOTHING(MPI_Info), &made), MPI_ERR_INFO);
    check_class(MPI_Info_create_env(0, NULL, NULL), MPI_ERR_ARG);
    check_class(MPI_Info_free(NULL), MPI_ERR_ARG);
    check_class(MPI_Get_hw_resource_info(NULL), MPI_ERR_ARG);
    check_class(MPI_Abi_get_fortran_info(NULL), MPI_ERR_ARG);
#endif
    check(made == MPI_INFO_NULL);
    MPI_Info_free(&info);
    errors_are_fatal();
    (void)value;
}

static void ignore_comm(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

static void ignore_file(MPI_File *file, int *code, ...)
{
    (void)file, (void)code;
}

static void errhandler_calls_check_their_arguments(void)
{
    MPI_Errhandler of_comm, of_file, got;

    errors_return();
    MPI_Comm_create_errhandler(ignore_comm, &of_comm);
    MPI_File_create_errhandler(ignore_file, &of_file);
#ifndef MPICH_VERSION /* 4.0 has other classes */
    check_class(MPI_File_set_errhandler(MPI_FILE_NULL, of_comm), MPI_ERR_ERRHANDLER);
    check_class(MPI_File_set_errhandler(NOTHING(MPI_File), of_file), MPI_ERR_FILE);
    check_class(MPI_File_get_errhandler(NOTHING(MPI_File), &got), MPI_ERR_FILE);
    check_class(MPI_File_get_errhandler(MPI_FILE_NULL, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_file), MPI_ERR_ERRHANDLER);
    check_class(MPI_Errhandler_free(&(MPI_Errhandler){NOTHING(MPI_Errhandler)}),
                MPI_ERR_ERRHANDLER);
#endif
    MPI_Errhandler_free(&of_comm);
    MPI_Errhandler_free(&of_file);
    errors_are_fatal();
    (void)got;
}

/* Which MPI has no more since 3.0; programs that are older still have them. */
static void removed_errhandler_calls_work_and_check_too(void)
{
#ifndef MPICH_VERSION
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL, got = MPI_ERRHANDLER_NULL;
    MPI_Handler_function *function = ignore_comm;

    errors_return();
    check_ok(MPI_Errhandler_create(function, &handler));
    check_ok(MPI_Errhandler_set(MPI_COMM_WORLD, handler));
    check_ok(MPI_Errhandler_get(MPI_COMM_WORLD, &got));
    check(got == handler);
    check_ok(MPI_Errhandler_free(&got));
    check_ok(MPI_Errhandler_free(&handler));
    check_class(MPI_Errhandler_create(NULL, &handler), MPI_ERR_ARG);
    check_class(MPI_Errhandler_create(function, NULL), MPI_ERR_ARG);
    check_class(MPI_Errhandler_set(MPI_COMM_NULL, MPI_ERRORS_RETURN), MPI_ERR_COMM);
    check_class(MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRHANDLER_NULL), MPI_ERR_ERRHANDLER);
    check_class(MPI_Errhandler_get(MPI_COMM_NULL, &got), MPI_ERR_COMM);
    check_class(MPI_Errhandler_get(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    MPI_File_create_errhandler(ignore_file, &handler);
    check_class(MPI_Errhandler_set(MPI_COMM_WORLD, handler), MPI_ERR_ERRHANDLER);
    MPI_Errhandler_free(&handler);
    errors_are_fatal();
#endif
}

static void session_calls_check_their_arguments(void)
{
#ifndef MPICH_VERSION /* 4.0 crashes, or hangs */
    MPI_Session session, none = MPI_SESSION_NULL;
    MPI_Errhandler of_comm, got;
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Group world;
    int length = 8;
    char text[8];

    errors_return();
    MPI_Comm_create_errhandler(ignore_comm, &of_comm);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    check_class(MPI_Session_init(MPI_INFO_NULL, of_comm, &none), MPI_ERR_ERRHANDLER);
    check_class(MPI_Session_set_errhandler(session, of_comm), MPI_ERR_ERRHANDLER);
    check_class(MPI_Session_set_errhandler(session, MPI_ERRHANDLER_NULL), MPI_ERR_ERRHANDLER);
    check_class(MPI_Session_get_errhandler(session, NULL), MPI_ERR_ARG);
    check_class(MPI_Session_get_errhandler(NOTHING(MPI_Session), &got), MPI_ERR_SESSION);
    check_class(MPI_Session_get_info(session, NULL), MPI_ERR_ARG);
    check_class(MPI_Session_get_nth_pset(session, NOTHING(MPI_Info), 0, &length, text),
                MPI_ERR_INFO);
    check_class(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, NULL, text), MPI_ERR_ARG);
    check_class(MPI_Session_get_num_psets(session, MPI_INFO_NULL, NULL), MPI_ERR_ARG);
    check_class(MPI_Group_from_session_pset(session, "mpi://WORLD", NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_create_from_group(world, "a", NOTHING(MPI_Info), MPI_ERRORS_RETURN,
                                           &made), MPI_ERR_INFO);
    check_class(MPI_Comm_create_from_group(world, "a", MPI_INFO_NULL, MPI_ERRORS_RETURN, NULL),
                MPI_ERR_ARG);
    check_class(MPI_Session_finalize(NULL), MPI_ERR_ARG);
    check(made == MPI_COMM_NULL);
    check(none == MPI_SESSION_NULL);
    MPI_Group_free(&world);
    MPI_Errhandler_free(&of_comm);
    MPI_Session_finalize(&session);
    errors_are_fatal();
#endif
}

/* What only the leader can see is its error and that of its members. */
static void the_leaders_error_is_that_of_its_members(void)
{
#ifndef MPICH_VERSION
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Group world, self, rest;
    MPI_Errhandler of_file;

    errors_return();
    MPI_File_create_errhandler(ignore_file, &of_file);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_group(MPI_COMM_SELF, &self);
    MPI_Group_difference(world, self, &rest);
    check_class(MPI_Intercomm_create_from_groups(self, 0, MPI_GROUP_NULL, 0, "a", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &made), MPI_ERR_GROUP);
    check_class(MPI_Intercomm_create_from_groups(self, 0, world, check_size, "a", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &made), MPI_ERR_RANK);
    check_class(MPI_Intercomm_create_from_groups(self, 0, self, 0, "a", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &made), MPI_ERR_RANK);
    check_class(MPI_Intercomm_create_from_groups(self, -1, rest, 0, "a", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &made), MPI_ERR_RANK);
    check_class(MPI_Intercomm_create_from_groups(self, 0, rest, 0, NULL, MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &made), MPI_ERR_ARG);
    check_class(MPI_Intercomm_create_from_groups(self, 0, rest, 0, "a", NOTHING(MPI_Info),
                                                 MPI_ERRORS_RETURN, &made), MPI_ERR_INFO);
    check_class(MPI_Intercomm_create_from_groups(self, 0, rest, 0, "a", MPI_INFO_NULL,
                                                 MPI_ERRHANDLER_NULL, &made), MPI_ERR_ERRHANDLER);
    check_class(MPI_Intercomm_create_from_groups(self, 0, rest, 0, "a", MPI_INFO_NULL, of_file,
                                                 &made), MPI_ERR_ERRHANDLER);
    check_class(MPI_Intercomm_create_from_groups(self, 0, rest, 0, "a", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, NULL), MPI_ERR_ARG);
    check_class(MPI_Comm_create_from_group(self, "a", MPI_INFO_NULL, of_file, &made),
                MPI_ERR_ERRHANDLER);
    /* All members are told what their leader has found. */
    check_class(MPI_Intercomm_create_from_groups(world, 0, MPI_GROUP_NULL, 0, "a", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &made), MPI_ERR_GROUP);
    check(made == MPI_COMM_NULL);
    MPI_Errhandler_free(&of_file);
    MPI_Group_free(&rest);
    MPI_Group_free(&self);
    MPI_Group_free(&world);
    errors_are_fatal();
#endif
}

/* A communicator that MPI_Comm_idup has not finished cannot be used, but it has not been freed. */
static void a_duplicate_is_not_freed_before_it_is_made(void)
{
#ifndef MPICH_VERSION
    char text[MPI_MAX_ERROR_STRING] = "";
    MPI_Request request;
    MPI_Comm made;
    int err, length;

    errors_return();
    MPI_Comm_idup(MPI_COMM_WORLD, &made, &request);
    err = MPI_Comm_set_name(made, "a duplicate");
    if (err != MPI_SUCCESS)
        MPI_Error_string(err, text, &length);
    check(strstr(text, "freed") == NULL);
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_ok(MPI_Comm_set_name(made, "a duplicate"));
    MPI_Comm_free(&made);
    errors_are_fatal();
#endif
}

static void a_duplicate_takes_a_handler_before_it_is_made(void)
{
    MPI_Errhandler handler;
    MPI_Request request;
    MPI_Comm made;

    MPI_Comm_idup(MPI_COMM_WORLD, &made, &request);
    MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
#ifndef MPICH_VERSION
    errors_return();
    check_class(MPI_Comm_set_errhandler(made, MPI_ERRHANDLER_NULL), MPI_ERR_ERRHANDLER);
    errors_are_fatal();
#endif
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    MPI_Comm_get_errhandler(made, &handler);
    check(handler == MPI_ERRORS_RETURN);
    MPI_Comm_free(&made);
}

CASES(group_calls_check_their_arguments, communicator_calls_check_their_arguments,
      attribute_calls_check_their_arguments, attribute_calls_of_old_names_check_too,
      info_calls_check_their_arguments, errhandler_calls_check_their_arguments,
      removed_errhandler_calls_work_and_check_too, session_calls_check_their_arguments,
      the_leaders_error_is_that_of_its_members,
      a_duplicate_is_not_freed_before_it_is_made, a_duplicate_takes_a_handler_before_it_is_made)
