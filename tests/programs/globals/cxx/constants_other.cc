/* SPDX-License-Identifier: MIT */
#include "constants.h"

static const int *const table[] = {&drawn, &plain};

int sum_of_constants()
{
    return drawn + members::drawn + (int)members::half + (int)constants::table[0] +
           (int)constants::table[1] + (int)constants::table[2] + *table[1];
}

const int *address_of_drawn()
{
    return &drawn;
}

const int *address_in_table()
{
    return table[0];
}

const int *address_of_plain()
{
    return &plain;
}

/* All ranks have it at one address. */
MPI_Aint shared_address(MPI_Aint address)
{
    MPI_Aint lowest;

    MPI_Allreduce(&address, &lowest, 1, MPI_AINT, MPI_MIN, MPI_COMM_WORLD);
    return lowest;
}
