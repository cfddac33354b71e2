/* SPDX-License-Identifier: MIT */
/* heddle-launch: the executable of a process that runs several programs (image/guest/guest.h).
 * mpiexec starts it with a plan that names them. It shows libraries no names of its own, and has
 * room for the programs' thread-local variables. */
#include <stdio.h>

enum { ROOM_BYTES = 16 << 10 };

__attribute__((used)) static _Thread_local char room[ROOM_BYTES];

/* Runs when the program was started without a plan. */
int main(void)
{
    fputs("heddle-launch: it is mpiexec that starts this program: mpiexec -n 2 ./a : -n 3 ./b\n",
          stderr);
    return 2;
}
