/* SPDX-License-Identifier: MIT */
/* The files of ranks' output. A pattern names one for each rank: %r stands for the rank, %g for the
 * number of its job, %h for the machine, %p for 0 (launchers that start processes elsewhere count
 * their helpers so) and %% for a percent sign. %R is the rank in as many digits as the last rank
 * has, %G the number of the job counted from 1. */
#ifndef JOB_OUTFILE_H
#define JOB_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>

struct gathered;
struct line;
struct rank;
struct world;

struct outfile_rank {
    int rank;
    int size; /* of its world */
    int job;
};

/* Fills in the name of a rank's file. Returns 0, or -1 with a note: the pattern has an unknown
 * letter, or the name is too long. */
int outfile_name(const char *pattern, const struct outfile_rank *rank, char *name, size_t bytes);

/* Returns whether the pattern names a file for each rank of a job, or for each job. */
bool outfile_differs_by_rank(const char *pattern);
bool outfile_differs_by_job(const char *pattern);

/* Opens the file for appending, and makes the folders that it is to lie in; it is emptied before if
 * is_new. A relative name counts from the directory. Returns a descriptor above those of the
 * standard streams, or -1 with a note. */
int outfile_open(int directory, const char *pattern, const struct outfile_rank *rank, bool is_new);

/* Opens the files of all ranks of the process's own job, if the stream has a pattern. Returns 0, or
 * -1 with a note. */
int outfile_open_all(struct gathered *gathered, const struct world *world);

/* Opens the file of a spawned rank that begins to write. Its slot may have been that of another one
 * before. If that fails, a line says so, and the rank's lines go to the stream. */
void outfile_settle(const struct gathered *gathered, struct line *line, const struct rank *rank);

#endif
