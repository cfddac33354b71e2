/* SPDX-License-Identifier: MIT */
/* The same where who waits sleeps at once, and has to be woken when there is something to do. */
/* ranks: 2 3 5 */
/* options: -O2 */
/* environment: HEDDLE_WAIT_SPIN_US=0 HEDDLE_WAIT_YIELD_US=0 */
/* expect-stdout: nobody was held up */
/* seconds: 240 */
#include "collective_progress.c"
