/* SPDX-License-Identifier: MIT */
/* AddressSanitizer finds what runs over the end of a variable in every rank's copy, and names the
 * variable.
 * options: -O0 -O2
 * ranks: 3
 * flags: -fsanitize=address
 * sanitizer: no
 * expect-status: 1
 * expect-stderr: AddressSanitizer: global-buffer-overflow
 * expect-stderr: in write_at .*overflow.c
 * expect-stderr: (right of|after) global variable 'numbers' defined in .*overflow.c:14 */
#include "../globals.h"

static int numbers[10], others[10];
static int count = 10;

static __attribute__((noinline)) void write_at(int i)
{
    numbers[i] = i;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    write_at(0);
    meet();
    if (my_rank() == 1)
        write_at(count);
    expect(others[0] == 0);
    meet();
    MPI_Finalize();
    return 0;
}
