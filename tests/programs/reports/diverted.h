/* SPDX-License-Identifier: MIT */
/* Values that are expected by the programs of HEDDLE_BUFFERS=3. */
#ifndef DIVERTED_H
#define DIVERTED_H

#include <stdio.h>

static int rank, failed;

/* AddressSanitizer reports whoever reads the buffer of a pending operation. */
#ifdef __SANITIZE_ADDRESS__
enum { can_look = 0 };
#else
enum { can_look = 1 };
#endif

static void expect(int value, int expected, const char *what)
{
    if (value == expected)
        return;
    fprintf(stderr, "rank %d: %s: %d in place of %d\n", rank, what, value, expected);
    failed = 1;
}

#endif
