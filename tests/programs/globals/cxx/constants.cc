/* SPDX-License-Identifier: MIT */
/* A constant that other files see is private where it is initialised at run time, which they cannot
 * know, and shared where it is not.
 * options: -O0 -O2 -O3
 * with: constants_other.cc
 * ranks: 1 3
 * variant: lto; options: -O2; ranks: 3; flags: -flto
 * variant: library; options: -O0 -O2; ranks: 3; with: ; library: constants_other.cc */
#include "constants.h"

#include "../globals.h"

static int rank_drawn()
{
    const char *rank = getenv("PMI_RANK");

    return rank != NULL ? atoi(rank) : 0;
}

const int drawn = rank_drawn() + 1;
const int members::drawn = rank_drawn() + 2;
const double members::half = rank_drawn() + 0.5;
const long constants::table[3] = {rank_drawn() + 3, 4, 5};
const int plain = 6;

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    meet();
    expect(drawn == my_rank() + 1);
    expect(members::drawn == my_rank() + 2);
    expect(members::half == my_rank() + 0.5);
    expect(constants::table[0] == my_rank() + 3);
    expect(constants::table[2] == 5);
    expect(sum_of_constants() == 4 * my_rank() + 21);
    expect(*address_of_drawn() == my_rank() + 1 && address_of_drawn() == &drawn);
    expect(*address_in_table() == my_rank() + 1 && address_in_table() == &drawn);
    expect(&plain == address_of_plain() && plain == 6);
    expect((MPI_Aint)address_of_plain() == shared_address((MPI_Aint)&plain));
    MPI_Finalize();
    return 0;
}
