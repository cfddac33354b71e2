/* SPDX-License-Identifier: MIT */
/* Threads that outlive their rank. In a job of heddle_run they would write into the globals of
 * later jobs, so the job waits for them, and keeps its slots and its memory if they stay. */
#ifndef JOB_THREADS_H
#define JOB_THREADS_H

#include <stdbool.h>

#include "heddle.h"

struct world;

/* Waits for the threads that the ranks have created, up to knobs.thread_wait_ms. All ranks have
 * ended. Returns true if no thread is left. */
bool threads_await(struct world *world);

/* Makes a job fail whose threads still run, and names one of them. */
void threads_blame(struct world *world, struct heddle_result *result);

#endif
