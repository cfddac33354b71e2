/* SPDX-License-Identifier: MIT */
/* GNU C's nested functions: their code on the rank's stack, their static variables.
 * options: -O0 -O2
 * flags: -Wl,-z,execstack */
#include "../globals.h"

static int total = 5;

static void for_each(int count, void (*visit)(int))
{
    int i;

    for (i = 0; i < count; i++)
        visit(i);
}

static __attribute__((noinline)) int add_all(int count, int weight)
{
    static int calls = 1;
    void (*volatile call)(int);

    void add(int i)
    {
        static int visits = 10;

        visits++;
        total += i * weight;
        calls += visits > 10;
    }

    call = add;
    for_each(count, call);
    return calls;
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    meet();
    expect(add_all(3 + rank, 2) == 4 + rank);
    meet();
    expect(total == 5 + (3 + rank) * (2 + rank));
    MPI_Finalize();
    return 0;
}
