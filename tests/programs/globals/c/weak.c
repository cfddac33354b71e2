/* SPDX-License-Identifier: MIT */
/* Weak, aliased and renamed symbols.
 * options: -O0 -O2 -O3
 * with: weak_other.c
 * variant: lto; options: -O0 -O2 -O3; flags: -flto */
#include "../globals.h"

extern int undefined __attribute__((weak));
extern int overridden;
int overridden __attribute__((weak)) = 1;
int fallback __attribute__((weak)) = 3;
int base = 5;
extern int other_name __attribute__((alias("base")));
static int target = 8;
static int local_name __attribute__((alias("target")));
int renamed __asm__("renamed_symbol") = 9;
__attribute__((visibility("hidden"))) int hidden = 10;
__attribute__((visibility("protected"))) int protected_one = 11;

int *other_overridden(void);

static int *address_of_undefined(void)
{
    return &undefined;
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    overridden += rank;
    fallback += rank;
    base += rank;
    target += rank;
    renamed += rank;
    hidden += rank;
    protected_one += rank;
    meet();
    expect(&undefined == NULL);
    expect(address_of_undefined() == NULL);
    expect(overridden == 2 + rank && other_overridden() == &overridden);
    expect(fallback == 3 + rank);
    expect(other_name == 5 + rank && &other_name == &base);
    expect(local_name == 8 + rank);
    expect(renamed == 9 + rank);
    expect(hidden == 10 + rank);
    expect(protected_one == 11 + rank);
    MPI_Finalize();
    return 0;
}
