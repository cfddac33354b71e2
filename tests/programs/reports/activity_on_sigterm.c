/* SPDX-License-Identifier: MIT */
/* On SIGTERM, before the job ends by it, standard error says what every rank does.
 * ranks: 4
 * options: -O0
 * expect-status: 143
 * expect-stderr: ^heddle: what the 4 ranks do$
 * expect-stderr: ^  rank 0: runs$
 * expect-stderr: ^    at compute \(activity.h:
 * expect-stderr: ^  rank 1: waits for a message from rank 0 with tag 7 on MPI_COMM_WORLD, up to
 * expect-stderr: ^    at (P|)MPI_Recv \(
 * expect-stderr: ^    a request: a message from rank 0 with tag 11 on halo, up to 1 MPI_INT, star
 * expect-stderr: ^    a communicator: halo, of 4 ranks, made in act \(activity.h:[0-9]*\)$
 * expect-stderr: ^    a thread that it has created: runs$
 * expect-stderr: ^    at help \(activity.h:
 * expect-stderr: ^    1 message without a receive: from rank 0 with tag 9$
 * expect-stderr: ^    at rest \(activity.h:
 * sanitizer: no */
#include "activity.h"

int main(void)
{
    return act(300, SIGTERM);
}
