/* SPDX-License-Identifier: MIT */
/* The C library's own function of a name that the library stands in front of. */
#ifndef BASE_LIBC_H
#define BASE_LIBC_H

/* Cast to what it is. */
typedef void libc_any(void);

libc_any *libc_function(const char *name);

#endif
