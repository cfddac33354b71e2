/* SPDX-License-Identifier: MIT */
/* Calls of the kernel that go past the functions which bench/model replaces. They return what the
 * kernel returns: a negative number is an error. */
#ifndef MODEL_KERNEL_H
#define MODEL_KERNEL_H

#include <stdatomic.h>
#include <stdint.h>

long kernel_call(long number, long a, long b, long c, long d, long e, long f);
long kernel_futex(_Atomic(uint32_t) *word, int operation, uint32_t value);

#endif
