/* SPDX-License-Identifier: MIT */
#include "base/chaos.h"

#ifdef HEDDLE_CHAOS
#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/cpu.h"
#include "base/knob.h"

enum { PAUSES_MAX = 256, SLEEP_NS = 60000 };

static _Atomic(uint64_t) threads;
static _Thread_local uint64_t chaos_state;

NOT_INSTRUMENTED static uint64_t first_state(void)
{
    uint64_t number = fetch_add_relaxed(&threads, 1) + 1;

    return ((uint64_t)knobs.chaos * UINT64_C(0xd1342543de82ef95) ^
            number * UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

/* Without instrumentation: threads that a sanitizer does not know yet call it, and it must not be
 * seen to sleep. */
NOT_INSTRUMENTED void chaos(void)
{
    int error = errno; /* the caller does not expect errno to change */
    uint64_t pauses;

    if (chaos_state == 0)
        chaos_state = first_state();
    switch (chaos_next(&chaos_state)) {
    case CHAOS_GO_ON:
        return;
    case CHAOS_YIELD:
        sched_yield();
        break;
    case CHAOS_SPIN:
        for (pauses = chaos_state % PAUSES_MAX; pauses > 0; pauses--)
            cpu_pause();
        break;
    case CHAOS_SLEEP:
        syscall(SYS_nanosleep, &(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
        break;
    }
    errno = error;
}
#endif
