/* SPDX-License-Identifier: MIT */
/* Two ranks with the two ends of a socket become an intercommunicator (MPI_Comm_join). */
#ifndef COMM_JOIN_H
#define COMM_JOIN_H

#include "comm/comm.h"

/* Both ranks call it. Each sends as many bytes as it reads, and waits in a helper thread. *created
 * is NULL if the other end belongs to another process. 0, MPI_ERR_ARG, MPI_ERR_OTHER,
 * MPI_ERR_NO_MEM. */
int comm_join(struct rank *self, int fd, struct comm **created);

#endif
