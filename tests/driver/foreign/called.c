/* SPDX-License-Identifier: MIT */
/* A library that no wrapper compiles, with variables of all kinds. Its functions are called by
 * name, by pointers in data and by its own pointers. */
#include "called.h"

int called_count = 100;
static int hidden = 1;
static int started;
static int *const table[] = {&called_count, &hidden};

__attribute__((constructor)) static void begin(void)
{
    started++;
}

static int first_step(int x)
{
    return x + hidden;
}

called_step *called_current = first_step;

int called_add(int n)
{
    hidden += n;
    called_count += n;
    return *table[0] + *table[1] + started * 1000;
}

int called_now(int x)
{
    return called_current(x);
}

int called_twice(int x)
{
    hidden *= 2;
    return x + hidden;
}

int called_apply(called_step *step, int x)
{
    return step(x) + hidden;
}
