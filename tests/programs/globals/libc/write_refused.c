/* SPDX-License-Identifier: MIT */
/* A variable of libc, which the system's header declares, is shared; a program that writes to it is
 * refused, unless it has one rank or says that one value will do.
 * ranks: 2
 * options: -O0 -O2
 * expect-status: 1
 * expect-stderr: variable 're_syntax_options' .*regex.h.* belongs to .*libc.*heddle-shared=re_sy */
#define _GNU_SOURCE
#include "../globals.h"

#include <regex.h>

int main(int argc, char **argv)
{
    re_syntax_options = RE_SYNTAX_POSIX_EXTENDED;
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
