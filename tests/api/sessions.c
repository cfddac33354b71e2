/* SPDX-License-Identifier: MIT */
/* Sessions beside MPI_Init, process sets, communicators made of groups; handles as integers and the
 * rest of the binary interface. */
#include "check.h"

#include <stdlib.h>

static MPI_Session open_session(void)
{
    MPI_Session session = MPI_SESSION_NULL;

    check_ok(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    check(session != MPI_SESSION_NULL);
    return session;
}

static MPI_Group group_of(MPI_Session session, const char *name)
{
    MPI_Group group = MPI_GROUP_NULL;

    check_ok(MPI_Group_from_session_pset(session, name, &group));
    return group;
}

static void process_sets_are_the_world_and_oneself(void)
{
    MPI_Session session = open_session();
    char name[64], value[16];
    int count = 0, room, flag, i, is_world = 0, is_self = 0;
    MPI_Info info;

    check_ok(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count));
    check(count >= 2);
    for (i = 0; i < count; i++) {
        room = 0;
        check_ok(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &room, NULL));
        check(room > 0 && room <= (int)sizeof name);
        check_ok(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &room, name));
        check_equal(room, (long long)strlen(name) + 1);
        is_world += strcmp(name, "mpi://WORLD") == 0;
        is_self += strcmp(name, "mpi://SELF") == 0;
        check_ok(MPI_Session_get_pset_info(session, name, &info));
        check_ok(MPI_Info_get(info, "mpi_size", sizeof value - 1, value, &flag));
        check(flag);
        if (strcmp(name, "mpi://WORLD") == 0)
            check_equal(atoi(value), check_size);
        if (strcmp(name, "mpi://SELF") == 0)
            check_equal(atoi(value), 1);
        MPI_Info_free(&info);
    }
    check_equal(is_world, 1);
    check_equal(is_self, 1);
#ifndef MPICH_VERSION
    check_ok(MPI_Session_get_pset_info(session, "MPI://world", &info));
    MPI_Info_free(&info);
#endif
    room = 4;
    check_ok(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &room, name));
    check_equal(strlen(name), 3);
    check(room > 4);
    check_ok(MPI_Session_finalize(&session));
    check(session == MPI_SESSION_NULL);
}

static void communicators_are_made_of_groups(void)
{
    MPI_Session session = open_session();
    MPI_Group world = group_of(session, "mpi://WORLD"), self = group_of(session, "mpi://SELF");
    MPI_Comm comm = MPI_COMM_NULL, own = MPI_COMM_NULL, part = MPI_COMM_NULL;
    MPI_Errhandler handler;
    MPI_Info info;
    int size = -1, rank = -1, sum = 0, *tag_ub = NULL, flag = 0;

    check_ok(MPI_Comm_create_from_group(world, "org.heddle.world", MPI_INFO_NULL,
                                        MPI_ERRORS_RETURN, &comm));
    check_ok(MPI_Comm_create_from_group(self, "org.heddle.self", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                        &own));
    MPI_Group_free(&world);
    MPI_Group_free(&self);
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    check_equal(size, check_size);
    check_equal(rank, check_rank);
    MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, comm);
    check_equal(sum, check_size);
    MPI_Comm_get_errhandler(comm, &handler);
    check(handler == MPI_ERRORS_RETURN);
    MPI_Comm_get_attr(comm, MPI_TAG_UB, &tag_ub, &flag);
    check(flag);
    MPI_Comm_size(own, &size);
    check_equal(size, 1);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_pset_name", "mpi://SELF");
    check_ok(MPI_Comm_split_type(comm, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &part));
    MPI_Comm_size(part, &size);
    check_equal(size, 1);
    MPI_Comm_free(&part);
    check_ok(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &part));
    check(part == MPI_COMM_NULL); /* not derived from a session */
    MPI_Info_free(&info);
    MPI_Comm_free(&own);
    MPI_Comm_free(&comm);
    check_ok(MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "nobody", MPI_INFO_NULL,
                                        MPI_ERRORS_RETURN, &comm));
    check(comm == MPI_COMM_NULL);
    check_ok(MPI_Session_finalize(&session));
}

static void two_groups_make_an_intercommunicator(void)
{
    MPI_Session session = open_session();
    MPI_Group world = group_of(session, "mpi://WORLD"), local, remote;
    int range[1][3] = {{0, check_size - 1, 2}}, flag, size, partner = check_rank / 2, got = -1;
    MPI_Comm inter = MPI_COMM_WORLD;

    if (check_size > 1) {
        MPI_Group_range_incl(world, 1, range, &local);
        MPI_Group_difference(world, local, &remote);
        if (check_rank % 2 == 1) {
            MPI_Group other = local;

            local = remote;
            remote = other;
        }
        /* Only the leader has to know the remote group. */
        check_ok(MPI_Intercomm_create_from_groups(
            local, 0, check_rank < 2 ? remote : MPI_GROUP_NULL, 0, "org.heddle.inter",
            MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter));
        MPI_Comm_test_inter(inter, &flag);
        check(flag);
        MPI_Comm_remote_size(inter, &size);
        check_equal(size, (check_size + check_rank % 2) / 2);
        if (partner < size) {
            MPI_Sendrecv(&check_rank, 1, MPI_INT, partner, 0, &got, 1, MPI_INT, partner, 0, inter,
                         MPI_STATUS_IGNORE);
            check_equal(got, check_rank ^ 1);
        }
        MPI_Comm_free(&inter);
        MPI_Group_free(&local);
        MPI_Group_free(&remote);
    }
    check_ok(MPI_Intercomm_create_from_groups(world, 0, MPI_GROUP_EMPTY, 0, "nobody",
                                              MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter));
    check(inter == MPI_COMM_NULL);
    MPI_Group_free(&world);
    check_ok(MPI_Session_finalize(&session));
}

static int called;

static void on_session(MPI_Session *session, int *code, ...)
{
    (void)session, (void)code;
    called++;
}

static void a_session_has_its_error_handler_and_so_have_its_groups(void)
{
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL, got;
    MPI_Session session;
    MPI_Group group, made;
    int bad = -1;

    called = 0;
    check_ok(MPI_Session_create_errhandler(on_session, &handler));
    check_ok(MPI_Session_init(MPI_INFO_NULL, handler, &session));
    check_ok(MPI_Session_get_errhandler(session, &got));
    check(got == handler);
    MPI_Errhandler_free(&got);
    MPI_Errhandler_free(&handler);
    check_class(MPI_Group_from_session_pset(session, "mpi://NOBODY", &group), MPI_ERR_ARG);
    check_equal(called, 1);
    group = group_of(session, "mpi://WORLD");
    check_class(MPI_Group_incl(group, 1, &bad, &made), MPI_ERR_RANK);
    check_equal(called, 2);
    check_ok(MPI_Session_call_errhandler(session, MPI_ERR_OTHER));
    check_equal(called, 3);
    check_ok(MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN));
    check_class(MPI_Group_incl(group, 1, &bad, &made), MPI_ERR_RANK);
    check_equal(called, 3);
    MPI_Group_free(&group);
    check_ok(MPI_Session_finalize(&session));
}

static void a_session_tells_its_hints(void)
{
    MPI_Info hints, used;
    MPI_Session session;
    char value[32];
    int flag;

    MPI_Info_create(&hints);
    MPI_Info_set(hints, "thread_level", "MPI_THREAD_SINGLE");
    check_ok(MPI_Session_init(hints, MPI_ERRORS_RETURN, &session));
    MPI_Info_free(&hints);
    check_ok(MPI_Session_get_info(session, &used));
    check_ok(MPI_Info_get(used, "thread_level", sizeof value - 1, value, &flag));
    check(flag);
    check_text(value, "MPI_THREAD_SINGLE");
    MPI_Info_free(&used);
    check_ok(MPI_Session_finalize(&session));
}

static void handles_are_integers_and_back(void)
{
    MPI_Comm comm;
    MPI_Info info;
    MPI_Group group;
    MPI_Datatype type;

    check_equal(MPI_Comm_toint(MPI_COMM_WORLD), 0x101);
    check(MPI_Comm_fromint(0x101) == MPI_COMM_WORLD);
    check(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_NULL)) == MPI_COMM_NULL);
    check(MPI_Type_fromint(MPI_Type_toint(MPI_DOUBLE)) == MPI_DOUBLE);
    check(MPI_Op_fromint(MPI_Op_toint(MPI_SUM)) == MPI_SUM);
    check(MPI_Errhandler_fromint(MPI_Errhandler_toint(MPI_ERRORS_RETURN)) == MPI_ERRORS_RETURN);
    check(MPI_Request_fromint(MPI_Request_toint(MPI_REQUEST_NULL)) == MPI_REQUEST_NULL);
    check(MPI_Message_fromint(MPI_Message_toint(MPI_MESSAGE_NULL)) == MPI_MESSAGE_NULL);
    check(MPI_Win_fromint(MPI_Win_toint(MPI_WIN_NULL)) == MPI_WIN_NULL);
    check(MPI_File_fromint(MPI_File_toint(MPI_FILE_NULL)) == MPI_FILE_NULL);
    check(MPI_Session_fromint(MPI_Session_toint(MPI_SESSION_NULL)) == MPI_SESSION_NULL);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Info_create(&info);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Type_contiguous(2, MPI_INT, &type);
    check(MPI_Comm_fromint(MPI_Comm_toint(comm)) == comm);
    check(MPI_Info_fromint(MPI_Info_toint(info)) == info);
    check(MPI_Group_fromint(MPI_Group_toint(group)) == group);
    check(MPI_Type_fromint(MPI_Type_toint(type)) == type);
    check(MPI_Comm_fromint(0x7ffffff) == MPI_COMM_NULL);
    MPI_Comm_free(&comm);
    MPI_Info_free(&info);
    MPI_Group_free(&group);
    MPI_Type_free(&type);
}

static void the_binary_interface_tells_of_itself(void)
{
    int major = -1, minor = -1, flag = 0, is_set = -1, yes = 1, no = 0, got_yes = 7, got_no = 7;
    char value[16];
    MPI_Info info;

    check_ok(MPI_Abi_get_version(&major, &minor));
    check_equal(major, MPI_ABI_VERSION);
    check_equal(minor, MPI_ABI_SUBVERSION);
    check_ok(MPI_Abi_get_info(&info));
    MPI_Info_get(info, "mpi_count_size", 15, value, &flag);
    check(flag);
    check_equal(atoi(value), (int)sizeof(MPI_Count));
    MPI_Info_free(&info);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_ok(MPI_Abi_get_fortran_info(&info));
    check(info == MPI_INFO_NULL);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_integer_size", "4");
    check_ok(MPI_Abi_set_fortran_info(info));
    check_class(MPI_Abi_set_fortran_info(info), MPI_ERR_ABI);
    MPI_Info_free(&info);
    check_ok(MPI_Abi_get_fortran_info(&info));
    MPI_Info_get(info, "mpi_integer_size", 15, value, &flag);
    check(flag);
    MPI_Info_free(&info);
    check_ok(MPI_Abi_get_fortran_booleans(4, &got_yes, &got_no, &is_set));
    check_equal(is_set, 0);
    check_equal(got_yes, 7);
    check_ok(MPI_Abi_set_fortran_booleans(4, &yes, &no));
    check_class(MPI_Abi_set_fortran_booleans(4, &yes, &no), MPI_ERR_ABI);
    check_ok(MPI_Abi_get_fortran_booleans(4, &got_yes, &got_no, &is_set));
    check_equal(is_set, 1);
    check_equal(got_yes, 1);
    check_equal(got_no, 0);
    check_class(MPI_Abi_get_fortran_booleans(3, &got_yes, &got_no, &is_set), MPI_ERR_ARG);
    check_class(MPI_Abi_get_version(NULL, &minor), MPI_ERR_ARG);
    check_class(MPI_Abi_get_info(NULL), MPI_ERR_ARG);
    check_class(MPI_Abi_set_fortran_info(MPI_INFO_NULL), MPI_ERR_INFO);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

static void wrong_arguments_are_told(void)
{
    MPI_Session session = open_session(), none = MPI_SESSION_NULL, made = MPI_SESSION_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Group group, world = group_of(session, "mpi://WORLD"), others;
    MPI_Info info;
    int value, room = 10;
    char text[16], *long_tag = malloc(MPI_MAX_STRINGTAG_LEN + 1);

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_class(MPI_Session_init(MPI_INFO_NULL, MPI_ERRHANDLER_NULL, &made), MPI_ERR_ERRHANDLER);
    check_class(MPI_Session_init((MPI_Info)(void *)&value, MPI_ERRORS_RETURN, &made),
                MPI_ERR_INFO);
    check_class(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, NULL), MPI_ERR_ARG);
    check_class(MPI_Session_finalize(&none), MPI_ERR_SESSION);
    check_class(MPI_Session_get_info(none, &info), MPI_ERR_SESSION);
    check_class(MPI_Session_get_num_psets(none, MPI_INFO_NULL, &value), MPI_ERR_SESSION);
    check_class(MPI_Session_get_num_psets(session, (MPI_Info)(void *)&value, &value),
                MPI_ERR_INFO);
    check_class(MPI_Session_get_nth_pset(none, MPI_INFO_NULL, 0, &room, text), MPI_ERR_SESSION);
    check_class(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, -1, &room, text), MPI_ERR_ARG);
    check_class(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 99, &room, text), MPI_ERR_ARG);
    check_class(MPI_Session_get_pset_info(none, "mpi://SELF", &info), MPI_ERR_SESSION);
    check_class(MPI_Session_get_pset_info(session, NULL, &info), MPI_ERR_ARG);
    check_class(MPI_Session_get_pset_info(session, "mpi://NOBODY", &info), MPI_ERR_ARG);
    check_class(MPI_Group_from_session_pset(none, "mpi://SELF", &group), MPI_ERR_SESSION);
    check_class(MPI_Group_from_session_pset(session, NULL, &group), MPI_ERR_ARG);
    check_class(MPI_Comm_create_from_group(MPI_GROUP_NULL, "a", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                           &comm), MPI_ERR_GROUP);
    check_class(MPI_Comm_create_from_group(world, NULL, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm),
                MPI_ERR_ARG);
    memset(long_tag, 'a', MPI_MAX_STRINGTAG_LEN);
    long_tag[MPI_MAX_STRINGTAG_LEN] = '\0';
    check_class(MPI_Comm_create_from_group(world, long_tag, MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                           &comm), MPI_ERR_ARG);
    free(long_tag);
    check_class(MPI_Comm_create_from_group(world, "a", MPI_INFO_NULL, MPI_ERRHANDLER_NULL, &comm),
                MPI_ERR_ERRHANDLER);
    check_class(MPI_Intercomm_create_from_groups(MPI_GROUP_NULL, 0, world, 0, "a", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &comm), MPI_ERR_GROUP);
    check_class(MPI_Intercomm_create_from_groups(world, check_size, world, 0, "a", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &comm), MPI_ERR_RANK);
    if (check_size > 1) {
        MPI_Group_excl(world, 1, &check_rank, &others);
        check_class(MPI_Comm_create_from_group(others, "a", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                               &comm), MPI_ERR_GROUP);
        MPI_Group_free(&others);
    }
    check(comm == MPI_COMM_NULL);
    check(made == MPI_SESSION_NULL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Group_free(&world);
    check_ok(MPI_Session_finalize(&session));
}

CASES(process_sets_are_the_world_and_oneself, communicators_are_made_of_groups,
      two_groups_make_an_intercommunicator,
      a_session_has_its_error_handler_and_so_have_its_groups, a_session_tells_its_hints,
      handles_are_integers_and_back, the_binary_interface_tells_of_itself,
      wrong_arguments_are_told)
