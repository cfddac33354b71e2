/* SPDX-License-Identifier: MIT */
/* Objects that concern one rank: groups, operations, infos, attributes, error handlers, sessions,
 * requests, buffers, memory. */
#include "memory.h"

static void make_groups(void)
{
    MPI_Group world, one, two, three;
    int first = 0, ranges[1][3] = {{0, 0, 1}};

    again(MPI_Comm_group(MPI_COMM_WORLD, &world));
    again(MPI_Group_incl(world, 1, &first, &one));
    again(MPI_Group_excl(world, 1, &first, &two));
    again(MPI_Group_union(one, two, &three));
    again(MPI_Group_free(&three));
    again(MPI_Group_intersection(world, one, &three));
    again(MPI_Group_free(&three));
    again(MPI_Group_difference(world, one, &three));
    again(MPI_Group_free(&three));
    again(MPI_Group_range_incl(world, 1, ranges, &three));
    again(MPI_Group_free(&three));
    again(MPI_Group_range_excl(world, 1, ranges, &three));
    again(MPI_Group_translate_ranks(one, 1, &first, world, &first));
    must_be(first == 0);
    again(MPI_Group_free(&three));
    if (two != MPI_GROUP_EMPTY)
        again(MPI_Group_free(&two));
    again(MPI_Group_free(&one));
    again(MPI_Group_free(&world));
}

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void add_large(void *in, void *inout, MPI_Count *length, MPI_Datatype *type)
{
    (void)type;
    for (MPI_Count i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void make_ops(void)
{
    MPI_Op op;
    int in = 1, out = 2;

    again(MPI_Op_create(add, 1, &op));
    again(MPI_Reduce_local(&in, &out, 1, MPI_INT, op));
    must_be(out == 3);
    again(MPI_Op_free(&op));
    again(MPI_Op_create_c(add_large, 0, &op));
    again(MPI_Reduce_local(&in, &out, 1, MPI_INT, op));
    must_be(out == 4);
    again(MPI_Op_free(&op));
}

static void make_infos(void)
{
    MPI_Info info, copy;
    char key[MPI_MAX_INFO_KEY + 1], value[16];
    int flag, length = sizeof value;

    again(MPI_Info_create(&info));
    again(MPI_Info_set(info, "access_style", "random"));
    again(MPI_Info_set(info, "no_locks", "true"));
    again(MPI_Info_set(info, "no_locks", "false"));
    again(MPI_Info_dup(info, &copy));
    again(MPI_Info_get_nthkey(copy, 1, key));
    again(MPI_Info_get_string(copy, "no_locks", &length, value, &flag));
    must_be(flag && strcmp(value, "false") == 0);
    again(MPI_Info_delete(copy, "no_locks"));
    again(MPI_Info_free(&copy));
    again(MPI_Comm_set_info(MPI_COMM_SELF, info));
    again(MPI_Comm_get_info(MPI_COMM_SELF, &copy));
    again(MPI_Info_free(&copy));
    again(MPI_Info_free(&info));
    again(MPI_Info_get_string(MPI_INFO_ENV, "command", &length, value, &flag));
    again(MPI_Info_create_env(0, NULL, &info));
    again(MPI_Info_free(&info));
}

static void make_attributes(void)
{
    int key, other, value, *found, flag, class, code;

    again(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL));
    again(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &other, NULL));
    again(MPI_Comm_set_attr(MPI_COMM_SELF, key, &value));
    again(MPI_Comm_set_attr(MPI_COMM_SELF, other, &value));
    again(MPI_Comm_set_attr(MPI_COMM_SELF, other, &flag));
    again(MPI_Comm_get_attr(MPI_COMM_SELF, key, &found, &flag));
    must_be(flag && found == &value);
    again(MPI_Comm_delete_attr(MPI_COMM_SELF, key));
    again(MPI_Comm_free_keyval(&key));
    again(MPI_Comm_free_keyval(&other));
    again(MPI_Comm_set_name(MPI_COMM_SELF, "a name"));
    again(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &found, &flag));
    again(MPI_Add_error_class(&class));
    again(MPI_Add_error_code(class, &code));
    again(MPI_Add_error_string(code, "a text"));
    again(MPI_Add_error_string(code, "another text"));
    again(MPI_Remove_error_string(code));
    again(MPI_Remove_error_code(code));
    again(MPI_Remove_error_class(class));
}

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
}

static void handle_session(MPI_Session *session, int *code, ...)
{
    (void)session;
    (void)code;
}

static void make_errhandlers(void)
{
    MPI_Errhandler handler, found;

    again(MPI_Comm_create_errhandler(handle, &handler));
    again(MPI_Comm_set_errhandler(MPI_COMM_SELF, handler));
    again(MPI_Comm_get_errhandler(MPI_COMM_SELF, &found));
    must_be(found == handler);
    again(MPI_Errhandler_free(&found));
    again(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    again(MPI_Errhandler_free(&handler));
    again(MPI_Session_create_errhandler(handle_session, &handler));
    again(MPI_Errhandler_free(&handler));
}

static void make_sessions(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Info info;
    int count, length = 0;

    again(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    again(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count));
    again(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, NULL));
    again(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
    again(MPI_Session_get_info(session, &info));
    again(MPI_Info_free(&info));
    again(MPI_Session_get_pset_info(session, "mpi://SELF", &info));
    again(MPI_Info_free(&info));
    again(MPI_Group_free(&group));
    again(MPI_Session_finalize(&session));
}

static int query(void *extra, MPI_Status *status)
{
    (void)extra;
    MPI_Status_set_elements(status, MPI_INT, 1);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int release(void *extra)
{
    ++*(int *)extra;
    return MPI_SUCCESS;
}

static int cancel(void *extra, int complete)
{
    (void)extra;
    (void)complete;
    return MPI_SUCCESS;
}

static void make_requests(void)
{
    MPI_Request requests[4];
    int data[4] = {0, 0, 1, 2}, released = 0;

    again(MPI_Grequest_start(query, release, cancel, &released, &requests[0]));
    again(MPI_Grequest_complete(requests[0]));
    again(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    must_be(released == 1);
    again(MPI_Recv_init(&data[0], 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[0]));
    again(MPI_Irecv(&data[1], 1, MPI_INT, 0, 2, MPI_COMM_SELF, &requests[1]));
    again(MPI_Send_init(&data[2], 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[2]));
    again(MPI_Start(&requests[0]));
    again(MPI_Start(&requests[2]));
    again(MPI_Isend(&data[3], 1, MPI_INT, 0, 2, MPI_COMM_SELF, &requests[3]));
    again(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    must_be(data[0] == 1 && data[1] == 2);
    again(MPI_Request_free(&requests[0]));
    again(MPI_Request_free(&requests[2]));
}

static void make_buffers(void)
{
    static char buffer[4096 + MPI_BSEND_OVERHEAD];
    char *block;
    void *detached;
    MPI_Info info;
    MPI_Comm comm = MPI_COMM_SELF;
    int length;

    again(MPI_Buffer_attach(buffer, sizeof buffer));
    again(MPI_Buffer_detach(&detached, &length));
    again(MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0));
    again(MPI_Comm_detach_buffer(comm, &detached, &length));
    again(MPI_Info_create(&info));
    again(MPI_Info_set(info, "mpi_minimum_memory_alignment", "256"));
    again(MPI_Alloc_mem(1000, info, &block));
    memset(block, 1, 1000);
    again(MPI_Free_mem(block));
    again(MPI_Info_free(&info));
}

static const struct scene scenes[] = {
    {"groups", make_groups}, {"ops", make_ops}, {"infos", make_infos},
    {"attributes", make_attributes}, {"errhandlers", make_errhandlers},
    {"sessions", make_sessions}, {"requests", make_requests}, {"buffers", make_buffers},
    {"nothing", make_ops}, {NULL, NULL},
};

int main(int argc, char **argv)
{
    return play(argc, argv, scenes);
}
