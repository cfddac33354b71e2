/* SPDX-License-Identifier: MIT */
/* Finds the C library's own definition of a function that this library interposes. */
#ifndef BASE_LIBC_H
#define BASE_LIBC_H

/* Cast it to the function's type. */
typedef void libc_any(void);

libc_any *libc_function(const char *name);

#endif
