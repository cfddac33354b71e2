/* SPDX-License-Identifier: MIT */
/* Ranks open one of two libraries each, the second one after others have opened the first: a
 * constructor runs for the ranks that open its library, and for no others.
 * ranks: 1 2 5
 * flags: -rdynamic
 * plugin: by_some_ranks_first.c
 * plugin: by_some_ranks_second.c */
#include "../globals.h"

#include <dlfcn.h>

int constructed[2];

int main(int argc, char **argv)
{
    int is_second;

    MPI_Init(&argc, &argv);
    is_second = my_rank() % 2;
    if (is_second)
        meet();
    expect(dlopen(is_second ? "./by_some_ranks_second.so" : "./by_some_ranks_first.so",
                  RTLD_NOW) != NULL);
    if (!is_second)
        meet();
    expect(constructed[0] == !is_second);
    expect(constructed[1] == is_second);
    meet();
    expect(dlopen("./by_some_ranks_first.so", RTLD_NOW) != NULL);
    expect(constructed[0] == 1);
    expect(constructed[1] == is_second);
    MPI_Finalize();
    return 0;
}
