/* SPDX-License-Identifier: MIT */
/* The lock of OpenMP's critical sections without a name. GCC's library has one for the process: a
 * rank that waits in MPI inside such a section would keep all others out of theirs, which it waits
 * for. The locks of sections with a name are variables of the program and private anyway; the other
 * locks of the library are never held while code of the program runs. */
#include <pthread.h>

#pragma weak GOMP_critical_start
#pragma weak GOMP_critical_end

void GOMP_critical_start(void);
void GOMP_critical_end(void);

static pthread_mutex_t lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

void GOMP_critical_start(void)
{
    pthread_mutex_lock(&lock);
}

void GOMP_critical_end(void)
{
    pthread_mutex_unlock(&lock);
}
