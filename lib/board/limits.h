/* SPDX-License-Identifier: MIT */
/* The lengths at which members go about what a board shows in another way. The header stands alone,
 * so that tests in the form of programs can move as many bytes. */
#ifndef BOARD_LIMITS_H
#define BOARD_LIMITS_H

enum {
    SLOT_BYTES = 2304, /* 36 lines: the slots of a member spread over the sets of a cache */
    RELAY_BYTES_MIN = 16384, /* are read by relays (relay.h), if readers are many (coll/policy.h) */
};

#endif
