/* SPDX-License-Identifier: MIT */
/* Faults on purpose in a job of heddle_run: memory that fails, and a random choice wherever the
 * standard leaves one open (rank/chance.h). */
#ifndef JOB_FAULTS_H
#define JOB_FAULTS_H

#include "heddle.h"
#include "rank/chance.h"

struct world;

/* Faults of one rank. */
struct faults {
    struct chance chance; /* answers the rank's choices */
};

/* Begin and end the faults of the calling rank, around the user's function. */
void faults_begin(struct faults *faults, struct rank *self, const struct heddle_faults *wanted);
void faults_end(struct rank *self, const struct heddle_faults *wanted);

/* Fills in what was wrong on purpose, and adds it to the text of a job that failed. */
void faults_tell(const struct heddle_faults *wanted, const struct world *world,
                 struct heddle_result *result);

#endif
