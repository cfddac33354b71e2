/* SPDX-License-Identifier: MIT */
/* A variable of libc is shared by all ranks when the program says that it may be. Reading it needs
 * no such word.
 * flags: -fheddle-shared=re_syntax_options */
#define _GNU_SOURCE
#include "../globals.h"

#include <errno.h>
#include <regex.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    expect(strlen(program_invocation_short_name) > 0);
    if (my_rank() == 0)
        re_syntax_options = RE_SYNTAX_POSIX_EXTENDED;
    meet();
    expect(re_syntax_options == RE_SYNTAX_POSIX_EXTENDED);
    MPI_Finalize();
    return 0;
}
