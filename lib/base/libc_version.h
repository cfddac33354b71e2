/* SPDX-License-Identifier: MIT */
/* Versions of symbols of the C library, which differ between processors: each begins with the
 * version in which the C library came to it. */
#ifndef BASE_LIBC_VERSION_H
#define BASE_LIBC_VERSION_H

/* The name of the version of a symbol that x86-64 has in the given version, up to 2.17. */
#if defined(__x86_64__)
#define LIBC_SINCE(version) "GLIBC_" version
#else
#define LIBC_SINCE(version) "GLIBC_2.17"
#endif

#endif
