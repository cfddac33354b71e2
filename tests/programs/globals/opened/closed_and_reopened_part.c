/* SPDX-License-Identifier: MIT */
static int calls, *const table[] = {&calls};
static char large[100000];

int count(void);
int count(void)
{
    large[calls]++;
    ++*table[0];
    return calls + large[0] - 1;
}
