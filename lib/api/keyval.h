/* SPDX-License-Identifier: MIT */
/* The users' names for attribute keys. */
#ifndef API_KEYVAL_H
#define API_KEYVAL_H

/* The predefined ones are smaller. */
enum { KEYVAL_FIRST = 1024 };

#endif
