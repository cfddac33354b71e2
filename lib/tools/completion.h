/* SPDX-License-Identifier: MIT */
/* The script with which bash completes mpiexec's options. */
#ifndef DRIVER_COMPLETION_H
#define DRIVER_COMPLETION_H

/* Prints to standard output a script for bash, made from the table of options. */
void completion_print(void);

#endif
