/* SPDX-License-Identifier: MIT */
/* The library of at_once.c, of which that makes copies. */
extern int total;

static int *const place = &total; /* bound when the library is loaded */
static int added;

__attribute__((constructor)) static void construct(void)
{
    total++;
}

void add(int number)
{
    added += number;
    *place += added;
}
