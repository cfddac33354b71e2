/* SPDX-License-Identifier: MIT */
/* The three forms of a collective call. Calls of different forms do not match each other. */
#ifndef COLL_FORM_H
#define COLL_FORM_H

enum coll_form { COLL_BLOCKING, COLL_NONBLOCKING, COLL_PERSISTENT };

#endif
