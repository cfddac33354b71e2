/* SPDX-License-Identifier: MIT */
#include "check/scope.h"

#include "base/trace.h"
#include "rank/rank.h"
#include "rank/thread/stack.h"

/* A struct call lies in the entry of MPI or in what that calls, not so far below the function that
 * makes the call. */
enum { ENTRY_BYTES_MAX = 4096 };

bool scope_has_ended(const struct call *call, uintptr_t address)
{
    const struct rank *self = rank_self();
    const struct stack *stack = self->stack;
    const uintptr_t entry = (uintptr_t)call;

    if (stack == NULL || address < (uintptr_t)stack->lowest || address >= entry + ENTRY_BYTES_MAX ||
        entry < (uintptr_t)stack->lowest || entry >= (uintptr_t)stack->lowest + stack->bytes)
        return false;
    return address < entry || address < trace_stack_of(call->site);
}
