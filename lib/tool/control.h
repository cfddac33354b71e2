/* SPDX-License-Identifier: MIT */
/* Control variables: the tunables of base/knob.def in their order, by the names of their
 * environment variables.
 *
 * All are constant (MPI_T_SCOPE_CONSTANT): ranks and their threads read them without a lock from
 * the job's start on, and all ranks of a process share them. A number is an MPI_INT, a text
 * MPI_CHAR, empty if it is not set. */
#ifndef TOOL_CONTROL_H
#define TOOL_CONTROL_H

#include "base/knob.h"
#include "mpi_types.h"

int control_count(void);
/* The number of the variable of that name; -1: there is none. */
int control_find(const char *name);

int control_verbosity(const struct knob *knob);
MPI_Datatype control_datatype(const struct knob *knob);
/* How many elements its value has, and the value itself. */
int control_length(const struct knob *knob);
void control_read(const struct knob *knob, void *value);

#endif
