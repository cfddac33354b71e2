/* SPDX-License-Identifier: MIT */
/* mpiexec -configfile FILE: each line is a part of the command. */
#ifndef TOOLS_CONFIGFILE_H
#define TOOLS_CONFIGFILE_H

/* Splits the file into words, with a colon between lines that have words. # begins a comment at the
 * beginning of a line; '...' and "..." keep blanks together. Fails if the file cannot be read. */
char **configfile_read(const char *name, int *count);

#endif
