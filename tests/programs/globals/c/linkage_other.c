/* SPDX-License-Identifier: MIT */
/* The other file of linkage.c. */
extern int plain;
int elsewhere = 11;
int elsewhere_array[4] = {1};
double sums[2][3] = {{1.5}};
int declared_inside = 13;
static int internal = 50;

int other_internal(int add);
int *other_address(void);
void other_set_all(int value);

int other_internal(int add)
{
    internal += add;
    return internal;
}

int *other_address(void)
{
    return &elsewhere;
}

void other_set_all(int value)
{
    plain = value;
    elsewhere = value;
}
