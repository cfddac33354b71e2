/* SPDX-License-Identifier: MIT */
/* Private variables that hold addresses of functions which the loader chooses (ifuncs): all ranks
 * have them, and each may change its own.
 * sanitizer: no
 * variant: now; flags: -Wl,-z,now -DASKS_ENVIRONMENT */
#include "../globals.h"

#include <stddef.h>
#include <stdlib.h>

typedef int function(void);

static int one(void)
{
    return 1;
}

static int two(void)
{
    return 2;
}

/* With lazy binding a resolver can call no other module's function, under any library. */
#ifdef ASKS_ENVIRONMENT
static function *choose(void)
{
    return getenv("NO_SUCH_VARIABLE") != NULL ? two : one;
}
#else
static function *choose(void)
{
    return sizeof(int) == 1 ? two : one;
}
#endif

int chosen(void) __attribute__((ifunc("choose")));
static int chosen_here(void) __attribute__((ifunc("choose")));

__attribute__((target_clones("avx2", "default"))) int cloned(int number)
{
    return number + 1;
}

__attribute__((target_clones("avx2", "default"), noinline)) static int cloned_here(int number)
{
    return number + 2;
}

function *functions[3] = {chosen, chosen_here, two};
static int (*clones[2])(int) = {cloned, cloned_here};
static struct {
    int number;
    function *chosen;
} both = {5, chosen};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    expect(functions[0] != NULL && functions[0]() == 1);
    expect(functions[1] != NULL && functions[1]() == 1);
    expect(functions[2]() == 2);
    expect(clones[0] != NULL && clones[0](1) == 2);
    expect(clones[1] != NULL && clones[1](1) == 3);
    expect(both.chosen == functions[0] && both.number == 5);
    meet();
    functions[0] = my_rank() % 2 == 0 ? two : functions[1];
    meet();
    expect(functions[0]() == (my_rank() % 2 == 0 ? 2 : 1));
    MPI_Finalize();
    return 0;
}
