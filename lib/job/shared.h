/* SPDX-License-Identifier: MIT */
/* Sentences at the start of a job about global variables that its ranks share. */
#ifndef JOB_SHARED_H
#define JOB_SHARED_H

#include <stdbool.h>

struct job;

/* Names once the global variables that all ranks share although no option asks for that. */
void shared_tell(const struct job *job, bool is_wrapped);

#endif
