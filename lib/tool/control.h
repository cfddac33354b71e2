/* SPDX-License-Identifier: MIT */
/* Control variables: the tunables of base/knob.def in their order, by the names of their
 * environment variables.
 *
 * Most are constant (MPI_T_SCOPE_CONSTANT): ranks and their threads read them without a lock from
 * the job's start on, and all ranks of a process share them. A number is an MPI_INT, a text
 * MPI_CHAR, empty if it is not set.
 *
 *   whose       the others (KNOB_OWN of base/knob.def) are each rank's own, so no world's tool
 *               changes another world
 *   when        from the first call of MPI_T on, before MPI_Init too, until MPI_Finalize. A new
 *               value counts for what begins later: a send, a wait, an accord about a file
 *   LOCAL       only the rank itself looks at its value
 *   ALL_EQ      members of a file should have the same; if not, the first member's counts
 *   readers     load the value relaxed, where they loaded the environment's: no test and no lock
 *               more. Nothing is ordered by a value */
#ifndef TOOL_CONTROL_H
#define TOOL_CONTROL_H

#include "base/knob.h"
#include "mpi_types.h"

struct rank;

int control_count(void);
/* The number of the variable of that name; -1: there is none. */
int control_find(const char *name);

int control_verbosity(const struct knob *knob);
MPI_Datatype control_datatype(const struct knob *knob);
/* How many elements its value has, and the value itself. */
int control_length(const struct knob *knob);
/* `rank`: the calling one; NULL: the thread belongs to none, and sees the environment's values. */
void control_read(const struct knob *knob, struct rank *rank, void *value);

int control_scope(const struct knob *knob);
/* 0, MPI_T_ERR_CVAR_SET_NEVER of a constant, MPI_T_ERR_CVAR_SET_NOT_NOW outside of a rank, after
 * MPI_Finalize, or while chance decides what the value would; MPI_T_ERR_INVALID: it is no value of
 * the variable, or one that can only be had from the start. */
int control_write(const struct knob *knob, struct rank *rank, const void *value);

#endif
