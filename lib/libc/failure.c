/* SPDX-License-Identifier: MIT */
/* A failed assertion of <assert.h>, and abort, end the job and not the process if the process has
 * more to do than this job. When libc itself finds corrupt memory, it ends the process by a
 * function of its own and not by this one (job/crash.h). */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/libc.h"
#include "libc/signal.h"
#include "rank/abort.h"
#include "rank/name.h"
#include "rank/thread/kernel.h"
#include "rank/world.h"

typedef void assertion_handler(const char *assertion, const char *file, unsigned line,
                               const char *function);

static bool ends_its_job_alone(const struct rank *self)
{
    return rank_is_in_its_process(self) && !world_is_of_process(self->world);
}

__attribute__((visibility("default")))
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    struct rank *self = rank_self();

    if (ends_its_job_alone(self))
        world_abort(self->world, EXIT_FAILURE, "%s: %s:%u: %s: assertion \"%s\" failed",
                    rank_name(self).text, file, line, function != NULL ? function : "?", assertion);
    ((assertion_handler *)libc_function("__assert_fail"))(assertion, file, line, function);
    __builtin_unreachable();
}

/* Calls the handler for SIGABRT, if there is one, which may leave by longjmp. */
static void raise_abort(void)
{
    kernel_unblock_signal(SIGABRT);
    raise(SIGABRT);
}

__attribute__((visibility("default"))) void abort(void)
{
    struct rank *self = rank_self();

    if (ends_its_job_alone(self)) {
        if (signals_has_handler(self, SIGABRT)) /* those of the process are for other threads */
            raise_abort();
        rank_fail(self, SIGABRT, (uintptr_t)__builtin_return_address(0), "abort was called");
    }
    /* libc's abort is not called: finding it takes the loader's lock, often held for long. */
    raise_abort();
    process_die_by(SIGABRT);
    __builtin_unreachable();
}
