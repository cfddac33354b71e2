/* SPDX-License-Identifier: MIT */
/* A name service: groups of processes find each other by a number. One process is the server; the
 * others are a new world without it, and have an intercommunicator to the server, at which the new
 * world is cached as an attribute. A group whose leader asks for a number is told the leader of the
 * other group that asked for the same, and both make an intercommunicator.
 *
 * Here the clients form groups of two or three, and each pair of groups meets under a number of its
 * own, which they ask for in different order. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names are tags, and each two groups have one of their own. */
enum { SERVER = 0, GROUPS_MAX = 128, NAMES_MAX = GROUPS_MAX * GROUPS_MAX, NONE = -1 };
enum { TAG_INIT = NAMES_MAX, TAG_UNDO, SIZE_LEAST = 2, SIZE_MOST = 2 + 2 * GROUPS_MAX };

static const char usage[] =
    "usage: nameserver\n"
    "Groups of processes find each other by the numbers that they ask a server for;\n"
    "for 2 to 258 processes.\n";

int server_key = MPI_KEYVAL_INVALID; /* of the new world, at the communicator to the server */

/* ---- the service --------------------------------------------------------------------------- */

/* Collective over the peers. *new_world is MPI_COMM_NULL at the server. */
static void init_server(MPI_Comm peers, MPI_Comm *server_comm, MPI_Comm *new_world)
{
    int rank;

    MPI_Comm_rank(peers, &rank);
    MPI_Comm_split(peers, rank == SERVER, rank, new_world);
    MPI_Intercomm_create(*new_world, 0, peers, rank == SERVER ? SERVER + 1 : SERVER, TAG_INIT,
                         server_comm);
    if (rank == SERVER) {
        MPI_Comm_free(new_world);
        return;
    }
    if (server_key == MPI_KEYVAL_INVALID)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &server_key, NULL);
    MPI_Comm_set_attr(*server_comm, server_key, new_world);
}

/* Until a client says that it is over. Returns how many pairs have met. */
static int do_server(MPI_Comm server_comm)
{
    int waiting[NAMES_MAX], client, pairs = 0;
    MPI_Status status;

    for (int name = 0; name < NAMES_MAX; name++)
        waiting[name] = NONE;
    for (;;) {
        MPI_Recv(&client, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, server_comm, &status);
        if (status.MPI_TAG == TAG_UNDO)
            return pairs;
        if (waiting[status.MPI_TAG] == NONE) {
            waiting[status.MPI_TAG] = client;
            continue;
        }
        MPI_Send(&waiting[status.MPI_TAG], 1, MPI_INT, client, status.MPI_TAG, server_comm);
        MPI_Send(&client, 1, MPI_INT, waiting[status.MPI_TAG], status.MPI_TAG, server_comm);
        waiting[status.MPI_TAG] = NONE;
        pairs++;
    }
}

/* The steps of a client. */
static void undo_server(MPI_Comm server_comm)
{
    MPI_Send(&(int){0}, 1, MPI_INT, 0, TAG_UNDO, server_comm);
}

/* Collective over the local group, and the other one that says the same name. */
static void create_by_name(MPI_Comm local, MPI_Comm server_comm, int name, MPI_Comm *inter)
{
    MPI_Comm *new_world;
    int found, rank, leader, other = 0;

    MPI_Comm_get_attr(server_comm, server_key, &new_world, &found);
    if (!found)
        MPI_Abort(server_comm, EXIT_FAILURE);
    MPI_Comm_rank(local, &rank);
    MPI_Comm_rank(*new_world, &leader);
    if (rank == 0) {
        MPI_Send(&leader, 1, MPI_INT, 0, name, server_comm);
        MPI_Recv(&other, 1, MPI_INT, 0, name, server_comm, MPI_STATUS_IGNORE);
    }
    MPI_Intercomm_create(local, 0, *new_world, other, name, inter);
}

/* ---- clients ------------------------------------------------------------------------------- */

/* Each group of two, the last perhaps of three, meets each other one. Returns the mistakes. */
static int meet_all(MPI_Comm server_comm, MPI_Comm new_world)
{
    int rank, size, groups, mine, mistakes = 0;
    MPI_Comm local, inter;
    MPI_Request sent;

    MPI_Comm_rank(new_world, &rank);
    MPI_Comm_size(new_world, &size);
    groups = size / 2 > 0 ? size / 2 : 1;
    mine = rank / 2 < groups ? rank / 2 : groups - 1;
    MPI_Comm_split(new_world, mine, rank, &local);
    for (int round = 0; round < 2 * groups - 1; round++) {
        int other = round - mine, got = NONE, name; /* each pair in the same round */

        if (other < 0 || other >= groups || other == mine)
            continue;
        name = mine < other ? mine * groups + other : other * groups + mine;
        create_by_name(local, server_comm, name, &inter);
        MPI_Isend(&mine, 1, MPI_INT, 0, 0, inter, &sent);
        /* The leader has one message of each member of the remote group to come. Its own send waits
         * for the other leader, who may receive another member's message first. */
        if (rank == 2 * mine) {
            int there;

            for (MPI_Comm_remote_size(inter, &there); there > 0; there--) {
                MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, inter, MPI_STATUS_IGNORE);
                mistakes += got != other;
            }
        }
        MPI_Wait(&sent, MPI_STATUS_IGNORE);
        MPI_Comm_free(&inter);
    }
    MPI_Comm_free(&local);
    return mistakes;
}

static int serve_and_meet(void)
{
    MPI_Comm server_comm, new_world;
    int rank, size, groups, mistakes = 0, sum, pairs = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    init_server(MPI_COMM_WORLD, &server_comm, &new_world);
    if (rank == SERVER) {
        pairs = do_server(server_comm);
    } else {
        mistakes = meet_all(server_comm, new_world);
        MPI_Barrier(new_world);
        if (rank == SERVER + 1)
            undo_server(server_comm);
        MPI_Comm_free(&new_world);
        MPI_Comm_free_keyval(&server_key);
    }
    MPI_Comm_free(&server_comm);
    MPI_Reduce(&mistakes, &sum, 1, MPI_INT, MPI_SUM, SERVER, MPI_COMM_WORLD);
    groups = (size - 1) / 2 > 0 ? (size - 1) / 2 : 1;
    if (rank == SERVER)
        printf("%d groups, %d meetings of two of them: %d mistakes\n", groups, pairs, sum);
    return rank == SERVER && (sum != 0 || pairs != groups * (groups - 1) / 2);
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd, int rank)
{
    int is_help = strcmp(odd, "-h") == 0;

    if (rank == 0 && !is_help)
        fprintf(stderr, "nameserver: %s is not understood\n", odd);
    if (rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    int rank, size, status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1) {
        status = show_usage(argv[1], rank);
    } else if (size < SIZE_LEAST || size > SIZE_MOST) {
        if (rank == 0)
            fprintf(stderr, "nameserver: a server and its clients are %d to %d processes, not %d\n",
                    SIZE_LEAST, SIZE_MOST, size);
        status = EXIT_FAILURE;
    } else {
        status = serve_and_meet();
    }
    MPI_Finalize();
    return status;
}
