/* SPDX-License-Identifier: MIT */
/* Variables of each linkage and place of declaration, over two files.
 * options: -O0 -O1 -O2 -O3 -Og -Os
 * with: linkage_other.c
 * variant: lto; options: -O0 -O2 -O3; flags: -flto */
#include "../globals.h"

int plain = 3;
int zero;
static int internal = 5; /* the other file has one, too */
int tentative;
int tentative;
int tentative = 7;
extern int elsewhere;
extern int elsewhere_array[];
extern double sums[2][3];
int unknown_bound[];

int other_internal(int add);
int *other_address(void);
void other_set_all(int value);

static int count_calls(void)
{
    static int calls = 100;

    return ++calls;
}

static int count_otherwise(void)
{
    static int calls; /* the same name in another function */

    calls += 2;
    return calls;
}

static int read_inner(void)
{
    extern int declared_inside;
    extern int zero;

    return declared_inside + zero;
}

/* A local variable hides the global; the outer declaration is reached again inside. */
static int shadowed(int plain_value)
{
    int plain = plain_value;

    {
        extern int plain;

        plain += 1000;
    }
    return plain;
}

static int recursive(int depth)
{
    static int deepest;

    if (depth > deepest)
        deepest = depth;
    return depth == 0 ? deepest : recursive(depth - 1);
}

int unknown_bound[4];

int main(int argc, char **argv)
{
    int rank, i;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    plain += rank;
    zero = rank;
    internal += rank;
    tentative += rank;
    elsewhere += rank;
    elsewhere_array[3] = rank;
    sums[1][2] = rank + 0.5;
    unknown_bound[0] = rank;
    for (i = 0; i <= rank; i++) {
        count_calls();
        count_otherwise();
    }
    meet();
    expect(plain == 3 + rank);
    expect(zero == rank);
    expect(internal == 5 + rank);
    expect(tentative == 7 + rank);
    expect(elsewhere == 11 + rank);
    expect(elsewhere_array[0] == 1 && elsewhere_array[3] == rank);
    expect(sums[0][0] == 1.5 && sums[1][2] == rank + 0.5);
    expect(unknown_bound[0] == rank);
    expect(other_internal(0) == 50);
    expect(other_internal(rank) == 50 + rank);
    expect(other_address() == &elsewhere);
    expect(count_calls() == 102 + rank);
    expect(count_otherwise() == 2 * (rank + 2));
    expect(read_inner() == 13 + rank);
    expect(shadowed(1) == 1 && plain == 1003 + rank);
    expect(recursive(rank + 3) == rank + 3);
    meet();
    other_set_all(rank * 9);
    meet();
    expect(plain == rank * 9 && elsewhere == rank * 9);
    MPI_Finalize();
    return 0;
}
