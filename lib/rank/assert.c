/* SPDX-License-Identifier: MIT */
/* A failed assertion of <assert.h> ends the job, not the process, where the process has more to do
 * than this job. */
#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>

#include "base/must.h"
#include "rank/abort.h"

typedef void assertion_handler(const char *assertion, const char *file, unsigned line,
                               const char *function);

__attribute__((visibility("default")))
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    struct rank *self = rank_self();
    assertion_handler *libc_assert_fail;

    if (self != NULL && self->world->options.end_process == NULL)
        world_abort(self->world, EXIT_FAILURE, "rank %d: %s:%u: %s: assertion \"%s\" failed",
                    self->world_rank, file, line, function != NULL ? function : "?", assertion);
    libc_assert_fail = (assertion_handler *)dlsym(RTLD_NEXT, "__assert_fail");
    must(libc_assert_fail != NULL);
    libc_assert_fail(assertion, file, line, function);
    __builtin_unreachable();
}
