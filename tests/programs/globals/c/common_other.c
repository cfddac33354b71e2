/* SPDX-License-Identifier: MIT */
/* The other file of common.c. */
int block[100];
char mixed;

int *other_block(void);
int other_last(void);

int *other_block(void)
{
    return block;
}

int other_last(void)
{
    return block[99];
}
