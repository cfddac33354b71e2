/* SPDX-License-Identifier: MIT */
/* A library may be closed and opened again, by each rank when it likes. It stays meanwhile, as do
 * each rank's variables in it, since other ranks use it.
 * plugin: closed_and_reopened_part.c
 * variant: thread; options: -O1; ranks: 2 8 64; flags: -fsanitize=thread; sanitizer: no */
#include <dlfcn.h>

#include "../globals.h"

enum { TIMES = 4 };

static void open_and_close(int expected)
{
    void *library = dlopen("./closed_and_reopened_part.so", RTLD_NOW);
    int (*count)(void);

    expect(library != NULL);
    *(void **)&count = dlsym(library, "count");
    expect(count != NULL && count() == expected);
    expect(dlclose(library) == 0);
}

int main(int argc, char **argv)
{
    int i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < TIMES; i++) {
        open_and_close(i + 1);
        meet();
    }
    /* Each as often as it has a number. */
    for (i = 0; i < my_rank(); i++)
        open_and_close(TIMES + i + 1);
    MPI_Finalize();
    return 0;
}
