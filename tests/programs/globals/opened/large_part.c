/* SPDX-License-Identifier: MIT */
/* The library of large.c. */
enum { NUMBERS = 100 << 20 };

static long numbers[NUMBERS];

long step(long add);
long step(long add)
{
    numbers[0] += add;
    numbers[NUMBERS - 1] += add;
    return numbers[0] == numbers[NUMBERS - 1] ? numbers[0] : -1;
}
