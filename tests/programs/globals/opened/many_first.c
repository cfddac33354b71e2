/* SPDX-License-Identifier: MIT */
/* A library of many.c: opens the second in its constructor. */
#include <assert.h>
#include <dlfcn.h>
#include <stddef.h>

static int total = 1;
static int (*second)(void);

int first_sum(int add);

__attribute__((constructor)) static void construct(void)
{
    void *library = dlopen("./many_second.so", RTLD_NOW);

    assert(library != NULL);
    *(void **)&second = dlsym(library, "second_number");
    assert(second != NULL);
    total += second();
}

int first_sum(int add)
{
    total += add;
    return total;
}
