/* SPDX-License-Identifier: MIT */
/* HEDDLE_EXPLORE for a program: its job runs again and again, each time in a child of the process,
 * so that a run begins with what a process begins with, and may end in any way.
 *
 * The first run is an ordinary one to its user: it reads the standard input and writes the output.
 * The output of later runs is kept from the user, unless their schedule fails. Standard input that
 * is a file is read by each run; a later run has /dev/null in the place of any other. */
#ifndef JOB_EXPLORE_PROGRAM_H
#define JOB_EXPLORE_PROGRAM_H

#include <stdbool.h>

struct explored;

/* The file in HEDDLE_REPLAY, which the program follows (job/journals.h), but no program that its
 * ranks start: it takes it out of the environment. NULL: there is none, or answers for the program
 * of that title. */
const char *explore_program_take_file(const char *title);

/* Warns that the program of that title is not recorded although the user wants it to be, because
 * it is explored or repeated; NULL: jobs of heddle_run. */
void explore_program_check_record(const char *title);

/* Is the program to run under more than one schedule, or under one that HEDDLE_REPLAY has? */
bool explore_program_is_wanted(const char *title);

/* Calls `run` once for each schedule, each time in a child of the process, which ends with its
 * result; under one that HEDDLE_REPLAY has, in this process. Returns the status of the program. */
int explore_program(const char *title, int (*run)(struct explored *explored, void *argument),
                    void *argument);

#endif
