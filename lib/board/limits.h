/* SPDX-License-Identifier: MIT */
/* The bytes beside a member's cell. The header stands alone, so that tests in the form of programs
 * can move as many. */
#ifndef BOARD_LIMITS_H
#define BOARD_LIMITS_H

enum { SLOT_BYTES = 2304 }; /* 36 lines: the slots of a member spread over the sets of a cache */

#endif
