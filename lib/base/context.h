/* SPDX-License-Identifier: MIT */
/* The registers of an interrupted thread, as a signal's handler gets them in its third argument:
 * the one place that knows their names on each machine. */
#ifndef BASE_CONTEXT_H
#define BASE_CONTEXT_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#include "base/sanitizer.h"

/* Returns the address of the instruction at which the thread continues. */
NOT_INSTRUMENTED static inline uintptr_t context_place(const void *context)
{
    const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;

#if defined(__x86_64__)
    return (uintptr_t)machine->gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)machine->pc;
#endif
}

/* Makes the thread continue at the last byte of the call that it has just made, as if the function
 * that it called had no frame. A caller uses it when there is no function at that address. */
static inline void context_return_to_call(void *context)
{
    mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;

#if defined(__x86_64__)
    uintptr_t returns_to; /* the call has pushed it */

    memcpy(&returns_to, (const void *)machine->gregs[REG_RSP], sizeof returns_to);
    machine->gregs[REG_RIP] = (greg_t)(returns_to - 1);
    machine->gregs[REG_RSP] += (greg_t)sizeof returns_to;
#elif defined(__aarch64__)
    machine->pc = machine->regs[30] - 1;
#endif
}

/* Returns true if the thread is about to get EINTR from a system call: the instruction before the
 * one at which it continues makes one. */
NOT_INSTRUMENTED static inline bool context_is_cut_short(const void *context)
{
    const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;

#if defined(__x86_64__)
    const unsigned char *next = (const unsigned char *)machine->gregs[REG_RIP];

    return machine->gregs[REG_RAX] == -EINTR && next[-2] == 0x0f && next[-1] == 0x05;
#elif defined(__aarch64__)
    const uint32_t *next = (const uint32_t *)machine->pc;

    return (int64_t)machine->regs[0] == -EINTR && next[-1] == UINT32_C(0xd4000001);
#endif
}

#endif
