/* SPDX-License-Identifier: MIT */
/* Messages to and fro with jobs that come and go, and whose ranks may lie where those of earlier
 * ones lay: each gets what was sent to it.
 *
 * ranks: 1
 * sanitizer: yes */
#include "child.h"

enum { JOBS = 40, SIDE_BY_SIDE = 6, TRIPS = 100, COUNT_MAX = 300 };

/* Around what fits a line of their own, an envelope and an eager message. */
static const int counts[] = {1, 2, 6, 8, 9, 78, 79, COUNT_MAX};
enum { COUNTS = sizeof counts / sizeof counts[0] };

static void say(MPI_Comm comm, int peer, int trip, int word)
{
    int numbers[COUNT_MAX], count = counts[trip % COUNTS];

    for (int i = 0; i < count; i++)
        numbers[i] = word + trip * 1000 + i;
    MPI_Send(numbers, count, MPI_INT, peer, trip, comm);
}

static void hear(MPI_Comm comm, int peer, int trip, int word)
{
    int numbers[COUNT_MAX], count = counts[trip % COUNTS], got;
    MPI_Status status;

    MPI_Recv(numbers, COUNT_MAX, MPI_INT, peer, MPI_ANY_TAG, comm, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    must(status.MPI_TAG == trip);
    must(got == count);
    for (int i = 0; i < count; i++)
        must(numbers[i] == word + trip * 1000 + i);
}

/* Every fifth time both speak at once. */
static void talk(MPI_Comm comm, int peer, int begins, int word)
{
    for (int trip = 0; trip < TRIPS; trip++) {
        if (begins || trip % 5 == 0)
            say(comm, peer, trip, word);
        hear(comm, peer, trip, word);
        if (!begins && trip % 5 != 0)
            say(comm, peer, trip, word);
    }
}

/* One after another. */
static void talk_to_each(const char *program)
{
    for (int i = 0; i < JOBS; i++) {
        MPI_Comm child = spawn(program, MPI_ARGV_NULL, 1, MPI_COMM_SELF);

        MPI_Send(&i, 1, MPI_INT, 0, 0, child);
        talk(child, 0, i % 2, i);
        MPI_Comm_disconnect(&child);
    }
}

/* More than a rank has lines for. */
static void talk_to_many(const char *program)
{
    MPI_Comm children[SIDE_BY_SIDE];

    for (int i = 0; i < SIDE_BY_SIDE; i++) {
        children[i] = spawn(program, MPI_ARGV_NULL, 1, MPI_COMM_SELF);
        MPI_Send(&i, 1, MPI_INT, 0, 0, children[i]);
    }
    for (int i = 0; i < SIDE_BY_SIDE; i++) {
        talk(children[i], 0, i % 2, i);
        MPI_Comm_disconnect(&children[i]);
    }
}

static void answer(MPI_Comm parent)
{
    int word;

    MPI_Recv(&word, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    talk(parent, 0, word % 2 == 0, word);
    MPI_Comm_disconnect(&parent);
}

/* Two jobs that are connected, ranks 0 and 1 of `pair`, spawn a third one, rank 2, again and again:
 * the second stays when the third goes, though none of the two has spawned the other. */
static void talk_to_third(MPI_Comm pair, const char *program)
{
    char *argv[] = {"third", NULL};

    for (int i = 0; i < JOBS; i++) {
        MPI_Comm inter = spawn(program, argv, 1, pair), all;
        int rank;

        MPI_Intercomm_merge(inter, 0, &all);
        MPI_Comm_rank(all, &rank);
        talk(all, 1 - rank, rank == 0, -1);
        talk(all, 2, 0, rank);
        MPI_Comm_disconnect(&all);
        MPI_Comm_disconnect(&inter);
    }
}

static void be_third(MPI_Comm parents)
{
    MPI_Comm all;

    MPI_Intercomm_merge(parents, 1, &all);
    talk(all, 0, 1, 0);
    talk(all, 1, 1, 1);
    MPI_Comm_disconnect(&all);
    MPI_Comm_disconnect(&parents);
}

static void be_second(MPI_Comm parent, const char *program)
{
    MPI_Comm pair;

    MPI_Intercomm_merge(parent, 1, &pair);
    talk_to_third(pair, program);
    MPI_Comm_disconnect(&pair);
    MPI_Comm_disconnect(&parent);
}

static void be_first(const char *program)
{
    char *argv[] = {"second", NULL};
    MPI_Comm child = spawn(program, argv, 1, MPI_COMM_SELF), pair;

    MPI_Intercomm_merge(child, 0, &pair);
    talk_to_third(pair, program);
    MPI_Comm_disconnect(&pair);
    MPI_Comm_disconnect(&child);
}

int main(int argc, char **argv)
{
    MPI_Comm parent;

    MPI_Init(&argc, &argv);
    parent = parent_of();
    if (parent == MPI_COMM_NULL) {
        talk_to_each(argv[0]);
        talk_to_many(argv[0]);
        be_first(argv[0]);
    } else if (argc == 1) {
        answer(parent);
    } else if (strcmp(argv[1], "second") == 0) {
        be_second(parent, argv[0]);
    } else {
        be_third(parent);
    }
    MPI_Finalize();
    return 0;
}
