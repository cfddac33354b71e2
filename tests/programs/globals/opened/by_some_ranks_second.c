/* SPDX-License-Identifier: MIT */
/* A library of by_some_ranks.c. */
extern int constructed[2];

static int times;

__attribute__((constructor)) static void construct(void)
{
    constructed[1] = ++times;
}
