/* SPDX-License-Identifier: MIT */
/* A program calls these to tell the model that it runs in. Outside of a model there are none,
 * and the calls do nothing. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#pragma GCC visibility push(default)
/* The calling thread runs on that processor of the machine from here on; returns when all of so
 * many threads have come, at the time 0. */
__attribute__((weak)) void model_begin(int number, int threads);

/* Returns when all of them have come here, outside of the model. */
__attribute__((weak)) void model_end(void);

/* The calling thread's own time. */
__attribute__((weak)) double model_seconds(void);

/* Prints one line for each machine: name, processors, those of a cluster, words. */
__attribute__((weak)) void model_machines(void);

/* The instruction of spin loops, and the processor's counter. */
__attribute__((weak)) void model_pause(void);
__attribute__((weak)) unsigned long model_ticks(void);
#pragma GCC visibility pop

#endif
