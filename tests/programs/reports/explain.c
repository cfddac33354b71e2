/* SPDX-License-Identifier: MIT */
/* HEDDLE_EXPLAIN prints once for each call which protocol or algorithm it takes, why, and where it
 * is; without it nothing is printed.
 *
 * launch: alone
 * ranks: 1
 * options: -O0
 * environment: HEDDLE_EXPLAIN=1
 * arguments: told
 * variant: silent; arguments: silent; environment: HEDDLE_EXPLAIN=0 */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONG_BYTES = 100000 };

static char out[LONG_BYTES], in[LONG_BYTES];

static void send_often(int rank)
{
    for (int i = 0; i < 3; i++) {
        if (rank == 0)
            MPI_Send(out, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(in, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void send_long(int rank)
{
    if (rank == 0)
        MPI_Send(out, LONG_BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(in, LONG_BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void synchronize(int rank)
{
    if (rank == 0)
        MPI_Ssend(out, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(in, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void broadcast(void)
{
    for (int i = 0; i < 2; i++)
        MPI_Bcast(out, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void copy_alone(void)
{
    MPI_Barrier(MPI_COMM_SELF);
}

static int body(void *argument)
{
    int rank;

    (void)argument;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    send_often(rank);
    send_long(rank);
    synchronize(rank);
    broadcast();
    copy_alone();
    return 0;
}

static void expect_once(const char *text, const char *line)
{
    const char *found = strstr(text, line);

    if (found != NULL && strstr(found + 1, line) == NULL)
        return;
    printf("%s of \"%s\" in:\n%s", found == NULL ? "nothing" : "more than one", line, text);
    exit(1);
}

int main(int argc, char *argv[])
{
    FILE *file = tmpfile();
    int before = dup(2), status;
    char text[5000];
    size_t length;

    dup2(fileno(file), 2);
    status = heddle_run(NULL, 2, body, NULL, NULL);
    dup2(before, 2);
    rewind(file);
    length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    if (argc > 1 && strcmp(argv[1], "silent") == 0)
        return status + (strstr(text, "explain") != NULL);
    expect_once(text, "rank 0: explain: a message of 8 bytes to rank 1 goes eager, because it is "
                      "not longer than the eager limit, called in send_often (explain.c:");
    expect_once(text, "rank 0: explain: a message of 100000 bytes to rank 1 goes rendezvous, "
                      "because it is longer than the eager limit, called in send_long (explain.c:");
    expect_once(text, "rank 0: explain: a message of 8 bytes to rank 1 goes rendezvous, because "
                      "the send waits for its receive, called in synchronize (explain.c:");
    expect_once(text, "explain: MPI_Bcast of 2 members runs bcast_small, because the data fit a "
                      "cell, called in broadcast (explain.c:");
    expect_once(text, "explain: MPI_Barrier of 1 member runs alone, because the member is the only "
                      "one, called in copy_alone (explain.c:");
    return status;
}
