/* SPDX-License-Identifier: MIT */
#include "rank/rank.h"

_Thread_local struct rank *rank_current;

void rank_leave(struct rank *self, enum rank_end end, int status)
{
    self->end = end;
    self->status = status;
    longjmp(self->top, 1);
}

bool rank_is_main_thread(const struct rank *self)
{
    return pthread_equal(self->thread, pthread_self());
}
