/* SPDX-License-Identifier: MIT */
/* Ports, the names under which they are published, and MPI_Comm_join: between the two halves of a
 * job, which have a communicator in common but use it only to pass the port's name on. */
#include "check.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The lower half accepts, the upper half connects. */
static MPI_Comm half;
static int is_upper;

/* False: there are no halves. */
static int split(void)
{
    is_upper = check_rank >= (check_size + 1) / 2;
    if (check_size < 2)
        return 0;
    check_ok(MPI_Comm_split(MPI_COMM_WORLD, is_upper, 0, &half));
    return 1;
}

static void open_port(char *port)
{
    if (check_rank == 0)
        check_ok(MPI_Open_port(MPI_INFO_NULL, port));
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static void close_port(const char *port)
{
    if (check_rank == 0)
        check_ok(MPI_Close_port(port));
}

static MPI_Comm meet(const char *port, int root)
{
    MPI_Comm inter = MPI_COMM_NULL;

    if (is_upper)
        check_ok(MPI_Comm_connect(port, MPI_INFO_NULL, root, half, &inter));
    else
        check_ok(MPI_Comm_accept(port, MPI_INFO_NULL, root, half, &inter));
    return inter;
}

static void expect_exchange(MPI_Comm inter)
{
    int local, remote, rank, flag, sum = -1, expected, mine;

    check_ok(MPI_Comm_test_inter(inter, &flag));
    check(flag);
    MPI_Comm_size(inter, &local);
    MPI_Comm_rank(inter, &rank);
    check_ok(MPI_Comm_remote_size(inter, &remote));
    check_equal(local + remote, check_size);
    mine = check_rank;
    check_ok(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, inter));
    expected = check_size * (check_size - 1) / 2;
    MPI_Allreduce(&mine, &local, 1, MPI_INT, MPI_SUM, half);
    check_equal(sum, expected - local);
    if (rank == 0) {
        int got = -1;

        check_ok(MPI_Sendrecv(&check_rank, 1, MPI_INT, 0, 5, &got, 1, MPI_INT, 0, 5, inter,
                              MPI_STATUS_IGNORE));
        check_equal(got, is_upper ? 0 : (check_size + 1) / 2);
    }
}

static void two_groups_meet_at_a_port(void)
{
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm inter;

    if (!split())
        return;
    open_port(port);
    check(strlen(port) > 0);
    check(strchr(port, ' ') == NULL);
    inter = meet(port, 0);
    expect_exchange(inter);
    check_ok(MPI_Comm_disconnect(&inter));
    check(inter == MPI_COMM_NULL);
    close_port(port);
    MPI_Comm_free(&half);
}

static void any_member_may_be_the_root(void)
{
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm inter;
    int size, rank;

    if (!split())
        return;
    open_port(port);
    MPI_Comm_size(half, &size);
    MPI_Comm_rank(half, &rank);
    inter = meet(rank == size - 1 ? port : "not read", size - 1);
    expect_exchange(inter);
    check_ok(MPI_Comm_disconnect(&inter));
    close_port(port);
    MPI_Comm_free(&half);
}

static void a_port_may_be_used_many_times(void)
{
    char port[MPI_MAX_PORT_NAME] = "";

    if (!split())
        return;
    open_port(port);
    for (int i = 0; i < 20; i++) {
        MPI_Comm inter = meet(port, 0);

        if (i % 5 == 0)
            expect_exchange(inter);
        check_ok(MPI_Comm_disconnect(&inter));
    }
    close_port(port);
    MPI_Comm_free(&half);
}

static void both_groups_become_one(void)
{
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm inter, whole;
    int rank, size;

    if (!split())
        return;
    open_port(port);
    inter = meet(port, 0);
    check_ok(MPI_Intercomm_merge(inter, is_upper, &whole));
    MPI_Comm_rank(whole, &rank);
    MPI_Comm_size(whole, &size);
    check_equal(rank, check_rank);
    check_equal(size, check_size);
    check_ok(MPI_Comm_disconnect(&whole));
    check_ok(MPI_Comm_disconnect(&inter));
    close_port(port);
    MPI_Comm_free(&half);
}

/* Each pair of ranks has a port of its own, through MPI_COMM_SELF. */
static void single_ranks_meet(void)
{
    int partner = check_rank ^ 1, got = -1, size;
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm inter;

    if (partner >= check_size)
        return;
    if (check_rank < partner) {
        check_ok(MPI_Open_port(MPI_INFO_NULL, port));
        MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, partner, 0, MPI_COMM_WORLD);
        check_ok(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    } else {
        MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, partner, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        check_ok(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    }
    check_ok(MPI_Comm_remote_size(inter, &size));
    check_equal(size, 1);
    MPI_Sendrecv(&check_rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
    check_equal(got, partner);
    check_ok(MPI_Comm_disconnect(&inter));
    if (check_rank < partner)
        check_ok(MPI_Close_port(port));
}

static void the_error_handler_is_inherited(void)
{
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Errhandler handler;
    MPI_Comm inter;

    if (!split())
        return;
    MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN);
    open_port(port);
    inter = meet(port, 0);
    MPI_Comm_get_errhandler(inter, &handler);
    check(handler == MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
    check_ok(MPI_Comm_disconnect(&inter));
    close_port(port);
    MPI_Comm_free(&half);
}

/* ---- names ----------------------------------------------------------------------------------- */

static void a_published_name_is_found(void)
{
    char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME] = "";

    open_port(port);
    if (check_rank == 0)
        check_ok(MPI_Publish_name("heddle test ocean", MPI_INFO_NULL, port));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Lookup_name("heddle test ocean", MPI_INFO_NULL, found));
    check(strcmp(found, port) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0)
        check_ok(MPI_Unpublish_name("heddle test ocean", MPI_INFO_NULL, port));
    close_port(port);
}

static void mistakes_with_names_are_errors(void)
{
    char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME] = "untouched";

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    check_class(MPI_Lookup_name("heddle test nothing", MPI_INFO_NULL, found), MPI_ERR_NAME);
    if (check_rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        check_class(MPI_Unpublish_name("heddle test nothing", MPI_INFO_NULL, port),
                    MPI_ERR_SERVICE);
        check_ok(MPI_Publish_name("heddle test twice", MPI_INFO_NULL, port));
#ifndef MPICH_VERSION
        check(strcmp(found, "untouched") == 0);
        check_class(MPI_Publish_name("heddle test twice", MPI_INFO_NULL, port), MPI_ERR_SERVICE);
#endif
        check_ok(MPI_Unpublish_name("heddle test twice", MPI_INFO_NULL, port));
        MPI_Close_port(port);
    }
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* ---- errors ---------------------------------------------------------------------------------- */

#ifndef MPICH_VERSION
static void a_port_that_is_not_open_is_an_error(void)
{
    MPI_Comm comm, inter = MPI_COMM_SELF;
    char port[MPI_MAX_PORT_NAME] = "";

    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Close_port(port);
    check_class(MPI_Comm_connect(port, MPI_INFO_NULL, 0, comm, &inter), MPI_ERR_PORT);
    check_class(MPI_Comm_accept(port, MPI_INFO_NULL, 0, comm, &inter), MPI_ERR_PORT);
    check_class(MPI_Comm_connect("heddle-1-1", MPI_INFO_NULL, 0, comm, &inter), MPI_ERR_PORT);
    check_class(MPI_Comm_connect("nonsense", MPI_INFO_NULL, 0, comm, &inter), MPI_ERR_PORT);
    check_class(MPI_Close_port(port), MPI_ERR_PORT);
    check_class(MPI_Comm_connect(port, MPI_INFO_NULL, 1, comm, &inter), MPI_ERR_ROOT);
    check_class(MPI_Comm_accept(port, MPI_INFO_NULL, -1, comm, &inter), MPI_ERR_ROOT);
    check(inter == MPI_COMM_SELF);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_free(&comm);
}

/* The members learn of the root's error. */
static void the_error_of_the_root_is_that_of_all(void)
{
    MPI_Comm comm, inter = MPI_COMM_NULL;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    check_class(MPI_Comm_connect("nonsense", MPI_INFO_NULL, check_size - 1, comm, &inter),
                MPI_ERR_PORT);
    check_class(MPI_Comm_accept(NULL, MPI_INFO_NULL, 0, comm, &inter), MPI_ERR_ARG);
    MPI_Comm_free(&comm);
}

static void a_time_can_be_set(void)
{
    char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME];
    MPI_Comm comm, inter = MPI_COMM_NULL;
    MPI_Info info;

    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Info_create(&info);
    MPI_Info_set(info, "timeout", "0.05");
    MPI_Open_port(MPI_INFO_NULL, port);
    check_class(MPI_Comm_accept(port, info, 0, comm, &inter), MPI_ERR_PORT);
    check_class(MPI_Comm_connect(port, info, 0, comm, &inter), MPI_ERR_PORT);
    check_class(MPI_Lookup_name("heddle test nothing", info, found), MPI_ERR_NAME);
    MPI_Close_port(port);
    MPI_Info_free(&info);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_free(&comm);
}

/* Rank 0 waits for the name before rank 1 publishes it. */
static void a_lookup_can_wait(void)
{
    char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME] = "";
    MPI_Info info;

    if (check_size < 2)
        return;
    MPI_Info_create(&info);
    MPI_Info_set(info, "timeout", "-1");
    if (check_rank == 1) {
        MPI_Open_port(MPI_INFO_NULL, port);
        usleep(20000);
        check_ok(MPI_Publish_name("heddle test late", MPI_INFO_NULL, port));
        MPI_Recv(found, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(strcmp(port, found) == 0);
        check_ok(MPI_Unpublish_name("heddle test late", MPI_INFO_NULL, port));
        MPI_Close_port(port);
    } else if (check_rank == 0) {
        check_ok(MPI_Lookup_name("heddle test late", info, found));
        MPI_Send(found, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Info_free(&info);
}
#else
static void a_port_that_is_not_open_is_an_error(void) {}
static void the_error_of_the_root_is_that_of_all(void) {}
static void a_time_can_be_set(void) {}
static void a_lookup_can_wait(void) {}
#endif

/* ---- sockets --------------------------------------------------------------------------------- */

static int listen_locally(struct sockaddr_in *address)
{
    socklen_t bytes = sizeof *address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    *address = (struct sockaddr_in){.sin_family = AF_INET,
                                    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    check(bind(fd, (struct sockaddr *)address, sizeof *address) == 0);
    check(listen(fd, 1) == 0);
    getsockname(fd, (struct sockaddr *)address, &bytes);
    return fd;
}

/* A connection between ranks 0 and 1; of others -1. */
static int connect_pair(void)
{
    struct sockaddr_in address;
    int listener, fd = -1;

    if (check_rank == 0) {
        listener = listen_locally(&address);
        MPI_Send(&address, sizeof address, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        fd = accept(listener, NULL, NULL);
        close(listener);
    } else if (check_rank == 1) {
        MPI_Recv(&address, sizeof address, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        fd = socket(AF_INET, SOCK_STREAM, 0);
        check(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
    }
    return fd;
}

static void the_ends_of_a_socket_join(void)
{
    int fd, got = -1, rank, size;
    char byte = 'x';
    MPI_Comm inter;

    if (check_size < 2)
        return;
    fd = connect_pair();
    if (fd < 0)
        return;
    check_ok(MPI_Comm_join(fd, &inter));
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_remote_size(inter, &size);
    check_equal(rank, 0);
    check_equal(size, 1);
    MPI_Sendrecv(&check_rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
    check_equal(got, 1 - check_rank);
    check_equal(write(fd, &byte, 1), 1); /* it is still open, and nothing has been left in it */
    check_equal(read(fd, &byte, 1), 1);
    check_equal(byte, 'x');
    check_ok(MPI_Comm_disconnect(&inter));
    close(fd);
}

CASES(two_groups_meet_at_a_port, any_member_may_be_the_root, a_port_may_be_used_many_times,
      both_groups_become_one, single_ranks_meet, the_error_handler_is_inherited,
      a_published_name_is_found, mistakes_with_names_are_errors,
      a_port_that_is_not_open_is_an_error, the_error_of_the_root_is_that_of_all,
      a_time_can_be_set, a_lookup_can_wait, the_ends_of_a_socket_join)
