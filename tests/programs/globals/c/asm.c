/* SPDX-License-Identifier: MIT */
/* Memory operands of inline assembler are the rank's own.
 * options: -O0 -O2 -O3 */
#include "../globals.h"

static int counter = 5, source = 6;
static struct { int left, right; } pair = {1, 2};
static long words[4] = {1, 2, 3, 4};

static void operate(void)
{
    int got;
    int *address;

    __asm__ volatile("addl $10, %0" : "+m"(counter));
    __asm__("incl %0" : "=m"(counter) : "0"(counter));
    __asm__("movl %1, %0" : "=r"(got) : "m"(pair.right));
    pair.left = got;
    __asm__("leaq %1, %0" : "=r"(address) : "m"(source));
    *address += 1;
    __asm__("movl %1, %0" : "=r"(got) : "r"(&source == address));
    expect(got == 1);
    __asm__("movq %1, %0" : "=m"(words[0]) : "r"(words[3]) : "memory");
    __asm__("movq %1, %0" : "=r"(address) : "g"(&counter));
    expect(address == &counter);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    counter += 100 * rank;
    pair.right += rank;
    words[3] += rank;
    operate();
    meet();
    expect(counter == 16 + 100 * rank);
    expect(pair.left == 2 + rank && source == 7 && words[0] == 4 + rank);
    MPI_Finalize();
    return 0;
}
