/* SPDX-License-Identifier: MIT */
/* A library of many.c. */
enum { NUMBERS = 20 << 20 };

static int numbers[NUMBERS];
static int *const last = &numbers[NUMBERS - 1];

int large_step(int add);
int large_step(int add)
{
    numbers[0] += add;
    *last += add;
    return numbers[0] == *last ? *last : -1;
}
