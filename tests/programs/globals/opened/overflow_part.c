/* SPDX-License-Identifier: MIT */
/* The library of overflow.c. */
void write_at(int i);
static char letters[9];

void write_at(int i)
{
    letters[i] = 'a';
    __asm__ volatile("" : : "m"(letters));
}
