/* SPDX-License-Identifier: MIT */
/* Assembler code that can only mean the first rank's copy of a variable gets a warning.
 * options: -O0 -O2
 * flags: -Werror
 * expect-build: asm_warning.c:13:.* names the first rank.s copy of .counter */
#include "../globals.h"

int counter;

static void name_it(void)
{
    /* One line as a whole, since the warning names it. */
    __asm__ volatile("incl counter(%%rip)" ::: "memory");
}

static int *constant_operand(void)
{
    int *address;

    __asm__("leaq %c1(%%rip), %0" : "=r"(address) : "i"(&counter));
    return address;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    name_it();
    expect(*constant_operand() == 1);
    MPI_Finalize();
    return 0;
}
