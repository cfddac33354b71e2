/* SPDX-License-Identifier: MIT */
/* Examples of chapters 9 and 11: the environment, sessions, spawned programs and ports. */
#include "example.h"

static const char *program;

static void example_9_1(void)
{
    int keys = 0, flag = 0, length = 6, i, is_restricted = 0;
    char value[6], type[MPI_MAX_INFO_KEY + 1];
    MPI_Info hardware, wanted;
    MPI_Comm part;

    MPI_Get_hw_resource_info(&hardware);
    MPI_Info_get_nkeys(hardware, &keys);
    for (i = 0; i < keys && !is_restricted; i++) {
        MPI_Info_get_nthkey(hardware, i, type);
        length = sizeof value;
        MPI_Info_get_string(hardware, type, &length, value, &flag);
        is_restricted = strcmp(type, "hwloc://NUMANode") == 0 && strcmp(value, "true") == 0;
    }
    MPI_Info_free(&hardware);
    if (is_restricted) {
        MPI_Info_create(&wanted);
        MPI_Info_set(wanted, "mpi_hw_resource_type", type);
        MPI_Comm_split_type(comm, MPI_COMM_TYPE_RESOURCE_GUIDED, rank, wanted, &part);
        MPI_Info_free(&wanted);
    } else {
        MPI_Comm_split_type(comm, MPI_UNDEFINED, -1, MPI_INFO_NULL, &part);
    }
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
}

static void example_9_4(void)
{
    float(*f)[100][100];

    MPI_Alloc_mem(sizeof *f, MPI_INFO_NULL, &f);
    (*f)[5][3] = 2.71f;
    must((*f)[5][3] > 2);
    MPI_Free_mem(f);
}

static void example_9_5(void)
{
    const double start = MPI_Wtime();

    must(MPI_Wtime() >= start && MPI_Wtick() > 0);
}

/* ---- sessions -------------------------------------------------------------------------------- */

static MPI_Comm comm_of(MPI_Session session, const char *tag, MPI_Info info)
{
    MPI_Group group;
    MPI_Comm made;

    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, tag, info, MPI_ERRORS_RETURN, &made);
    MPI_Group_free(&group);
    return made;
}

static MPI_Session open_session(void)
{
    MPI_Session session;

    must(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS);
    return session;
}

/* Rank 0 derives two communicators from one session, and the others from one session each. */
static void example_11_9(void)
{
    MPI_Session first = open_session(), second = rank == 0 ? first : open_session();
    MPI_Comm one = comm_of(first, "example 11.9, 1", MPI_INFO_NULL);
    MPI_Comm two = comm_of(second, "example 11.9, 2", MPI_INFO_NULL);

    MPI_Barrier(one);
    MPI_Barrier(two);
    MPI_Comm_free(&one);
    MPI_Comm_free(&two);
    MPI_Session_finalize(&first);
    if (rank != 0)
        MPI_Session_finalize(&second);
}

static void example_11_10(void)
{
    static const char key[] = "thread_level", level[] = "MPI_THREAD_MULTIPLE";
    char found[100];
    int length = sizeof found, flag;
    MPI_Info asked, given;
    MPI_Session session;
    MPI_Comm library;

    MPI_Info_create(&asked);
    MPI_Info_set(asked, key, level);
    must(MPI_Session_init(asked, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS);
    MPI_Session_get_info(session, &given);
    MPI_Info_get_string(given, key, &length, found, &flag);
    must(flag && strcmp(found, level) == 0);
    library = comm_of(session, "example 11.10", MPI_INFO_NULL);
    MPI_Barrier(library);
    MPI_Info_free(&asked);
    MPI_Info_free(&given);
    MPI_Comm_free(&library);
    MPI_Session_finalize(&session);
}

static void example_11_11(void)
{
    MPI_Session session = open_session();
    char *name = NULL, value[20];
    int count, length, flag, i;
    MPI_Group group;
    MPI_Info info;

    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count);
    for (i = 0; i < count; i++) {
        length = 0;
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL);
        name = malloc((size_t)length);
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name);
        if (strstr(name, "SELF") != NULL)
            break;
        free(name);
        name = NULL;
    }
    must(name != NULL);
    MPI_Session_get_pset_info(session, name, &info);
    length = sizeof value;
    MPI_Info_get_string(info, "mpi_size", &length, value, &flag);
    must(flag && strcmp(value, "1") == 0);
    MPI_Group_from_session_pset(session, name, &group);
    MPI_Group_free(&group);
    MPI_Info_free(&info);
    free(name);
    MPI_Session_finalize(&session);
}

static void example_11_13(void)
{
    char kinds[100], *next = kinds, *kind;
    int is_gpu = 0, length = sizeof kinds, flag;
    MPI_Session session;
    MPI_Info info;
    MPI_Comm system;

    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_memory_alloc_kinds", "system,gpu:device");
    MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Info_free(&info);
    MPI_Session_get_info(session, &info);
    MPI_Info_get_string(info, "mpi_memory_alloc_kinds", &length, kinds, &flag);
    while (flag && (kind = strtok(next, ",")) != NULL) {
        is_gpu = is_gpu || strcmp(kind, "gpu:device") == 0;
        next = NULL;
    }
    MPI_Info_free(&info);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_memory_alloc_kinds", "system");
    system = comm_of(session, "example 11.13", info);
    MPI_Info_free(&info);
    MPI_Allreduce(MPI_IN_PLACE, &is_gpu, 1, MPI_INT, MPI_LAND, system);
    must(!is_gpu);
    MPI_Comm_disconnect(&system);
    MPI_Session_finalize(&session);
}

/* ---- spawned programs ------------------------------------------------------------------------ */

enum { WORKERS = 2 };

static void work(MPI_Comm parent)
{
    int managers;

    MPI_Comm_remote_size(parent, &managers);
    must(managers == 1);
    MPI_Send(&rank, 1, MPI_INT, 0, 0, parent);
    MPI_Comm_disconnect(&parent);
}

static void manage(MPI_Comm everyone)
{
    int number, i;

    for (i = 0; i < WORKERS; i++) {
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, everyone, IGNORE);
        must(number >= 0 && number < WORKERS);
    }
    MPI_Comm_disconnect(&everyone);
}

static void example_11_20(void)
{
    char *arguments[] = {"-gridfile", "ocean1.grd", NULL};
    MPI_Comm everyone;

    AT(0) {
        MPI_Comm_spawn(program, arguments, WORKERS, MPI_INFO_NULL, 0, MPI_COMM_SELF, &everyone,
                       MPI_ERRCODES_IGNORE);
        manage(everyone);
    }
}

static void example_11_21(void)
{
    char *commands[] = {(char *)program, (char *)program};
    char *ocean[] = {"-gridfile", "ocean1.grd", NULL}, *atmosphere[] = {"atmos.grd", NULL};
    char **arguments[] = {ocean, atmosphere};
    const int counts[] = {1, WORKERS - 1};
    const MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    MPI_Comm everyone;

    AT(0) {
        MPI_Comm_spawn_multiple(2, commands, arguments, counts, infos, 0, MPI_COMM_SELF, &everyone,
                                MPI_ERRCODES_IGNORE);
        manage(everyone);
    }
}

/* With as many workers as the program wants, because the universe may have no room. */
static void example_11_22(void)
{
    int *universe, flag;
    MPI_Comm everyone;

    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &universe, &flag);
    must(!flag || *universe >= size);
    AT(0) {
        MPI_Comm_spawn(program, MPI_ARGV_NULL, WORKERS, MPI_INFO_NULL, 0, MPI_COMM_SELF, &everyone,
                       MPI_ERRCODES_IGNORE);
        manage(everyone);
    }
}

/* ---- ports: rank 0 is the server, and rank 1 the client -------------------------------------- */

static void example_11_23(void)
{
    char port[MPI_MAX_PORT_NAME];
    MPI_Comm other;

    AT(0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 0, comm); /* in place of the terminal */
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        MPI_Comm_disconnect(&other);
        MPI_Close_port(port);
    }
    AT(1) {
        MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, comm, IGNORE);
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        MPI_Comm_disconnect(&other);
    }
}

static void example_11_24(void)
{
    char port[MPI_MAX_PORT_NAME];
    MPI_Comm other;

    AT(0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Publish_name("ocean", MPI_INFO_NULL, port);
        MPI_Send(NULL, 0, MPI_INT, 1, 0, comm);
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        MPI_Comm_disconnect(&other);
        MPI_Unpublish_name("ocean", MPI_INFO_NULL, port);
        MPI_Close_port(port);
    }
    AT(1) {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, comm, IGNORE);
        MPI_Lookup_name("ocean", MPI_INFO_NULL, port);
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        MPI_Comm_disconnect(&other);
    }
}

enum { MAX_DATA = 10, END = 0, NEXT = 1, WORK = 2, CLIENTS = 2 };

static void serve(const char *port)
{
    double data[MAX_DATA];
    MPI_Status status = {.MPI_TAG = NEXT};
    MPI_Comm client;

    while (status.MPI_TAG != END) {
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &client);
        do
            MPI_Recv(data, MAX_DATA, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, client, &status);
        while (status.MPI_TAG == WORK);
        MPI_Comm_disconnect(&client);
    }
}

static void example_11_25(void)
{
    char port[MPI_MAX_PORT_NAME];
    double data[MAX_DATA] = {0};
    MPI_Comm server;
    int i;

    AT(0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 0, comm);
        serve(port);
        MPI_Close_port(port);
    }
    AT(1)
    MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, comm, IGNORE);
    for (i = 1; rank == 1 && i <= CLIENTS; i++) {
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &server);
        MPI_Send(data, MAX_DATA, MPI_DOUBLE, 0, WORK, server);
        MPI_Send(data, 0, MPI_DOUBLE, 0, i < CLIENTS ? NEXT : END, server);
        MPI_Comm_disconnect(&server);
    }
}

/* ---- the end --------------------------------------------------------------------------------- */

/* 11.3, 11.5, 11.6 and 11.7 do this last of all: messages whose sender need not know that they have
 * arrived, and one that is cancelled. */
static void *send_last(void)
{
    static int values[2] = {1, 2};
    const int bytes = MPI_BSEND_OVERHEAD + (int)sizeof values;
    MPI_Request request;
    MPI_Status status;
    void *buffer = NULL;
    int is_cancelled;

    AT(0) {
        MPI_Send(values, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Isend(values, 2, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        buffer = malloc((size_t)bytes);
        MPI_Buffer_attach(buffer, bytes);
        MPI_Bsend(values, 2, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Issend(values, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &is_cancelled);
        must(is_cancelled);
    }
    AT(1) {
        MPI_Recv(values, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, IGNORE);
        MPI_Recv(values, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, IGNORE);
        MPI_Recv(values, 2, MPI_INT, 0, 2, MPI_COMM_WORLD, IGNORE);
    }
    return buffer;
}

/* 11.8 writes its results behind MPI_Finalize. */
static void write_results(void)
{
    FILE *file;

    if (rank != 0)
        return;
    file = fopen("outfile", "w");
    must(file != NULL);
    fputs("results\n", file);
    fclose(file);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"9.1", example_9_1, 1},     {"9.4", example_9_4, 1},     {"9.5", example_9_5, 1},
        {"11.9", example_11_9, 2},   {"11.10", example_11_10, 1}, {"11.11", example_11_11, 1},
        {"11.13", example_11_13, 1}, {"11.20", example_11_20, 1}, {"11.21", example_11_21, 1},
        {"11.22", example_11_22, 1}, {"11.23", example_11_23, 2}, {"11.24", example_11_24, 2},
        {"11.25", example_11_25, 2},
    };
    MPI_Comm parent;
    void *buffer = NULL;

    MPI_Init(NULL, NULL);
    program = argv[0];
    begin_examples();
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        work(parent);
    } else {
        RUN_EXAMPLES(argc, argv, examples);
        buffer = size > 1 ? send_last() : NULL;
    }
    end_examples();
    if (parent == MPI_COMM_NULL)
        write_results();
    free(buffer);
    return 0;
}
