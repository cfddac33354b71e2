/* SPDX-License-Identifier: MIT */
/* A shared library's variables are private like the program's, whoever uses them.
 * options: -O0 -O2 -O3
 * library: library_part.c
 * variant: thread; options: -O1; ranks: 2 8 64; flags: -fsanitize=thread; sanitizer: no */
#include "../globals.h"

extern int library_counter, library_table[4], *library_pointer;
extern const char *library_name;
int program_variable = 1;
static int *into_library = &library_counter;
static int *const constant_into_library[] = {&library_table[2], &library_counter};

int library_step(void);
int library_order(void);
int *library_own(void);

int main(int argc, char **argv)
{
    int rank, i;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    expect(library_order() == 101 && library_counter == 101);
    program_variable += rank;
    for (i = 0; i < rank; i++)
        library_step();
    *into_library += 1000;
    meet();
    expect(library_counter == 1101 + rank);
    expect(into_library == &library_counter && library_pointer == &library_counter);
    expect(constant_into_library[0] == &library_table[2] && library_table[2] == 3 + 10 * rank);
    expect(library_step() == 2 * (1 + rank));
    expect(library_name[0] == 'p' && *library_own() == 7);
    *library_own() += rank;
    meet();
    expect(*library_own() == 7 + rank);
    MPI_Finalize();
    return 0;
}
