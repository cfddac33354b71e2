/* SPDX-License-Identifier: MIT */
/* What the files of program.o share. The plugin compiles them: their variables are private to each
 * rank, but for those whose names begin with heddle_. */
#ifndef DRIVER_PROGRAM_PROGRAM_H
#define DRIVER_PROGRAM_PROGRAM_H

#include <pthread.h>

/* Held while libc's own view of the environment, __environ, is not the first rank's. */
extern __attribute__((visibility("hidden"))) pthread_mutex_t heddle_environment_lock;

#endif
