/* SPDX-License-Identifier: MIT */
/* Critical sections without a name. Programs of the wrapper have these two functions themselves
 * (runtime/program/openmp.c), also those that contain the library, for which they are weak here.
 * They are for other programs, and so that a linker lets libraries that the program opens see those
 * of the program. */
#include "openmp/team.h"

#pragma weak GOMP_critical_start
#pragma weak GOMP_critical_end

IN_FRONT void GOMP_critical_start(void);
void GOMP_critical_start(void)
{
    openmp_give_up(SITE, "comes to a critical section of a library");
    BEHIND(GOMP_critical_start)();
}

IN_FRONT void GOMP_critical_end(void);
void GOMP_critical_end(void)
{
    BEHIND(GOMP_critical_end)();
}
