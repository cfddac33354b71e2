/* SPDX-License-Identifier: MIT */
/* The other file of weak.c: the strong definition. */
int overridden = 2;

int *other_overridden(void);

int *other_overridden(void)
{
    return &overridden;
}
