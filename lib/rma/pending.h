/* SPDX-License-Identifier: MIT */
/* Operations that the standard calls pending, in programs for ThreadSanitizer.
 *
 * An operation is carried out when it is called, but by the standard it may touch the target's
 * memory at any time until it is completed. So the sanitizer gets the access twice: at the
 * call, and at the call that completes it (a fence, a flush, ...). A load that a message orders
 * behind the put, but not behind its completion, is reported then.
 *
 * Laws, which pending_check asserts
 *   1. Targets are members of the window.
 *   2. Nothing is pending when no access epoch is open. */
#ifndef RMA_PENDING_H
#define RMA_PENDING_H

#include "base/tsan.h"
#include "rma/access.h"

enum access_kind { ACCESS_READS, ACCESS_WRITES, ACCESS_CHANGES, ACCESS_LOOKS };

/* Reports to ThreadSanitizer that the calling thread's operation reads, writes, atomically changes
 * or atomically looks at the first `bytes` of data: its target, its origin's buffer, its result. */
void pending_tell_access(const struct access *access, const struct data *data, MPI_Count bytes,
                         enum access_kind kind);

/* Keeps what an operation does to the first `bytes` of the target's memory. Without memory for that
 * it sees them only once. */
void pending_keep(const struct access *access, MPI_Count bytes, enum access_kind kind);

/* Reports the accesses to that target's memory again, or of all (-1), and forgets them. */
void pending_tell(struct window *window, int target);

/* Asserts the laws, under the rank's guard. */
void pending_check(const struct window *window);

#endif
