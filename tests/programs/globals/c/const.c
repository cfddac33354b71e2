/* SPDX-License-Identifier: MIT */
/* Constants are shared, except where they lead to private variables.
 * options: -O0 -O1 -O2 -O3
 * variant: lto; options: -O0 -O2 -O3; flags: -flto */
#include "../globals.h"

#include <stddef.h>

struct link {
    const struct link *next;
    int *value;
};

static int a = 1, b = 2;
int *const constant_pointer = &a;
static int *const table[] = {&a, &b, &b + 1};
const int *const exported_table[] = {&a, &b};
static const struct link circle_a, circle_b;
static const struct link circle_a = {&circle_b, NULL};
static const struct link circle_b = {&circle_a, &b}; /* so circle_a leads to b, too */
static const struct link *const outer = &circle_a;
static const int numbers[] = {1, 2, 3};
static const char *const words[] = {"one", "two"};
static const struct { const int *numbers; const char *const *words; } only_constants = {
    numbers, words,
};
extern const int exported_number;
const int exported_number = 42;

static int *pick(int i)
{
    static int own;
    static int *const choices[] = {&a, &own, &b};

    own += i;
    return choices[i];
}

/* Addresses of what is shared are the same everywhere. */
static void check_same_everywhere(const void *address)
{
    const void *first = address;

    MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    expect(first == address);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    a += rank;
    b -= rank;
    *pick(1) += 10 * rank;
    meet();
    expect(constant_pointer == &a && *constant_pointer == 1 + rank);
    expect(table[0] == &a && table[1] == &b && table[2] - 1 == &b && *table[1] == 2 - rank);
    expect(exported_table[1] == &b && *exported_table[0] == 1 + rank);
    expect(outer->next->next == outer && *outer->next->value == 2 - rank);
    expect(*pick(1) == 10 * rank + 2 && pick(0) == &a && pick(2) == &b);
    expect(only_constants.numbers[2] == 3 && only_constants.words[1][0] == 't');
    check_same_everywhere(&exported_number);
    check_same_everywhere(numbers);
    check_same_everywhere(words);
    check_same_everywhere(only_constants.numbers);
    expect(exported_number == 42);
    MPI_Finalize();
    return 0;
}
