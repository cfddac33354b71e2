/* SPDX-License-Identifier: MIT */
/* The same where who waits sleeps at once: some are told by who frees the communicator. */
/* ranks: 3 5 */
/* options: -O2 */
/* flags: -g */
/* mpich: no */
/* environment: HEDDLE_WAIT_SPIN_US=0 HEDDLE_WAIT_YIELD_US=0 */
/* expect-stdout: all [0-9]+ disagreements were told */
/* seconds: 120 */
#include "collective_disagreements.c"
