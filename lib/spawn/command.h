/* SPDX-License-Identifier: MIT */
/* Which executable a command names. */
#ifndef SPAWN_COMMAND_H
#define SPAWN_COMMAND_H

/* A command with a slash is a path, relative to `directory`, or, if that is NULL, to the caller's.
 * Others are looked for in the directories of `path` (NULL: none), which are separated by colons,
 * then in that directory, then in the one of this program. 0, or MPI_ERR_SPAWN with a note: there
 * is none, or it is another program than this one. */
int command_check(const char *command, const char *path, const char *directory);

#endif
