/* SPDX-License-Identifier: MIT */
/* A library of many.c. */
static int number = 50;
static int *const to_number = &number;

int second_number(void);

__attribute__((constructor)) static void construct(void)
{
    number += 49;
}

int second_number(void)
{
    return (*to_number)++;
}
