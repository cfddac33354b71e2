/* SPDX-License-Identifier: MIT */
/* An auction by messages: process 0 is the auctioneer, each other process bids twice. The highest
 * bid wins, and of equal bids that of the lowest bidder.
 *
 * The auctioneer takes bids as they come and keeps the first of equal ones, which is right as long
 * as the lowest bidder is the fastest. With -r it compares bidders, too. In the end it compares
 * its answers with the rule. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 2, FIRST_BID = 10, BIDS = 2, PROCESSES_MAX = 100 };

int proc_count, proc_rank;
int is_right; /* the auctioneer compares bidders */

static const char usage[] =
    "usage: auction [-r]\n"
    "an auction by messages, of 2 to 100 processes: the highest bid wins, and of equal ones that\n"
    "of the lowest bidder, if it comes first; with -r, however bids come\n";

/* Every other bidder has the same to give. */
static int bid_of(int bidder, int round)
{
    return FIRST_BID + round * BIDS + bidder % BIDS;
}

static void bid(void)
{
    int round;

    for (round = 0; round < ROUNDS; round++) {
        int offer = bid_of(proc_rank, round);

        MPI_Send(&offer, 1, MPI_INT, 0, round, MPI_COMM_WORLD);
    }
}

static int is_better(int offer, int bidder, int best, int winner)
{
    return offer > best || (is_right && offer == best && bidder < winner);
}

/* Returns the bidder who wins the round. */
static int hold_round(int round, int *best)
{
    int winner = 0, i;

    *best = 0;
    for (i = 1; i < proc_count; i++) {
        MPI_Status status;
        int offer;

        MPI_Recv(&offer, 1, MPI_INT, MPI_ANY_SOURCE, round, MPI_COMM_WORLD, &status);
        if (is_better(offer, status.MPI_SOURCE, *best, winner)) {
            *best = offer;
            winner = status.MPI_SOURCE;
        }
    }
    return winner;
}

/* Returns whether the rule was kept. */
static int hold_auction(void)
{
    int is_kept = 1, round, best;

    for (round = 0; round < ROUNDS; round++) {
        int winner = hold_round(round, &best);

        printf("round %d goes to bidder %d for %d\n", round + 1, winner, best);
        is_kept = is_kept && winner == 1;
    }
    if (!is_kept)
        fputs("auction: by the rule bidder 1 wins, who has offered as much\n", stderr);
    return is_kept;
}

/* Told by process 0, once for all. `odd` NULL: there are too few processes, or too many. */
static int show_usage(const char *odd)
{
    int is_help = odd != NULL && strcmp(odd, "-h") == 0;

    if (proc_rank == 0 && odd != NULL && !is_help)
        fprintf(stderr, "auction: %s is not understood\n", odd);
    if (proc_rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    int status = EXIT_SUCCESS;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    is_right = argc > 1 && strcmp(argv[1], "-r") == 0;
    if (argc > 1 + is_right)
        status = show_usage(argv[1 + is_right]);
    else if (proc_count < 2 || proc_count > PROCESSES_MAX)
        status = show_usage(NULL);
    else if (proc_rank != 0)
        bid();
    else if (!hold_auction())
        status = EXIT_FAILURE;
    MPI_Finalize();
    return status;
}
