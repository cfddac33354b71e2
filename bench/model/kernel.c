/* SPDX-License-Identifier: MIT */
#include "kernel.h"

#include <sys/syscall.h>

long kernel_call(long number, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long fourth __asm__("r10") = d, fifth __asm__("r8") = e, sixth __asm__("r9") = f;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}

long kernel_futex(_Atomic(uint32_t) *word, int operation, uint32_t value)
{
    return kernel_call(SYS_futex, (long)word, operation, (long)value, 0, 0, 0);
}
