/* SPDX-License-Identifier: MIT */
/* The library of thread_local.c. */
extern int program_variable;

static int sum = 7;
static _Thread_local int *to_sum = &sum;
static _Thread_local int padding = 3;
static _Thread_local int *to_program[2] = {0, &program_variable};

int add(int amount);

__attribute__((constructor)) static void construct(void)
{
    *to_program[1] += padding - 2;
}

int add(int amount)
{
    *to_sum += amount;
    *to_program[1] += amount;
    return sum;
}
