/* SPDX-License-Identifier: MIT */
/* Names of the C library that differ between processors: versions of symbols, which begin with the
 * one in which the C library came to the processor, and folders. */
#ifndef BASE_LIBC_VERSION_H
#define BASE_LIBC_VERSION_H

/* The name of the version of a symbol that x86-64 has in the given version, up to 2.17. */
#if defined(__x86_64__)
#define LIBC_SINCE(version) "GLIBC_" version
#else
#define LIBC_SINCE(version) "GLIBC_2.17"
#endif

/* The folder of this processor's libraries below lib/, where each processor has its own. */
#if defined(__x86_64__)
#define LIBC_FOLDER "x86_64-linux-gnu"
#else
#define LIBC_FOLDER "aarch64-linux-gnu"
#endif

#endif
