/* SPDX-License-Identifier: MIT */
/* Arguments of MPI_T (tool/tool.h). Its functions raise nothing and have no struct call: a callback
 * may call them in the middle of another call. */
#ifndef API_TOOL_H
#define API_TOOL_H

#include <stddef.h>

#include "mpi_types.h"

/* A string and its length as 15.3.3 has them: *length is the room, and then what the string needs
 * with its zero. Either may be NULL. */
void tool_give_text(const char *text, char *buf, int *length);

/* Gives a number to a caller that wants it. */
static inline void tool_give(int value, int *where)
{
    if (where != NULL)
        *where = value;
}

/* A new info object without keys, for a caller that wants one: 0, MPI_T_ERR_NOT_ACCESSIBLE,
 * MPI_T_ERR_MEMORY. */
int tool_give_info(MPI_Info *where);
/* 0, MPI_T_ERR_INVALID. */
int tool_check_info(MPI_Info info);

#endif
