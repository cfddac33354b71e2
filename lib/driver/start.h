/* SPDX-License-Identifier: MIT */
#ifndef DRIVER_START_H
#define DRIVER_START_H

/* Called by the start object in place of main: runs user_main once per rank, returns the job's exit
 * status. */
int heddle_main(int (*user_main)(int, char **, char **), int argc, char **argv, char **envp);

#endif
