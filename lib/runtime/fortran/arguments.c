/* SPDX-License-Identifier: MIT */
/* The command line of each rank. The runtime library keeps one command line for the process, so
 * these functions set the rank's own before each query. */
#include <pthread.h>

#include "runtime/fortran/runtime.h"

static int count;
static char **texts;
static __attribute__((heddle_shared)) pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void _gfortran_set_args(int argc, char **argv);

void _gfortran_set_args(int argc, char **argv)
{
    count = argc;
    texts = argv;
    pthread_mutex_lock(&lock);
    BEHIND(_gfortran_set_args)(argc, argv);
    pthread_mutex_unlock(&lock);
}

/* Defines a query. All its arguments are pointers or lengths, at most five. */
#define QUESTION(name)                                               \
    int name(void *a, void *b, void *c, void *d, void *e);           \
    int name(void *a, void *b, void *c, void *d, void *e)            \
    {                                                                \
        int answer;                                                  \
                                                                     \
        pthread_mutex_lock(&lock);                                   \
        if (texts != NULL)                                           \
            BEHIND(_gfortran_set_args)(count, texts);                \
        answer = BEHIND(name)(a, b, c, d, e);                        \
        pthread_mutex_unlock(&lock);                                 \
        return answer;                                               \
    }

QUESTION(_gfortran_iargc)
QUESTION(_gfortran_get_command_i4)
QUESTION(_gfortran_get_command_i8)
QUESTION(_gfortran_get_command_argument_i4)
QUESTION(_gfortran_get_command_argument_i8)
QUESTION(_gfortran_getarg_i4)
QUESTION(_gfortran_getarg_i8)
