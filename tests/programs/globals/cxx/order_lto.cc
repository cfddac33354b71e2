/* SPDX-License-Identifier: MIT */
/* With -flto constructors and destructors of several files run in all ranks in the order in which
 * they run without: C's and C++'s, those of a priority first.
 * flags: -flto
 * with: order_lto_part.cc
 * ranks: 3
 * expect-stdout: ^0: second_object first_object second_destructor first_destructor early$
 * expect-stdout: ^1: second_object first_object second_destructor first_destructor early$
 * expect-stdout: ^2: second_object first_object second_destructor first_destructor early$ */
#include "../globals.h"

#include <cstdio>
#include <cstring>

char order[300];
static int rank;

void note(const char *word);
void note(const char *word)
{
    std::strcat(order, " ");
    std::strcat(order, word);
}

struct first_noted {
    first_noted() { note("first_object"); }
    ~first_noted() { note("first_object"); }
};

static first_noted object;

__attribute__((constructor)) static void construct()
{
    note("first_constructor");
}

__attribute__((destructor)) static void destruct()
{
    note("first_destructor");
}

__attribute__((constructor(200))) static void construct_early()
{
    note("first_early");
}

/* The last of all. */
__attribute__((destructor(200))) static void tell()
{
    note("early");
    std::printf("%d:%s\n", rank, order);
    std::fflush(stdout);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    expect(std::strcmp(order, " first_early second_early first_constructor first_object"
                              " second_constructor second_object") == 0);
    order[0] = '\0';
    rank = my_rank();
    MPI_Finalize();
    return 0;
}
