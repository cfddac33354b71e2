/* SPDX-License-Identifier: MIT */
/* AddressSanitizer knows each rank's copies of the variables of a library that the program opens.
 * options: -O0 -O2
 * ranks: 3
 * flags: -fsanitize=address
 * plugin: overflow_part.c
 * sanitizer: no
 * expect-status: 1
 * expect-stderr: AddressSanitizer: global-buffer-overflow
 * expect-stderr: (right of|after) global variable 'letters' defined in .*overflow_part.c:4 */
#include "../globals.h"

#include <dlfcn.h>

int main(int argc, char **argv)
{
    void *library;
    void (*write_at)(int);

    MPI_Init(&argc, &argv);
    library = dlopen("./overflow_part.so", RTLD_NOW);
    expect(library != NULL);
    *(void **)&write_at = dlsym(library, "write_at");
    expect(write_at != NULL);
    write_at(8);
    meet();
    if (my_rank() == 2)
        write_at(9);
    meet();
    MPI_Finalize();
    return 0;
}
