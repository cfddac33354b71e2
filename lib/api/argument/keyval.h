/* SPDX-License-Identifier: MIT */
/* The integers that name attribute keys. */
#ifndef API_KEYVAL_H
#define API_KEYVAL_H

/* The first key that users make; predefined keys are smaller. */
enum { KEYVAL_FIRST = 1024 };

#endif
