/* SPDX-License-Identifier: MIT */
/* A variable of a library that was not compiled with the wrapper cannot be private: the program is
 * refused by name before main, unless it has one rank.
 * ranks: 2
 * options: -O0 -O2
 * expect-status: 1
 * expect-stderr: variable '_nl_msg_cat_cntr' .*foreign_variable_refused.c:1.* belongs to .*libc */
#include "../globals.h"

extern int _nl_msg_cat_cntr;

int main(int argc, char **argv)
{
    _nl_msg_cat_cntr++;
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
