/* SPDX-License-Identifier: MIT */
/* The same when each member has a processor, or believes that it has: then small operations go
 * another way. */
/* ranks: 2 3 4 5 8 16 */
/* options: -O2 */
/* environment: HEDDLE_PROCESSORS=64 */
/* mpich: no */
/* expect-stdout: all [0-9]+ steps yielded what they must */
/* seconds: 240 */
#include "collectives_mixed.c"
