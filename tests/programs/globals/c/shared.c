/* SPDX-License-Identifier: MIT */
/* Variables that the programmer lets all ranks share, by attribute and by option.
 * options: -O0 -O2
 * flags: -fplugin-arg-heddle_privatize-shared=by_option,also_by_option */
#include "../globals.h"

__attribute__((heddle_shared)) static int by_attribute;
__attribute__((heddle_shared)) static int other = 5;
int by_option, also_by_option = 1;
static int own;
static int *to_shared = &other;
static struct { int *shared, *own; } both = {&by_option, &own};

__attribute__((heddle_shared)) static int *original_of_own(void)
{
    return &own;
}

int main(int argc, char **argv)
{
    int rank, size;
    int *first_own = &own;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    own = rank;
    __atomic_fetch_add(&by_attribute, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&by_option, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&also_by_option, 1, __ATOMIC_SEQ_CST);
    if (rank == size - 1)
        other = 77;
    meet();
    expect(by_attribute == size && by_option == size && also_by_option == size + 1);
    expect(*to_shared == 77 && to_shared == &other);
    expect(both.shared == &by_option && both.own == &own);
    expect(own == rank);
    MPI_Bcast(&first_own, sizeof first_own, MPI_BYTE, 0, MPI_COMM_WORLD);
    expect(original_of_own() == first_own);
    MPI_Finalize();
    return 0;
}
