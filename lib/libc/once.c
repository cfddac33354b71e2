/* SPDX-License-Identifier: MIT */
/* pthread_once and call_once: in an explored job the thread that comes first, and so calls the
 * function, is chosen (rank/thread/taken.h). Others wait by turns until it has returned. */
#include <pthread.h>
#include <threads.h>

#include "libc/objects.h"
#include "rank/thread/taken.h"

typedef int once_function(pthread_once_t *control, void (*function)(void));
typedef void call_once_function(once_flag *flag, void (*function)(void));

/* libc's states. */
enum { IS_UNDER_WAY = 1, IS_DONE = 2, STATE_MASK = 3 };

static int state_of(const void *control)
{
    return load_relaxed((const _Atomic(int) *)control) & STATE_MASK;
}

static bool is_under_way(void *control)
{
    return state_of(control) == IS_UNDER_WAY;
}

static void await(void *control, uintptr_t site)
{
    struct rank *self = state_of(control) != IS_DONE ? taken_self(site, control) : NULL;
    const struct turn_block block = {
        .is_pending = is_under_way, .subject = control, .site = (const void *)site};

    if (self != NULL && taken_stand(self, TURN_ONCE, control, TURN_TAKE, &block))
        taken_end(self, true);
}

INTERPOSES int pthread_once(pthread_once_t *control, void (*function)(void))
{
    await(control, SITE);
    return ((once_function *)object_behind(BEHIND_ONCE))(control, function);
}

INTERPOSES void call_once(once_flag *flag, void (*function)(void))
{
    await(flag, SITE);
    ((call_once_function *)object_behind(BEHIND_CALL_ONCE))(flag, function);
}
