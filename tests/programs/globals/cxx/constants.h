/* SPDX-License-Identifier: MIT */
/* Constants of constants.cc, and what the other file sees of them. */
#ifndef PROGRAMS_GLOBALS_CXX_CONSTANTS_H
#define PROGRAMS_GLOBALS_CXX_CONSTANTS_H

#include <mpi.h>

extern const int drawn, plain;

struct members {
    static const int drawn;
    static const double half;
};

namespace constants {
extern const long table[3];
}

int sum_of_constants();
const int *address_of_drawn();
const int *address_in_table();
const int *address_of_plain();
MPI_Aint shared_address(MPI_Aint address);

#endif
