/* SPDX-License-Identifier: MIT */
/* The info key `soft`: numbers of ranks of which any will do (MPI 5.0, 11.8.4). */
#ifndef SPAWN_SOFT_H
#define SPAWN_SOFT_H

/* The largest number of the set that is at most `most`, or -1 if there is none. The set is a list
 * with commas of a, a:b and a:b:c, as Fortran has them. Parts that are none are left out. */
int soft_choose(const char *set, int most);

#endif
