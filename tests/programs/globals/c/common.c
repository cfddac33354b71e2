/* SPDX-License-Identifier: MIT */
/* Common symbols: the same tentative definition in two files, in two sizes.
 * options: -O0 -O2
 * flags: -fcommon
 * with: common_other.c */
#include "../globals.h"

int block[10];
char mixed;

int *other_block(void);
int other_last(void);

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    block[9] = rank;
    other_block()[99] = rank + 1;
    mixed = (char)rank;
    meet();
    expect(block == other_block());
    expect(block[9] == rank);
    expect(other_last() == rank + 1);
    expect(mixed == (char)rank);
    MPI_Finalize();
    return 0;
}
