/* SPDX-License-Identifier: MIT */
/* Sleeping goes on when only a question for the thread's stack has interrupted it (job/stacks.h):
 * nanosleep, clock_nanosleep, sleep and usleep are interposed. */
#ifndef LIBC_SLEEP_H
#define LIBC_SLEEP_H

/* Called by the handler of such questions, in the thread that is asked. */
void sleep_note_question(void);

#endif
