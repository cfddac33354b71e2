/* SPDX-License-Identifier: MIT */
/* Jobs of one process, side by side, meet at a port, exchange data, and part again; some stay
 * connected to the end, and the abort of one ends both.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes */
#include <heddle.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../must.h"

enum { SERVERS = 2, CLIENTS = 3, ROUNDS = 12, COUNT = 5000 };

enum end { DISCONNECTED, FREED, LEFT, ABORTED, ENDS };

struct pair {
    int round;
    enum end end;
};

static const char *name_of(int round)
{
    static char name[32];

    snprintf(name, sizeof name, "round %d", round);
    return name;
}

static MPI_Comm accept_client(int round)
{
    char port[MPI_MAX_PORT_NAME];
    MPI_Comm inter;
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Publish_name(name_of(round), MPI_INFO_NULL, port);
    }
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter);
    if (rank == 0) {
        MPI_Unpublish_name(name_of(round), MPI_INFO_NULL, port);
        MPI_Close_port(port);
    }
    return inter;
}

static MPI_Comm connect_to_server(int round)
{
    char port[MPI_MAX_PORT_NAME];
    MPI_Comm inter;
    MPI_Info info;
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "timeout", "100");
    if (rank == 0)
        MPI_Lookup_name(name_of(round), info, port);
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter);
    MPI_Info_free(&info);
    return inter;
}

/* Small and large messages, in both directions, and collective operations. */
static int exchange(MPI_Comm inter, int is_client)
{
    static int numbers[COUNT], got[COUNT];
    int rank, size, remote, sum, whole_rank, whole_size;
    MPI_Comm whole;

    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &remote);
    must(size == (is_client ? CLIENTS : SERVERS));
    must(remote == (is_client ? SERVERS : CLIENTS));
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i + is_client;
    if (rank < SERVERS)
        for (int count = 1; count <= COUNT; count *= 7) {
            MPI_Sendrecv(numbers, count, MPI_INT, rank, 0, got, COUNT, MPI_INT, rank, 0, inter,
                         MPI_STATUS_IGNORE);
            must(got[count - 1] == count - 1 + !is_client);
        }
    MPI_Intercomm_merge(inter, is_client, &whole);
    MPI_Comm_rank(whole, &whole_rank);
    MPI_Comm_size(whole, &whole_size);
    must(whole_size == SERVERS + CLIENTS);
    must(whole_rank == rank + (is_client ? SERVERS : 0));
    MPI_Allreduce(&whole_rank, &sum, 1, MPI_INT, MPI_SUM, whole);
    must(sum == whole_size * (whole_size - 1) / 2);
    MPI_Comm_disconnect(&whole);
    return 0;
}

static int talk(const struct pair *pair, MPI_Comm inter, int is_client)
{
    MPI_Group group;
    int rank;

    MPI_Comm_rank(inter, &rank);
    exchange(inter, is_client);
    MPI_Comm_remote_group(inter, &group);
    if (pair->end == ABORTED && is_client && rank == CLIENTS - 1)
        MPI_Abort(inter, 7);
    if (pair->end == ABORTED)
        MPI_Barrier(inter); /* never complete */
    if (pair->end == DISCONNECTED)
        MPI_Comm_disconnect(&inter);
    if (pair->end == FREED)
        MPI_Comm_free(&inter);
    MPI_Group_free(&group);
    return 0;
}

static int serve(void *argument)
{
    const struct pair *pair = argument;

    return talk(pair, accept_client(pair->round), 0);
}

static int call(void *argument)
{
    const struct pair *pair = argument;

    return talk(pair, connect_to_server(pair->round), 1);
}

static void run(int ranks, heddle_function *function, struct pair *pair)
{
    struct heddle_result result;
    int status = heddle_run(NULL, ranks, function, pair, &result);

    if (status != (pair->end == ABORTED ? 7 : 0)) {
        fprintf(stderr, "round %d: %d %s\n%s", pair->round, status,
                result.text != NULL ? result.text : "", result.report ? result.report : "");
        exit(EXIT_FAILURE);
    }
    if (pair->end == ABORTED)
        must(strstr(result.text, "MPI_Abort") != NULL);
    if (pair->end == ABORTED)
        must(strstr(result.text, "rank 2 of job ") != NULL);
    if (pair->end == LEFT)
        must(strstr(result.leaks, "communicator") != NULL);
    heddle_result_free(&result);
}

static void *run_server(void *argument)
{
    run(SERVERS, serve, argument);
    return NULL;
}

int main(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct pair pair = {round, (enum end)(round % ENDS)};
        pthread_t server;

        pthread_create(&server, NULL, run_server, &pair);
        run(CLIENTS, call, &pair);
        pthread_join(server, NULL);
    }
    return 0;
}
