/* SPDX-License-Identifier: MIT */
/* A rank's current directory and umask, which its main thread shares with the threads that it
 * creates. Where the system refuses them, as containers do by default, all ranks share the
 * process's, and the first call that changes one says so. */
#ifndef LIBC_DIRECTORY_H
#define LIBC_DIRECTORY_H

#include "rank/rank.h"

/* Makes them, for the calling thread, which is the rank's main thread. Returns 0, or -1 with errno
 * set. */
int directory_make_own(const struct rank *self);

#endif
