/* SPDX-License-Identifier: MIT */
/* Declarations for the files of program.o. The plugin compiles these files, so each rank has its
 * own copy of their variables, except those whose names begin with heddle_. */
#ifndef DRIVER_PROGRAM_PROGRAM_H
#define DRIVER_PROGRAM_PROGRAM_H

#include <pthread.h>

/* Held while libc's environment, __environ, is not the first rank's. */
extern __attribute__((visibility("hidden"))) pthread_mutex_t heddle_environment_lock;

#endif
